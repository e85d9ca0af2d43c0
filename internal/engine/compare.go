package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/reports"
)

// ExternalWorkers is how many requests are under way at once between two sides.
// Sides that are programs answer faster the more questions wait in their pipes.
const ExternalWorkers = 64

// reasked is how often both sides are asked again about a request that they judge
// differently, to tell a change from a fence that throws dice.
const reasked = 4

// A Side is one of two that are compared: a fence, or what one said before.
type Side struct {
	// Name names the side in errors.
	Name string
	// Ask answers one request. The plan is nil where there is none, and also
	// where only its digest is known. It must be safe for concurrent use.
	Ask func(context.Context, reports.Request) (reports.Answer, *fence.Plan, error)
}

// FenceSide asks a fence.
func FenceSide(f fence.Fence) Side {
	return Side{f.Name(), func(ctx context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
		v, err := f.Judge(ctx, r.Request)
		return reports.AnswerOf(v), v.Plan, err
	}}
}

// SnapshotSide looks answers up.
func SnapshotSide(name string, s *reports.Snapshot) Side {
	return Side{name, func(_ context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
		return s.Answer(r), nil, nil
	}}
}

// A Difference is a request that two sides judge differently.
type Difference struct {
	Request            reports.Request
	Change             reports.Change
	Base, Head         reports.Answer
	BasePlan, HeadPlan *fence.Plan
	// Flaky says that a side gave another answer when it was asked again.
	Flaky bool
}

// Compare asks two sides about every request and gives those that they judge
// differently to sink, in the order of the requests. It returns how many requests
// there were. A *FenceError says that a side could not answer.
func Compare(ctx context.Context, base, head Side, requests iter.Seq2[reports.Request, error], sink func(Difference) error) (int, error) {
	n := 0
	err := ordered(ctx, ExternalWorkers, requests,
		func(ctx context.Context, r reports.Request) (Difference, error) { return compare(ctx, base, head, r) },
		func(d Difference) error {
			n++
			if d.Change == reports.Unchanged {
				return nil
			}
			return sink(d)
		})
	return n, err
}

func compare(ctx context.Context, base, head Side, r reports.Request) (d Difference, err error) {
	d.Request = r
	if d.Base, d.BasePlan, err = base.ask(ctx, r); err != nil {
		return d, err
	}
	if d.Head, d.HeadPlan, err = head.ask(ctx, r); err != nil {
		return d, err
	}
	d.Change = reports.ChangeOf(d.Base, d.Head)
	if d.Change == reports.Unchanged {
		return d, nil
	}
	for range reasked {
		for side, first := range map[*Side]reports.Answer{&base: d.Base, &head: d.Head} {
			again, _, err := side.ask(ctx, r)
			if err != nil {
				return d, err
			}
			d.Flaky = d.Flaky || again != first
		}
	}
	return d, nil
}

// ask asks a side; its error says which side failed at which request.
func (s Side) ask(ctx context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
	a, plan, err := s.Ask(ctx, r)
	if err == nil && a.Decision == 0 {
		err = fmt.Errorf("it answers with an %s", a.Decision)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		err = &FenceError{Fence: s.Name, ID: r.ID, Err: err}
	}
	return a, plan, err
}

// Ask asks one side about every request, twice, and gives the answers to sink in
// the order of the requests. It returns how many requests there were. A
// *FenceError says that the side could not answer, or not twice the same.
func Ask(ctx context.Context, side Side, requests iter.Seq2[reports.Request, error], sink func(reports.Request, reports.Answer) error) (int, error) {
	type answered struct {
		reports.Request
		reports.Answer
	}
	n := 0
	err := ordered(ctx, ExternalWorkers, requests,
		func(ctx context.Context, r reports.Request) (answered, error) {
			a, _, err := side.ask(ctx, r)
			if err != nil {
				return answered{}, err
			}
			again, _, err := side.ask(ctx, r)
			if err == nil && again != a {
				err = &FenceError{Fence: side.Name, ID: r.ID, Err: errors.New("asked twice, it gives two answers")}
			}
			return answered{r, a}, err
		},
		func(a answered) error {
			n++
			return sink(a.Request, a.Answer)
		})
	return n, err
}
