package mutant

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
	// SameVerdicts: no command is decided otherwise.
	SameVerdicts Claim = iota + 1
	// NeverRuns: what is decided otherwise cannot really run, so that bash shows
	// neither an effect nor a harmless command.
	NeverRuns
)

// Equivalents is the register: every mutation that no grid has to kill, or not
// in bash, in the order of their ids.
func Equivalents() []Equivalent { return nil }
