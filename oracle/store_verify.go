package oracle

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// verifyTries is how often a record that bash contradicts is run before it
// counts as wrong: a loaded machine cuts a command short now and then.
const verifyTries = 3

// A Verification says how far bash still shows what a store keeps.
type Verification struct {
	// Records counts the store's keys, Current those that the oracle would look
	// up; only they can be compared.
	Records int `json:"records"`
	Current int `json:"current"`
	// Compared counts those that were run again.
	Compared int `json:"compared"`
	// Differences are those that showed something else in every try, sorted by
	// command.
	Differences []Difference `json:"differences"`
}

// Verify runs a random sample of the store's records again, the same one for
// the same seed, and compares. It writes nothing. An error means that the store
// or the oracle failed.
func (s *Store) Verify(ctx context.Context, o Oracle, sample int, seed uint64) (Verification, error) {
	v := Verification{Differences: []Difference{}}
	var chosen []Record
	random := rand.New(rand.NewPCG(seed, 0))
	err := s.Each(func(key string, r Record) error {
		v.Records++
		if key != o.Key(r.Job) {
			return nil
		}
		v.Current++
		if len(chosen) < sample {
			chosen = append(chosen, r)
		} else if at := random.IntN(v.Current); at < sample {
			chosen[at] = r
		}
		return nil
	})
	if err != nil {
		return v, err
	}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(o.Workers(), 1))
	for _, r := range chosen {
		group.Go(func() error {
			difference, err := r.contradicted(ctx, o)
			mu.Lock()
			defer mu.Unlock()
			v.Compared++
			if difference != nil {
				v.Differences = append(v.Differences, *difference)
			}
			return err
		})
	}
	err = group.Wait()
	slices.SortFunc(v.Differences, func(a, b Difference) int { return strings.Compare(a.Command, b.Command) })
	return v, err
}

// contradicted runs a job again and returns what is different from every run
// that the record has, nil if nothing is.
func (r Record) contradicted(ctx context.Context, o Oracle) (*Difference, error) {
	var known []string
	for _, run := range r.Runs {
		known = append(known, summary(run.Observations))
	}
	var now string
	for range verifyTries {
		observations, err := o.Observe(ctx, r.Job)
		if err != nil {
			return nil, err
		}
		if now = summary(observations); slices.Contains(known, now) {
			return nil, nil
		}
	}
	return &Difference{Command: r.Job.Command, First: known[0], Second: now}, nil
}
