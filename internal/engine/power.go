package engine

import (
	"context"
	"fmt"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/reports"
)

// A Trial says how many commands a search took to find a mistake of a fence. Time
// is not measured: it would measure the machine.
type Trial struct {
	Mutation mutant.Mutation
	// Seed and Blind say which search it was.
	Seed  uint64
	Blind bool
	// Tried counts the commands up to the first that shows the mistake, or all
	// of the budget if none does.
	Tried int
	// Found is that command, and Class what the mistaken fence makes of it; the
	// zero class says that there is none.
	Found string
	Class reports.Class
}

// A Power measures searches by the mistakes of a fence that they find.
type Power struct {
	// Rules are the fence's, fresh at each call.
	Rules func() fence.Rules
	// Mutations are the mistakes, one a trial.
	Mutations []mutant.Mutation
	// Seeds is how many seeds are tried, from 1 on, each guided and blind.
	Seeds int
	// Budget is the most commands of a trial.
	Budget int
}

// A campaign is one search for every mistake.
type campaign struct {
	seed  uint64
	blind bool
}

func (c campaign) String() string { return fmt.Sprintf("seed %d, blind %t", c.seed, c.blind) }

// Power lets guided and blind searches look for every mistake with every seed.
// A guided search is steered by the mistaken fence, as it would be in production,
// which knows of no other. A mistake is found by the first command that the two
// fences decide differently and that bash shows the mistaken one to be wrong
// about. The engine's fence is the one without a mistake. Trials come to sink by
// seed, guided before blind, in the order of the mutations. Errors are those of
// Detect.
func (e *Engine) Power(ctx context.Context, p Power, sink func(Trial) error) error {
	var campaigns []campaign
	byID := map[string]campaign{}
	for seed := range uint64(p.Seeds) {
		for _, c := range []campaign{{seed + 1, false}, {seed + 1, true}} {
			campaigns = append(campaigns, c)
			byID[c.String()] = c
		}
	}
	requests := func(yield func(reports.Request, error) bool) {
		for _, c := range campaigns {
			if !yield(reports.Request{ID: c.String()}, nil) {
				return
			}
		}
	}
	_, err := proven(ctx, e, requests, func(ctx context.Context, r reports.Request) ([]Trial, error) {
		var trials []Trial
		for _, m := range p.Mutations {
			t, err := e.trial(ctx, p, m, byID[r.ID])
			if err != nil {
				return nil, err
			}
			trials = append(trials, t)
		}
		return trials, nil
	}, func(trials []Trial) error {
		for _, t := range trials {
			if err := sink(t); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// trial lets one search look for one mistake.
func (e *Engine) trial(ctx context.Context, p Power, m mutant.Mutation, c campaign) (Trial, error) {
	t := Trial{Mutation: m, Seed: c.seed, Blind: c.blind}
	mistaken, err := m.Fence(p.Rules())
	if err != nil {
		return t, err
	}
	steered := &Engine{Fence: mistaken, Oracle: e.Oracle}
	search := searchFor(ctx, mistaken, c.seed, &fuzz.Corpus{}, 0)
	search.Blind = c.blind
	for {
		batch := search.Batch()
		shown := make([]fuzz.Showing, len(batch))
		for i, made := range batch {
			if t.Tried == p.Budget {
				return t, nil
			}
			t.Tried++
			r := reports.NewRequest(fmt.Sprintf("fuzz:%d/%d", c.seed, t.Tried-1), made.Command)
			verdict, err := steered.judge(ctx, r)
			if err != nil {
				return t, err
			}
			truth, err := e.judge(ctx, r)
			if err != nil {
				return t, err
			}
			if truth.Decision != verdict.Decision {
				class, err := e.classify(ctx, r, verdict.Decision)
				if err != nil {
					return t, err
				}
				if class.IsFinding() {
					t.Found, t.Class = made.Command, class
					return t, nil
				}
			}
			if c.blind {
				continue // it learns nothing, so bash need not be asked
			}
			result, _, err := steered.compare(ctx, r, verdict)
			if err != nil {
				return t, err
			}
			shown[i] = showingOf(result)
		}
		search.Learn(batch, shown)
	}
}
