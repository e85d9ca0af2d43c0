package reports

import (
	"fmt"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

// A Probe explains one request: what each fence says of it and where in the
// text, what bash showed, and how the two stand to each other.
type Probe struct {
	// Schema is the $id of the schema that the probe follows.
	Schema  string  `json:"schema"`
	Request Request `json:"request"`
	// Tokens are the command taken apart.
	Tokens []Token       `json:"tokens"`
	Fences []ProbedFence `json:"fences"`
	// Label and Observations are the oracle's.
	Label        oracle.Label         `json:"label"`
	Observations []oracle.Observation `json:"observations"`
	Evidence
}

// A ProbedFence is what one fence says of a probed request.
type ProbedFence struct {
	Fence string `json:"fence"`
	fence.Verdict
	Class    Class    `json:"class"`
	Severity Severity `json:"severity,omitzero"`
	// Bucket and Replay are empty for Agree.
	Bucket string `json:"bucket,omitempty"`
	Replay string `json:"replay,omitempty"`
	// Nearest is the smallest change of the command that was found to turn an
	// admit into a refusal or the other way round; nil if none was.
	Nearest *Flip `json:"nearest,omitempty"`
}

// A Flip is another command and what the fence says of it.
type Flip struct {
	// Request is the changed request.
	Request Request `json:"request"`
	// Offset, Removed and Inserted say what was changed: the text that was there,
	// and what stands in its place.
	Offset   int    `json:"offset"`
	Removed  string `json:"removed"`
	Inserted string `json:"inserted"`
	// Decision is the verdict on it, Rule what decided.
	Decision fence.Decision `json:"verdict"`
	Rule     string         `json:"rule,omitempty"`
}

// NewProbe starts the explanation of a request with what was observed of it.
func NewProbe(r Request, o Observed) *Probe {
	return &Probe{
		Schema: schema.Probe, Request: r, Tokens: append([]Token{}, Tokens(r.Command)...), Fences: []ProbedFence{},
		Label: o.Label, Observations: o.Observations, Evidence: o.Evidence,
	}
}

// Add adds what a fence says; nearest may be nil.
func (p *Probe) Add(fenceName string, v fence.Verdict, nearest *Flip) error {
	result, err := NewResult(fenceName, p.Request, v, Observed{
		ID: p.Request.ID, Label: p.Label, Observations: p.Observations, Evidence: p.Evidence,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", fenceName, err)
	}
	p.Fences = append(p.Fences, ProbedFence{
		Fence: fenceName, Verdict: v, Class: result.Class, Severity: result.Severity, Bucket: result.Bucket, Replay: result.Replay,
		Nearest: nearest,
	})
	return nil
}
