package engine

import (
	"cmp"
	"context"
	"errors"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// adaptRounds is how often a vacuous command gets what it missed: what is
// behind a missing directory shows only once that is there.
const adaptRounds = 3

// gather observes a request whose verdict is known: in a derived fixture if it
// did not run in the plain ones, and more than once if it would be a finding.
func (e *Engine) gather(ctx context.Context, r reports.Request, verdict fence.Verdict) (reports.Observed, error) {
	job := r.Job()
	observed, err := e.observe(ctx, r)
	if err == nil && e.Adapt && observed.Label == oracle.LabelVacuous {
		job, err = e.adapt(ctx, job, &observed)
	}
	if err == nil && e.Confirmations > 0 {
		class, _ := reports.Classify(verdict.Decision, observed.Label, observed.Observations, r.Grants)
		if reports.NeedsConfirmation(class) {
			err = e.confirm(ctx, job, &observed)
		}
	}
	return observed, located(r, err)
}

// adapt runs a vacuous job in fixtures in which what it missed exists, and
// returns the job as it ran last. What still did not run, or could not be set
// up, stays as it was.
func (e *Engine) adapt(ctx context.Context, job oracle.Job, observed *reports.Observed) (oracle.Job, error) {
	derived, observations := job, observed.Observations
	for range adaptRounds {
		var more bool
		if derived, more = oracle.Adapt(derived, observations, cmp.Or(e.Target, fixtures.Target)); !more {
			return job, nil
		}
		var err error
		if observations, err = e.Oracle.Observe(ctx, derived); err != nil {
			return job, err
		}
		switch label := oracle.LabelOf(observations); label {
		case oracle.LabelVacuous:
		case oracle.LabelOracleError:
			return job, nil
		default:
			observed.Label, observed.Observations = label, listed(observations)
			observed.Adapted = reports.NewAdapted(derived, e.Oracle.Info())
			return derived, nil
		}
	}
	return job, nil
}

// confirm replaces the label by that of several runs.
func (e *Engine) confirm(ctx context.Context, job oracle.Job, observed *reports.Observed) error {
	record, err := oracle.Confirm(ctx, e.Oracle, job, observed.Observations, e.Confirmations)
	if err != nil {
		return err
	}
	observed.Label = record.Label()
	observed.Runs = reports.RunsOf(record)
	return nil
}

// located says at which request the oracle failed; cancellation stays what it is.
func located(r reports.Request, err error) error {
	var located *RequestError
	if err == nil || errors.Is(err, context.Canceled) || errors.As(err, &located) {
		return err
	}
	return &RequestError{ID: r.ID, Err: err}
}
