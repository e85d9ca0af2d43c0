package mutant

import "slices"

// An Equivalent is a mutation of which it is known that no command can show it,
// or that none can show it in bash.
type Equivalent struct {
	// ID is the mutation.
	ID string
	// Claims says what is claimed of it.
	Claims Claim
	// Reason says why it is so.
	Reason string
}

// Claim is what an entry of the register claims. The zero value is invalid.
type Claim uint8

// The claims.
const (
	// SameDecisions: no command is decided otherwise.
	SameDecisions Claim = iota + 1
	// NeverRuns: what is decided otherwise cannot really run, so that bash shows
	// neither an effect nor a harmless command.
	NeverRuns
)

// Equivalents is the register: every mutation of the built-in fences that no grid
// has to kill, or not in bash, in the order of their ids.
func Equivalents() []Equivalent { return slices.Clone(equivalents) }

const (
	tooMany = "the program knows no more operands: it says so and ends"
	oneFile = "tail takes -N beside one file only: it says so and ends"
	noCase  = "bash reads ;; in a case only: elsewhere nothing of the command runs"
)

var equivalents = []Equivalent{
	{"cap-operands/comm/means-nothing-found", NeverRuns, tooMany},
	{"cap-operands/comm/one-more", NeverRuns, tooMany},
	{"cap-operands/comm/unlimited", NeverRuns, tooMany},
	{"cap-operands/tail/digits-one-more", NeverRuns, oneFile},
	{"cap-operands/tail/digits-unlimited", NeverRuns, oneFile},
	{"cap-operands/tr/means-nothing-found", NeverRuns, tooMany},
	{"cap-operands/tr/one-more", NeverRuns, tooMany},
	{"cap-operands/tr/unlimited", NeverRuns, tooMany},
	{"order/pwd/first", SameDecisions, "pwd has no operand behind which an option could stand"},
	{"preflight/full-access", SameDecisions, "a directory outside is refused once more, by rule path, before any segment runs in it"},
	{"preflight/unconfined", SameDecisions, "a directory outside is refused once more, by rule path, before any segment runs in it"},
	{"separator/double-semicolon/like-and", NeverRuns, noCase},
	{"separator/double-semicolon/like-or", NeverRuns, noCase},
	{"separator/double-semicolon/like-pipe", NeverRuns, noCase},
	{"separator/double-semicolon/like-semicolon", NeverRuns, noCase},
	{"special/double-semicolon/is-text", SameDecisions, "it is two separators then, and the segment between them is empty"},
	{"special/double-semicolon/word-start-only", SameDecisions, "inside a word it is two separators then, and the segment between them is empty"},
	{"special/pipe-both/is-text", SameDecisions, "it is a separator and & then, which refuses"},
	{"special/pipe-both/word-start-only", SameDecisions, "inside a word it is a separator and & then, which refuses"},
}
