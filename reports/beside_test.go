package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

// besideClasses are found beside a request's own class.
var besideClasses = []Class{HostileHole, PlanDivergence, Unexpected}

// verdictWithPlan is a verdict with a plan.
func verdictWithPlan(t *testing.T, command string) fence.Verdict {
	t.Helper()
	walk, _ := fence.Lookup("walk")
	v, err := walk.Judge(t.Context(), NewRequest("", command).Request)
	if err != nil || v.Plan == nil {
		t.Fatalf("%q has no plan: %v %v", command, v, err)
	}
	return v
}

func recipe(t *testing.T, name string) fixtures.Recipe {
	t.Helper()
	r, ok := fixtures.Lookup(name)
	if !ok {
		t.Fatalf("no fixture %s", name)
	}
	return r
}

func trapOutcomes(t *testing.T) []Result {
	t.Helper()
	sprung := oracle.Effect{Kind: oracle.Create, Path: "/srv/ws/SPRUNG-git-fsmonitor", Inside: true}
	timedOut := seen("fifo")
	timedOut.Status = oracle.Timeout
	broken := seen("git-fsmonitor")
	broken.Status, broken.Error = oracle.StatusError, "two captures disagree"

	var results []Result
	for _, c := range []struct {
		id, command, fixture string
		observation          oracle.Observation
		plan                 bool
	}{
		{"raw sprung", "git status", "git-fsmonitor", seen("git-fsmonitor", sprung), false},
		{"raw sprung too", "git status -s", "git-fsmonitor", seen("git-fsmonitor", sprung), false},
		{"planned held", "git status", "git-fsmonitor", seen("git-fsmonitor"), true},
		{"planned limit", "cat pipe", "fifo", timedOut, true},
		{"limit untold", "git log", "git-fsmonitor", timedOut, true},
		{"fault untold", "git log", "git-fsmonitor", broken, true},
	} {
		v := verdictWithPlan(t, c.command)
		if !c.plan {
			v.Plan = nil
		}
		r := NewRequest(c.id, c.command)
		result, err := NewResult("walk", r, v, Observed{ID: c.id, Label: oracle.LabelHarmless, Observations: both()})
		if err != nil {
			t.Fatal(err)
		}
		job, form := HostileJob(r, v, recipe(t, c.fixture))
		if want := []string{c.fixture}; !cmp.Equal(job.Fixtures, want) || (form == AsPlanned) != c.plan || (job.Env != nil) != c.plan {
			t.Errorf("%s: the job is %+v, %v", c.id, job, form)
		}
		run, err := NewHostileRun("walk", r, recipe(t, c.fixture), form, c.observation)
		if err != nil {
			t.Fatal(err)
		}
		result.Hostile = []HostileRun{run}
		results = append(results, result)
	}
	return results
}

func TestHostileRuns(t *testing.T) {
	want := map[string]TrapOutcome{
		"raw sprung": Sprung, "raw sprung too": Sprung, "planned held": Held, "planned limit": Sprung,
		"limit untold": Untold, "fault untold": Untold,
	}
	for _, r := range trapOutcomes(t) {
		run := r.Hostile[0]
		if run.Outcome != want[r.ID] || (run.Bucket != "") != (run.Outcome == Sprung) {
			t.Errorf("%s: %v in bucket %q, want %v", r.ID, run.Outcome, run.Bucket, want[r.ID])
		}
		if r.Class != Agree {
			t.Errorf("%s: a hostile fixture made the class %v", r.ID, r.Class)
		}
		if run.Outcome == Sprung && !strings.Contains(run.Replay, `"hostile":"`+run.Fixture+`"`) {
			t.Errorf("%s: the replay line names no fixture: %s", r.ID, run.Replay)
		}
		validate(t, schema.Result, lineOf(t, r))
	}
	if _, err := NewHostileRun("walk", NewRequest("a", "ls"), recipe(t, "present"), AsWritten, seen("present")); err == nil {
		t.Error("a plain fixture was taken for a hostile one")
	}
}

func TestPlanRuns(t *testing.T) {
	v := verdictWithPlan(t, "git log")
	other := both()
	other[1].Stdout, other[1].Exit = "b", 1
	run, err := NewPlanRun("walk", NewRequest("a", "git log"), v.Plan, both(), other)
	if err != nil {
		t.Fatal(err)
	}
	want := []Difference{{"absent", "exit", "0", "1"}, {"absent", "stdout", `""`, `"b"`}}
	if diff := cmp.Diff(want, run.Differences); diff != "" || run.Bucket == "" || !strings.Contains(run.Replay, " --plan ") {
		t.Errorf("%s: %+v", diff, run)
	}
	same, err := NewPlanRun("walk", NewRequest("a", "git log"), v.Plan, both(), both())
	if err != nil || len(same.Differences) != 0 || same.Bucket != "" {
		t.Errorf("%+v %v", same, err)
	}
}

func TestDifferencesLeaveOutWhatNoTwoRunsShare(t *testing.T) {
	ran := func(program, stdout string) []oracle.Observation {
		o := seen("present")
		o.Stdout, o.Execs = stdout, []oracle.ExecRecord{{Argv: []string{program}, Path: "/usr/bin/" + program}}
		return []oracle.Observation{o}
	}
	for _, c := range []struct {
		program, a, b string
		same          bool
	}{
		{"rg", "a\nb\n", "b\na\n", true},
		{"ls", "a\nb\n", "b\na\n", false},
		{"rg", "0.001 seconds\n", "0.002 seconds\n", true},
		{"stat", "Access: 2024-01-01\n", "Access: 2025-01-01\n", true},
		{"cat", "Access: 2024-01-01\n", "Access: 2025-01-01\n", false},
	} {
		if got := Differences(ran(c.program, c.a), ran(c.program, c.b)); (len(got) == 0) != c.same {
			t.Errorf("%s: %q and %q differ in %v", c.program, c.a, c.b, got)
		}
	}
}

func TestExpectations(t *testing.T) {
	readOutside := oracle.Effect{Kind: oracle.ReadOutside, Path: "/srv/outside.txt"}
	said := seen("present")
	said.Exit, said.Stderr = 127, "bash: line 1: tree: command not found\nmore"
	for name, c := range map[string]struct {
		e            Expectation
		label        oracle.Label
		observations []oracle.Observation
		want         string
	}{
		"nothing expected":  {Expectation{}, oracle.LabelTimeout, both(), ""},
		"a hole":            {Expectation{Kind: "hole"}, oracle.LabelEffect, both(createInside), ""},
		"a read":            {Expectation{Kind: "hole", Effect: "outside-read"}, oracle.LabelEffect, both(readOutside), ""},
		"no effect":         {Expectation{Kind: "hole"}, oracle.LabelVacuous, []oracle.Observation{said}, "labelled vacuous, want effect: present: exit 127: bash: line 1: tree: command not found"},
		"another effect":    {Expectation{Kind: "hole", Effect: "fs"}, oracle.LabelEffect, both(readOutside), "no effect of the sort fs: read-outside /srv/outside.txt"},
		"in one only":       {Expectation{Kind: "hole"}, oracle.LabelEffect, []oracle.Observation{seen("present"), seen("absent", createInside)}, "the effect shows in the fixture absent only"},
		"in the one named":  {Expectation{Kind: "hole", Fixture: "absent"}, oracle.LabelEffect, []oracle.Observation{seen("present"), seen("absent", createInside)}, ""},
		"in both":           {Expectation{Kind: "hole", Fixture: "absent"}, oracle.LabelEffect, both(createInside), "the effect shows in present and absent, want absent only"},
		"harmless":          {Expectation{Kind: "overblock"}, oracle.LabelHarmless, both(), ""},
		"harmful":           {Expectation{Kind: "overblock"}, oracle.LabelEffect, both(createInside), "labelled effect, want harmless: create /srv/ws/out.txt"},
		"nothing was found": {Expectation{Kind: "overblock"}, oracle.LabelOracleError, nil, "labelled oracle-error, want harmless: nothing was observed"},
	} {
		if got := c.e.Unmet(Observed{Label: c.label, Observations: c.observations}); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestWriteTextBeside shows what stands beside the classes, in sections and
// counts of their own.
func TestWriteTextBeside(t *testing.T) {
	s := NewSummary("walk", []string{"grid:hostile"}, testInfo)
	for _, r := range trapOutcomes(t) {
		s.Add(r)
	}
	v := verdictWithPlan(t, "git log")
	other := both()
	other[0].Stdout = "\x1b[2J"
	for i, observations := range [][]oracle.Observation{other, both()} {
		r := NewRequest("p", "git log")
		r.Expect = Expectation{Kind: []string{"hole", "overblock"}[i]}
		result, err := NewResult("walk", r, v, Observed{ID: "p", Label: oracle.LabelHarmless, Observations: both()})
		if err != nil {
			t.Fatal(err)
		}
		if result.Planned, err = NewPlanRun("walk", r, v.Plan, both(), observations); err != nil {
			t.Fatal(err)
		}
		validate(t, schema.Result, lineOf(t, result))
		s.Add(result)
	}
	s.Close(Complete)
	validate(t, schema.Summary, lineOf(t, s))
	if got, want := []int{s.Classes[HostileHole], s.Classes[PlanDivergence], s.Classes[Unexpected], s.Classes[Hole], s.Classes[Agree]}, []int{3, 1, 1, 0, 8}; !cmp.Equal(got, want) {
		t.Errorf("the counts are %v, want %v", got, want)
	}
	var text bytes.Buffer
	if err := WriteText(&text, s, 0); err != nil {
		t.Fatal(err)
	}
	golden(t, "beside.txt", text.String())
}
