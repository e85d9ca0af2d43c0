package oracle

import (
	"context"
	"slices"
)

// A Confirmer is an oracle that can say of a job it has observed what running
// it again shows.
type Confirmer interface {
	// Confirm returns the record of at least n runs beyond the first, whose
	// observations are given.
	Confirm(ctx context.Context, job Job, first []Observation, n int) (Record, error)
}

// Confirm has o run a job again until there are n runs beyond the first, and
// returns what all of them showed. A [Confirmer] may know of runs already.
func Confirm(ctx context.Context, o Oracle, job Job, first []Observation, n int) (Record, error) {
	if c, ok := o.(Confirmer); ok {
		return c.Confirm(ctx, job, first, n)
	}
	return rerun(ctx, o, NewRecord(job, first), n)
}

// rerun adds to a record the runs that are missing.
func rerun(ctx context.Context, o Oracle, known Record, n int) (Record, error) {
	o = once(o) // a confirmation compares by itself
	r := Record{Job: known.Job, Runs: slices.Clone(known.Runs)}
	for r.Total() < n+1 {
		observations, err := o.Observe(ctx, known.Job)
		if err != nil {
			return r, err
		}
		r.Add(observations)
	}
	return r, nil
}
