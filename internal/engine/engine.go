package engine

import (
	"context"
	"errors"
	"iter"
	"runtime"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// DefaultProveEvery is after how many commands the planted ones run again: often
// enough that little has to be thrown away, seldom enough to cost about a
// hundredth of a run.
const DefaultProveEvery = 2000

// An Engine takes requests to a fence, to an oracle, or to both. Its fields must
// not change while it works; its methods are safe for concurrent use.
type Engine struct {
	// Fence is asked by Judge and Run.
	Fence fence.Fence
	// Oracle is asked by Observe and Run. It may answer from a store.
	Oracle oracle.Oracle
	// Prove has real bash run the planted commands; its error ends the run.
	// Observe and Run need it: there is no way to believe an unproven oracle.
	Prove func(context.Context) error
	// ProveEvery is after how many requests Prove is called again; 0 means
	// DefaultProveEvery.
	ProveEvery int
	// Workers is how many requests are under way at once; 0 means twice as many
	// as the oracle runs, so that it always has the next one in hand, or as
	// there are processors when no oracle is asked.
	Workers int
	// Confirmations is how often Run has a command run again that would be a
	// finding; 0 believes the first run.
	Confirmations int
	// Adapt has Run give a vacuous command what it missed, see [oracle.Adapt].
	Adapt bool
	// Plans has Run run the plan of an admitted request too, and Observe run it
	// in the place of the command, for which it asks the fence.
	Plans bool
	// Hostile are the fixtures that Run runs an admitted request in as well,
	// unless the request is for one of its own.
	Hostile []fixtures.Recipe
	// Target is the directory that the plain fixtures differ in, relative to the
	// workspace; empty means [fixtures.Target].
	Target string
	// ReplayFlags are what the replay lines of Run and Probe need beside the fence.
	ReplayFlags []string
	// Known returns the result that an earlier run has for a request, if any;
	// Run then asks neither fence nor oracle. Nil knows none.
	Known func(reports.Request) (reports.Result, bool, error)
}

// Judge asks the fence about every request and gives the answers to sink in the
// order of the requests. It returns how many there were; a *FenceError says that
// the fence could not answer.
func (e *Engine) Judge(ctx context.Context, requests iter.Seq2[reports.Request, error], sink func(reports.Judgement) error) (int, error) {
	n := 0
	workers := e.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	err := ordered(ctx, workers, requests,
		func(ctx context.Context, r reports.Request) (reports.Judgement, error) {
			verdict, err := e.judge(ctx, r)
			return reports.Judgement{ID: r.ID, Verdict: verdict}, err
		},
		func(j reports.Judgement) error {
			n++
			return sink(j)
		})
	return n, err
}

// Observe has the oracle run every request and gives what it saw to sink in the
// order of the requests. It returns how often the planted commands were read
// right. A *RequestError says at which request the oracle failed; the error of
// Prove is returned as it is.
func (e *Engine) Observe(ctx context.Context, requests iter.Seq2[reports.Request, error], sink func(reports.Observed) error) (int, error) {
	observe := e.observe
	if e.Plans {
		observe = e.observePlan
	}
	return proven(ctx, e, requests, observe, sink)
}

// Run asks the fence about every request, has the oracle run it, and gives the
// classified results to sink in the order of the requests. It returns how often
// the planted commands were read right. Errors are those of Judge and Observe.
func (e *Engine) Run(ctx context.Context, requests iter.Seq2[reports.Request, error], sink func(reports.Result) error) (int, error) {
	return proven(ctx, e, requests,
		func(ctx context.Context, r reports.Request) (reports.Result, error) {
			if e.Known != nil {
				if result, ok, err := e.Known(r); ok || err != nil {
					return result, err
				}
			}
			verdict, err := e.judge(ctx, r)
			if err != nil {
				return reports.Result{}, err
			}
			result, observed, err := e.compare(ctx, r, verdict)
			if err != nil {
				return result, err
			}
			err = e.beside(ctx, r, verdict, observed, &result)
			result.AddReplayFlags(e.ReplayFlags)
			return result, err
		}, sink)
}

// proven is ordered with the planted commands before the first request, after
// every so many, and after the last, so that every answer lies between two
// proofs when it returns without an error.
func proven[In, Out any](
	ctx context.Context, e *Engine, requests iter.Seq2[In, error],
	do func(context.Context, In) (Out, error), sink func(Out) error,
) (proofs int, err error) {
	every, workers := e.ProveEvery, e.Workers
	if every <= 0 {
		every = DefaultProveEvery
	}
	if workers <= 0 {
		workers = 2 * e.Oracle.Workers()
	}
	unproven := 0
	prove := func() error {
		if err := e.Prove(ctx); err != nil {
			return err
		}
		proofs, unproven = proofs+1, 0
		return nil
	}
	if err := prove(); err != nil {
		return proofs, err
	}
	err = ordered(ctx, workers, requests, do, func(out Out) error {
		if err := sink(out); err != nil {
			return err
		}
		if unproven++; unproven < every {
			return nil
		}
		return prove()
	})
	if err == nil && unproven > 0 {
		err = prove()
	}
	return proofs, err
}

// compare classifies a verdict by what bash shows of the request.
func (e *Engine) compare(ctx context.Context, r reports.Request, verdict fence.Verdict) (result reports.Result, observed reports.Observed, err error) {
	if observed, err = e.gather(ctx, r, verdict); err == nil {
		result, err = reports.NewResult(e.Fence.Name(), r, verdict, observed)
	}
	return result, observed, err
}

func (e *Engine) judge(ctx context.Context, r reports.Request) (fence.Verdict, error) {
	return judge(ctx, e.Fence, r)
}

// judge asks a fence; its error says which fence failed at which request.
func judge(ctx context.Context, f fence.Fence, r reports.Request) (fence.Verdict, error) {
	verdict, err := f.Judge(ctx, r.Request)
	if err != nil && !errors.Is(err, context.Canceled) {
		err = &FenceError{Fence: f.Name(), ID: r.ID, Err: err}
	}
	return verdict, err
}

func (e *Engine) observe(ctx context.Context, r reports.Request) (reports.Observed, error) {
	observations, err := e.run(ctx, r, r.Job())
	return reports.Observed{ID: r.ID, Label: oracle.LabelOf(observations), Observations: observations}, err
}

// listed makes every list of the observations a list, so that in JSON none is
// null.
func listed(observations []oracle.Observation) []oracle.Observation {
	for i := range observations {
		o := &observations[i]
		o.Effects = orEmpty(o.Effects)
		o.Attempts = orEmpty(o.Attempts)
		o.Execs = orEmpty(o.Execs)
		o.Reads = orEmpty(o.Reads)
		o.Leftovers = orEmpty(o.Leftovers)
	}
	return orEmpty(observations)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
