package fence

import "slices"

// walk works out, for each piece of s, every directory that the shell may be
// in when the piece runs, starting from start. It follows bash: && and || have
// equal precedence and associate to the left, a cd may fail or be skipped, which
// leaves the shell where it was, and a pipeline of several pieces moves nobody. A
// cd that is not literal, or a set larger than its cap, ends the walk with a
// refusal.
func (v *Variant) walk(s *scan, start string) *Refusal {
	rules := v.lexer.rules
	s.start[0] = start
	entry := s.start[:1:1] // where the current pipeline starts
	// Where skipped pipelines left the shell, by the status they left.
	var skippedSuccess, skippedFailure []string
	piped := false
	for i := range s.pieces {
		p := &s.pieces[i]
		p.dirs = entry
		success, failure := entry, entry
		if s.isCd(p) {
			operand, refusal := s.cdOperand(p)
			if refusal != nil {
				return refusal
			}
			if !piped {
				success = nil
				for _, d := range entry {
					success = union(success, []string{resolve(d, operand.text)})
				}
			}
		}
		if p.sep < 0 {
			break
		}
		sep := rules.Separators[p.sep]
		if piped = sep.From == SameDirectory; piped {
			continue
		}
		success, failure = union(skippedSuccess, success), union(failure, skippedFailure)
		all := union(success, failure)
		if s.met != nil {
			s.met(Point{At: CapPoint, Text: capDirectories}, len(all))
		}
		if len(all) > rules.Caps.Directories {
			return &Refusal{Rule: RuleCap, Offset: p.at, Detail: "cd", Next: nextDirectories}
		}
		switch sep.From {
		case AfterSuccess:
			entry = success
		case AfterFailure:
			entry = failure
		default:
			entry = all
		}
		skippedSuccess, skippedFailure = nil, nil
		switch sep.Next {
		case OnSuccess:
			skippedFailure = failure
		case OnFailure:
			skippedSuccess = success
		}
	}
	return nil
}

// union returns the elements of a and then those of b that a does not hold, so
// that the likeliest directory stays first. It changes neither.
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
	return slices.Clip(out)
}
