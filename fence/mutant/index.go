package mutant

import (
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// An Index is the coverage of a fence's rules by a list of requests: it knows which
// of them a mutation can make the fence decide otherwise. It is safe for concurrent
// use.
type Index struct {
	rules    fence.Rules
	requests []fence.Request
	verdicts []fence.Verdict
	// covers are the requests that consult a point, ascending.
	covers map[fence.Point][]int32
	// sizes are, for each cap, the number that it bounds in each request.
	sizes map[string][]int
}

// NewIndex judges the requests by the fence and keeps what each decision
// consulted. The requests must not be changed afterwards.
func NewIndex(v *fence.Variant, requests []fence.Request) (*Index, error) {
	x := &Index{
		rules: v.Rules().Clone(), requests: requests, verdicts: make([]fence.Verdict, len(requests)),
		covers: make(map[fence.Point][]int32), sizes: make(map[string][]int),
	}
	for i, r := range requests {
		x.verdicts[i] = v.Trace(r, func(p fence.Point, size int) {
			if p.At == fence.CapPoint {
				x.size(p.Text, i, size)
			} else if list := x.covers[p]; len(list) == 0 || list[len(list)-1] != int32(i) {
				x.covers[p] = append(list, int32(i))
			}
		})
	}
	return x, nil
}

// size keeps the greatest number that a cap bounds in a request.
func (x *Index) size(name string, i, size int) {
	if x.sizes[name] == nil {
		x.sizes[name] = make([]int, len(x.requests))
	}
	x.sizes[name][i] = max(x.sizes[name][i], size)
}

// Verdict is what the fence without a mistake says of request i.
func (x *Index) Verdict(i int) fence.Verdict { return x.verdicts[i] }

// Reached returns the requests whose decision consulted what the mutation
// changes, in ascending order; none for rules that the mutation does not apply to.
// No other request is decided otherwise with the mistake, or refused elsewhere or
// by another rule; only Verdict.Next may list what else there is.
func (x *Index) Reached(m Mutation) []int {
	reached := make([]bool, len(x.requests))
	if m.Rules != nil {
		changed, err := m.change(x.rules)
		if err != nil {
			return nil
		}
		for _, t := range turns(&x.rules, &changed) {
			x.meet(t, reached)
		}
	}
	for i := range x.requests {
		reached[i] = reached[i] || x.mistakes(m, i)
	}
	var list []int
	for i, is := range reached {
		if is {
			list = append(list, i)
		}
	}
	return slices.Clip(list)
}

// mistakes says whether the mutation takes request i for another, or its verdict.
func (x *Index) mistakes(m Mutation, i int) bool {
	return m.Reads != nil && m.Reads(x.requests[i]) != x.requests[i] ||
		m.Decides != nil && m.Decides(x.verdicts[i]) != x.verdicts[i]
}

// meet marks the requests that meet a turn.
func (x *Index) meet(t turn, reached []bool) {
	switch {
	case t.anywhere != "":
		for i, r := range x.requests {
			reached[i] = reached[i] || strings.Contains(r.Command, t.anywhere)
		}
	case t.point.At == fence.CapPoint:
		for i, size := range x.sizes[t.point.Text] {
			reached[i] = reached[i] || size > t.over
		}
	default:
		for _, i := range x.covers[t.point] {
			reached[i] = true
		}
	}
}
