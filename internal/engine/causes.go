package engine

import (
	"context"

	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/reports"
)

// Causes makes the findings of a closed summary small, one a bucket, and puts
// together what shows one cause. So many buckets of a class are taken, the worst
// first, and so many tries for each; the others stay as they are. The outcome
// does not depend on the number of workers.
func (e *Engine) Causes(ctx context.Context, s *reports.Summary, buckets, tries int) error {
	var chosen []*reports.Bucket
	taken := map[reports.Class]int{}
	for _, b := range s.Buckets {
		if b.Class.IsFinding() && taken[b.Class] < buckets {
			taken[b.Class]++
			chosen = append(chosen, b)
		}
	}
	type outcome struct {
		id string
		fuzz.Shrunk
		reports.Result
	}
	smallest := map[string]reports.Smallest{}
	err := ordered(ctx, 2*e.Oracle.Workers(),
		func(yield func(*reports.Bucket, error) bool) {
			for _, b := range chosen {
				if !yield(b, nil) {
					return
				}
			}
		},
		func(ctx context.Context, b *reports.Bucket) (outcome, error) {
			shrunk, result, err := e.Shrink(ctx, b.Witness.Request, tries)
			return outcome{b.ID, shrunk, result}, err
		},
		func(o outcome) error {
			if o.Stop != fuzz.NotShown {
				smallest[o.id] = reports.Smallest{Result: o.Result, Minimal: o.Stop == fuzz.Minimal}
			}
			return nil
		})
	if err != nil {
		return err
	}
	return s.Regroup(smallest)
}
