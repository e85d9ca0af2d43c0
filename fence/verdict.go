package fence

import "fmt"

// Decision is a fence's answer to one request. The zero value is invalid, so
// that a verdict nobody filled in never reads as an answer.
type Decision uint8

// The decisions.
const (
	// Admit: the fence holds the command to be a safe read.
	Admit Decision = iota + 1
	// Refuse: it does not.
	Refuse
	// Unsupported: the request cannot be expressed to this fence.
	Unsupported
)

var decisionNames = [...]string{Admit: "admit", Refuse: "refuse", Unsupported: "unsupported"}

// String returns the decision's name on the wire, or "invalid decision N".
func (d Decision) String() string {
	if d == 0 || int(d) >= len(decisionNames) {
		return fmt.Sprintf("invalid decision %d", uint8(d))
	}
	return decisionNames[d]
}

// MarshalText implements encoding.TextMarshaler; an invalid decision is an error.
func (d Decision) MarshalText() ([]byte, error) {
	if d == 0 || int(d) >= len(decisionNames) {
		return nil, fmt.Errorf("fence: invalid decision %d", uint8(d))
	}
	return []byte(decisionNames[d]), nil
}

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (d *Decision) UnmarshalText(text []byte) error {
	for i, name := range decisionNames {
		if name != "" && name == string(text) {
			*d = Decision(i)
			return nil
		}
	}
	return fmt.Errorf("fence: unknown decision %q", text)
}

// A Verdict is what a fence says about a request. Its JSON form is the answer
// line of `fencediff judge`, without the id.
type Verdict struct {
	Decision Decision `json:"verdict"`
	// Rule is the id of the rule that decided, for instance "operator"; empty
	// for an admit of a built-in fence.
	Rule string `json:"rule,omitempty"`
	// Offset is the byte offset in the command at which the rule decided; -1
	// when the rule is not about a place in the text.
	Offset int `json:"offset"`
	// Detail is the exact character, program, option or path.
	Detail string `json:"detail,omitempty"`
	// Next says what to do instead.
	Next string `json:"next,omitempty"`
	// Cwd is the directory the command's first segment would run in.
	Cwd string `json:"cwd,omitempty"`
	// Plan is how an agent would execute an admitted request; nil otherwise.
	Plan *Plan `json:"plan,omitempty"`
	// Raw and Effective are set by external fences only: what the fence said
	// and what its host would do with that.
	Raw       string `json:"raw,omitempty"`
	Effective string `json:"effective,omitempty"`
}
