package engine

import (
	"context"
	"fmt"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// beside runs what an admitted request is run as beside its own observations:
// its plan in the same fixtures, and in hostile fixtures the plan where there is
// one, else the command.
func (e *Engine) beside(ctx context.Context, r reports.Request, v fence.Verdict, o reports.Observed, result *reports.Result) error {
	if v.Decision != fence.Admit {
		return nil
	}
	if o.Adapted != nil {
		r.Setup = o.Adapted.Setup
	}
	if e.Plans && v.Plan != nil {
		planned, err := e.run(ctx, r, r.PlanJob(v.Plan))
		if err != nil {
			return err
		}
		if result.Planned, err = reports.NewPlanRun(e.Fence.Name(), r, v.Plan, o.Observations, planned); err != nil {
			return err
		}
	}
	for _, recipe := range e.hostile(r) {
		job, form := reports.HostileJob(r, v, recipe)
		observations, err := e.run(ctx, r, job)
		if err != nil {
			return err
		}
		run, err := reports.NewHostileRun(e.Fence.Name(), r, recipe, form, observations[0])
		if err != nil {
			return err
		}
		result.Hostile = append(result.Hostile, run)
	}
	return nil
}

// hostile lists the hostile fixtures that a request runs in: its own, if it is
// for one, else those of the engine.
func (e *Engine) hostile(r reports.Request) []fixtures.Recipe {
	if recipe, ok := fixtures.Lookup(r.Hostile); ok {
		return []fixtures.Recipe{recipe}
	}
	return e.Hostile
}

// observePlan asks the fence about a request and has the oracle run the plan. A
// request without one has the label of what never ran, and the verdict says why.
func (e *Engine) observePlan(ctx context.Context, r reports.Request) (reports.Observed, error) {
	verdict, err := e.judge(ctx, r)
	if err != nil {
		return reports.Observed{}, err
	}
	observed := reports.Observed{ID: r.ID, Label: oracle.LabelVacuous, Observations: []oracle.Observation{}, Judged: &verdict}
	if verdict.Decision != fence.Admit || verdict.Plan == nil {
		return observed, nil
	}
	observed.Observations, err = e.run(ctx, r, r.PlanJob(verdict.Plan))
	observed.Label = oracle.LabelOf(observed.Observations)
	return observed, err
}

// run has the oracle run a job of a request.
func (e *Engine) run(ctx context.Context, r reports.Request, job oracle.Job) ([]oracle.Observation, error) {
	observations, err := e.Oracle.Observe(ctx, job)
	if err != nil {
		return nil, located(r, err)
	}
	return listed(observations), nil
}

// HostileFixtures finds hostile fixtures by name; the name "all" stands for
// every one. An error names what is not there.
func HostileFixtures(names ...string) ([]fixtures.Recipe, error) {
	var recipes []fixtures.Recipe
	for _, name := range names {
		if name == "all" {
			return fixtures.Hostile(), nil
		}
		recipe, ok := fixtures.Lookup(name)
		if _, hostile := recipe.Trap(); !ok || !hostile {
			return nil, fmt.Errorf("no hostile fixture is called %q; want all, or one that `fencediff grid show hostile` names", name)
		}
		recipes = append(recipes, recipe)
	}
	return recipes, nil
}
