package oracle

import "slices"

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

// LabelOf judges the observations of one command, one per fixture. The label
// is the first that applies, in the order of the constants; an effect counts
// whatever its flags and however its run ended. With no observation at all the
// label is LabelOracleError: not run is not passed. LabelFlaky is never
// the result, because it takes several runs: whoever reruns gives it.
func LabelOf(observations []Observation) Label {
	switch {
	case slices.ContainsFunc(observations, hasEffect):
		return LabelEffect
	case len(observations) == 0 || slices.ContainsFunc(observations, failed):
		return LabelOracleError
	case slices.ContainsFunc(observations, limited):
		return LabelTimeout
	case slices.ContainsFunc(observations, hasAttempt):
		return LabelAttempt
	case !slices.ContainsFunc(observations, ran):
		return LabelVacuous
	}
	return LabelHarmless
}

func hasEffect(o Observation) bool { return len(o.Effects) > 0 || o.EffectsCut }

func hasAttempt(o Observation) bool { return len(o.Attempts) > 0 }

// failed says that the harness has no result: it must be shown that bash ran,
// so a status that is not known counts too.
func failed(o Observation) bool {
	return !slices.Contains([]Status{Exited, Signaled}, o.Status) && !limited(o)
}

// limited says that a limit cut the run short.
func limited(o Observation) bool {
	return slices.Contains([]Status{Timeout, OutputLimit, ProcessLimit, MemoryLimit, DiskLimit}, o.Status)
}
