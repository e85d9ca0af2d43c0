package reports

import (
	"cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// Outcome says what a change of verdict means, given what bash shows. The zero
// value is invalid.
type Outcome uint8

// The outcomes, in the order in which a report shows them.
const (
	// HoleOpened: admitted now, and the command has an effect.
	HoleOpened Outcome = iota + 1
	// OverBlockIntroduced: refused now, and the command only reads.
	OverBlockIntroduced
	// Undecided: bash cannot say, was not asked, or a side could not be.
	Undecided
	// OverBlockRemoved: admitted now, and the command only reads.
	OverBlockRemoved
	// HoleClosed: refused now, and the command has an effect.
	HoleClosed
	// Neutral: neither better nor worse.
	Neutral
	// FlakyVerdict: a side gave other verdicts when it was asked again.
	FlakyVerdict
)

var outcomeNames = []string{
	HoleOpened: "hole-opened", OverBlockIntroduced: "over-block-introduced", Undecided: "inconclusive",
	OverBlockRemoved: "over-block-removed", HoleClosed: "hole-closed", Neutral: "neutral", FlakyVerdict: "flaky",
}

// Outcomes returns every outcome in the order in which a report shows them.
func Outcomes() []Outcome { return enumAll[Outcome](outcomeNames) }

// String returns the outcome's name on the wire.
func (o Outcome) String() string { return enumString(outcomeNames, "outcome", o) }

// MarshalText implements encoding.TextMarshaler; an invalid outcome is an error.
func (o Outcome) MarshalText() ([]byte, error) { return enumText(outcomeNames, "outcome", o) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (o *Outcome) UnmarshalText(text []byte) (err error) {
	*o, err = enumValue[Outcome](outcomeNames, "outcome", text)
	return err
}

// Known is what is known of what a command does: the oracle's label, or that it
// was not asked. The zero value is invalid.
type Known uint8

// Unlabelled: neither the store nor bash was there to tell.
const Unlabelled = Known(oracle.LabelHarmless) + 1

var knownNames = func() []string {
	names := make([]string, Unlabelled+1)
	for l := oracle.LabelEffect; l <= oracle.LabelHarmless; l++ {
		names[l] = l.String()
	}
	names[Unlabelled] = "unlabelled"
	return names
}()

// String returns the label's name on the wire.
func (k Known) String() string { return enumString(knownNames, "label", k) }

// MarshalText implements encoding.TextMarshaler; an invalid label is an error.
func (k Known) MarshalText() ([]byte, error) { return enumText(knownNames, "label", k) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (k *Known) UnmarshalText(text []byte) (err error) {
	*k, err = enumValue[Known](knownNames, "label", text)
	return err
}

// ChangeEvidence is what was found out about a request whose verdict changed.
type ChangeEvidence struct {
	// Base and Head are what bash showed of what each side would have executed;
	// nil when neither store nor bash could be asked. They are the same but for
	// plans that differ.
	Base, Head *Observed
	// Flaky says that a side, asked again, gave another verdict.
	Flaky bool
}

// NeedsLabel says whether what bash shows matters for a change.
func (c Change) NeedsLabel() bool { return c == Loosened || c == Tightened || c == PlanOnly }

// standing is what admitting a request would be: its class, and whether refusing
// it would be an over-block.
type standing struct {
	admitted, refused Class
	severity          Severity
}

func standingOf(o *Observed, grants fence.Grants) standing {
	if o == nil {
		return standing{admitted: Inconclusive, refused: Inconclusive}
	}
	var s standing
	s.admitted, s.severity = Classify(fence.Admit, o.Label, o.Observations, grants)
	s.refused, _ = Classify(fence.Refuse, o.Label, o.Observations, grants)
	return s
}

// outcomes are what moving a request across the fence means, by what admitting
// it would be. A suspect is inconclusive: that it failed this time is no proof.
var outcomes = map[Class]struct{ loosened, tightened Outcome }{
	Hole:         {HoleOpened, HoleClosed},
	OverBlock:    {OverBlockRemoved, OverBlockIntroduced},
	Suspect:      {Undecided, Undecided},
	Inconclusive: {Undecided, Undecided},
	Agree:        {Neutral, Neutral},
}

// planOutcomes are what another plan means, by what executing each would be.
// Whatever is not in it is inconclusive.
var planOutcomes = map[[2]Class]Outcome{
	{Hole, Hole}:   Neutral,
	{Agree, Agree}: Neutral,
	{Agree, Hole}:  HoleOpened,
	{Hole, Agree}:  HoleClosed,
}

// outcomeOf says what a change means. The severity is that of the hole that was
// opened or closed, else zero.
func outcomeOf(c Change, e ChangeEvidence, grants fence.Grants) (Outcome, Severity) {
	if e.Flaky {
		return FlakyVerdict, 0
	}
	base, head := standingOf(e.Base, grants), standingOf(e.Head, grants)
	class := head.admitted
	if head.refused == OverBlock {
		class = OverBlock
	}
	outcome := Undecided
	switch c {
	case Loosened:
		outcome = outcomes[class].loosened
	case Tightened:
		outcome = outcomes[class].tightened
	case PlanOnly:
		if o, ok := planOutcomes[[2]Class{base.admitted, head.admitted}]; ok {
			outcome = o
		}
	case RuleOnly:
		outcome = Neutral
	}
	switch outcome {
	case HoleOpened:
		return outcome, head.severity
	case HoleClosed:
		return outcome, cmp.Or(base.severity, head.severity)
	}
	return outcome, 0
}
