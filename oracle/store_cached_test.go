package oracle

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A scriptedOracle answers from a script and counts how often it is asked.
type scriptedOracle struct {
	answer func(Job) ([]Observation, error)
	runs   atomic.Int64
	closed atomic.Int64
}

func (o *scriptedOracle) Observe(_ context.Context, job Job) ([]Observation, error) {
	o.runs.Add(1)
	return o.answer(job)
}
func (o *scriptedOracle) Key(job Job) string { return "key of " + job.Command + " in " + job.Cwd }
func (o *scriptedOracle) Workers() int       { return 3 }
func (o *scriptedOracle) Info() Info         { return Info{Launcher: "scripted", Toolset: "sha256:2"} }
func (o *scriptedOracle) Close() error       { o.closed.Add(1); return nil }

var _ Oracle = (*CachedOracle)(nil)

func TestCachedRunsEachJobOnce(t *testing.T) {
	inner := &scriptedOracle{answer: func(job Job) ([]Observation, error) { return seen(job.Command), nil }}
	s := newStore(t)
	cached := Cached(inner, s)
	for range 3 {
		for _, command := range []string{"ls", "pwd"} {
			got, err := cached.Observe(t.Context(), Job{Command: command})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(seen(command), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", command, diff)
			}
		}
	}
	if inner.runs.Load() != 2 || cached.Misses() != 2 || cached.Hits() != 4 {
		t.Errorf("runs %d, misses %d, hits %d, want 2, 2 and 4", inner.runs.Load(), cached.Misses(), cached.Hits())
	}
	if _, err := cached.Observe(t.Context(), Job{Command: "ls", Cwd: "src"}); err != nil || inner.runs.Load() != 3 {
		t.Errorf("a job with another key was answered from the store (%v)", err)
	}
	if meta, err := s.Meta(); err != nil || meta.Info.Toolset != "sha256:2" {
		t.Errorf("the store remembers %+v, %v", meta, err)
	}
	again := Cached(inner, reopen(t, s))
	if _, err := again.Observe(t.Context(), Job{Command: "ls"}); err != nil || again.Hits() != 1 {
		t.Errorf("after reopening: hits %d, %v", again.Hits(), err)
	}
}

func TestCachedDoesNotKeepFaults(t *testing.T) {
	ok := Observation{Fixture: "present", Status: Exited}
	for name, answer := range map[string][]Observation{
		"error":         {ok, {Fixture: "absent", Status: StatusError, Error: "the harness failed"}},
		"never started": {{Fixture: "present", Status: NeverStarted, Error: "no slot"}, ok},
		"no status":     {ok, {Fixture: "absent"}},
		"nothing":       {},
	} {
		t.Run(name, func(t *testing.T) {
			inner := &scriptedOracle{answer: func(Job) ([]Observation, error) { return answer, nil }}
			s := newStore(t)
			cached := Cached(inner, s)
			for range 2 {
				got, err := cached.Observe(t.Context(), Job{Command: "ls"})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(answer, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
			if inner.runs.Load() != 2 {
				t.Errorf("it ran %d times, want 2", inner.runs.Load())
			}
			if n, err := s.Len(); n != 0 || err != nil {
				t.Errorf("the store keeps %d, %v", n, err)
			}
		})
	}
}

// TestCachedKeepsLimits: a run that a limit cut short tells about the command.
func TestCachedKeepsLimits(t *testing.T) {
	for _, status := range []Status{Exited, Signaled, Timeout, OutputLimit, ProcessLimit, MemoryLimit, DiskLimit} {
		inner := &scriptedOracle{answer: func(Job) ([]Observation, error) { return []Observation{{Fixture: "present", Status: status}}, nil }}
		cached := Cached(inner, newStore(t))
		for range 2 {
			if _, err := cached.Observe(t.Context(), Job{Command: "ls"}); err != nil {
				t.Fatal(err)
			}
		}
		if cached.Hits() != 1 {
			t.Errorf("%v: not kept", status)
		}
	}
}

func TestCachedPassesErrorsOn(t *testing.T) {
	gone := errors.New("the oracle is gone")
	inner := &scriptedOracle{answer: func(Job) ([]Observation, error) { return nil, gone }}
	s := newStore(t)
	cached := Cached(inner, s)
	if _, err := cached.Observe(t.Context(), Job{Command: "ls"}); !errors.Is(err, gone) {
		t.Errorf("err = %v, want the oracle's", err)
	}
	if n, err := s.Len(); n != 0 || err != nil {
		t.Errorf("the store keeps %d, %v", n, err)
	}
	inner.answer = func(job Job) ([]Observation, error) { return seen(job.Command), nil }
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := cached.Observe(t.Context(), Job{Command: "ls"}); !errors.Is(err, ErrStoreClosed) {
		t.Errorf("err = %v, want ErrStoreClosed", err)
	}
}

func TestCachedIsTheOracleOtherwise(t *testing.T) {
	inner := &scriptedOracle{}
	cached := Cached(inner, newStore(t))
	if cached.Workers() != 3 || cached.Info().Launcher != "scripted" || cached.Key(Job{Command: "ls"}) != inner.Key(Job{Command: "ls"}) {
		t.Error("it answers for itself")
	}
	if err := cached.Close(); err != nil || inner.closed.Load() != 1 {
		t.Errorf("Close: %v, closed the oracle %d times", err, inner.closed.Load())
	}
}

func TestCachedIsSafeForConcurrentUse(t *testing.T) {
	const jobs, askers = 200, 4
	inner := &scriptedOracle{answer: func(job Job) ([]Observation, error) { return seen(job.Command), nil }}
	cached := Cached(inner, newStore(t))
	var group sync.WaitGroup
	for range askers {
		group.Go(func() {
			for n := range jobs {
				job := Job{Command: fmt.Sprint(n)}
				if got, err := cached.Observe(t.Context(), job); err != nil || got[0].Stdout != job.Command {
					t.Errorf("%s: %v, %v", job.Command, got, err)
				}
			}
		})
	}
	group.Wait()
	if total := cached.Hits() + cached.Misses(); total != jobs*askers || cached.Misses() != inner.runs.Load() || cached.Misses() < jobs {
		t.Errorf("hits %d, misses %d, runs %d of %d", cached.Hits(), cached.Misses(), inner.runs.Load(), jobs*askers)
	}
}
