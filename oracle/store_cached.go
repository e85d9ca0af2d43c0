package oracle

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// A CachedOracle is an oracle that looks in a store before it asks another
// oracle. It is safe for concurrent use.
type CachedOracle struct {
	Oracle
	store    *Store
	hits     atomic.Int64
	misses   atomic.Int64
	remember sync.Once
}

// Cached returns an oracle that answers from the store where it can, and else
// asks o and keeps what it says. Closing it closes o, not the store.
func Cached(o Oracle, s *Store) *CachedOracle {
	return &CachedOracle{Oracle: o, store: s}
}

// Observe returns what the store keeps for the job, or lets the oracle run it.
// What a harness fault cut short is returned and not kept, so that it is run
// again the next time. An error of the store is an error, since a result that
// is silently not kept would be run for ever.
func (c *CachedOracle) Observe(ctx context.Context, job Job) ([]Observation, error) {
	if record, ok, err := c.store.Get(c.Key(job)); err != nil {
		return nil, err
	} else if ok {
		c.hits.Add(1)
		return record.Runs[0].Observations, nil
	}
	c.misses.Add(1)
	observations, err := c.Oracle.Observe(ctx, job)
	if err != nil || !keepable(observations) {
		return observations, err
	}
	return observations, c.keep(NewRecord(job, observations))
}

// Fresh returns an oracle that never answers from the store, but has it keep
// what it did not know.
func (c *CachedOracle) Fresh() Oracle { return freshOracle{c} }

type freshOracle struct{ *CachedOracle }

// Observe implements Oracle.
func (o freshOracle) Observe(ctx context.Context, job Job) ([]Observation, error) {
	observations, err := o.Oracle.Observe(ctx, job)
	if err != nil || !keepable(observations) {
		return observations, err
	}
	record, _, err := o.store.Get(o.Key(job))
	if err != nil {
		return nil, err
	}
	known := len(record.Runs)
	record.Job = job
	if record.Add(observations); len(record.Runs) > known {
		err = o.keep(record)
	}
	return observations, err
}

// Confirm implements [Confirmer]: runs that the store knows are not made again,
// and what is seen is kept.
func (c *CachedOracle) Confirm(ctx context.Context, job Job, first []Observation, n int) (Record, error) {
	known, ok, err := c.store.Get(c.Key(job))
	if err != nil {
		return Record{}, err
	}
	if !ok {
		known = NewRecord(job, first)
	}
	record, err := rerun(ctx, c.Oracle, known, n)
	if err != nil || record.Total() == known.Total() && ok || record.check() != nil {
		return record, err
	}
	return record, c.keep(record)
}

// keep has the store keep a record of this oracle.
func (c *CachedOracle) keep(r Record) (err error) {
	c.remember.Do(func() { err = c.rememberOrigin() })
	if err != nil {
		return err
	}
	return c.store.Put(c.Key(r.Job), r)
}

// rememberOrigin has the store remember the oracle's toolset and fixtures.
func (c *CachedOracle) rememberOrigin() error {
	if err := c.store.SetMeta(StoreMeta{Info: c.Info()}); err != nil {
		return fmt.Errorf("remember where observations come from: %w", err)
	}
	return nil
}

// Hits counts the jobs that the store answered.
func (c *CachedOracle) Hits() int64 { return c.hits.Load() }

// Misses counts the jobs that the store did not have.
func (c *CachedOracle) Misses() int64 { return c.misses.Load() }

// keepable says whether observations tell about the command: one that never
// started or that the harness failed tells nothing.
func keepable(observations []Observation) bool {
	for _, o := range observations {
		if o.Status == StatusError || o.Status == NeverStarted || o.Status == 0 {
			return false
		}
	}
	return len(observations) > 0
}
