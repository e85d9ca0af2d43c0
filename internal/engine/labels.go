package engine

import (
	"context"
	"errors"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// confirmations is how often bash runs a command again that was judged
// differently: what the first run shows is too little to call a hole.
const confirmations = 3

// A Labeller finds out what bash shows of the requests that two sides judge
// differently: in a store first, and in bash for what the store does not know.
type Labeller struct {
	// Stored answers from a store, with an *oracle.UnavailableError for what it
	// does not know; nil is no store.
	Stored oracle.Oracle
	// Open starts an oracle, with what proves it, when the store is not enough;
	// it is not called otherwise, and closing the oracle is its caller's. Called
	// again, it should give the same. An
	// *oracle.UnavailableError leaves requests unlabelled, and so does nil.
	Open func(context.Context) (o oracle.Oracle, prove func(context.Context) error, err error)
}

// Label finds the evidence for every difference, in their order, and counts where
// it came from.
func (l *Labeller) Label(ctx context.Context, differences []Difference) ([]reports.ChangeEvidence, reports.LabelCounts, error) {
	evidence := make([]reports.ChangeEvidence, len(differences))
	var wanted []sighting
	unknown := 0
	want := func(r reports.Request, a reports.Answer, plan *fence.Plan, give func(*reports.Observed)) {
		if job, ok := planJob(r, a, plan); ok {
			wanted = append(wanted, sighting{r.ID, job, give})
		} else {
			unknown++
		}
	}
	for i, d := range differences {
		evidence[i].Flaky = d.Flaky
		if d.Flaky || !d.Change.NeedsLabel() {
			continue
		}
		if d.Change != reports.PlanOnly {
			wanted = append(wanted, sighting{d.Request.ID, d.Request.Job(), func(o *reports.Observed) { evidence[i].Base, evidence[i].Head = o, o }})
			continue
		}
		want(d.Request, d.Base, d.BasePlan, func(o *reports.Observed) { evidence[i].Base = o })
		want(d.Request, d.Head, d.HeadPlan, func(o *reports.Observed) { evidence[i].Head = o })
	}
	counts, err := l.see(ctx, wanted)
	if counts.Missing += unknown; counts.Why == "" && unknown > 0 {
		counts.Why = "a snapshot keeps the digest of a plan only"
	}
	return evidence, counts, err
}

// planJob is how a side would have an admitted request executed; not ok when only
// the plan's digest is known.
func planJob(r reports.Request, a reports.Answer, plan *fence.Plan) (job oracle.Job, ok bool) {
	job = r.Job()
	if plan != nil {
		job.Command, job.Cwd, job.Env = plan.Line(), plan.Cwd, plan.Add.Env
	}
	return job, plan != nil || a.Plan == ""
}

// A sighting is a job that somebody wants observed.
type sighting struct {
	id   string
	job  oracle.Job
	give func(*reports.Observed)
}

// by has an oracle observe the job, and again so often as it takes to believe the
// label.
func (s sighting) by(ctx context.Context, o oracle.Oracle, again int) (*reports.Observed, error) {
	observations, err := o.Observe(ctx, s.job)
	if err != nil {
		return nil, err
	}
	record, err := oracle.Confirm(ctx, o, s.job, observations, again)
	if err != nil {
		return nil, err
	}
	return &reports.Observed{ID: s.id, Label: record.Label(), Observations: listed(observations)}, nil
}

// see answers what the store knows and has bash run the rest.
func (l *Labeller) see(ctx context.Context, wanted []sighting) (counts reports.LabelCounts, err error) {
	missing := wanted
	if l.Stored != nil {
		missing = nil
		for _, w := range wanted {
			seen, err := w.by(ctx, l.Stored, 0) // as many runs as the store knows
			switch {
			case err == nil:
				w.give(seen)
				counts.Stored++
			case unavailable(err):
				missing = append(missing, w)
			default:
				return counts, located(reports.Request{ID: w.id}, err)
			}
		}
	}
	if len(missing) == 0 {
		return counts, nil
	}
	if l.Open == nil {
		counts.Missing, counts.Why = len(missing), "bash was not to be asked"
		return counts, nil
	}
	o, prove, err := l.Open(ctx)
	if unavailable(err) {
		counts.Missing, counts.Why = len(missing), err.Error()
		return counts, nil
	}
	if err != nil {
		return counts, err
	}
	counts.Observed = len(missing)
	return counts, watch(ctx, &Engine{Oracle: o, Prove: prove}, missing)
}

// watch has bash run jobs, between proofs like any others.
func watch(ctx context.Context, e *Engine, wanted []sighting) error {
	type sight struct {
		sighting
		seen *reports.Observed
	}
	_, err := proven(ctx, e, values(wanted),
		func(ctx context.Context, w sighting) (sight, error) {
			seen, err := w.by(ctx, e.Oracle, confirmations)
			return sight{w, seen}, located(reports.Request{ID: w.id}, err)
		},
		func(s sight) error {
			s.give(s.seen)
			return nil
		})
	return err
}

func unavailable(err error) bool {
	_, ok := errors.AsType[*oracle.UnavailableError](err)
	return ok
}
