package mutant

import (
	"context"
	"reflect"

	"github.com/fencediff/fencediff/fence"
)

// An Index knows, for a fence and a list of requests, which of them turn on what
// a mutation changes. It is safe for concurrent use.
type Index struct {
	rules    fence.Rules
	requests []fence.Request
	verdicts []fence.Verdict
}

// NewIndex judges the requests by the fence and keeps what each decision
// consulted. The requests must not be changed afterwards.
func NewIndex(v *fence.Variant, requests []fence.Request) (*Index, error) {
	x := &Index{rules: v.Rules().Clone(), requests: requests, verdicts: make([]fence.Verdict, len(requests))}
	for i, r := range requests {
		var err error
		if x.verdicts[i], err = v.Judge(context.Background(), r); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Verdict is what the fence without a mistake says of request i.
func (x *Index) Verdict(i int) fence.Verdict { return x.verdicts[i] }

// Reached returns the requests whose decision consulted what the mutation
// changes, in ascending order. No other request is decided otherwise with it, nor
// refused elsewhere or by another rule.
func (x *Index) Reached(m Mutation) []int {
	var list []int
	for i, r := range x.requests {
		if m.Rules != nil || m.Reads != nil && m.Reads(r) != r ||
			m.Decides != nil && !reflect.DeepEqual(m.Decides(x.verdicts[i]), x.verdicts[i]) {
			list = append(list, i)
		}
	}
	return list
}
