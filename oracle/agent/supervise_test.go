package agent

import (
	"testing"

	"github.com/fencediff/fencediff/oracle"
)

// TestNothingIsStruckAfterTheEnd: what a reaper strikes once its run is over is
// the next run.
func TestNothingIsStruckAfterTheEnd(t *testing.T) {
	strikes := 0
	r := newReaper(func() { strikes++ })
	if !r.again() || strikes != 1 {
		t.Fatalf("%d strikes while the run goes on, want 1", strikes)
	}
	r.finish()
	if r.again() || strikes != 1 {
		t.Errorf("%d strikes after the end", strikes-1)
	}
	r.kill(oracle.Timeout)
	if r.killed {
		t.Error("a reaper that is over begins to kill")
	}
}
