package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

	mu sync.Mutex
	// unproven are the keys kept since the planted commands last ran.
	unproven []string
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

// Prove has the oracle, not the store, run the planted commands in the fixtures
// of the given names, none for the plain ones, and the store keep what it did not
// know of them, so that it can be believed later on its own. If one is misread,
// what was kept since the last proof is forgotten: it cannot be believed either.
// Errors are those of [Prove].
func (c *CachedOracle) Prove(ctx context.Context, fixtures []string) error {
	c.mu.Lock()
	until := len(c.unproven)
	c.mu.Unlock()
	err := Prove(ctx, In(freshOracle{c}, fixtures))
	c.mu.Lock()
	defer c.mu.Unlock()
	var misread *MisreadError
	switch {
	case err == nil:
		c.unproven = slices.Delete(c.unproven, 0, until)
	case errors.As(err, &misread):
		err = errors.Join(err, c.store.Delete(c.unproven))
		c.unproven = nil
	}
	return err
}

// freshOracle never answers from the store, but has it keep what it did not know.
type freshOracle struct{ *CachedOracle }

// Observe implements Oracle.
func (o freshOracle) Observe(ctx context.Context, job Job) ([]Observation, error) {
	observations, err := once(o.Oracle).Observe(ctx, job)
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
	key := c.Key(r.Job)
	c.mu.Lock()
	c.unproven = append(c.unproven, key)
	c.mu.Unlock()
	return c.store.Put(key, r)
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
