package engine

import (
	"context"
	"iter"
	"time"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// patience is how long a command may take whose label a limit or a fault of the
// harness kept from saying anything, when it is asked once more.
const patience = 20 * time.Second

// A Detection says by which request a mistake of a fence shows.
type Detection struct {
	Mutation mutant.Mutation
	// Found is the first request that the mistaken fence decides otherwise than
	// the true one and that bash shows it to be wrong about; nil if there is none.
	Found *reports.Request
	// Class is what the mistaken fence makes of it: a hole, a suspect or an
	// over-block.
	Class reports.Class
	// Asked is how many requests bash was asked about.
	Asked int
}

// A decided request is one with what the true fence decides.
type decided struct {
	reports.Request
	decision fence.Decision
}

// Detect makes one mistake after the other in the fence of the rules, which are
// fresh at each call, and looks for the first request that shows it. The engine's
// fence is the one without a mistake. Detections come to sink in the order of the
// mutations. Errors are those of Run, and a *mutant.InapplicableError.
func (e *Engine) Detect(
	ctx context.Context, rules func() fence.Rules, mutations []mutant.Mutation,
	requests iter.Seq2[reports.Request, error], sink func(Detection) error,
) error {
	var all []decided
	for r, err := range requests {
		if err != nil {
			return err
		}
		verdict, err := e.judge(ctx, r)
		if err != nil {
			return err
		}
		all = append(all, decided{r, verdict.Decision})
	}
	byID := make(map[string]mutant.Mutation, len(mutations))
	for _, m := range mutations {
		byID[m.ID] = m
	}
	each := func(yield func(reports.Request, error) bool) {
		for _, m := range mutations {
			if !yield(reports.Request{ID: m.ID}, nil) {
				return
			}
		}
	}
	_, err := proven(ctx, e, each, func(ctx context.Context, r reports.Request) (Detection, error) {
		return e.detect(ctx, rules(), byID[r.ID], all)
	}, sink)
	return err
}

// detect looks for the request that shows one mistake.
func (e *Engine) detect(ctx context.Context, rules fence.Rules, m mutant.Mutation, all []decided) (Detection, error) {
	d := Detection{Mutation: m}
	f, err := m.Fence(rules)
	if err != nil {
		return d, err
	}
	for i := range all {
		verdict, err := f.Judge(ctx, all[i].Request.Request)
		if err != nil {
			return d, err
		}
		if verdict.Decision == all[i].decision {
			continue
		}
		class, err := e.classify(ctx, all[i].Request, verdict.Decision)
		if err != nil {
			return d, err
		}
		d.Asked++
		switch class {
		case reports.Hole, reports.Suspect, reports.OverBlock:
			d.Found, d.Class = &all[i].Request, class
			return d, nil
		}
	}
	return d, nil
}

// classify compares a decision with what bash shows, which is asked once more,
// with patience, where it shows nothing.
func (e *Engine) classify(ctx context.Context, r reports.Request, d fence.Decision) (reports.Class, error) {
	job := r.Job()
	for {
		observations, err := e.Oracle.Observe(ctx, job)
		if err != nil {
			return 0, located(r, err)
		}
		class, _ := reports.Classify(d, oracle.LabelOf(observations), observations, r.Grants)
		if class != reports.Inconclusive || job.Time == patience {
			return class, nil
		}
		job.Time = patience
	}
}
