package grid

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fixtures"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares what a test saw with a file of testdata, or rewrites the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s (-want +got), rewrite it with -update if this is meant:\n%s", path, diff)
	}
}

// TestIDsAreStable fails when the id of a cell, or the cell of an id, changes.
// A new cell adds a line; a line that changes or goes away breaks every
// baseline that names it.
func TestIDsAreStable(t *testing.T) {
	for _, g := range []Grid{smoke, hostile} {
		t.Run(g.Name, func(t *testing.T) {
			var b bytes.Buffer
			for cell := range g.Cells() {
				fmt.Fprintf(&b, "%s\t%s\n", cell.ID, shown(cell))
			}
			golden(t, g.Name+".golden", b.Bytes())
		})
	}
}

// TestIDsOfFullAreStable looks up ids that were drawn when their families were
// made: a family that grows still knows them, and they mean what they meant.
func TestIDsOfFullAreStable(t *testing.T) {
	const every = 97
	if *update {
		var b bytes.Buffer
		for cell := range sample(full, every) {
			fmt.Fprintf(&b, "%s\t%s\n", cell.ID, shown(cell))
		}
		golden(t, "full-sample.golden", b.Bytes())
	}
	lines, err := os.ReadFile(filepath.Join("testdata", "full-sample.golden"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(lines)) {
		id, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n++
		if cell, ok := full.Cell(id); !ok || shown(cell) != want {
			t.Errorf("Cell(%q) = %s, %v, want %s", id, shown(cell), ok, want)
		}
	}
	if n < 1000 {
		t.Errorf("%d ids were looked up, want 1000 or more", n)
	}
}

// TestFullIsWhatItWas shows which families a change of an alphabet changes: the
// cells of each, how many axes at a time they cross, and a digest of them.
func TestFullIsWhatItWas(t *testing.T) {
	var b bytes.Buffer
	for _, family := range full.Families {
		digest := sha256.New()
		for cell := range family.Cells() {
			fmt.Fprintf(digest, "%s\t%s\n", cell.ID, shown(cell))
		}
		fmt.Fprintf(&b, "%s\t%d of %d\tstrength %d\t%x\n", family.Name, family.Count(), family.Product(), family.Strength, digest.Sum(nil)[:6])
	}
	golden(t, "full.golden", b.Bytes())
}

// sample yields every so manieth cell of a grid.
func sample(g Grid, every int) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		n := 0
		for cell := range g.Cells() {
			if n++; n%every == 0 && !yield(cell) {
				return
			}
		}
	}
}

// someOf is all cells of a small grid, and one in a few of a large one, which
// a test that looks up each would be long over.
func someOf(g Grid) iter.Seq[Cell] {
	return sample(g, 1+g.Count()/10_000)
}

// shown is all of a cell but its id, on one line.
func shown(cell Cell) string {
	line := fmt.Sprintf("%q", abridged(cell.Request.Command))
	if cell.Request.Cwd != "" {
		line += fmt.Sprintf(" cwd=%q", cell.Request.Cwd)
	}
	if cell.Request.Grants.Network {
		line += " network"
	}
	if cell.TTY {
		line += " tty"
	}
	if cell.Fixture != "" {
		line += " fixture=" + cell.Fixture
	}
	return line
}

// abridged cuts the middle out of the commands that are long for length's sake.
func abridged(command string) string {
	const kept = 400
	if len(command) <= 2*kept {
		return command
	}
	return fmt.Sprintf("%s…%d bytes…%s", command[:kept], len(command)-2*kept, command[len(command)-kept:])
}

func TestEveryIDFindsItsCell(t *testing.T) {
	for _, g := range grids {
		for cell := range someOf(g) {
			found, ok := g.Cell(cell.ID)
			if !ok || found != cell {
				t.Errorf("%s: Cell(%q) = %+v, %v, want %+v", g.Name, cell.ID, found, ok, cell)
			}
		}
	}
}

func TestIDsAreUnique(t *testing.T) {
	for _, g := range grids {
		seen := make(map[string]bool)
		for cell := range g.Cells() {
			if seen[cell.ID] {
				t.Errorf("%s: two cells have the id %s", g.Name, cell.ID)
			}
			seen[cell.ID] = true
		}
	}
}

func TestUnknownIDsFindNothing(t *testing.T) {
	for _, id := range []string{"", "option-ls", "option-ls/", "option-ls/-l/x", "option-ls/-nosuch", "nosuch/-l", "/"} {
		if cell, ok := smoke.Cell(id); ok {
			t.Errorf("Cell(%q) = %+v, want none", id, cell)
		}
	}
}

func TestCountIsExact(t *testing.T) {
	for _, g := range grids {
		total := 0
		for _, family := range g.Families {
			n := 0
			for range family.Cells() {
				n++
			}
			if n == 0 || n != family.Count() {
				t.Errorf("%s: family %s has %d cells, Count says %d", g.Name, family.Name, n, family.Count())
			}
			total += n
		}
		if total != g.Count() {
			t.Errorf("%s has %d cells, Count says %d", g.Name, total, g.Count())
		}
	}
}

func TestCellsStopWhenAsked(t *testing.T) {
	n := 0
	for range smoke.Cells() {
		if n++; n == smoke.Families[0].Count()+1 {
			break
		}
	}
	if want := smoke.Families[0].Count() + 1; n != want {
		t.Errorf("ran over %d cells, want %d", n, want)
	}
}

// TestRequestsAreUnique lets the crossings of the full grid meet here and there,
// but no more.
func TestRequestsAreUnique(t *testing.T) {
	for _, g := range grids {
		seen := make(map[string]string)
		again := 0
		for cell := range g.Cells() {
			key := fmt.Sprintf("%q %q %q %v %v", cell.Request.Command, cell.Request.Cwd, cell.Fixture, cell.Request.Grants, cell.TTY)
			if other := seen[key]; other != "" {
				if again++; g.Name != full.Name {
					t.Errorf("%s: %s and %s ask the same: %q", g.Name, other, cell.ID, cell.Request.Command)
				}
			}
			seen[key] = cell.ID
		}
		if again > g.Count()/100 {
			t.Errorf("%s: %d of %d cells ask what another asks", g.Name, again, g.Count())
		}
	}
}

// TestCellsAreWholeCommands looks at what no command may hold.
func TestCellsAreWholeCommands(t *testing.T) {
	for _, g := range grids {
		for cell := range g.Cells() {
			for _, text := range []string{cell.Request.Command, cell.Request.Cwd, cell.Fixture} {
				if strings.ContainsRune(text, 0) {
					t.Errorf("%s holds a NUL, which no argument can: %q", cell.ID, text)
				}
				if strings.Contains(text, "{{") {
					t.Errorf("%s has a placeholder left: %q", cell.ID, text)
				}
			}
			if len(cell.ID) > 250 {
				t.Errorf("%s is too long an id: name the value", cell.ID)
			}
		}
	}
}

// TestIDsSurviveGrowth puts a value before all others on every axis and a
// family before all others, and expects every old id to mean the same cell.
func TestIDsSurviveGrowth(t *testing.T) {
	for _, g := range grids {
		grown := Grid{Name: g.Name, Families: []Family{{Name: "new-family", Command: "true"}}}
		for _, family := range g.Families {
			axes := slices.Clone(family.Axes)
			for i := range axes {
				axes[i].Values = join([]Value{{Name: "new-value", Text: "new"}}, axes[i].Values)
			}
			family.Axes = axes
			grown.Families = append(grown.Families, family)
		}
		if grown.Count() <= g.Count() {
			t.Fatalf("%s did not grow", g.Name)
		}
		for cell := range someOf(g) {
			if found, ok := grown.Cell(cell.ID); !ok || found != cell {
				t.Errorf("%s: after growth %s is %+v, want %+v", g.Name, cell.ID, found, cell)
			}
		}
	}
}

func TestLabelsGiveTheTextBack(t *testing.T) {
	for _, g := range grids {
		for _, family := range g.Families {
			for _, axis := range family.Axes {
				for _, value := range axis.Values {
					if value.Name != "" || value.Text == "" {
						continue
					}
					if text, err := url.QueryUnescape(value.label()); err != nil || text != value.Text {
						t.Errorf("%s: label %q gives back %q, %v, want %q", family.Name, value.label(), text, err, value.Text)
					}
				}
			}
		}
	}
}

func TestFamiliesSayWhy(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, g := range grids {
		seen := make(map[string]bool)
		for _, family := range g.Families {
			if !name.MatchString(family.Name) || seen[family.Name] {
				t.Errorf("%s: the family name %q is malformed or taken", g.Name, family.Name)
			}
			seen[family.Name] = true
			if family.Reason == "" || strings.ContainsAny(family.Reason, "\n") {
				t.Errorf("%s: family %s needs a reason of one line, has %q", g.Name, family.Name, family.Reason)
			}
			if family.Source != "" {
				if u, err := url.Parse(family.Source); err != nil || u.Scheme != "https" || u.Host == "" {
					t.Errorf("%s: family %s names no address: %q", g.Name, family.Name, family.Source)
				}
			}
			if family.Mechanism != "" && !slices.ContainsFunc(family.Axes, func(a Axis) bool { return a.Name == family.Mechanism }) {
				t.Errorf("%s: family %s has no axis %s", g.Name, family.Name, family.Mechanism)
			}
			for _, axis := range family.Axes {
				for _, value := range axis.Values {
					if value.Name != "" && !name.MatchString(value.Name) {
						t.Errorf("%s: family %s: the value name %q is malformed", g.Name, family.Name, value.Name)
					}
				}
			}
		}
	}
}

func TestLookup(t *testing.T) {
	for _, name := range Names() {
		if g, ok := Lookup(name); !ok || g.Name != name {
			t.Errorf("Lookup(%q) = %q, %v", name, g.Name, ok)
		}
	}
	if g, ok := Lookup("nosuch"); ok {
		t.Errorf(`Lookup("nosuch") = %q`, g.Name)
	}
	if want := []string{"smoke", "full", "hostile"}; !slices.Equal(Names(), want) {
		t.Errorf("Names() = %v, want %v", Names(), want)
	}
}

// TestTrapsStayInTheHostileGrid keeps the two grids apart, and has each hostile
// fixture met by a cell.
func TestTrapsStayInTheHostileGrid(t *testing.T) {
	for cell := range smoke.Cells() {
		if cell.Fixture != "" {
			t.Errorf("smoke: %s is for the fixture %q", cell.ID, cell.Fixture)
		}
	}
	met := map[string]bool{}
	for cell := range hostile.Cells() {
		met[cell.Fixture] = true
		if recipe, ok := fixtures.Lookup(cell.Fixture); !ok {
			t.Errorf("hostile: %s is for the fixture %q, which there is not", cell.ID, cell.Fixture)
		} else if trap, ok := recipe.Trap(); !ok || trap.Terminal && !cell.TTY {
			t.Errorf("hostile: %s has no trap or no terminal in the fixture %s", cell.ID, cell.Fixture)
		}
	}
	for _, recipe := range fixtures.Hostile() {
		if !met[recipe.Name()] {
			t.Errorf("hostile: no cell is for the fixture %s", recipe.Name())
		}
	}
}
