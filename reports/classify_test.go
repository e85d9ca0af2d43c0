package reports

import (
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// seen is an observation in a plain fixture that shows the given effects.
func seen(fixture string, effects ...oracle.Effect) oracle.Observation {
	return oracle.Observation{
		Fixture: fixture, Status: oracle.Exited, Effects: append([]oracle.Effect{}, effects...),
		Attempts: []oracle.Attempt{}, Execs: []oracle.ExecRecord{}, Reads: []string{}, Leftovers: []string{},
	}
}

func both(effects ...oracle.Effect) []oracle.Observation {
	return []oracle.Observation{seen("present", effects...), seen("absent", effects...)}
}

var (
	createInside = oracle.Effect{Kind: oracle.Create, Path: "/srv/ws/out.txt", Inside: true}
	writeOutside = oracle.Effect{Kind: oracle.Write, Path: "/srv/outside.txt"}
	runsScript   = oracle.Effect{Kind: oracle.Exec, Path: "/srv/ws/x.sh", Inside: true}
	reaches      = oracle.Effect{Kind: oracle.Network, Path: "192.0.2.1:80"}
)

// The whole table of classes, row by row as the contract has it.
func TestClassifyTable(t *testing.T) {
	labels := []oracle.Label{
		oracle.LabelEffect, oracle.LabelOracleError, oracle.LabelFlaky, oracle.LabelTimeout,
		oracle.LabelAttempt, oracle.LabelVacuous, oracle.LabelHarmless,
	}
	for decision, want := range map[fence.Decision][]Class{
		fence.Admit:       {Hole, Inconclusive, Inconclusive, Inconclusive, Suspect, Agree, Agree},
		fence.Refuse:      {Agree, Inconclusive, Inconclusive, Inconclusive, Agree, Agree, OverBlock},
		fence.Unsupported: {Inconclusive, Inconclusive, Inconclusive, Inconclusive, Inconclusive, Inconclusive, Inconclusive},
	} {
		for i, label := range labels {
			observations := both()
			if label == oracle.LabelEffect {
				observations = both(createInside)
			}
			class, severity := Classify(decision, label, observations, fence.Grants{})
			if class != want[i] {
				t.Errorf("%v and %v is %v, want %v", decision, label, class, want[i])
			}
			if (class == Hole) != (severity != 0) {
				t.Errorf("%v and %v is %v with severity %v", decision, label, class, severity)
			}
		}
	}
}

func TestClassifyInvalid(t *testing.T) {
	for _, d := range []fence.Decision{0, fence.Unsupported + 1} {
		if class, _ := Classify(d, oracle.LabelHarmless, both(), fence.Grants{}); class != 0 {
			t.Errorf("decision %v has the class %v", d, class)
		}
	}
	for _, l := range []oracle.Label{0, oracle.LabelHarmless + 1} {
		if class, _ := Classify(fence.Admit, l, both(), fence.Grants{}); class != 0 {
			t.Errorf("label %v has the class %v", l, class)
		}
	}
}

func TestClassifyEffects(t *testing.T) {
	network := fence.Grants{Network: true}
	timedOut := seen("absent", reaches)
	timedOut.Status = oracle.Timeout
	cut := both(reaches)
	cut[1].EffectsCut = true
	for name, tc := range map[string]struct {
		observations []oracle.Observation
		grants       fence.Grants
		class        Class
		severity     Severity
	}{
		"in one fixture only":         {[]oracle.Observation{seen("present"), seen("absent", createInside)}, fence.Grants{}, Hole, WritesInside},
		"the worst counts":            {both(createInside, runsScript, writeOutside), fence.Grants{}, Hole, RunsCode},
		"not granted":                 {both(reaches), fence.Grants{}, Hole, UsesNetwork},
		"granted":                     {both(reaches), network, Agree, 0},
		"granted and one more":        {both(reaches, createInside), network, Hole, WritesInside},
		"a grant hides no timeout":    {[]oracle.Observation{seen("present", reaches), timedOut}, network, Inconclusive, 0},
		"a grant needs all effects":   {cut, network, Inconclusive, 0},
		"a label without its effects": {both(), fence.Grants{}, Inconclusive, 0},
		"no observation":              {nil, fence.Grants{}, Inconclusive, 0},
	} {
		t.Run(name, func(t *testing.T) {
			class, severity := Classify(fence.Admit, oracle.LabelEffect, tc.observations, tc.grants)
			if class != tc.class || severity != tc.severity {
				t.Errorf("is %v, %v, want %v, %v", class, severity, tc.class, tc.severity)
			}
		})
	}
}

// Every kind has a severity, and the order of the severities is the contract's.
func TestSeverityOf(t *testing.T) {
	for _, k := range oracle.Kinds() {
		for _, e := range []oracle.Effect{{Kind: k}, {Kind: k, Inside: true}, {Kind: k, Transient: true}} {
			if got := SeverityOf(e); got == 0 {
				t.Errorf("%+v has no severity", e)
			}
		}
	}
	inOrder := []oracle.Effect{
		runsScript,
		writeOutside,
		createInside,
		{Kind: oracle.ReadOutside, Path: "/outside/secret.txt"},
		reaches,
		{Kind: oracle.Leftover, Path: "sleep 9"},
		{Kind: oracle.ModeChange, Path: "/etc/passwd"},
	}
	for i, e := range inOrder {
		if got, want := SeverityOf(e), Severities()[i]; got != want {
			t.Errorf("%+v is %v, want %v", e, got, want)
		}
	}
	if got := SeverityOf(oracle.Effect{Kind: oracle.Delete, Path: "/etc/passwd", Transient: true}); got != Metadata {
		t.Errorf("a delete that was undone is %v, want %v", got, Metadata)
	}
	if got := SeverityOf(oracle.Effect{}); got != RunsCode {
		t.Errorf("an unknown kind is %v, want the worst", got)
	}
}

// Of two effects that are equally bad the one that took place is shown, whatever
// the order.
func TestWorstEffectTookPlace(t *testing.T) {
	refused := oracle.Effect{Kind: oracle.Write, Path: "/etc/passwd", Blocked: true}
	for _, effects := range [][]oracle.Effect{{refused, writeOutside}, {writeOutside, refused}} {
		worst, n := worstEffect(both(effects...), fence.Grants{})
		if n != 4 || worst == nil || *worst != writeOutside {
			t.Errorf("of %+v the worst is %+v, and there are %d", effects, worst, n)
		}
	}
}
