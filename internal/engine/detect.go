package engine

import (
	"context"
	"fmt"
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
	// Asked is how many requests were labelled.
	Asked int
}

// Detect makes one mistake after the other in the fence of the rules and looks
// for the first request that shows it. The engine's fence is the one without a
// mistake. Detections come to sink in the order of the mutations. Errors are
// those of Run, and a *mutant.InapplicableError.
func (e *Engine) Detect(
	ctx context.Context, rules fence.Rules, mutations []mutant.Mutation,
	requests iter.Seq2[reports.Request, error], sink func(Detection) error,
) error {
	all, err := readAll(requests)
	if err != nil {
		return err
	}
	g, err := e.Grading(ctx, all, 0)
	if err != nil {
		return err
	}
	_, err = proven(ctx, e, values(mutations), func(ctx context.Context, m mutant.Mutation) (Detection, error) {
		return g.detect(ctx, rules, m)
	}, sink)
	return err
}

// detect looks for the request that shows one mistake.
func (g *Grading) detect(ctx context.Context, rules fence.Rules, m mutant.Mutation) (Detection, error) {
	found := Detection{Mutation: m}
	f, err := m.Fence(rules)
	if err != nil {
		return found, err
	}
	for d, err := range g.deviations(ctx, f, 0, g.everywhere()) {
		if err != nil {
			return found, fmt.Errorf("mutation %s: %w", m.ID, err)
		}
		r := &g.requests[d.at]
		shown, err := g.label(ctx, d.at)
		if err != nil {
			return found, err
		}
		found.Asked++
		class, _ := reports.Classify(d.is.Decision, shown.Label, shown.Observations, r.Grants)
		if class.IsFinding() {
			found.Found, found.Class = r, class
			return found, nil
		}
	}
	return found, nil
}

// classify compares a decision with what bash shows of a request.
func (e *Engine) classify(ctx context.Context, r reports.Request, d fence.Decision) (reports.Class, error) {
	shown, err := e.look(ctx, r)
	if err != nil {
		return 0, err
	}
	class, _ := reports.Classify(d, shown.Label, shown.Observations, r.Grants)
	return class, nil
}

// look finds out what bash shows of a request, which is asked once more, with
// patience, where it shows nothing. What can kill a mutant is confirmed.
func (e *Engine) look(ctx context.Context, r reports.Request) (*reports.Observed, error) {
	job := r.Job()
	for {
		observations, err := e.run(ctx, r, job)
		if err != nil {
			return nil, err
		}
		shown := &reports.Observed{ID: r.ID, Label: oracle.LabelOf(observations), Observations: observations}
		if (shown.Label == oracle.LabelEffect || shown.Label == oracle.LabelHarmless) && e.Confirmations > 0 {
			if err := e.confirm(ctx, job, shown); err != nil {
				return nil, located(r, err)
			}
		}
		class, _ := reports.Classify(fence.Admit, shown.Label, shown.Observations, r.Grants)
		if class != reports.Inconclusive || job.Time == patience {
			return shown, nil
		}
		job.Time = patience
	}
}
