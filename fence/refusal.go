package fence

import "strconv"

// A Refusal is why a command was not admitted. It wraps its RuleID.
type Refusal struct {
	Rule RuleID
	// Offset is the byte offset in the command at which the rule decided; -1
	// when the rule is not about a place in the text.
	Offset int
	// Detail is the exact character, program, option or path.
	Detail string
	// Next says what to do instead.
	Next string
}

// Error says rule, detail, place and next step in one line.
func (r *Refusal) Error() string {
	if r.Rule == RuleWorkdir {
		return r.Detail + "; " + r.Next
	}
	text := "refused by rule " + string(r.Rule) + ": " + strconv.Quote(r.Detail)
	if r.Offset >= 0 {
		text += " at byte " + strconv.Itoa(r.Offset)
	}
	return text + "; " + r.Next
}

// Unwrap returns the rule's id.
func (r *Refusal) Unwrap() error { return r.Rule }
