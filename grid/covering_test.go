package grid

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// missing looks, by brute force, for a combination of levels of any strength
// axes that no row has.
func missing(rows covering, levels []int, strength int) string {
	for _, axes := range subsets(len(levels), strength) {
		n := 1
		for _, axis := range axes {
			n *= levels[axis]
		}
		seen := make([]bool, n)
		left := n
		for _, row := range rows {
			at := 0
			for _, axis := range axes {
				at = at*levels[axis] + row[axis]
			}
			if !seen[at] {
				seen[at] = true
				left--
			}
		}
		if left > 0 {
			return fmt.Sprintf("%d combinations of the axes %v", left, axes)
		}
	}
	return ""
}

// TestFamiliesHaveTheirStrength looks for every combination of values that a
// family of less than the whole product promises.
func TestFamiliesHaveTheirStrength(t *testing.T) {
	covered := 0
	for _, g := range grids {
		for _, family := range g.Families {
			if family.Strength == 0 {
				continue
			}
			covered++
			levels := family.levels()
			rows := coveringOf(levels, family.Strength)
			if gap := missing(rows, levels, family.Strength); gap != "" {
				t.Errorf("%s: strength %d misses %s", family.Name, family.Strength, gap)
			}
			if len(rows) >= family.Product() {
				t.Errorf("%s: %d rows are no fewer than the whole product", family.Name, len(rows))
			}
		}
	}
	if covered == 0 {
		t.Error("no family has a covering array")
	}
}

// TestCoveringsHaveTheirStrength does so for arrays of any shape, and sees that
// brute force finds what a row less leaves out.
func TestCoveringsHaveTheirStrength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.SliceOfN(rapid.IntRange(1, 5), 3, 6).Draw(t, "levels")
		strength := rapid.IntRange(2, 3).Draw(t, "strength")
		rows := newCovering(levels, strength)
		if gap := missing(rows, levels, strength); gap != "" {
			t.Fatalf("misses %s", gap)
		}
		least := 1
		for _, axes := range subsets(len(levels), strength) {
			n := 1
			for _, axis := range axes {
				n *= levels[axis]
			}
			least = max(least, n)
		}
		if len(rows) < least {
			t.Fatalf("%d rows cannot hold %d combinations", len(rows), least)
		}
		if missing(rows[:least-1], levels, strength) == "" {
			t.Fatal("brute force misses nothing in an array that is too short")
		}
	})
}
