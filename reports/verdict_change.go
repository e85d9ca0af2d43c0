package reports

import (
	"cmp"
	"fmt"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// A VerdictChange is one line of changes.jsonl: a request that two sides judge
// differently, and what bash says of it.
type VerdictChange struct {
	// Type tells the line from the summary: "change".
	Type    string  `json:"type"`
	ID      string  `json:"id"`
	Request Request `json:"request"`
	Base    Answer  `json:"base"`
	Head    Answer  `json:"head"`
	Change  Change  `json:"change"`
	Outcome Outcome `json:"outcome"`
	// Label is the oracle's for the command, or for head's plan when only the
	// plan changed.
	Label Known `json:"label"`
	// Severity is set for holes that were opened or closed.
	Severity Severity `json:"severity,omitzero"`
	// Kinds are the kinds of effect behind the label.
	Kinds []oracle.Kind `json:"kinds"`
	// Note says in a few words what bash shows.
	Note string `json:"note,omitempty"`
	// Group names the cause that the change is one case of.
	Group string `json:"group"`
	// Replay is the shell line that shows the change again.
	Replay string `json:"replay"`
}

// NewVerdictChange joins what two sides said about a request with what bash
// shows. Verb is the command line, of words, that compares the two sides. An
// invalid or unchanged pair of answers is an error.
func NewVerdictChange(r Request, base, head Answer, e ChangeEvidence, verb []string) (VerdictChange, error) {
	v := VerdictChange{
		Type: "change", ID: r.ID, Request: r, Base: base, Head: head,
		Change: ChangeOf(base, head), Label: Unlabelled, Kinds: []oracle.Kind{},
	}
	if v.Change == 0 || v.Change == Unchanged {
		return v, fmt.Errorf("reports: %s: %s and %s are no change", r.ID, base.Decision, head.Decision)
	}
	v.Outcome, v.Severity = outcomeOf(v.Change, e, r.Grants)
	if shown := e.shown(v.Outcome); shown != nil {
		v.Label = Known(shown.Label)
		v.Kinds = effectKinds(shown.Observations, r.Grants).List()
		v.Note = shownNote(r, *shown)
	}
	v.Group = v.group()
	var err error
	v.Replay, err = replayWith(r, verb)
	return v, err
}

// shown is the observation that explains the outcome.
func (e ChangeEvidence) shown(o Outcome) *Observed {
	if o == HoleClosed {
		return cmp.Or(e.Base, e.Head)
	}
	return e.Head
}

// shownNote says what bash shows, whatever the verdict: what the finding of an
// admitted request would say.
func shownNote(r Request, o Observed) string {
	admitted := Result{Request: r, Observations: o.Observations, Label: o.Label}
	admitted.Class, _ = Classify(fence.Admit, o.Label, o.Observations, r.Grants)
	if tell := notes[admitted.Class]; tell != nil {
		return tell(admitted)
	}
	return ""
}

// group is the name of what this change has in common with others: what decided
// on each side, and what it means. It is the same in every run and everywhere.
func (v VerdictChange) group() string {
	return digest(v.Change.String(), v.Outcome.String(), v.Base.cause(), v.Head.cause())
}
