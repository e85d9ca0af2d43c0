package grid

import "github.com/fencediff/fencediff/fence"

// A Cell is one command of a grid.
type Cell struct {
	// ID is stable: it does not change when its family or grid grows.
	ID string
	// Family names the product that the cell belongs to.
	Family string
	// Request is what a fence is asked and the oracle runs.
	Request fence.Request
	// Setup is bash run in the fixture beforehand; usually empty.
	Setup string
}
