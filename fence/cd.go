package fence

import "slices"

// leadingCds counts the cds at the start that become the working directory and
// returns where they lead from dir. Where the rules allow no other cd, it
// refuses those.
func (v *Variant) leadingCds(s *scan, root, dir string) (moved int, cwd string, refusal *Refusal) {
	rules := v.lexer.rules
	s.metOrigins()
	for moved < len(s.pieces) && s.isCd(&s.pieces[moved]) {
		p := &s.pieces[moved]
		if s.met != nil {
			s.met(Point{At: CdPoint}, 0)
		}
		operand, refusal := s.cdOperand(p)
		if refusal != nil {
			return 0, "", refusal
		}
		if p.sep < 0 || rules.Separators[p.sep].From != AfterSuccess {
			break
		}
		if s.met != nil {
			s.met(Point{At: CapPoint, Text: capLeadingCds}, moved+1)
		}
		if moved == rules.Caps.LeadingCds {
			return 0, "", &Refusal{Rule: RuleCap, Offset: p.at, Detail: "cd", Next: nextLeadingCds}
		}
		dir = resolve(dir, operand.text)
		if !inside(root, dir) {
			return 0, "", outsideWorkdir(root, operand.text, operand.at)
		}
		moved++
	}
	for i := moved; i < len(s.pieces); i++ {
		p := &s.pieces[i]
		if !s.isCd(p) {
			continue
		}
		if s.met != nil {
			s.met(Point{At: CdPoint}, 0)
		}
		if _, refusal := s.cdOperand(p); refusal != nil {
			return 0, "", refusal
		}
		if rules.Cd == CdLeading {
			return 0, "", &Refusal{Rule: RuleCd, Offset: p.at, Detail: "cd", Next: nextCd}
		}
	}
	return moved, dir, nil
}

// metOrigins traces that it matters what the separators prove: wherever there is
// a cd.
func (s *scan) metOrigins() {
	isCd := func(p piece) bool { return s.isCd(&p) }
	if s.met == nil || !slices.ContainsFunc(s.pieces, isCd) {
		return
	}
	for _, p := range s.pieces {
		if p.sep >= 0 {
			s.met(Point{At: OriginPoint, Text: s.lexer.rules.Separators[p.sep].Text}, 0)
		}
	}
}

// isCd says whether the piece runs bash's cd.
func (s *scan) isCd(p *piece) bool {
	return p.words.from < p.words.to && s.words[p.words.from].text == "cd" && !s.words[p.words.from].glob
}

// cdOperand returns the one literal operand of a cd, or why the cd is refused.
func (s *scan) cdOperand(p *piece) (token, *Refusal) {
	words := s.words[p.words.from:p.words.to]
	refuse := func(at int, detail string) (token, *Refusal) {
		return token{}, &Refusal{Rule: RuleCd, Offset: at, Detail: detail, Next: nextCd}
	}
	switch {
	case !p.unfinished:
	case s.faultMeans == Expansion || s.faultMeans == Redirection:
		return refuse(s.fault.Offset, s.fault.Detail)
	default:
		return token{}, s.fault
	}
	if p.redirected || len(words) == 1 {
		return refuse(p.at, "cd")
	}
	for i, w := range words[1:] {
		if w.glob || isOption(w.text) || w.text == "-" || i > 0 {
			return refuse(w.at, w.text)
		}
	}
	return words[1], nil
}
