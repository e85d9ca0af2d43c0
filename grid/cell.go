package grid

import "github.com/fencediff/fencediff/fence"

// A Cell is one command of a grid.
type Cell struct {
	// ID is the family's name and the names of the values, joined by "/": it
	// stays the same when its family or grid grows.
	ID string
	// Family names the product that the cell belongs to.
	Family string
	// Request is what a fence is asked and the oracle runs. Its command holds
	// no NUL.
	Request fence.Request
	// Fixture names the hostile fixture that the cell is for; usually empty.
	Fixture string
	// TTY says that the command needs a terminal to show what it does.
	TTY bool
}
