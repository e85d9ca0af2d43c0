package engine

import (
	"context"
	"errors"

	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// What shrinking the groups of a comparison may cost. Counts and not times bound
// it, so that the same comparison finds the same. Sides that are programs take
// milliseconds to answer, and bash takes longer: a group is given what the
// commands of grids need, a comparison what a person waits for.
const (
	groupTries, allTries   = 200, 2000
	groupLabels, allLabels = 80, 240
)

// Shrink finds the smallest command for each group, in their order, until the
// budget is used up: the smallest around the witness's that base and head judge as
// differently, and, where bash says what the witness is, that bash shows to be the
// same. Both sides must be fences: a snapshot cannot judge a command that is new.
func (l *Labeller) Shrink(ctx context.Context, base, head Side, groups []*reports.ChangeGroup) error {
	s := changeShrinker{base: base, head: head, tries: allTries, labels: allLabels}
	var proveAgain func(context.Context) error
	// Labels are asked for one by one; the oracle is proven before the first and
	// after the last.
	s.labeller.Stored = l.Stored
	if l.Open != nil {
		var opened oracle.Oracle
		s.labeller.Open = func(ctx context.Context) (oracle.Oracle, func(context.Context) error, error) {
			if opened == nil {
				o, prove, err := l.Open(ctx)
				if err != nil {
					// The comparison has its labels; to be small is not worth its end.
					return nil, nil, &oracle.UnavailableError{Reason: "nothing is there to shrink with", Err: err}
				}
				if err := prove(ctx); err != nil {
					return nil, nil, err
				}
				opened, proveAgain = o, prove
			}
			return opened, func(context.Context) error { return nil }, nil
		}
	}
	for _, g := range groups {
		if s.tries == 0 || s.labels == 0 && labelled(g) {
			continue
		}
		if err := s.shrink(ctx, g); err != nil {
			return err
		}
	}
	if proveAgain != nil {
		return proveAgain(ctx)
	}
	return nil
}

// labelled says whether bash said what a group is.
func labelled(g *reports.ChangeGroup) bool {
	return g.Change.NeedsLabel() && g.Outcome != reports.Undecided
}

// A changeShrinker shrinks one group after the other.
type changeShrinker struct {
	base, head Side
	labeller   Labeller
	// tries and labels are what is left for all groups.
	tries, labels int
}

// errLabelsUsed ends the shrinking of a group.
var errLabelsUsed = errors.New("no label is left in the budget")

func (s *changeShrinker) shrink(ctx context.Context, g *reports.ChangeGroup) error {
	smallest := &reports.SmallestChange{Request: g.Witness.Request, Keeps: reports.KeepsVerdicts}
	if labelled(g) {
		smallest.Keeps = reports.KeepsOutcome
	}
	labels := min(groupLabels, s.labels)
	unlabelled := false
	shrunk, err := fuzz.Shrink(ctx, g.Witness.Request.Command, min(groupTries, s.tries), func(ctx context.Context, command string) (fuzz.Likeness, error) {
		if command == g.Witness.Request.Command {
			return fuzz.Same, nil
		}
		candidate := g.Witness.Request
		candidate.Command = command
		d, err := compare(ctx, s.base, s.head, candidate)
		if err != nil || !judgedAs(g, d) {
			return fuzz.Other, err
		}
		if !labelled(g) {
			return fuzz.Same, nil
		}
		if labels == 0 {
			return fuzz.Other, errLabelsUsed
		}
		labels--
		s.labels--
		evidence, counts, err := s.labeller.Label(ctx, []Difference{d})
		if err != nil {
			return fuzz.Other, err
		}
		if counts.Missing > 0 {
			unlabelled = true
			return fuzz.Other, nil
		}
		v, err := reports.NewVerdictChange(candidate, d.Base, d.Head, evidence[0], nil)
		if err != nil || v.Group != g.ID || v.Severity != g.Severity {
			return fuzz.Other, err
		}
		return fuzz.Same, nil
	})
	s.tries -= shrunk.Tries
	smallest.Request.Command, smallest.Stop, smallest.Tries = shrunk.Command, shrunk.Stop.String(), shrunk.Tries
	_, noAnswer := errors.AsType[*FenceError](err)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errLabelsUsed):
		smallest.Stop = fuzz.OutOfBudget.String()
	case noAnswer:
		smallest.Stop = reports.StopNoAnswer
	case err != nil:
		return err
	case unlabelled && shrunk.Stop == fuzz.Minimal:
		smallest.Stop = reports.StopUnlabelled
	}
	g.Smallest = smallest
	return nil
}

// judgedAs says whether the sides judge a command as they do the group's witness.
func judgedAs(g *reports.ChangeGroup, d Difference) bool {
	same := func(a, b reports.Answer) bool { return a.Decision == b.Decision && a.Rule == b.Rule }
	return d.Change == g.Change && !d.Flaky && same(d.Base, g.Witness.Base) && same(d.Head, g.Witness.Head)
}
