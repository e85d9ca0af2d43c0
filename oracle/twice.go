package oracle

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Twice is an oracle that runs every job twice and notes what differed. It
// answers with the first run. It is safe for concurrent use.
type Twice struct {
	Oracle

	mu          sync.Mutex
	compared    int
	differences []Difference
}

// A Difference is a job that was observed differently the second time.
type Difference struct {
	Command string `json:"command"`
	First   string `json:"first"`
	Second  string `json:"second"`
}

// NewTwice returns an oracle that asks o twice.
func NewTwice(o Oracle) *Twice { return &Twice{Oracle: o} }

// once is the oracle that o asks twice; o itself if it is no [Twice].
func once(o Oracle) Oracle {
	if t, ok := o.(*Twice); ok {
		return t.Oracle
	}
	return o
}

// Observe implements Oracle.
func (t *Twice) Observe(ctx context.Context, job Job) ([]Observation, error) {
	first, err := t.Oracle.Observe(ctx, job)
	if err != nil {
		return nil, err
	}
	second, err := t.Oracle.Observe(ctx, job)
	if err != nil {
		return nil, err
	}
	a, b := summary(first), summary(second)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.compared++
	if a != b {
		t.differences = append(t.differences, Difference{Command: job.Command, First: a, Second: b})
	}
	return first, nil
}

// Compared returns how many jobs were run twice.
func (t *Twice) Compared() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.compared
}

// Differences returns the jobs that differed, sorted by command.
func (t *Twice) Differences() []Difference {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := slices.Clone(t.differences)
	slices.SortFunc(list, func(a, b Difference) int { return strings.Compare(a.Command, b.Command) })
	return list
}

// summary is what must not differ between two runs: the label and, in each
// fixture, how it ended and the kinds of its effects. Paths of temporary files
// and dates in output may, and so may the exit status: a writer whose reader
// reads nothing ends with 0 or of SIGPIPE, as chance has it.
func summary(observations []Observation) string {
	var b strings.Builder
	b.WriteString(LabelOf(observations).String())
	for _, o := range observations {
		var kinds []string
		for _, e := range o.Effects {
			kinds = append(kinds, e.Kind.String())
		}
		slices.Sort(kinds)
		fmt.Fprintf(&b, "; %s: %s [%s]", o.Fixture, o.Status, strings.Join(slices.Compact(kinds), " "))
	}
	return b.String()
}
