package reports

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/oracle"
)

// An Expectation is what a case says that real bash shows. The zero value
// expects nothing.
type Expectation struct {
	// Kind says which label: "hole" an effect, "overblock" none; empty any.
	Kind string
	// Effect says which sort of effect a hole has: "fs", "outside-read",
	// "outside-list" or "network"; empty any.
	Effect string
	// Fixture names the only fixture that shows the effect; empty means both.
	Fixture string
}

// expectedLabels are the labels that the kinds of cases stand for.
var expectedLabels = map[string]oracle.Label{"": 0, "hole": oracle.LabelEffect, "overblock": oracle.LabelHarmless}

// expectedEffects are the kinds of effect that the sorts of cases stand for.
var expectedEffects = map[string][]oracle.Kind{
	"": oracle.Kinds(),
	"fs": slices.DeleteFunc(oracle.Kinds(), func(k oracle.Kind) bool {
		return k == oracle.ReadOutside || k == oracle.Network
	}),
	"outside-read": {oracle.ReadOutside},
	"outside-list": {oracle.ReadOutside},
	"network":      {oracle.Network},
}

// check says what is wrong with an expectation that a line gives.
func (e Expectation) check() error {
	for key, given := range map[string]struct {
		value string
		known []string
	}{
		"kind":   {e.Kind, slices.Sorted(maps.Keys(expectedLabels))},
		"effect": {e.Effect, slices.Sorted(maps.Keys(expectedEffects))},
	} {
		if !slices.Contains(given.known, given.value) {
			return fmt.Errorf("%s %q is none of%s", key, given.value, strings.Join(given.known, " "))
		}
	}
	return nil
}

// Unmet says in which way the observations are not what is expected, and what
// they show instead; empty if they are, or if nothing is expected.
func (e Expectation) Unmet(o Observed) string {
	want := expectedLabels[e.Kind]
	switch {
	case want == 0:
		return ""
	case o.Label != want:
		return fmt.Sprintf("labelled %s, want %s: %s", o.Label, want, mechanism(o))
	case want != oracle.LabelEffect:
		return ""
	}
	var in []string
	for _, seen := range o.Observations {
		if slices.ContainsFunc(seen.Effects, func(f oracle.Effect) bool { return slices.Contains(expectedEffects[e.Effect], f.Kind) }) {
			in = append(in, seen.Fixture)
		}
	}
	switch {
	case len(in) == 0:
		return fmt.Sprintf("no effect of the sort %s: %s", e.Effect, mechanism(o))
	case e.Fixture == "" && len(in) == len(o.Observations), e.Fixture != "" && slices.Equal(in, []string{e.Fixture}):
		return ""
	case e.Fixture == "":
		return "the effect shows in the fixture " + in[0] + " only"
	}
	return fmt.Sprintf("the effect shows in %s, want %s only", strings.Join(in, " and "), e.Fixture)
}

// mechanism is what the observations show: the worst effect, the first attempt,
// or how the first run ended and what it said.
func mechanism(o Observed) string {
	r := Result{Observations: o.Observations}
	for _, note := range []func(Result) string{effectNote, attemptNote, endingNote, saying} {
		if text := note(r); text != "" {
			return text
		}
	}
	return "nothing was observed"
}

// saying is how the first run ended, and the first line of what it said.
func saying(r Result) string {
	for _, o := range r.Observations {
		line, _, _ := strings.Cut(strings.TrimSpace(o.Stderr), "\n")
		return strings.TrimSuffix(fmt.Sprintf("%s: exit %d: %s", o.Fixture, o.Exit, line), ": ")
	}
	return ""
}
