package reports

import (
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

var (
	admitted    = Answer{Decision: fence.Admit, Offset: -1}
	planned     = Answer{Decision: fence.Admit, Offset: -1, Plan: "0123456789abcdef"}
	otherPlan   = Answer{Decision: fence.Admit, Offset: -1, Plan: "fedcba9876543210"}
	refused     = Answer{Decision: fence.Refuse, Rule: "option", Offset: 5, Detail: "-o"}
	otherwise   = Answer{Decision: fence.Refuse, Rule: "operator", Offset: 5, Detail: ";"}
	unsupported = Answer{Decision: fence.Unsupported, Rule: "not expressible", Offset: -1}
)

// said is an admit of an external fence.
func said(raw, effective string) Answer {
	a := admitted
	a.Raw, a.Effective = raw, effective
	return a
}

func TestChangeOf(t *testing.T) {
	elsewhere := refused
	elsewhere.Offset = 6
	for _, tc := range []struct {
		base, head Answer
		want       Change
	}{
		{admitted, admitted, Unchanged},
		{refused, refused, Unchanged},
		{unsupported, unsupported, Unchanged},
		{admitted, refused, Tightened},
		{refused, planned, Loosened},
		{planned, otherPlan, PlanOnly},
		{admitted, planned, PlanOnly},
		{refused, otherwise, RuleOnly},
		{refused, elsewhere, RuleOnly},
		{admitted, said("allow", "runs"), Unchanged},
		{said("ask", "runs"), said("allow", "runs"), RuleOnly},
		{admitted, unsupported, SupportChanged},
		{unsupported, admitted, SupportChanged},
		{refused, unsupported, SupportChanged},
		{unsupported, refused, SupportChanged},
		{Answer{}, admitted, 0},
		{admitted, Answer{Decision: fence.Unsupported + 1}, 0},
	} {
		if got := ChangeOf(tc.base, tc.head); got != tc.want {
			t.Errorf("%v to %v is %v, want %v", tc.base, tc.head, got, tc.want)
		}
	}
}

// An answer is the verdict without what only advises, and the same before and
// after it was written as JSON.
func TestAnswerOf(t *testing.T) {
	plan := &fence.Plan{Cwd: "/srv/ws"}
	v := fence.Verdict{Decision: fence.Refuse, Rule: "shape", Offset: 1, Detail: "\xff\xfe", Next: "n", Cwd: "/c", Raw: "deny", Effective: "blocked"}
	want := Answer{Decision: fence.Refuse, Rule: "shape", Offset: 1, Detail: "\ufffd\ufffd", Raw: "deny", Effective: "blocked"}
	if got := AnswerOf(v); got != want {
		t.Errorf("got %+v", got)
	}
	one := AnswerOf(fence.Verdict{Decision: fence.Admit, Plan: plan})
	two := AnswerOf(fence.Verdict{Decision: fence.Admit, Plan: &fence.Plan{Cwd: "/srv/ws/sub"}})
	if len(one.Plan) != planDigits || one.Plan == two.Plan || one != AnswerOf(fence.Verdict{Decision: fence.Admit, Plan: plan}) {
		t.Errorf("plans are %q and %q", one.Plan, two.Plan)
	}
}

// sighted is what bash showed, by label.
func sighted(label oracle.Label) *Observed {
	o := &Observed{Label: label, Observations: both()}
	if label == oracle.LabelEffect {
		o.Observations = both(createInside)
	}
	return o
}

// Every change with every label, row by row.
func TestOutcomes(t *testing.T) {
	labels := []oracle.Label{
		oracle.LabelEffect, oracle.LabelOracleError, oracle.LabelFlaky, oracle.LabelTimeout,
		oracle.LabelAttempt, oracle.LabelVacuous, oracle.LabelHarmless, 0,
	}
	for change, want := range map[Change][]Outcome{
		Loosened:       {HoleOpened, Undecided, Undecided, Undecided, Undecided, Neutral, OverBlockRemoved, Undecided},
		Tightened:      {HoleClosed, Undecided, Undecided, Undecided, Undecided, Neutral, OverBlockIntroduced, Undecided},
		SupportChanged: {Undecided, Undecided, Undecided, Undecided, Undecided, Undecided, Undecided, Undecided},
		RuleOnly:       {Neutral, Neutral, Neutral, Neutral, Neutral, Neutral, Neutral, Neutral},
	} {
		for i, label := range labels {
			var e ChangeEvidence
			if label != 0 {
				e.Base, e.Head = sighted(label), sighted(label)
			}
			got, severity := outcomeOf(change, e, fence.Grants{})
			if got != want[i] {
				t.Errorf("%v and %v is %v, want %v", change, label, got, want[i])
			}
			if (got == HoleOpened || got == HoleClosed) != (severity == WritesInside) {
				t.Errorf("%v and %v is %v with severity %v", change, label, got, severity)
			}
			e.Flaky = true
			if got, _ := outcomeOf(change, e, fence.Grants{}); got != FlakyVerdict {
				t.Errorf("flaky %v and %v is %v", change, label, got)
			}
		}
	}
}

func TestPlanOutcomes(t *testing.T) {
	effect, harmless, timeout := sighted(oracle.LabelEffect), sighted(oracle.LabelHarmless), sighted(oracle.LabelTimeout)
	for _, tc := range []struct {
		base, head *Observed
		want       Outcome
	}{
		{harmless, harmless, Neutral},
		{effect, effect, Neutral},
		{harmless, effect, HoleOpened},
		{effect, harmless, HoleClosed},
		{harmless, timeout, Undecided},
		{timeout, harmless, Undecided},
		{nil, harmless, Undecided},
		{harmless, nil, Undecided},
		{nil, effect, Undecided},
	} {
		got, severity := outcomeOf(PlanOnly, ChangeEvidence{Base: tc.base, Head: tc.head}, fence.Grants{})
		if got != tc.want || (severity != 0) != (got == HoleOpened || got == HoleClosed) {
			t.Errorf("%v to %v is %v (%v), want %v", tc.base, tc.head, got, severity, tc.want)
		}
	}
}

// An effect that the session grants opens no hole.
func TestOutcomeHeedsGrants(t *testing.T) {
	o := &Observed{Label: oracle.LabelEffect, Observations: both(reaches)}
	e := ChangeEvidence{Base: o, Head: o}
	if got, _ := outcomeOf(Loosened, e, fence.Grants{}); got != HoleOpened {
		t.Errorf("without the grant it is %v", got)
	}
	if got, _ := outcomeOf(Loosened, e, fence.Grants{Network: true}); got != Neutral {
		t.Errorf("with the grant it is %v", got)
	}
}

func TestNewVerdictChangeNeedsAChange(t *testing.T) {
	for _, head := range []Answer{refused, {}} {
		if v, err := NewVerdictChange(NewRequest("a", "ls"), refused, head, ChangeEvidence{}, nil); err == nil {
			t.Errorf("%v is a change", v)
		}
	}
}

func TestSameChange(t *testing.T) {
	elsewhere := refused
	elsewhere.Offset = 6
	for _, tc := range []struct {
		change       Change
		base, answer Answer
		want         bool
	}{
		{Loosened, refused, planned, true},
		{Loosened, refused, otherwise, false},
		{PlanOnly, planned, otherPlan, true},
		{PlanOnly, planned, planned, false},
		{PlanOnly, planned, refused, true},
		{RuleOnly, refused, elsewhere, true},
		{RuleOnly, refused, refused, false},
	} {
		if got := SameChange(tc.change, tc.base, tc.answer); got != tc.want {
			t.Errorf("%v from %v to %v: %v", tc.change, tc.base, tc.answer, got)
		}
	}
}
