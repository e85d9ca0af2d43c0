package fence_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
)

// TestPlans writes the plans of a command of each kind, as JSON.
func TestPlans(t *testing.T) {
	var b strings.Builder
	for _, row := range []struct{ variant, command string }{
		{"readonly", "ls"},
		{"readonly", "cd src && cat 'a b' ./*.go 2>/dev/null | head -n 5 >/dev/null 2>&1; wc -l notes.txt"},
		{"readonly", "git -C src --no-pager log -5 --oneline -- main.go && git status || git diff 'HEAD~1'"},
		{"walk", "cd src; ls || cd sub && pwd"},
		{"readonly", "rg alpha; rg beta"},
		{"readonly", "rg alpha | git log | git status | cat"},
	} {
		plan, err := variant(t, row.variant).Decide(request(row.command))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(plan, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("# " + row.variant + ": " + row.command + "\n# script: " + plan.Script() + "\n# line: " + plan.Line() + "\n" + string(text) + "\n\n")
	}
	golden(t, "testdata/plans.txt", b.String())
}

// TestLine inserts words at either end of a segment, literal whatever they hold.
func TestLine(t *testing.T) {
	plan := fence.Plan{
		Segments: []fence.Segment{
			{Words: []fence.Word{{Text: "cat"}, {Text: "a*", Glob: true}, {Text: "a*"}, {Text: ""}}, Redirects: []string{"2>/dev/null"}, Operator: "||"},
			{Words: []fence.Word{{Text: "ls"}}, Operator: ";"},
			{Words: []fence.Word{{Text: "it's"}, {Text: "$x"}}},
		},
		Add: fence.Additions{Args: []fence.Insertion{
			{Segment: 1, Before: 0, Words: []string{"nice", "-n", "5"}},
			{Segment: 1, Before: 1, Words: []string{"*"}},
			{Segment: 2, Before: 1, Words: nil},
		}},
	}
	if got, want := plan.Script(), `cat a* 'a*' '' 2>/dev/null || ls; 'it'\''s' '$x'`; got != want {
		t.Errorf("the script is %s, want %s", got, want)
	}
	if got, want := plan.Line(), `cat a* 'a*' '' 2>/dev/null || nice -n 5 ls '*'; 'it'\''s' '$x'`; got != want {
		t.Errorf("the line is %s, want %s", got, want)
	}
}

// TestOneAuthority: judge, library, plan and refusal text agree byte for byte
// over the whole smoke grid.
func TestOneAuthority(t *testing.T) {
	for _, name := range []string{"readonly", "walk"} {
		v := variant(t, name)
		admitted, refused := 0, 0
		for _, r := range knownRequests(t) {
			plan, err := v.Decide(r)
			checkVerdict(t, v, r, plan, err)
			if err != nil {
				refused++
				continue
			}
			admitted++
			checkPlan(t, v, r, plan)
			if plan.Cwd == "" || !slices.Contains(plan.Environ(), "PWD="+plan.Cwd) {
				t.Errorf("the plan of %q runs in %q with %q", r.Command, plan.Cwd, plan.Environ())
			}
		}
		if admitted < 500 || refused < 500 {
			t.Errorf("%s: only %d admitted and %d refused commands were compared", name, admitted, refused)
		}
	}
}

// TestWalkAdmitsMore: walk admits all that readonly does, and more.
func TestWalkAdmitsMore(t *testing.T) {
	readonly, walk := variant(t, "readonly"), variant(t, "walk")
	more := 0
	for _, r := range smokeRequests(t) {
		switch a, b := says(readonly, r), says(walk, r); {
		case a == "admit" && b != "admit":
			t.Errorf("walk refuses %q by %s, which readonly admits", r.Command, b)
		case a != "admit" && b == "admit":
			more++
			if a != "cd" || !strings.Contains(r.Command, "cd") {
				t.Errorf("walk admits %q, which readonly refuses by %s and not for its cd", r.Command, a)
			}
		}
	}
	if more == 0 {
		t.Error("walk admits nothing more than readonly on the smoke grid")
	}
}

// TestPlanVariables: the environment of a plan holds names from one list only.
func TestPlanVariables(t *testing.T) {
	allowed := map[string]bool{"PWD": true}
	rules := fence.ReadonlyRules()
	vars := slices.Clone(rules.Env)
	for _, p := range rules.Programs {
		vars = append(vars, p.Env...)
	}
	for _, v := range vars {
		allowed[v.Name] = true
	}
	for _, name := range []string{"PATH", "HOME", "LC_ALL", "GIT_OPTIONAL_LOCKS", "GIT_ALLOW_PROTOCOL", "GIT_CEILING_DIRECTORIES"} {
		if !allowed[name] {
			t.Errorf("the rules set no %s", name)
		}
	}
	for _, r := range knownRequests(t) {
		plan, err := variant(t, "walk").Decide(r)
		if err != nil {
			continue
		}
		seen := map[string]bool{}
		for _, entry := range plan.Environ() {
			name, value, _ := strings.Cut(entry, "=")
			if !allowed[name] || seen[name] || strings.ContainsAny(value, "{}") {
				t.Errorf("the plan of %q sets %s", r.Command, entry)
			}
			seen[name] = true
		}
	}
}

// TestPlansAreSeparate: who adds to a list of a plan changes no other list of it
// and no other plan.
func TestPlansAreSeparate(t *testing.T) {
	readonly := variant(t, "readonly")
	decide := func() *fence.Plan {
		plan, err := readonly.Decide(request("git log 2>/dev/null >/dev/null | git status | cat 2>/dev/null"))
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	want, changed, other := decide(), decide(), decide()
	_ = append(changed.Add.Env, "X=1")
	_ = append(changed.Residual, "x")
	for _, s := range changed.Segments {
		_ = append(s.Words, fence.Word{Text: "x"})
		_ = append(s.Redirects, "x")
	}
	for _, in := range changed.Add.Args {
		_ = append(in.Words, "x")
	}
	for _, plan := range []*fence.Plan{changed, other, decide()} {
		// What lies behind a list's end shows in the list that follows it.
		if diff := cmp.Diff(want, plan); diff != "" {
			t.Errorf("a plan changed with another list:\n%s", diff)
		}
		if len(plan.Add.Env) < cap(plan.Add.Env) || len(plan.Residual) < cap(plan.Residual) {
			t.Error("a list that plans share has room to grow into")
		}
	}
}

func TestCommandDoesNotStartWithoutItsContext(t *testing.T) {
	plan, err := variant(t, "readonly").Decide(fence.Request{Command: "cat", Policy: fence.Policy{Root: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := plan.Command(ctx).Run(); err == nil {
		t.Error("the command ran although its context was done")
	}
}
