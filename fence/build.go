package fence

import "slices"

// plan builds the plan of admitted pieces.
func (v *Variant) plan(pieces []piece, s *scan, root, cwd string) *Plan {
	p := &Plan{Cwd: cwd, Segments: make([]Segment, len(pieces))}
	// One list backs the words of all segments.
	all := make([]Word, 0, len(s.words)-pieces[0].words.from)
	var programs uint
	for i := range pieces {
		piece, seg := &pieces[i], &p.Segments[i]
		from := len(all)
		for _, w := range s.words[piece.words.from:piece.words.to] {
			all = append(all, Word{Text: w.text, Glob: w.glob})
		}
		seg.Words = all[from:len(all):len(all)]
		for _, n := range s.redirects[piece.redirects.from:piece.redirects.to] {
			seg.Redirects = append(seg.Redirects, v.redirects[n])
		}
		if piece.sep >= 0 {
			seg.Operator = v.lexer.rules.Separators[piece.sep].Text
		}
		if piece.row == nil {
			continue // a cd
		}
		programs |= piece.program.env
		p.Residual = union(p.Residual, piece.row.residual)
		if len(piece.row.Add) > 0 {
			p.Add.Args = append(p.Add.Args, Insertion{Segment: i, Before: piece.own, Words: slices.Clip(piece.row.Add)})
		}
	}
	p.Add.Env = v.envs.of(root, programs)
	return p
}
