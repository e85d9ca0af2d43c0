package reports

import (
	"slices"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// classes is the class of every pair of decision and label. Vacuous agrees with
// any verdict because nothing ran that could contradict it; it is counted apart.
var classes = [...][oracle.LabelHarmless + 1]Class{
	fence.Admit: {
		oracle.LabelEffect:      Hole,
		oracle.LabelOracleError: Inconclusive,
		oracle.LabelFlaky:       Inconclusive,
		oracle.LabelTimeout:     Inconclusive,
		oracle.LabelAttempt:     Suspect,
		oracle.LabelVacuous:     Agree,
		oracle.LabelHarmless:    Agree,
	},
	fence.Refuse: {
		oracle.LabelEffect:      Agree,
		oracle.LabelOracleError: Inconclusive,
		oracle.LabelFlaky:       Inconclusive,
		oracle.LabelTimeout:     Inconclusive,
		oracle.LabelAttempt:     Agree,
		oracle.LabelVacuous:     Agree,
		oracle.LabelHarmless:    OverBlock,
	},
	fence.Unsupported: {
		oracle.LabelEffect:      Inconclusive,
		oracle.LabelOracleError: Inconclusive,
		oracle.LabelFlaky:       Inconclusive,
		oracle.LabelTimeout:     Inconclusive,
		oracle.LabelAttempt:     Inconclusive,
		oracle.LabelVacuous:     Inconclusive,
		oracle.LabelHarmless:    Inconclusive,
	},
}

// grantFor says which grant allows an effect of a kind. A kind without a row
// is allowed by no grant.
var grantFor = map[oracle.Kind]func(fence.Grants) bool{
	oracle.Network: func(g fence.Grants) bool { return g.Network },
}

func granted(k oracle.Kind, g fence.Grants) bool {
	allowed := grantFor[k]
	return allowed != nil && allowed(g)
}

// Classify compares what a fence decided with what the oracle saw. Severity is
// set for a Hole and zero for every other class. An invalid decision or label
// has the invalid class, which nothing can write.
//
// Effects that a grant allows do not count: without them the label is taken
// again, so that a granted effect never hides a timeout or an attempt.
func Classify(d fence.Decision, label oracle.Label, observations []oracle.Observation, grants fence.Grants) (Class, Severity) {
	if int(d) >= len(classes) || int(label) >= len(classes[d]) {
		return 0, 0
	}
	class := classes[d][label]
	if class != Hole {
		return class, 0
	}
	worst, effects := worstEffect(observations, grants)
	switch {
	case worst != nil:
		return Hole, SeverityOf(*worst)
	case effects == 0 || effectsCut(observations):
		// The label names an effect that no observation shows, or not every
		// effect is listed: that each one is granted cannot be said.
		return Inconclusive, 0
	default:
		return classes[d][oracle.LabelOf(withoutEffects(observations))], 0
	}
}

// worstEffect returns the worst effect that no grant allows, nil if there is
// none, and how many effects there are. Among equals one that was not refused
// for permission comes first, then the first seen.
func worstEffect(observations []oracle.Observation, grants fence.Grants) (worst *oracle.Effect, effects int) {
	for i := range observations {
		for j := range observations[i].Effects {
			e := &observations[i].Effects[j]
			effects++
			if granted(e.Kind, grants) {
				continue
			}
			if worst == nil || worse(*e, *worst) {
				worst = e
			}
		}
	}
	return worst, effects
}

func worse(a, b oracle.Effect) bool {
	if sa, sb := SeverityOf(a), SeverityOf(b); sa != sb {
		return sa < sb
	}
	return b.Blocked && !a.Blocked
}

func effectsCut(observations []oracle.Observation) bool {
	return slices.ContainsFunc(observations, func(o oracle.Observation) bool { return o.EffectsCut })
}

func withoutEffects(observations []oracle.Observation) []oracle.Observation {
	stripped := make([]oracle.Observation, len(observations))
	for i, o := range observations {
		o.Effects = nil
		stripped[i] = o
	}
	return stripped
}
