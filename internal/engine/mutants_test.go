package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
)

func walkVariant(t *testing.T) *fence.Variant {
	t.Helper()
	v, err := fence.New("walk", fence.WalkRules())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Every mistake comes with what a grading needs, and the real fence is graded.
func TestMutants(t *testing.T) {
	walk := walkVariant(t)
	requests, err := Shortest(requestsFor("stat notes.txt", "stat write.txt", "tee write.txt", "pwd"))
	if err != nil {
		t.Fatal(err)
	}
	mutants, err := Mutants(walk, requests, mutant.Planted(), []mutant.Equivalent{{ID: "cap/bytes/one-less", Claims: mutant.SameDecisions, Reason: "none here is long"}})
	if err != nil {
		t.Fatal(err)
	}
	e := &Engine{Fence: walk, Oracle: &textOracle{}, Prove: believed}
	g, err := e.Grading(t.Context(), requests, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.CheckIndex(t.Context(), mutants, 20, 1); err != nil {
		t.Error(err)
	}
	for id, want := range map[string]string{
		"program/stat/forgotten": "semantic: stat notes.txt, over-block-introduced, label harmless",
		"program/tee":            "semantic: tee write.txt, hole-opened, label effect",
		"cap/bytes/one-less":     "equivalent",
		"option/wc-list":         "survived: would be killed by wc --files0-from=/",
	} {
		at := slices.IndexFunc(mutants, func(m Mutant) bool { return m.ID == id })
		m := mutants[at]
		if m.Difference == "" || m.Family == "" || m.Line == 0 {
			t.Errorf("%s: %+v", id, m)
		}
		if got, err := gradeOne(t, g, m); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", id, got, err, want)
		}
	}
}

func TestMutantsErrors(t *testing.T) {
	entries := func(n int) (list []mutant.Equivalent) {
		for _, m := range mutant.Planted()[:n] {
			list = append(list, mutant.Equivalent{ID: m.ID, Claims: mutant.SameDecisions, Reason: "so"})
		}
		return list
	}
	one := entries(1)
	idle := mutant.Mutation{ID: "none/none", Reads: func(r fence.Request) fence.Request { return r }}
	stale := mutant.Mutation{ID: "row/gone", Rules: func(*fence.Rules) error { return errors.New("no such row") }}
	same := mutant.Mutation{ID: "row/same", Rules: func(*fence.Rules) error { return nil }}
	for _, test := range []struct {
		name     string
		more     []mutant.Mutation
		register []mutant.Equivalent
		want     error
	}{
		{"stands twice", []mutant.Mutation{mutant.Planted()[0]}, nil, &mutant.AmbiguousError{}},
		{"does not apply", []mutant.Mutation{stale}, nil, &mutant.InapplicableError{}},
		{"leaves the rules", []mutant.Mutation{same}, nil, &mutant.IdleError{}},
		{"changes nothing", []mutant.Mutation{idle}, nil, &mutant.IdleError{}},
		{"an entry for none", nil, []mutant.Equivalent{{ID: "no/such", Claims: mutant.SameDecisions, Reason: "so"}}, &RegisterError{}},
		{"an entry twice", nil, append(one, one...), &RegisterError{}},
		{"no reason", nil, []mutant.Equivalent{{ID: one[0].ID, Claims: mutant.SameDecisions}}, &RegisterError{}},
		{"no claim", nil, []mutant.Equivalent{{ID: one[0].ID, Reason: "so"}}, &RegisterError{}},
		{"too many entries", nil, entries(len(mutant.Planted())/20 + 1), &RegisterError{}},
	} {
		requests, err := Shortest(requestsFor("pwd"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = Mutants(walkVariant(t), requests, append(mutant.Planted(), test.more...), test.register)
		if got, want := fmt.Sprintf("%T", err), fmt.Sprintf("%T", test.want); got != want {
			t.Errorf("%s: %v (%s), want a %s", test.name, err, got, want)
		}
	}
}

// A fence that is not what its rules make is not graded.
func TestNullMutant(t *testing.T) {
	walk := walkVariant(t)
	requests, err := Shortest(requestsFor("pwd"))
	if err != nil {
		t.Fatal(err)
	}
	walk.Rules().Programs = slices.DeleteFunc(walk.Rules().Programs, func(p fence.Program) bool { return strings.HasPrefix(p.Name, "pwd") })
	_, err = Mutants(walk, requests, nil, nil)
	if _, ok := errors.AsType[*mutant.NullError](err); !ok {
		t.Errorf("%v, want a *mutant.NullError", err)
	}
}
