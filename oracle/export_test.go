package oracle

import (
	"slices"
	"strings"
)

// An Example shows one row of the tables of what is not run.
type Example struct {
	Command string
	Exits   []int
	// Shown says that an observation has the row's own lines.
	Shown func(Observation) bool
}

// TableExamples returns an example of every row.
func TableExamples() []Example {
	var all []Example
	for _, u := range usages {
		all = append(all, Example{u.example, u.exits, func(o Observation) bool {
			explained := slices.ContainsFunc(strings.Split(o.Stderr, "\n"), func(line string) bool {
				return u.explains([]string{line}) > 0
			})
			return explained && (u.out == nil) == (o.Stdout == "")
		}})
	}
	for _, f := range finders {
		all = append(all, Example{f.example, []int{f.exit}, func(o Observation) bool {
			return whole(f.pattern).MatchString(strings.TrimSuffix(o.Stderr, "\n"))
		}})
	}
	return all
}

// MissingExamples returns a command for every row of what Adapt supplies, each
// with what says whether a line of standard error is the row's.
func MissingExamples() map[string]func(line string) bool {
	all := map[string]func(string) bool{}
	for _, m := range missings {
		all[m.example] = func(line string) bool {
			match := m.line.FindStringSubmatch(line)
			return match != nil && match[1] == m.name
		}
	}
	return all
}
