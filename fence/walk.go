package fence

import "slices"

// places are the directories that the shell may be in, split by the status of
// the last pipeline that ran. Each list holds absolute, clean paths without
// repeats; the first is where the shell is if all went well.
type places struct {
	success, failure []string
}

// all returns every place, those after a success first.
func (p places) all() []string { return union(p.success, p.failure) }

// union returns the elements of a and then those of b that a does not hold. It
// changes neither.
func union(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, d := range b {
		if !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// walk works out, for each piece of s, every directory that the shell may be
// in when the piece runs, starting from start. It follows bash: && and || have
// equal precedence and associate to the left, a cd may fail or be skipped, and a
// pipeline of several pieces moves nobody. A cd that is not literal, or a set
// larger than its cap, ends the walk with a refusal.
func (v *Variant) walk(s *scan, start string) ([][]string, *Refusal) {
	rules := v.lexer.rules
	sets := make([][]string, 0, len(s.pieces))
	at := places{success: []string{start}, failure: []string{start}}
	entry := at.success // where the current pipeline starts
	var skipped places  // what a pipeline that is not run leaves behind
	piped := false
	for i := range s.pieces {
		p := &s.pieces[i]
		sets = append(sets, entry)
		after := places{success: entry, failure: entry}
		if s.isCd(p) {
			dir, refusal := s.cdOperand(p)
			if refusal != nil {
				return nil, refusal
			}
			if last := p.sep < 0 || rules.Separators[p.sep].From != SameDirectory; last && !piped {
				after.success = nil
				for _, d := range entry {
					after.success = union(after.success, []string{resolve(d, dir.text)})
				}
			}
		}
		if p.sep < 0 {
			break
		}
		sep := rules.Separators[p.sep]
		if sep.From == SameDirectory {
			piped = true
			continue
		}
		piped = false
		at = places{success: union(after.success, skipped.success), failure: union(after.failure, skipped.failure)}
		if len(at.all()) > rules.Caps.Directories {
			return nil, &Refusal{Rule: RuleCap, Offset: p.at, Detail: "cd", Next: nextDirectories}
		}
		skipped = places{}
		switch sep.From {
		case AfterSuccess:
			entry = at.success
		case AfterFailure:
			entry = at.failure
		case AnyDirectory:
			entry = at.all()
		}
		switch sep.Next {
		case OnSuccess:
			skipped.failure = at.failure
		case OnFailure:
			skipped.success = at.success
		}
	}
	return sets, nil
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
	if p.redirected {
		return refuse(p.at, "cd with a redirection")
	}
	if len(words) == 1 {
		return refuse(p.at, "cd")
	}
	for _, w := range words[1:] {
		if w.glob || w.text != "" && w.text[0] == '-' {
			return refuse(w.at, w.text)
		}
	}
	if len(words) > 2 {
		return refuse(words[2].at, words[2].text)
	}
	return words[1], nil
}
