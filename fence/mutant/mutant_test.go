package mutant_test

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/grid"
)

// TestPlantedAreWellFormed holds what tables and reports name mistakes by.
func TestPlantedAreWellFormed(t *testing.T) {
	id := regexp.MustCompile(`^[a-z]+/[a-z]+(-[a-z]+)*$`)
	seen := make(map[string]bool)
	for _, m := range mutant.Planted() {
		if !id.MatchString(m.ID) || seen[m.ID] {
			t.Errorf("the id %q is malformed or taken", m.ID)
		}
		seen[m.ID] = true
		if m.Breaks == "" {
			t.Errorf("%s does not say what it breaks", m.ID)
		}
		if m.Rules == nil && m.Reads == nil && m.Decides == nil {
			t.Errorf("%s is no mistake", m.ID)
		}
	}
	if len(seen) < 60 {
		t.Errorf("%d mistakes are planted, want 60 or more", len(seen))
	}
}

// TestPlantedChangeVerdicts judges the smoke grid, and what stands for the full
// one where smoke is too small, with every mistake.
func TestPlantedChangeVerdicts(t *testing.T) {
	walk, _ := fence.Lookup("walk")
	var requests []fence.Request
	want := make(map[int]fence.Decision)
	smoke, _ := grid.Lookup("smoke")
	full, _ := grid.Lookup("full")
	for cell := range smoke.Cells() {
		requests = append(requests, cell.Request)
	}
	for _, id := range []string{
		"danger-alone-spelling/first/plain/wc-files0-from-is-outside-txt",
		"setting/all-exported/GIT_EXTERNAL_DIFF=.%2Fx.sh",
	} {
		cell, ok := full.Cell(id)
		if !ok {
			t.Fatalf("full has no cell %s", id)
		}
		requests = append(requests, cell.Request)
	}
	for i, r := range requests {
		want[i] = decision(t, walk, r)
	}
	for _, m := range mutant.Planted() {
		f, err := m.Fence(fence.WalkRules())
		if err != nil {
			t.Errorf("%s: %v", m.ID, err)
			continue
		}
		changed := false
		for i := 0; i < len(requests) && !changed; i++ {
			changed = decision(t, f, requests[i]) != want[i]
		}
		if !changed {
			t.Errorf("%s changes no decision", m.ID)
		}
	}
}

func decision(t *testing.T, f fence.Fence, r fence.Request) fence.Decision {
	t.Helper()
	v, err := f.Judge(context.Background(), r)
	if err != nil {
		t.Fatalf("%q: %v", r.Command, err)
	}
	return v.Decision
}

// TestNoMistake expects a mutation that does nothing to leave every verdict as
// it is, to the last byte.
func TestNoMistake(t *testing.T) {
	walk, _ := fence.Lookup("walk")
	none, err := mutant.Mutation{
		ID:      "none/none",
		Reads:   func(r fence.Request) fence.Request { return r },
		Decides: func(v fence.Verdict) fence.Verdict { return v },
	}.Fence(fence.WalkRules())
	if err != nil {
		t.Fatal(err)
	}
	smoke, _ := grid.Lookup("smoke")
	for cell := range smoke.Cells() {
		want, _ := walk.Judge(context.Background(), cell.Request)
		got, _ := none.Judge(context.Background(), cell.Request)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", cell.ID, got, want)
		}
	}
}

// TestRulesAreNotShared makes every mistake and expects the next rules to be as
// they were.
func TestRulesAreNotShared(t *testing.T) {
	want := fence.WalkRules()
	for _, m := range mutant.Planted() {
		if _, err := m.Fence(fence.WalkRules()); err != nil {
			t.Errorf("%s: %v", m.ID, err)
		}
		if got := fence.WalkRules(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s changes the rules of the fence itself", m.ID)
		}
	}
}

// TestInapplicable plants every mistake of the rules in rules that hold nothing,
// where most find nothing to change and none may pass unseen.
func TestInapplicable(t *testing.T) {
	refused := 0
	for _, m := range mutant.Planted() {
		if m.Rules == nil {
			continue
		}
		_, err := m.Fence(fence.Rules{})
		if err == nil {
			t.Errorf("%s applies to rules that hold nothing", m.ID)
		}
		if _, ok := errors.AsType[*mutant.InapplicableError](err); ok {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no mistake says that it does not apply")
	}
}
