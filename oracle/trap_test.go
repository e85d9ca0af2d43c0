package oracle_test

import (
	"testing"
	"time"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// TestEveryTrapSprings runs the command that each recipe names, in the fixture,
// where it must spring the trap, and in the plain one, where it must not show
// the same: else the fixture proves nothing, or it is not the trap that is seen.
func TestEveryTrapSprings(t *testing.T) {
	o := oracletest.Open(t, oracle.Config{})
	for _, recipe := range fixtures.Hostile() {
		t.Run(recipe.Name(), func(t *testing.T) {
			t.Parallel()
			trap, _ := recipe.Trap()
			job := oracle.Job{Command: trap.Spring, TTY: trap.Terminal, Fixtures: []string{recipe.Name()}}
			if trap.Token != "timeout" {
				// A busy machine shows a timeout anywhere.
				job.Fixtures, job.Time = append(job.Fixtures, "present"), 20*time.Second
			}
			got, err := o.Observe(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			if recipe.Name() == "npmrc" {
				// The image has npm as a recording stub, which springs nothing.
				if label := oracle.LabelOf(got); label != oracle.LabelVacuous {
					t.Errorf("%q is labelled %s: npm runs, let it spring its trap", trap.Spring, label)
				}
				return
			}
			if !oracle.Sprung(trap, got[0]) {
				t.Errorf("%q does not spring the trap: %+v", trap.Spring, got[0])
			}
			for _, plain := range got[1:] {
				if oracle.Sprung(trap, plain) {
					t.Errorf("%q shows the same without the trap: %+v", trap.Spring, plain)
				}
			}
		})
	}
}

func TestSprung(t *testing.T) {
	effect := func(path string, inside bool) oracle.Observation {
		return oracle.Observation{Status: oracle.Exited, Effects: []oracle.Effect{{Kind: oracle.Create, Path: path, Inside: inside}}}
	}
	at := func(path string) fixtures.Trap { return fixtures.Trap{Sign: fixtures.SignEffect, Token: path} }
	text := fixtures.Trap{Sign: fixtures.SignOutput, Token: "\x1b[1m"}
	limit := fixtures.Trap{Sign: fixtures.SignLimit, Token: "memory-limit"}
	for name, test := range map[string]struct {
		trap fixtures.Trap
		o    oracle.Observation
		want bool
	}{
		"at the place":            {at("/srv/ws/x"), effect("/srv/ws/x", true), true},
		"below the place":         {at("/srv/ws/x"), effect("/srv/ws/x/y", true), true},
		"beside the place":        {at("/srv/ws/x"), effect("/srv/ws/xy", true), false},
		"around the workspace":    {at("/srv"), effect("/srv/other", false), true},
		"in the workspace, below": {at("/srv"), effect("/srv/ws/x", true), false},
		"before a timeout":        {at("/outside"), oracle.Observation{Status: oracle.Timeout, Effects: effect("/outside", false).Effects}, true},
		"in the output":           {text, oracle.Observation{Status: oracle.Exited, Stdout: "a\x1b[1mb"}, true},
		"in the messages":         {text, oracle.Observation{Status: oracle.Exited, Stderr: "\x1b[1m"}, true},
		"escaped":                 {text, oracle.Observation{Status: oracle.Exited, Stdout: `\x1b[1m`}, false},
		"a limit":                 {limit, oracle.Observation{Status: oracle.MemoryLimit}, true},
		"another limit":           {limit, oracle.Observation{Status: oracle.Timeout}, false},
		"no limit":                {limit, oracle.Observation{Status: oracle.Signaled}, false},
		"a fault":                 {limit, oracle.Observation{Status: oracle.StatusError}, false},
		"no trap":                 {fixtures.Trap{}, effect("", true), false},
	} {
		if got := oracle.Sprung(test.trap, test.o); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
