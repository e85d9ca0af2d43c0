package reports

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
	"github.com/fencediff/fencediff/reports/schema/schematest"
)

// validate holds a line to its schema. A result line must also be the same after
// it was read: a run that goes on with a journal writes what it reads there.
func validate(t *testing.T, id string, text []byte) {
	t.Helper()
	if err := schematest.Check(id, text); err != nil {
		t.Errorf("%s\n%v", text, err)
	}
	if id != schema.Result {
		return
	}
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		t.Errorf("%s\n%v", text, err)
	} else if again := lineOf(t, r); !bytes.Equal(text, again) {
		t.Errorf("read and written again,\n%sbecame\n%s", text, again)
	}
}

func lineOf(t *testing.T, v any) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := WriteLine(&buf, v); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// full has every field of every answer set, so that a field that the schema
// does not know cannot hide behind omitempty.
func full() (fence.Verdict, Observed) {
	v := fence.Verdict{
		Decision: fence.Admit, Rule: "operator", Offset: 3, Detail: ";", Next: "run them one by one", Cwd: "/srv/ws",
		Plan: &fence.Plan{}, Raw: "allow", Effective: "runs",
	}
	o := oracle.Observation{
		Fixture: "present", Status: oracle.Exited, Exit: 1, Stdout: "out", Stderr: "err", StdoutCut: true, StderrCut: true,
		EffectsCut: true, Attempts: []oracle.Attempt{{Call: "unlink", Path: "/srv/ws/x", Errno: "ENOENT"}},
		Execs: []oracle.ExecRecord{{Argv: []string{"ls"}, Path: "/usr/bin/ls", Depth: 1}},
		Reads: []string{"/outside"}, Leftovers: []string{"sleep 9"}, Error: "none",
	}
	for _, k := range oracle.Kinds() {
		o.Effects = append(o.Effects, oracle.Effect{Kind: k, Path: "/x", Inside: true, Transient: true, Blocked: true, Detail: "d"})
	}
	job := oracle.Job{Setup: "mkdir docs"}
	info := oracle.Info{Fixtures: map[string]string{"present": "1", "absent": "2"}}
	return v, Observed{ID: "a", Label: oracle.LabelEffect, Observations: []oracle.Observation{o}, Evidence: Evidence{
		Runs: []Run{{Count: 3, Label: oracle.LabelEffect}, {Count: 1, Label: oracle.LabelHarmless}}, Adapted: NewAdapted(job, info),
	}}
}

// Everything that is written follows its schema, with every field set, and for
// every value of every enumeration.
func TestLinesFollowSchemas(t *testing.T) {
	v, o := full()
	validate(t, schema.Judgement, lineOf(t, Judgement{ID: "a", Verdict: v}))
	validate(t, schema.Observed, lineOf(t, o))
	for status := oracle.Exited; status <= oracle.StatusError; status++ {
		o.Observations[0].Status = status
		validate(t, schema.Observed, lineOf(t, o))
	}

	seenClasses := map[Class]bool{}
	summary := NewSummary("naive", []string{"grid:smoke"}, oracle.Info{Launcher: "docker", Fixtures: map[string]string{"present": "1"}})
	for d := fence.Admit; d <= fence.Unsupported; d++ {
		for l := oracle.LabelEffect; l <= oracle.LabelHarmless; l++ {
			v.Decision, o.Label = d, l
			r, err := NewResult("naive", NewRequest("a", "ls > out"), v, o)
			if err != nil {
				t.Fatal(err)
			}
			seenClasses[r.Class] = true
			validate(t, schema.Result, lineOf(t, r))
			summary.Add(r)
		}
	}
	summary.Twice = &Twice{Compared: 1, Differences: []oracle.Difference{{Command: "ls", First: "a", Second: "b"}}}
	summary.Rates = []Rate{{By: "plain", Generated: 6, Valid: 5, Executed: 4, Vacuous: 1, Inconclusive: 1, Findings: 2}}
	if len(seenClasses)+len(besideClasses) != len(Classes()) {
		t.Errorf("only the classes %v were tried", seenClasses)
	}
	for ending := Complete; ending <= TimeUp; ending++ {
		summary.Close(ending)
		validate(t, schema.Summary, lineOf(t, summary))
	}
}

// A result about bytes that are not UTF-8 is the same after it was read.
func TestResultsKeepBytes(t *testing.T) {
	v := fence.Verdict{Decision: fence.Refuse, Rule: "shape", Offset: 5, Detail: "\xff"}
	o := Observed{ID: "a", Label: oracle.LabelHarmless, Observations: []oracle.Observation{}}
	r, err := NewResult("readonly", NewRequest("a", "echo \xff"), v, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Detail != `\xff` {
		t.Errorf("the detail is %q", r.Detail)
	}
	validate(t, schema.Result, lineOf(t, r))
}

// The schemas are strict enough to fail: a broken line of each kind is caught.
func TestSchemasRefuse(t *testing.T) {
	v, o := full()
	hole, err := NewResult("naive", NewRequest("a", "ls > out"), v, o)
	if err != nil {
		t.Fatal(err)
	}
	summary := NewSummary("naive", []string{"grid:smoke"}, oracle.Info{Launcher: "docker", Fixtures: map[string]string{}})
	summary.Add(hole)
	summary.Close(Complete)
	for name, tc := range map[string]struct {
		schema string
		line   any
		change func(map[string]any)
	}{
		"request without a command":       {schema.Request, NewRequest("a", "ls"), func(m map[string]any) { delete(m, "command") }},
		"judgement without a verdict":     {schema.Judgement, Judgement{"a", v}, func(m map[string]any) { delete(m, "verdict") }},
		"judgement with an unknown key":   {schema.Judgement, Judgement{"a", v}, func(m map[string]any) { m["reason"] = "x" }},
		"observed with an unknown label":  {schema.Observed, o, func(m map[string]any) { m["label"] = "fine" }},
		"observed without effects":        {schema.Observed, o, func(m map[string]any) { m["observations"] = []any{map[string]any{}} }},
		"hole without severity":           {schema.Result, hole, func(m map[string]any) { delete(m, "severity") }},
		"hole without a replay line":      {schema.Result, hole, func(m map[string]any) { delete(m, "replay") }},
		"agreement with severity":         {schema.Result, hole, func(m map[string]any) { m["class"] = "agree" }},
		"replay line that paints":         {schema.Result, hole, func(m map[string]any) { m["replay"] = "\x1b[2J" }},
		"result with an unknown key":      {schema.Result, hole, func(m map[string]any) { m["time"] = "now" }},
		"summary without a class's count": {schema.Summary, summary, func(m map[string]any) { delete(m["classes"].(map[string]any), "hole") }},
		"summary that did not end":        {schema.Summary, summary, func(m map[string]any) { delete(m, "ended") }},
	} {
		t.Run(name, func(t *testing.T) {
			var doc map[string]any
			if err := json.Unmarshal(lineOf(t, tc.line), &doc); err != nil {
				t.Fatal(err)
			}
			tc.change(doc)
			if schematest.Check(tc.schema, lineOf(t, doc)) == nil {
				t.Errorf("the schema takes %s", lineOf(t, doc))
			}
		})
	}
}
