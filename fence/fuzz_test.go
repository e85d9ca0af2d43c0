package fence_test

import (
	"context"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
)

// addSeeds gives a fuzz target the rows of testdata/verdicts.txt as seeds,
// beside those that are committed under testdata/fuzz.
func addSeeds(f *testing.F) {
	f.Helper()
	for _, row := range verdictRows(f) {
		f.Add(row.command)
	}
}

// FuzzJudge holds what must be true of every verdict on any bytes: no panic,
// the same answer twice, a refusal that a person can act on, and a plan that
// says the same again when it is judged or travels as JSON.
func FuzzJudge(f *testing.F) {
	addSeeds(f)
	readonly, walk := variant(f, "readonly"), variant(f, "walk")
	rules := map[fence.RuleID]bool{}
	for _, rule := range fence.RuleInfos() {
		rules[rule.ID] = true
	}
	f.Fuzz(func(t *testing.T, command string) {
		r := request(command)
		for _, v := range []*fence.Variant{readonly, walk} {
			plan, err := v.Decide(r)
			checkVerdict(t, v, r, plan, err)
			if err != nil {
				refusal := err.(*fence.Refusal)
				if !rules[refusal.Rule] || refusal.Next == "" || refusal.Offset < -1 || refusal.Offset > len(command) {
					t.Errorf("%s refuses %q with %#v", v.Name(), command, refusal)
				}
				continue
			}
			checkPlan(t, v, r, plan)
		}
		if says(readonly, r) == "admit" && says(walk, r) != "admit" {
			t.Errorf("readonly admits %q and walk does not", command)
		}
	})
}

// checkVerdict judges again: Judge says what Decide said.
func checkVerdict(t *testing.T, v *fence.Variant, r fence.Request, plan *fence.Plan, err error) {
	t.Helper()
	want := fence.Verdict{Decision: fence.Admit, Offset: -1, Plan: plan}
	if plan != nil {
		want.Cwd = plan.Cwd
	}
	if err != nil {
		refusal := err.(*fence.Refusal)
		want = fence.Verdict{
			Decision: fence.Refuse,
			Rule:     string(refusal.Rule), Offset: refusal.Offset, Detail: refusal.Detail, Next: refusal.Next,
		}
	}
	got, err := v.Judge(context.Background(), r)
	if err != nil {
		t.Errorf("%s cannot judge %q: %v", v.Name(), r.Command, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s decides %q (-) and judges it (+) otherwise:\n%s", v.Name(), r.Command, diff)
	}
}

// checkPlan judges the plan's script again and sends the plan through JSON.
func checkPlan(t *testing.T, v *fence.Variant, r fence.Request, plan *fence.Plan) {
	t.Helper()
	again := r
	again.Command, again.Cwd = plan.Script(), plan.Cwd
	replan, err := v.Decide(again)
	if err != nil {
		// Quoting may take a script over the cap; nothing else may differ.
		if refusal := err.(*fence.Refusal); refusal.Rule != fence.RuleCap || len(again.Command) <= v.Rules().Caps.Bytes {
			t.Errorf("%s admits %q but not its script %q: %v", v.Name(), r.Command, again.Command, err)
		}
		return
	}
	if diff := cmp.Diff(plan, replan); diff != "" {
		t.Errorf("%s plans %q (-) and its script %q (+) otherwise:\n%s", v.Name(), r.Command, again.Command, diff)
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	var back fence.Plan
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plan, &back); diff != "" && utf8.ValidString(r.Command) {
		t.Errorf("the plan of %q changes on its way through JSON:\n%s", r.Command, diff)
	}
}

// FuzzParser holds that mvdan's parser reads the same segments and words in
// whatever is admitted.
func FuzzParser(f *testing.F) {
	addSeeds(f)
	walk := variant(f, "walk")
	f.Fuzz(func(t *testing.T, command string) {
		r := request(command)
		if plan, err := walk.Decide(r); err == nil {
			compareWithParser(t, newShellParser(), r, plan)
		}
	})
}

// FuzzPreflight holds that a directory which the preflight lets through in a
// confined session lies inside the root, whatever it is called.
func FuzzPreflight(f *testing.F) {
	for _, row := range preflightRows {
		f.Add(row.cwd, row.policy.Root)
	}
	f.Fuzz(func(t *testing.T, cwd, root string) {
		policy := fence.Policy{Root: root, Mode: fence.ReadOnly, Confined: true}
		dir, err := fence.Preflight(cwd, policy)
		if err != nil {
			return
		}
		if again, err := fence.Preflight(dir, policy); err != nil || again != dir {
			t.Errorf("%q in %q leads to %q, which leads to %q, %v", cwd, root, dir, again, err)
		}
		if !below(root, dir) {
			t.Errorf("%q in %q leads to %q", cwd, root, dir)
		}
	})
}
