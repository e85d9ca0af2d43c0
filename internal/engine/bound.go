package engine

import (
	"iter"
	"time"

	"github.com/fencediff/fencediff/reports"
)

// A Bound says when to stop before a source ends. The zero value never does.
type Bound struct {
	// Limit is the most requests to take; 0 takes all.
	Limit int
	// Budget is how long to go on taking requests; 0 goes on for ever. What was
	// taken is finished.
	Budget time.Duration
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Apply returns the requests up to the bound. Once they have ended, ended says
// why.
func (b Bound) Apply(requests iter.Seq2[reports.Request, error]) (bounded iter.Seq2[reports.Request, error], ended *reports.Ending) {
	now := b.Now
	if now == nil {
		now = time.Now
	}
	ended = new(reports.Complete)
	return func(yield func(reports.Request, error) bool) {
		taken, start := 0, now()
		for request, err := range requests {
			switch {
			case b.Limit > 0 && taken >= b.Limit:
				*ended = reports.LimitReached
				return
			case b.Budget > 0 && now().Sub(start) >= b.Budget:
				*ended = reports.TimeUp
				return
			}
			if !yield(request, err) {
				return
			}
			taken++
		}
	}, ended
}

// Cap returns how many of count requests the limit lets through; [Unknown]
// stays unknown.
func (b Bound) Cap(count int) int {
	if b.Limit > 0 && count > b.Limit {
		return b.Limit
	}
	return count
}
