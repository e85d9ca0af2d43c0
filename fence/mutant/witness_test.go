package mutant_test

import (
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
)

func witnesses(t *testing.T) (*fence.Variant, *mutant.Witnesses) {
	t.Helper()
	walk, err := fence.New("walk", fence.WalkRules())
	if err != nil {
		t.Fatal(err)
	}
	w, err := mutant.NewWitnesses(walk)
	if err != nil {
		t.Fatal(err)
	}
	return walk, w
}

// TestWitness expects a command for most mistakes, and the two fences to decide
// every one otherwise.
func TestWitness(t *testing.T) {
	walk, witnesses := witnesses(t)
	without := 0
	for _, m := range mutant.Planted() {
		r, found := witnesses.Find(m)
		if !found {
			without++
			t.Logf("%s has none", m.ID)
			continue
		}
		f, err := m.Fence(fence.WalkRules())
		if err != nil {
			t.Fatal(err)
		}
		if decision(t, f, r) == decision(t, walk, r) {
			t.Errorf("%s: %q is decided as without the mistake", m.ID, r.Command)
		}
	}
	if all := len(mutant.Planted()); without*12 > all {
		t.Errorf("%d of %d mistakes have no witness", without, all)
	}
}

// TestWitnessIsTheShortest looks at rows that no command was thought of for.
func TestWitnessIsTheShortest(t *testing.T) {
	_, witnesses := witnesses(t)
	program := func(row fence.Row) func(*fence.Rules) error {
		return func(r *fence.Rules) error {
			row.Options = fence.Anywhere
			r.Programs = append(r.Programs, fence.Program{Name: "zz", Rows: []fence.Row{row}})
			return nil
		}
	}
	for _, test := range []struct {
		name string
		make func(*fence.Rules) error
		want string
	}{
		{"a program", program(fence.Row{Operands: fence.Operands{Rest: fence.NoOperand}}), "zz"},
		{"a subcommand", program(fence.Row{Name: "sub", Operands: fence.Operands{Rest: fence.NoOperand}}), "zz sub"},
		{"a kind of operand", func(r *fence.Rules) error {
			for i := range r.Programs {
				if r.Programs[i].Name == "wc" {
					r.Programs[i].Rows[0].Operands.Rest = fence.Text
				}
			}
			return nil
		}, "wc /"},
	} {
		m := mutant.Mutation{ID: "row/new", Rules: test.make}
		if r, _ := witnesses.Find(m); r.Command != test.want {
			t.Errorf("%s: %q, want %q", test.name, r.Command, test.want)
		}
	}
	same := mutant.Mutation{ID: "row/same", Reads: func(r fence.Request) fence.Request { return r }}
	if r, found := witnesses.Find(same); found {
		t.Errorf("%q shows a mistake that is none", r.Command)
	}
}

// TestLine finds the line that differs.
func TestLine(t *testing.T) {
	for _, m := range mutant.Planted() {
		if m.ID == "cap/segments/one-more" {
			if got := m.Line(fence.WalkRules()); got != 5 {
				t.Errorf("line %d, want 5", got)
			}
		}
		if m.Rules == nil && m.Line(fence.WalkRules()) != 0 {
			t.Errorf("%s is in no line", m.ID)
		}
	}
}

func decision(t *testing.T, f fence.Fence, r fence.Request) fence.Decision {
	t.Helper()
	v, err := f.Judge(t.Context(), r)
	if err != nil {
		t.Fatalf("%q: %v", r.Command, err)
	}
	return v.Decision
}
