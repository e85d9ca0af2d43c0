package mutant

import "github.com/fencediff/fencediff/fence"

// Line is the first line, from 1, in which the described rules differ with the
// mistake; 0 when they do not, because the mistake is not in the rules or is
// nothing that they describe.
func (m Mutation) Line(rules fence.Rules) int {
	changed, err := m.change(rules)
	if err != nil {
		return 0
	}
	was, is := describe(rules), describe(changed)
	for i := range was {
		if i >= len(is) || was[i] != is[i] {
			return i + 1
		}
	}
	return 0
}
