package main

import (
	"context"
	"testing"
	"time"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
	"github.com/fencediff/fencediff/reports"
)

// unhurried gives every command more time than it needs on a busy machine.
type unhurried struct{ oracle.Oracle }

func (u unhurried) Observe(ctx context.Context, job oracle.Job) ([]oracle.Observation, error) {
	job.Time = 20 * time.Second
	return u.Oracle.Observe(ctx, job)
}

// TestCases has real bash run our own cases, which stand for what public reports
// say of fences: a case of each mechanism that makes a read a write, and of each
// that only looks like one. Each must show what it says, in the fixture it names.
func TestCases(t *testing.T) {
	o := oracletest.Open(t, oracle.Config{})
	source, err := engine.OpenSource("cases:testdata/cases.jsonl", nil)
	if err != nil {
		t.Fatal(err)
	}
	readonly, _ := fence.Lookup("readonly")
	e := &engine.Engine{Fence: readonly, Oracle: unhurried{o}, Prove: func(ctx context.Context) error { return oracle.Prove(ctx, o) }}
	kinds := map[string]int{}
	seen := map[string]bool{}
	_, err = e.Run(t.Context(), source.Requests, func(r reports.Result) error {
		kinds[r.Request.Expect.Kind]++
		if r.Unexpected != "" {
			t.Errorf("%s: %q: %s", r.ID, r.Request.Command, r.Unexpected)
		}
		if seen[r.ID] {
			t.Errorf("two cases are called %s", r.ID)
		}
		seen[r.ID] = true
		// What a repository's configuration does is the plan's to stop; what a
		// command does by itself the fence must see.
		if r.Class == reports.Hole && r.Request.Setup == "" {
			t.Errorf("%s: readonly admits %q", r.ID, r.Request.Command)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if kinds["hole"] < 90 || kinds["overblock"] < 45 || kinds[""] > 0 {
		t.Errorf("the cases are of the kinds %v", kinds)
	}
}
