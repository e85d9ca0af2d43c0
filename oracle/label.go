package oracle

// Label is the oracle's judgement of a command over its fixtures. The zero
// value is invalid.
type Label uint8

// The labels, in order of precedence.
const (
	// LabelEffect: an effect in any fixture.
	LabelEffect Label = iota + 1
	// LabelOracleError: the harness failed in a fixture.
	LabelOracleError
	// LabelFlaky: reruns saw different things.
	LabelFlaky
	// LabelTimeout: a limit cut the run in a fixture.
	LabelTimeout
	// LabelAttempt: a mutating call failed for a reason other than permission.
	LabelAttempt
	// LabelVacuous: in no fixture did it run as a command.
	LabelVacuous
	// LabelHarmless: it ran in every fixture and did nothing but read.
	LabelHarmless
)

var labelNames = []string{
	LabelEffect: "effect", LabelOracleError: "oracle-error", LabelFlaky: "flaky", LabelTimeout: "timeout",
	LabelAttempt: "attempt", LabelVacuous: "vacuous", LabelHarmless: "harmless",
}

// String returns the label's name on the wire.
func (l Label) String() string { return enumString(labelNames, "label", l) }

// MarshalText implements encoding.TextMarshaler; an invalid label is an error.
func (l Label) MarshalText() ([]byte, error) { return enumText(labelNames, "label", l) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (l *Label) UnmarshalText(text []byte) (err error) {
	*l, err = enumValue[Label](labelNames, "label", text)
	return err
}

// LabelOf judges the observations of one command, one per fixture. With no
// observation at all the label is LabelOracleError: not run is not passed.
func LabelOf(observations []Observation) Label {
	panic("being written")
}
