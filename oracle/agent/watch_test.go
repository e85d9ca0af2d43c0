package agent

import (
	"os"
	"testing"
	"time"
)

func TestPatience(t *testing.T) {
	const tick, limit = 50 * time.Millisecond, time.Second
	for _, test := range []struct {
		name  string
		used  time.Duration // in each tick
		wants bool
		ticks int // until the limit is reached
	}{
		{"waits for something", 0, false, 20},
		{"runs all the time", tick, true, 20},
		{"runs half of the time beside another", tick / 2, true, 20},
		{"runs in bursts", tick / 10, false, 20},
		{"is kept from running", tick / 10, true, 20 * starvedFactor},
		{"never gets to run", 0, true, 20 * starvedFactor},
	} {
		p, ticks := patience{limit: limit}, 1
		for !p.pass(tick, test.used, test.wants) {
			ticks++
		}
		if ticks != test.ticks {
			t.Errorf("a command that %s ends after %d ticks of %s, want %d", test.name, ticks, tick, test.ticks)
		}
	}
}

func TestParseStat(t *testing.T) {
	const rest = " R 1 10 10 0 -1 4194304 90 80 0 0 3 5 7 11 20 0 1 0 99 1 1"
	for _, test := range []struct {
		text string
		want stat
		ok   bool
	}{
		{"10 (bash)" + rest, stat{"bash", 'R', 260 * time.Millisecond}, true},
		{"10 (a) S 1 (b)" + rest, stat{"a) S 1 (b", 'R', 260 * time.Millisecond}, true},
		{"10 ()" + rest, stat{"", 'R', 260 * time.Millisecond}, true},
		{"10 (bash) R 1 10", stat{}, false},
		{"10 (bash) R 1 10 10 0 -1 4194304 90 80 0 0 3 x 7 11 20", stat{}, false},
		{") (", stat{}, false},
		{"", stat{}, false},
	} {
		if got, ok := parseStat([]byte(test.text)); ok != test.ok || ok && got != test.want {
			t.Errorf("parseStat(%q) = %v, %t, want %v, %t", test.text, got, ok, test.want, test.ok)
		}
	}
	if s, ok := statOf(os.Getpid()); !ok || s.name == "" || s.state == 0 {
		t.Errorf("the stat of this process is %v, %t", s, ok)
	}
}
