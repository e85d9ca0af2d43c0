package reports

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// Evidence is what a label rests on beyond one run in the plain fixtures. The
// zero value is nothing more.
type Evidence struct {
	// Runs are all runs of a command that was run again, those that showed the
	// same together; empty if it was run once.
	Runs []Run `json:"runs,omitempty"`
	// Adapted is set when the command ran in derived fixtures.
	Adapted *Adapted `json:"adapted,omitempty"`
}

// A Run is what one or more runs of a command showed alike.
type Run struct {
	// Count is how many runs they are.
	Count int `json:"count"`
	// Label is the label that they alone would have.
	Label oracle.Label `json:"label"`
}

// RunsOf returns what a record's runs showed, the first first.
func RunsOf(r oracle.Record) []Run {
	runs := make([]Run, len(r.Runs))
	for i, run := range r.Runs {
		runs[i] = Run{Count: run.Count, Label: oracle.LabelOf(run.Observations)}
	}
	return runs
}

// Adapted describes fixtures that were derived from the plain ones for one
// command, so that what it missed exists.
type Adapted struct {
	// Setup is what derives them.
	Setup string `json:"setup"`
	// Fixtures has the digest of each derived fixture by the name of the plain one.
	Fixtures map[string]string `json:"fixtures"`
}

// NewAdapted describes the derived fixtures of a job.
func NewAdapted(job oracle.Job, info oracle.Info) *Adapted {
	a := &Adapted{Setup: job.Setup, Fixtures: map[string]string{}}
	names := job.Fixtures
	if len(names) == 0 {
		names = fixtures.Plain()
	}
	for _, name := range names {
		sum := sha256.Sum256([]byte(info.Fixtures[name] + "\n" + job.Setup))
		a.Fixtures[name] = hex.EncodeToString(sum[:])
	}
	return a
}

// NeedsConfirmation says that a class is a finding, which one run is too few
// to claim.
func NeedsConfirmation(c Class) bool { return c == Hole || c == Suspect || c == OverBlock }
