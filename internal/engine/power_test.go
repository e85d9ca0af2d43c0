package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// A mistake that every other command shows is found by both searches, one that
// the rules cannot show costs the whole budget, and the trials are the same for
// any number of workers.
func TestPower(t *testing.T) {
	walk, _ := fence.Lookup("walk")
	p := Power{
		Rules: fence.WalkRules, Seeds: 2, Budget: 200,
		Mutations: []mutant.Mutation{
			planted(t, "program/unknown"),
			{ID: "none", Breaks: "nothing", Decides: func(v fence.Verdict) fence.Verdict { return v }},
		},
	}
	run := func(workers int) (trials []Trial) {
		e := &Engine{Fence: walk, Oracle: &harmfulOracle{}, Prove: believed, Workers: workers}
		if err := e.Power(t.Context(), p, func(trial Trial) error {
			trials = append(trials, trial)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return trials
	}
	trials := run(1)
	if len(trials) != 8 {
		t.Fatalf("%d trials, want one a seed, search and mistake", len(trials))
	}
	for i, trial := range trials {
		if trial.Seed != uint64(i/4+1) || trial.Blind != (i/2%2 == 1) {
			t.Errorf("trial %d is of seed %d, blind %t", i, trial.Seed, trial.Blind)
		}
		switch trial.Mutation.ID {
		case "none":
			if trial.Tried != p.Budget || trial.Class != 0 || trial.Found != "" {
				t.Errorf("nothing is found after %d: %q, %d", trial.Tried, trial.Found, trial.Class)
			}
		default:
			if trial.Tried >= p.Budget || trial.Class != reports.Hole || trial.Found == "" {
				t.Errorf("%s is found after %d: %q, %s", trial.Mutation.ID, trial.Tried, trial.Found, trial.Class)
			}
		}
	}
	same := func(a, b Trial) int {
		return cmp.Or(cmp.Compare(a.Tried, b.Tried), strings.Compare(a.Found, b.Found), strings.Compare(a.Mutation.ID, b.Mutation.ID))
	}
	if again := run(3); slices.CompareFunc(trials, again, same) != 0 {
		t.Error("three workers find something else than one")
	}
}

// harmfulOracle shows an effect of every command.
type harmfulOracle struct{ textOracle }

func (o *harmfulOracle) Observe(ctx context.Context, job oracle.Job) ([]oracle.Observation, error) {
	job.Command += "write"
	return o.textOracle.Observe(ctx, job)
}

func TestBehaviours(t *testing.T) {
	plan := &fence.Plan{Segments: []fence.Segment{
		{Words: []fence.Word{{Text: "ls"}, {Text: "*", Glob: true}}, Redirects: []string{"2>/dev/null"}, Operator: "|"},
		{Words: []fence.Word{{Text: "ls"}}},
	}}
	result := func(label oracle.Label, v fence.Verdict) reports.Result {
		r, err := reports.NewResult("x", reports.NewRequest("a", "ls"), v, reports.Observed{Label: label})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, test := range []struct {
		name   string
		result reports.Result
		want   string
		cause  bool
	}{
		{"a refusal", result(oracle.LabelHarmless, fence.Verdict{Decision: fence.Refuse, Rule: "program"}), "refuse / program / harmless / ", true},
		{
			"a plan, thing by thing", result(oracle.LabelHarmless, fence.Verdict{Decision: fence.Admit, Plan: plan}),
			"admit /  / harmless / ,admit / 2>/dev/null / harmless / ,admit / glob / harmless / ,admit / ls / harmless / ,admit / | / harmless / ", false,
		},
		{"what did not run", result(oracle.LabelVacuous, fence.Verdict{Decision: fence.Admit, Plan: plan}), "", false},
	} {
		show := showingOf(test.result)
		if got := strings.Join(show.Behaviours, ","); got != test.want || (show.Cause != "") != test.cause {
			t.Errorf("%s: %q, cause %q", test.name, got, show.Cause)
		}
	}
}
