package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/reports"
)

// TestOneAuthority: over the smoke grid, what the verb judge answers, what the
// library decides, the plan that would run and the text of the refusal are one
// decision, byte for byte. The requests go the way a user's do: shown by the
// verb grid, read by the verb judge.
func TestOneAuthority(t *testing.T) {
	requests := output(t, "", "grid", "show", "smoke")
	smoke, _ := grid.Lookup("smoke")
	for _, name := range fence.Names() {
		t.Run(name, func(t *testing.T) {
			f, err := lookupFence(name)
			if err != nil {
				t.Fatal(err)
			}
			answers := strings.SplitAfter(output(t, requests, "judge", "--fence", name), "\n")
			if len(answers) != smoke.Count()+1 {
				t.Fatalf("judge answered %d requests of %d", len(answers)-1, smoke.Count())
			}
			n, decided := 0, map[fence.Decision]int{}
			for cell := range smoke.Cells() {
				answer := answers[n]
				n++
				verdict, err := f.Judge(t.Context(), cell.Request)
				if err != nil {
					t.Fatalf("%s: %v", cell.ID, err)
				}
				decided[verdict.Decision]++
				if diff := cmp.Diff(line(t, cell.ID, verdict), answer); diff != "" {
					t.Errorf("%s: %q: the library judges (-) and the verb answers (+) otherwise:\n%s", cell.ID, cell.Request.Command, diff)
				}
				variant, ok := f.(*fence.Variant)
				if !ok {
					continue
				}
				plan, err := variant.Decide(cell.Request)
				if diff := cmp.Diff(line(t, cell.ID, verdictOf(t, plan, err)), answer); diff != "" {
					t.Errorf("%s: %q: the library decides (-) and the verb answers (+) otherwise:\n%s", cell.ID, cell.Request.Command, diff)
				}
				agreeWithText(t, answer, plan, err)
			}
			if decided[fence.Admit] < 500 || decided[fence.Refuse] < 500 {
				t.Errorf("%d admitted and %d refused commands are too few to compare", decided[fence.Admit], decided[fence.Refuse])
			}
		})
	}
}

// output runs the program, which must succeed, and returns what it prints.
func output(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(args, strings.NewReader(stdin), &stdout, &stderr); code != exitDone || stderr.Len() > 0 {
		t.Fatalf("fencediff %s ends with %d: %s", strings.Join(args, " "), code, stderr.String())
	}
	return stdout.String()
}

// line is a verdict as an answer line.
func line(t *testing.T, id string, v fence.Verdict) string {
	t.Helper()
	var b strings.Builder
	if err := reports.WriteLine(&b, reports.Judgement{ID: id, Verdict: v}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// verdictOf is the verdict that a decision amounts to.
func verdictOf(t *testing.T, plan *fence.Plan, err error) fence.Verdict {
	t.Helper()
	if err == nil {
		return fence.Verdict{Decision: fence.Admit, Offset: -1, Cwd: plan.Cwd, Plan: plan}
	}
	refusal, ok := errors.AsType[*fence.Refusal](err)
	if !ok || plan != nil {
		t.Fatalf("a decision is plan %v and error %v; want a plan or a refusal", plan, err)
	}
	return fence.Verdict{
		Decision: fence.Refuse,
		Rule:     string(refusal.Rule), Offset: refusal.Offset, Detail: refusal.Detail, Next: refusal.Next,
	}
}

// agreeWithText makes sure that who has only the answer line gets the same line
// for bash, or the same text of the refusal, as who has the library.
func agreeWithText(t *testing.T, answer string, plan *fence.Plan, err error) {
	t.Helper()
	var j reports.Judgement
	if err := json.Unmarshal([]byte(answer), &j); err != nil {
		t.Fatalf("%s: %v", answer, err)
	}
	if err == nil {
		if j.Plan == nil || j.Plan.Line() != plan.Line() || j.Plan.Script() != plan.Script() {
			t.Errorf("%s: the answer's plan is not %q", j.ID, plan.Line())
		}
		return
	}
	// A byte that is no UTF-8 is no JSON either: shape is the one rule whose
	// detail can hold one.
	told := &fence.Refusal{Rule: fence.RuleID(j.Rule), Offset: j.Offset, Detail: j.Detail, Next: j.Next}
	if told.Rule == fence.RuleShape {
		told.Detail = err.(*fence.Refusal).Detail
	}
	if told.Error() != err.Error() {
		t.Errorf("%s: the answer amounts to %q, the refusal says %q", j.ID, told.Error(), err.Error())
	}
}
