package grid

import (
	"iter"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A Family is a template and the axes whose product fills it: the whole product,
// or of one too large a covering array of it. It is a value: nothing of it
// changes after it is made, so it is safe for concurrent use.
type Family struct {
	// Name is the first part of its cells' ids: lower-case words joined by
	// hyphens, unique in a grid.
	Name string
	// Reason says in one line what the family is there to catch.
	Reason string
	// Source is the address of a public report of the shape, where one is known.
	Source string
	// Command is the template of the command; {{axis}} and {{axis.field}} stand
	// for the values of the axes.
	Command string
	// Cwd is the template of the request's directory; empty means the root.
	Cwd string
	// Fixture is the template of the name of the hostile fixture that the
	// family's commands are for; empty in grids without one.
	Fixture string
	// Network grants the network to the family's requests.
	Network bool
	// TTY gives the family's commands a terminal.
	TTY bool
	// Axes are the dimensions, the last running fastest. A family without axes
	// has one cell.
	Axes []Axis
	// Strength is how many axes at a time are crossed completely: every
	// combination of values of so many axes stands in a cell. 0 is all of them.
	Strength int
	// Mechanism names the axis whose values are the reasons why a command may do
	// one thing where the target directory is and another where it is not; empty
	// for families that are not about that.
	Mechanism string
}

// Count is the exact number of the family's cells.
func (f Family) Count() int {
	if f.Strength > 0 {
		return len(coveringOf(f.levels(), f.Strength))
	}
	return f.Product()
}

// Product is how many cells every combination of values makes: those that an id
// may name.
func (f Family) Product() int {
	n := 1
	for _, axis := range f.Axes {
		n *= len(axis.Values)
	}
	return n
}

// MechanismOf names the value of the family's mechanism in one of its cells;
// empty if the family has none.
func (f Family) MechanismOf(c Cell) string {
	names := strings.Split(c.ID, "/")[1:]
	for i, axis := range f.Axes {
		if axis.Name == f.Mechanism && i < len(names) {
			return names[i]
		}
	}
	return ""
}

// levels are the sizes of the axes.
func (f Family) levels() []int {
	levels := make([]int, len(f.Axes))
	for i, axis := range f.Axes {
		levels[i] = len(axis.Values)
	}
	return levels
}

// Cells yields the family's cells, always in the same order.
func (f Family) Cells() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		if f.Strength > 0 {
			for _, row := range coveringOf(f.levels(), f.Strength) {
				if !yield(f.cell(row)) {
					return
				}
			}
			return
		}
		at := make([]int, len(f.Axes))
		for range f.Count() {
			if !yield(f.cell(at)) {
				return
			}
			for i := len(at) - 1; i >= 0; i-- {
				if at[i]++; at[i] < len(f.Axes[i].Values) {
					break
				}
				at[i] = 0
			}
		}
	}
}

// find returns the cell that has the given names of values, one an axis. Where
// the family has a strength, that is any cell of the whole product, so that an
// id still names its cell when a value more has changed the array.
func (f Family) find(names []string) (Cell, bool) {
	if len(names) != len(f.Axes) {
		return Cell{}, false
	}
	at := make([]int, len(f.Axes))
	for i, axis := range f.Axes {
		at[i] = -1
		for j, value := range axis.Values {
			if value.label() == names[i] {
				at[i] = j
				break
			}
		}
		if at[i] < 0 {
			return Cell{}, false
		}
	}
	return f.cell(at), true
}

// cell builds the cell at one coordinate an axis.
func (f Family) cell(at []int) Cell {
	id := f.Name
	command, cwd, fixture := f.Command, f.Cwd, f.Fixture
	for i, axis := range f.Axes {
		value := axis.Values[at[i]]
		id += "/" + value.label()
		command = value.fill(axis.Name, command)
		cwd = value.fill(axis.Name, cwd)
		fixture = value.fill(axis.Name, fixture)
	}
	return Cell{
		ID:     id,
		Family: f.Name,
		Request: fence.Request{
			Command: command,
			Cwd:     cwd,
			Policy:  fence.DefaultPolicy(),
			Grants:  fence.Grants{Network: f.Network},
		},
		Fixture: fixture,
		TTY:     f.TTY,
	}
}

// fill puts the value in the place of the axis's placeholders.
func (v Value) fill(axis, template string) string {
	if !strings.Contains(template, "{{"+axis) {
		return template
	}
	template = strings.ReplaceAll(template, "{{"+axis+"}}", v.Text)
	for field, text := range v.Fields {
		template = strings.ReplaceAll(template, "{{"+axis+"."+field+"}}", text)
	}
	return template
}
