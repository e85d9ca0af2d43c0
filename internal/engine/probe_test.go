package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// plainFence refuses what holds one of its texts.
type plainFence []string

func (plainFence) Name() string { return "plain" }

func (f plainFence) Judge(_ context.Context, r fence.Request) (fence.Verdict, error) {
	for _, text := range f {
		if at := strings.Index(r.Command, text); at >= 0 {
			return fence.Verdict{Decision: fence.Refuse, Rule: "text", Offset: at, Detail: text}, nil
		}
	}
	if r.Command == "unsupported" {
		return fence.Verdict{Decision: fence.Unsupported, Offset: -1}, nil
	}
	return fence.Verdict{Decision: fence.Admit, Offset: -1}, nil
}

func TestNearestTurnsTheVerdict(t *testing.T) {
	for _, test := range []struct {
		name, command string
		refused       plainFence
		want          string // the changed command; empty if there is none
	}{
		{"a sign less", "ls; pwd", plainFence{";"}, "ls pwd"},
		{"a sign more", "ls src", plainFence{"*"}, "ls* src"},
		{"a token less", "sort output notes.txt", plainFence{"output"}, "sort notes.txt"},
		{"tokens less", "ls && touch x", plainFence{"&", "touch", "ls x"}, "ls "},
		{"a program for another", "touch", plainFence{"touch"}, "ls"},
		{"a misspelling is no change", "ls src", plainFence{"lssrc", "l src", "s srcs"}, ""},
		{"unsupported has no opposite", "unsupported", nil, ""},
		{"what bash cannot parse may stay so", "ls (", plainFence{"("}, "ls "},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := &Engine{Fence: test.refused}
			r := reports.NewRequest("r", test.command)
			verdict, err := e.judge(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			c, err := e.nearest(t.Context(), r, verdict.Decision)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case test.want == "" && c != nil:
				t.Errorf("%q turns it, want nothing", c.Request.Command)
			case test.want != "" && (c == nil || c.Request.Command != test.want):
				t.Errorf("got %+v, want %q", c, test.want)
			case c != nil && test.command[:c.Offset]+c.Inserted+test.command[c.Offset+len(c.Removed):] != test.want:
				t.Errorf("the change %+v does not lead to %q", c, test.want)
			}
		})
	}
}

// TestChangesAreSortedAndBounded, whatever the command.
func TestChangesAreSortedAndBounded(t *testing.T) {
	for _, command := range []string{"", "ls", "a b | c; d && (e)", "echo '", strings.Repeat("ls -la; ", 60)} {
		all := changes(command)
		if len(all) > maxNearest || !slices.IsSortedFunc(all, func(a, b change) int { return a.size - b.size }) {
			t.Errorf("%.20q: %d changes, want them sorted and at most %d", command, len(all), maxNearest)
		}
		for _, c := range all {
			if c.at < 0 || c.at+c.removed > len(command) || c.size == 0 {
				t.Errorf("%.20q: no change: %+v", command, c)
			}
		}
	}
}

func TestProbeConfirmsWhatAnyFenceMakesAFinding(t *testing.T) {
	o := &storyOracle{stories: map[string]string{"ls x": "effect effect effect harmless"}}
	e := &Engine{Oracle: o, Prove: believed, Confirmations: 3}
	p, err := e.Probe(t.Context(), reports.NewRequest("p", "ls x"), []fence.Fence{plainFence{"x"}, wordFence{}, plainFence{"l"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []reports.Class
	for _, f := range p.Fences {
		got = append(got, f.Class)
	}
	if p.Label != oracle.LabelFlaky || !slices.Equal(got, []reports.Class{reports.Inconclusive, reports.Inconclusive, reports.Inconclusive}) {
		t.Errorf("%v, %v, want flaky and inconclusive", p.Label, got)
	}
}

func TestProbeTellsOfALostFence(t *testing.T) {
	e := &Engine{Oracle: &textOracle{}, Prove: believed}
	_, err := e.Probe(t.Context(), reports.NewRequest("p", "break"), []fence.Fence{wordFence{}})
	if !errors.As(err, new(*FenceError)) {
		t.Errorf("err = %v, want a *FenceError", err)
	}
}
