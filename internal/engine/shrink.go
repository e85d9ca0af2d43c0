package engine

import (
	"context"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// Shrink finds the smallest command around a request's that shows the same: its
// signature, see [reports.Signature]. At most tries commands are asked about. The result is that of the smallest one;
// of a command that is no finding nothing is shown that could be kept.
func (e *Engine) Shrink(ctx context.Context, r reports.Request, tries int) (fuzz.Shrunk, reports.Result, error) {
	verdict, err := e.judge(ctx, r)
	if err != nil {
		return fuzz.Shrunk{}, reports.Result{}, err
	}
	smallest, _, err := e.compare(ctx, r, verdict)
	if err != nil {
		return fuzz.Shrunk{}, smallest, err
	}
	if !smallest.Class.IsFinding() {
		return fuzz.Shrunk{Command: r.Command, Stop: fuzz.NotShown}, smallest, nil
	}
	want := smallest.Signature()
	shrunk, err := fuzz.Shrink(ctx, r.Command, tries, func(ctx context.Context, command string) (fuzz.Likeness, error) {
		candidate := r
		candidate.Command = command
		// The fence is asked first: it is quick, and mostly enough.
		verdict, err := e.judge(ctx, candidate)
		if err != nil || verdict.Decision != want.Decision || verdict.Rule != want.Rule {
			return fuzz.Other, err
		}
		result, _, err := e.compare(ctx, candidate, verdict)
		switch {
		case err != nil:
			return fuzz.Other, err
		case result.Label == oracle.LabelFlaky:
			return fuzz.Unstable, nil
		case result.Signature() != want:
			return fuzz.Other, nil
		}
		smallest = result
		return fuzz.Same, nil
	})
	return shrunk, smallest, err
}

// ShrinkDifference finds the smallest command around a request's that two fences
// still judge as differently as its own: each with the same decision, by the
// same rule. Bash is not asked.
func ShrinkDifference(ctx context.Context, a, b fence.Fence, r reports.Request, tries int) (fuzz.Shrunk, error) {
	type answer struct {
		decision fence.Decision
		rule     string
	}
	ask := func(ctx context.Context, command string) (answers [2]answer, err error) {
		candidate := r
		candidate.Command = command
		for i, f := range []fence.Fence{a, b} {
			verdict, err := (&Engine{Fence: f}).judge(ctx, candidate)
			if err != nil {
				return answers, err
			}
			answers[i] = answer{verdict.Decision, verdict.Rule}
		}
		return answers, nil
	}
	want, err := ask(ctx, r.Command)
	if err != nil {
		return fuzz.Shrunk{}, err
	}
	return fuzz.Shrink(ctx, r.Command, tries, func(ctx context.Context, command string) (fuzz.Likeness, error) {
		got, err := ask(ctx, command)
		if err != nil || got != want || got[0] == got[1] {
			return fuzz.Other, err
		}
		return fuzz.Same, nil
	})
}
