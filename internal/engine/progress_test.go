package engine

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// play adds so many results, half a second apart.
func play(screen Screen, total, results int) {
	now := time.Unix(0, 0)
	p := NewProgress(screen, total, func() time.Time { return now })
	for i := range results {
		now = now.Add(500 * time.Millisecond)
		r := reports.Result{Class: reports.Agree, Label: oracle.LabelHarmless}
		switch i % 4 {
		case 0:
			r.Class = reports.Hole
		case 1:
			r.Class, r.Label = reports.Inconclusive, oracle.LabelOracleError
		}
		p.Add(r)
	}
	p.Close()
}

// Off a terminal progress is plain lines, few of them.
func TestProgressInALog(t *testing.T) {
	var out bytes.Buffer
	play(Screen{&out, 0}, 60, 24)
	want := `20/60 33%, 2/s, 20s left: 5 holes, 0 suspects, 0 over-blocks, 5 inconclusive, 5 oracle errors
24/60 40%, 2/s, 18s left: 6 holes, 0 suspects, 0 over-blocks, 6 inconclusive, 6 oracle errors
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestProgressOfUnknownLength(t *testing.T) {
	var out bytes.Buffer
	play(Screen{&out, 0}, Unknown, 3)
	if want := "3, 2/s: 1 holes, 0 suspects, 0 over-blocks, 1 inconclusive, 1 oracle errors\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// On a terminal there is one line, painted over, which never wraps.
func TestProgressOnATerminal(t *testing.T) {
	var out bytes.Buffer
	play(Screen{&out, 40}, 60, 5)
	if strings.Count(out.String(), "\n") != 1 || !strings.HasSuffix(out.String(), "\n") {
		t.Errorf("more than one line: %q", out.String())
	}
	painted := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\r\x1b[K")[1:]
	if len(painted) != 6 {
		t.Errorf("painted %d times, want once a result and once at the end: %q", len(painted), painted)
	}
	for _, line := range painted {
		if len(line) >= 40 {
			t.Errorf("%q has %d cells of 40", line, len(line))
		}
	}
}
