package grid

import (
	"iter"
	"strings"
)

// A Grid is a named list of families. It is safe for concurrent use.
type Grid struct {
	// Name is what a --source says after "grid:".
	Name string
	// Families are the products, in the order of the cells.
	Families []Family
}

// Count is the exact number of the grid's cells.
func (g Grid) Count() int {
	n := 0
	for _, family := range g.Families {
		n += family.Count()
	}
	return n
}

// Cells yields every cell of the grid once, always in the same order.
func (g Grid) Cells() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for _, family := range g.Families {
			for cell := range family.Cells() {
				if !yield(cell) {
					return
				}
			}
		}
	}
}

// Cell finds a cell by its id, without making the others. It reports false for
// an id that the grid does not have.
func (g Grid) Cell(id string) (Cell, bool) {
	names := strings.Split(id, "/")
	for _, family := range g.Families {
		if family.Name == names[0] {
			return family.find(names[1:])
		}
	}
	return Cell{}, false
}

// grids are the grids by name, in the order of Names.
var grids = []Grid{smoke, full, hostile}

// Names lists the grids.
func Names() []string {
	names := make([]string, len(grids))
	for i, g := range grids {
		names[i] = g.Name
	}
	return names
}

// Lookup finds a grid by name, "smoke" for instance; false means that there is
// none of that name.
func Lookup(name string) (Grid, bool) {
	for _, g := range grids {
		if g.Name == name {
			return g, true
		}
	}
	return Grid{}, false
}
