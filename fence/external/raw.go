package external

import "fmt"

// Raw is what a fence itself said. The zero value is invalid.
type Raw uint8

// The raw answers.
const (
	// Allow: the command may run.
	Allow Raw = iota + 1
	// Ask: a person has to say.
	Ask
	// Deny: the command may not run.
	Deny
	// Abstain: the fence has no opinion.
	Abstain
	// Error: the fence crashed, took too long or answered what is no answer.
	Error
)

var rawNames = [...]string{Allow: "allow", Ask: "ask", Deny: "deny", Abstain: "abstain", Error: "error"}

// String returns the answer's name on the wire, or "invalid raw answer N".
func (r Raw) String() string {
	if r == 0 || int(r) >= len(rawNames) {
		return fmt.Sprintf("invalid raw answer %d", uint8(r))
	}
	return rawNames[r]
}

// answered finds the raw answer of that name among those a fence can give:
// error is what becomes of a fence, not what it says.
func answered(name string) (Raw, bool) {
	for r := Allow; r <= Abstain; r++ {
		if rawNames[r] == name {
			return r, true
		}
	}
	return 0, false
}

// Effective is what a host does with a raw answer. The zero value stands for
// "nobody knows".
type Effective uint8

// What a host can do.
const (
	// Runs: the command is executed.
	Runs Effective = iota + 1
	// Prompts: a person is asked first.
	Prompts
	// Blocked: it is not executed.
	Blocked
)

var effectiveNames = [...]string{"", "runs", "prompts", "blocked"}

// String returns the name on the wire; it is empty for the zero value.
func (e Effective) String() string {
	if int(e) >= len(effectiveNames) {
		return fmt.Sprintf("invalid effective answer %d", uint8(e))
	}
	return effectiveNames[e]
}
