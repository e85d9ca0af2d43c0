package reports

import (
	"fmt"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// A Judgement is one answer line of `fencediff judge`.
type Judgement struct {
	ID string `json:"id"`
	fence.Verdict
}

// An Observed is one answer line of `fencediff observe`.
type Observed struct {
	ID           string               `json:"id"`
	Label        oracle.Label         `json:"label"`
	Observations []oracle.Observation `json:"observations"`
	// Judged is what the fence said, where its plan ran and not the command.
	Judged *fence.Verdict `json:"judged,omitempty"`
	Evidence
}

// A Result is one line of results.jsonl: a request, what the fence and the
// oracle said of it, and how these two stand to each other.
type Result struct {
	ID string `json:"id"`
	// Request is the request line; it can be fed to judge, observe and run.
	Request Request `json:"request"`
	fence.Verdict
	Label        oracle.Label         `json:"label"`
	Observations []oracle.Observation `json:"observations"`
	Evidence
	Class Class `json:"class"`
	// Severity is set for a hole only.
	Severity Severity `json:"severity,omitzero"`
	// Bucket names the mistake that the finding is one case of; empty for Agree.
	Bucket string `json:"bucket,omitempty"`
	// Replay is the shell line that shows the finding again; empty for Agree.
	Replay string `json:"replay,omitempty"`
	// Hostile lists the hostile fixtures that an admitted request was run in.
	Hostile []HostileRun `json:"hostile,omitempty"`
	// Planned is what the plan of an admitted request did; nil if it was not run.
	Planned *PlanRun `json:"planned,omitempty"`
	// Unexpected says in which way real bash did not show what the request
	// expects; empty if it did.
	Unexpected string `json:"unexpected,omitempty"`
}

// NewResult classifies what a fence and the oracle said about a request. An
// invalid decision or label is an error: it would be a result nobody judged.
func NewResult(fenceName string, r Request, v fence.Verdict, o Observed) (Result, error) {
	result := Result{ID: r.ID, Request: r, Verdict: v, Label: o.Label, Observations: o.Observations, Evidence: o.Evidence}
	// A rule about a byte that no JSON can hold names that byte.
	result.Detail = oracle.Text([]byte(v.Detail))
	result.Unexpected = r.Expect.Unmet(o)
	result.Class, result.Severity = Classify(v.Decision, o.Label, o.Observations, r.Grants)
	if result.Class == 0 {
		return Result{}, fmt.Errorf("reports: %s: cannot classify verdict %q with label %q", r.ID, v.Decision, o.Label)
	}
	if result.Class == Agree {
		return result, nil
	}
	var err error
	result.Bucket = keyOf(result).id()
	if o.Adapted != nil {
		r.Setup = o.Adapted.Setup
	}
	result.Replay, err = Replay(fenceName, r)
	return result, err
}
