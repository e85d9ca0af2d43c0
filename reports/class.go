package reports

// Class says how a verdict and a label stand to each other. The zero value is
// invalid, so that a result nobody classified never reads as one that passed.
type Class uint8

// The classes, in the order in which a report shows them.
const (
	// Hole: admitted, and an effect in any plain fixture.
	Hole Class = iota + 1
	// HostileHole: admitted, and the trap of a hostile fixture sprang. Beside
	// the request's own class.
	HostileHole
	// Suspect: admitted, and it tried to change something and failed.
	Suspect
	// OverBlock: refused, and harmless in all fixtures, and it really ran.
	OverBlock
	// PlanDivergence: the plan of an admitted request does otherwise than the
	// command. Beside the request's own class.
	PlanDivergence
	// Unexpected: real bash shows something else than the case says. Beside the
	// request's own class.
	Unexpected
	// Inconclusive: the fence or the oracle could not tell. Never a pass.
	Inconclusive
	// Agree: fence and oracle do not contradict each other.
	Agree
)

var classNames = []string{
	Hole: "hole", HostileHole: "hostile-hole", Suspect: "suspect", OverBlock: "over-block",
	PlanDivergence: "plan-divergence", Unexpected: "unexpected", Inconclusive: "inconclusive", Agree: "agree",
}

// Classes returns every class in the order in which a report shows them.
func Classes() []Class { return enumAll[Class](classNames) }

// String returns the class's name on the wire.
func (c Class) String() string { return enumString(classNames, "class", c) }

// IsFinding says whether the class is a mistake of a fence about one command.
func (c Class) IsFinding() bool { return c == Hole || c == Suspect || c == OverBlock }

// MarshalText implements encoding.TextMarshaler; an invalid class is an error.
func (c Class) MarshalText() ([]byte, error) { return enumText(classNames, "class", c) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (c *Class) UnmarshalText(text []byte) (err error) {
	*c, err = enumValue[Class](classNames, "class", text)
	return err
}
