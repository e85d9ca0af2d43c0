package agent

import "testing"

// TestNothingIsStruckAfterTheEnd: a reaper that is over must not kill, for what
// it would kill is the next run. (One that is not would kill this test.)
func TestNothingIsStruckAfterTheEnd(t *testing.T) {
	r := newReaper()
	r.finish()
	if r.strike() {
		t.Error("a reaper strikes after the end")
	}
	r.kill(0)
	if r.killed {
		t.Error("a reaper that is over begins to kill")
	}
}
