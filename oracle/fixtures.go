package oracle

import "context"

// In returns an oracle that runs every job that names no fixtures in those of
// the given names. Closing it closes o.
func In(o Oracle, names []string) Oracle { return elsewhere{o, names} }

type elsewhere struct {
	Oracle
	names []string
}

func (e elsewhere) in(job Job) Job {
	if len(job.Fixtures) == 0 {
		job.Fixtures = e.names
	}
	return job
}

// Observe implements Oracle.
func (e elsewhere) Observe(ctx context.Context, job Job) ([]Observation, error) {
	return e.Oracle.Observe(ctx, e.in(job))
}

// Key implements Oracle.
func (e elsewhere) Key(job Job) string { return e.Oracle.Key(e.in(job)) }
