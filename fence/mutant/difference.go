package mutant

import (
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// Difference says what the mistake changes as people read it: the lines of the
// described rules that it takes away, after "-", and those that it puts there,
// after "+"; or in words what is read or decided instead. It is empty for rules
// that the mutation does not apply to.
func (m Mutation) Difference(rules fence.Rules) string {
	var lines []string
	if changed, err := m.change(rules); err == nil && m.Rules != nil {
		was, is := describe(rules), describe(changed)
		lines = append(missing("- ", was, is), missing("+ ", is, was)...)
	}
	if m.shown != "" {
		lines = append(lines, m.shown)
	}
	return strings.Join(lines, "\n")
}

// describe returns the lines of the described rules.
func describe(rules fence.Rules) []string {
	v, err := fence.New("", rules)
	if err != nil {
		return nil
	}
	return strings.Split(v.Describe(), "\n")
}

// missing lists the lines that stand more often in a list than in another.
func missing(mark string, lines, others []string) []string {
	count := make(map[string]int)
	for _, line := range others {
		count[line]++
	}
	var list []string
	for _, line := range lines {
		if count[line]--; count[line] < 0 {
			list = append(list, mark+strings.TrimSpace(line))
		}
	}
	return list
}
