package oracle

import (
	"regexp"
	"slices"

	"github.com/fencediff/fencediff/oracle/image"
)

// stubTrace is what a recording stub writes to standard error.
var stubTrace = regexp.MustCompile(`(?m)^\S+: recording stub: not run$`)

// stubbed says that a program ran which the image has only as a recording
// stub, so that the observation does not show what the command does. The
// executed files say so where they were traced, the stub's trace where not.
func stubbed(o Observation) bool {
	if len(o.Execs) == 0 {
		return stubTrace.MatchString(o.Stderr)
	}
	return slices.ContainsFunc(o.Execs, func(e ExecRecord) bool { return image.IsStub(e.Path) })
}
