package reports

import (
	"encoding/json"
	"fmt"
	"io"
)

// A Shrinking is the answer of shrink: a command, and the smallest one found
// that shows the same.
type Shrinking struct {
	// From is the command that was given, Command the smallest.
	From, Command string
	// Stop says why shrinking ended there: minimal, out-of-budget or flaky.
	Stop string
	// Tries counts the commands that were compared.
	Tries int
	// Result is what the smallest shows; nil where two fences are kept
	// different.
	Result *Result
}

// MarshalJSON implements json.Marshaler. Bytes that are no UTF-8 are in the
// _b64 members.
func (s Shrinking) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		From    Request `json:"from"`
		Command Request `json:"command"`
		Stop    string  `json:"stop"`
		Tries   int     `json:"tries"`
		Result  *Result `json:"result,omitempty"`
	}{NewRequest("from", s.From), NewRequest("command", s.Command), s.Stop, s.Tries, s.Result})
}

// WriteText writes the smallest command, as it can be pasted, and what is known
// of it.
func (s Shrinking) WriteText(w io.Writer) error {
	if _, err := fmt.Fprintln(w, Escape(s.Command)); err != nil {
		return err
	}
	if r := s.Result; r != nil {
		what := r.Class.String()
		if r.Severity != 0 {
			what += " " + r.Severity.String()
		}
		if r.Rule != "" {
			what += ", refused by " + r.Rule
		}
		if kinds := r.Signature().Kinds.String(); kinds != "" {
			what += ", effects: " + kinds
		}
		if _, err := fmt.Fprintf(w, "shows: %s\n", EscapeLine(what)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d bytes of %d, %s, %d commands compared\n", len(s.Command), len(s.From), s.Stop, s.Tries)
	return err
}
