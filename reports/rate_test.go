package reports

import (
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

func TestRates(t *testing.T) {
	rate := Rate{By: "odd\x1b"}
	ran := []oracle.Observation{{Fixture: "present", Status: oracle.Exited}}
	for _, test := range []struct {
		command  string
		decision fence.Decision
		label    oracle.Label
	}{
		{"ls", fence.Admit, oracle.LabelHarmless},
		{"ls", fence.Refuse, oracle.LabelHarmless},
		{"ls 'x", fence.Refuse, oracle.LabelVacuous},
		{"sleep 9", fence.Refuse, oracle.LabelTimeout},
		{"rm x", fence.Admit, oracle.LabelEffect},
	} {
		ran[0].Effects = nil
		if test.label == oracle.LabelEffect {
			ran[0].Effects = []oracle.Effect{{Kind: oracle.Delete, Path: "/srv/ws/x", Inside: true}}
		}
		r, err := NewResult("naive", NewRequest("a", test.command), fence.Verdict{Decision: test.decision}, Observed{Label: test.label, Observations: ran})
		if err != nil {
			t.Fatal(err)
		}
		rate.Add(r)
	}
	var b strings.Builder
	writeRates(&b, []Rate{rate})
	const want = "made by $'odd\\e': 5 generated, 4 valid, 4 executed, 1 vacuous, 1 inconclusive, 2 findings\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
