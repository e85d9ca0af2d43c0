package fence

// A builder collects the plan of a command while its segments are judged.
type builder struct {
	s    *scan
	v    *Variant
	out  Plan
	used uint // bits of the programs' environments
	// words and redirects back the plan's own lists, so that each is one piece
	// of memory.
	words     []Word
	redirects []string
}

func (v *Variant) newBuilder(s *scan, cwd string, moved int) builder {
	b := builder{s: s, v: v, out: Plan{Cwd: cwd, Segments: make([]Segment, 0, len(s.pieces)-moved)}}
	b.words = make([]Word, 0, len(s.words)-s.pieces[moved].words.from)
	if len(s.redirects) > 0 {
		b.redirects = make([]string, 0, len(s.redirects))
	}
	return b
}

// add adds the piece that j has just admitted.
func (b *builder) add(p *piece, j *judgement) {
	from := len(b.words)
	for _, w := range j.words {
		b.words = append(b.words, Word{Text: w.text, Glob: w.glob})
	}
	seg := Segment{Words: b.words[from:len(b.words):len(b.words)]}
	if p.redirects.to > p.redirects.from {
		from := len(b.redirects)
		for _, n := range b.s.redirects[p.redirects.from:p.redirects.to] {
			b.redirects = append(b.redirects, b.v.redirects[n])
		}
		seg.Redirects = b.redirects[from:len(b.redirects):len(b.redirects)]
	}
	if p.sep >= 0 {
		seg.Operator = b.v.lexer.rules.Separators[p.sep].Text
	}
	b.out.Segments = append(b.out.Segments, seg)
	if j.program == nil {
		return // a cd
	}
	b.used |= j.program.env
	if len(j.row.Add) > 0 {
		b.out.Add.Args = append(b.out.Add.Args, Insertion{Segment: len(b.out.Segments) - 1, Before: j.own, Words: j.row.Add})
	}
	b.residual(j.row.residual)
}

// residual adds what the list does not hold yet.
func (b *builder) residual(list []string) { b.out.Residual = union(b.out.Residual, list) }

func (b *builder) plan(root string) *Plan {
	p := b.out
	p.Add.Env = b.v.envs.of(root, b.used)
	return &p
}
