package oracle

import (
	"context"
	"testing"
)

// An alternating oracle answers each job with the next of its observations.
type alternating struct {
	Oracle
	next    int
	answers []Observation
}

func (a *alternating) Observe(context.Context, Job) ([]Observation, error) {
	o := a.answers[a.next%len(a.answers)]
	a.next++
	return []Observation{o}, nil
}

func TestTwiceTellsRunsApart(t *testing.T) {
	base := Observation{Fixture: "present", Status: Exited, Stdout: "x", Effects: []Effect{{Kind: Create, Path: "/tmp/a1"}}}
	with := func(change func(*Observation)) Observation {
		o := base
		change(&o)
		return o
	}
	tests := []struct {
		name   string
		second Observation
		differ int
	}{
		{"the same", base, 0},
		{"another temporary name", with(func(o *Observation) { o.Effects = []Effect{{Kind: Create, Path: "/tmp/b2"}} }), 0},
		{"other output", with(func(o *Observation) { o.Stdout = "today" }), 0},
		{"another kind", with(func(o *Observation) { o.Effects = []Effect{{Kind: Delete, Path: "/tmp/a1"}} }), 1},
		{"another exit", with(func(o *Observation) { o.Exit = 141 }), 0},
		{"a limit", with(func(o *Observation) { o.Status = Timeout }), 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			twice := NewTwice(&alternating{answers: []Observation{base, test.second}})
			got, err := twice.Observe(t.Context(), Job{Command: "c"})
			if err != nil || len(got) != 1 || got[0].Stdout != "x" {
				t.Fatalf("got %v %v", got, err)
			}
			if n := len(twice.Differences()); n != test.differ || twice.Compared() != 1 {
				t.Errorf("%d differences of %d compared, want %d: %v", n, twice.Compared(), test.differ, twice.Differences())
			}
		})
	}
}
