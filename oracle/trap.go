package oracle

import (
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fixtures"
)

// Sprung says whether an observation in a hostile fixture shows its trap sprung.
// False says so only where the command ran to its end: see [Status].
func Sprung(trap fixtures.Trap, o Observation) bool {
	switch trap.Sign {
	case fixtures.SignEffect:
		return slices.ContainsFunc(o.Effects, func(e Effect) bool { return shows(e, trap.Token) })
	case fixtures.SignOutput:
		return strings.Contains(o.Stdout, trap.Token) || strings.Contains(o.Stderr, trap.Token)
	case fixtures.SignLimit:
		return limited(o) && o.Status.String() == trap.Token
	}
	return false
}

// shows says whether an effect is at a place or below it. The workspace is not
// part of what lies around it.
func shows(e Effect, place string) bool {
	if e.Path == place {
		return true
	}
	within := strings.HasPrefix(e.Path, place+"/")
	return within && (!e.Inside || strings.HasPrefix(place, fixtures.Workspace+"/"))
}

// Complete says whether a run ended by itself, so that what it did not do it
// does not do.
func (s Status) Complete() bool { return s == Exited || s == Signaled }
