package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// funcFence is a fence that a function is.
type funcFence func(ctx context.Context, r fence.Request) (fence.Verdict, error)

func (funcFence) Name() string { return "func" }

func (f funcFence) Judge(ctx context.Context, r fence.Request) (fence.Verdict, error) {
	return f(ctx, r)
}

// turning is wordFence, but for the commands that are named: they are decided as
// said.
func turning(to fence.Decision, commands ...string) funcFence {
	return func(ctx context.Context, r fence.Request) (fence.Verdict, error) {
		for _, command := range commands {
			if r.Command == command {
				return fence.Verdict{Decision: to, Rule: "mutant", Offset: -1}, nil
			}
		}
		return wordFence{}.Judge(ctx, r)
	}
}

// tryOracle is a textOracle in which commands with "try" in them fail to change
// something.
type tryOracle struct{ textOracle }

func (o *tryOracle) Observe(ctx context.Context, job oracle.Job) ([]oracle.Observation, error) {
	observations, err := o.textOracle.Observe(ctx, job)
	if err == nil && strings.Contains(job.Command, "try") {
		observations[0].Attempts = []oracle.Attempt{{Call: "unlink", Path: "/srv/ws/x", Errno: "ENOENT"}}
	}
	return observations, err
}

// gradedCommands are those that the fakes are graded by.
var gradedCommands = []string{"ls write lots", "stat a", "ls", "rm write", "rm try", "ls write", "stat abc", "rm", "mv write"}

func gradingOf(t *testing.T, commands ...string) (*Grading, *tryOracle) {
	t.Helper()
	o := &tryOracle{}
	e := &Engine{Fence: wordFence{}, Oracle: o, Prove: believed}
	requests, err := Shortest(requestsFor(commands...))
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.Grading(t.Context(), requests, 2)
	if err != nil {
		t.Fatal(err)
	}
	return g, o
}

func mutantOf(f fence.Fence) Mutant {
	return Mutant{ID: "fake/mutant", Family: "fake", Fence: func() (fence.Fence, error) { return f, nil }}
}

// gradeOne grades one mutant and says in a line what became of it.
func gradeOne(t *testing.T, g *Grading, m Mutant) (string, error) {
	t.Helper()
	line := ""
	err := g.Grade(t.Context(), []Mutant{m}, func(m reports.Mutant) error {
		line = m.Outcome.String()
		if m.Killer != nil {
			line += fmt.Sprintf(": %s, %s, label %s", m.Killer.Request.Command, m.Killer.Change, m.Killer.Label)
		}
		if m.WouldKill != nil {
			line += fmt.Sprintf(": would be killed by %s", m.WouldKill.Request.Command)
		}
		return nil
	})
	return line, err
}

func TestGrade(t *testing.T) {
	known := &mutant.Equivalent{ID: "fake/mutant", Claims: mutant.SameDecisions, Reason: "known"}
	neverRuns := &mutant.Equivalent{ID: "fake/mutant", Claims: mutant.NeverRuns, Reason: "known"}
	for _, test := range []struct {
		name   string
		fence  funcFence
		change func(*Mutant)
		want   string
	}{
		{"a hole opened", turning(fence.Admit, "mv write", "rm write"), nil, "semantic: mv write, hole-opened, label effect"},
		{"a hole closed", turning(fence.Refuse, "ls write lots", "ls write"), nil, "semantic: ls write, hole-closed, label effect"},
		{"an over-block introduced", turning(fence.Refuse, "ls"), nil, "semantic: ls, over-block-introduced, label harmless"},
		{"an over-block removed", turning(fence.Admit, "stat abc", "stat a"), nil, "semantic: stat a, over-block-removed, label harmless"},
		{"bash shows neither", turning(fence.Admit, "rm try"), nil, "verdict-only: rm try, inconclusive, label attempt"},
		{"a longer command shows more", turning(fence.Admit, "rm try", "rm write"), nil, "semantic: rm write, hole-opened, label effect"},
		{"nothing is decided otherwise", turning(fence.Admit), nil, "survived"},
		{"another rule is no other decision", turning(fence.Refuse, "rm"), nil, "survived"},
		{"what cannot be asked kills nothing", turning(fence.Unsupported, "ls", "rm"), nil, "survived"},
		{"only what it reaches is judged", turning(fence.Refuse, "ls"), func(m *Mutant) { m.Reached = func() []int { return []int{1, 2} } }, "survived"},
		{
			"a command beyond the sources", turning(fence.Admit, "cp"),
			func(m *Mutant) {
				m.Witness = func() (fence.Request, bool) { return fence.Request{Command: "cp"}, true }
			},
			"survived: would be killed by cp",
		},
		{
			"none beyond them either", turning(fence.Admit),
			func(m *Mutant) {
				m.Witness = func() (fence.Request, bool) { return fence.Request{}, false }
			},
			"survived",
		},
		{"the register knows it", turning(fence.Admit), func(m *Mutant) { m.Equivalent = known }, "equivalent"},
		{"the register knows that it cannot run", turning(fence.Admit, "rm try"), func(m *Mutant) { m.Equivalent = neverRuns }, "equivalent: rm try, inconclusive, label attempt"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, workers := range []int{0, 3} {
				g, _ := gradingOf(t, gradedCommands...)
				m := mutantOf(test.fence)
				m.Workers = workers
				if test.change != nil {
					test.change(&m)
				}
				got, err := gradeOne(t, g, m)
				if err != nil || got != test.want {
					t.Errorf("%q, %v; want %q", got, err, test.want)
				}
			}
		})
	}
}

// An entry of the register that is not true ends the grading, also by a command
// that the index says is not reached.
func TestStaleRegister(t *testing.T) {
	for _, test := range []struct {
		name   string
		fence  funcFence
		claims mutant.Claim
	}{
		{"a verdict that is not the same", turning(fence.Admit, "rm try"), mutant.SameDecisions},
		{"a command that runs", turning(fence.Admit, "rm try", "mv write"), mutant.NeverRuns},
	} {
		g, _ := gradingOf(t, gradedCommands...)
		m := mutantOf(test.fence)
		m.Equivalent = &mutant.Equivalent{ID: m.ID, Claims: test.claims, Reason: "none"}
		m.Reached = func() []int { return nil }
		_, err := gradeOne(t, g, m)
		if _, ok := errors.AsType[*StaleEquivalentError](err); !ok {
			t.Errorf("%s: %v, want a *StaleEquivalentError", test.name, err)
		}
	}
}

// A mutant that judges for ever is a timeout: one that heeds its context, and one
// that does not come back at all.
func TestGradeTimeout(t *testing.T) {
	for name, hang := range map[string]func(ctx context.Context, release <-chan struct{}) error{
		"heeds its context": func(ctx context.Context, _ <-chan struct{}) error { <-ctx.Done(); return ctx.Err() },
		"hangs":             func(_ context.Context, release <-chan struct{}) error { <-release; return nil },
	} {
		for _, workers := range []int{0, 3} {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer close(release)
				g, _ := gradingOf(t, gradedCommands...)
				m := mutantOf(funcFence(func(ctx context.Context, r fence.Request) (fence.Verdict, error) {
					if r.Command == "ls" {
						return fence.Verdict{}, hang(ctx, release)
					}
					return wordFence{}.Judge(ctx, r)
				}))
				m.Workers = workers
				if got, err := gradeOne(t, g, m); err != nil || got != "timeout" {
					t.Errorf("%s: %q, %v; want a timeout", name, got, err)
				}
			})
		}
	}
}

// The time that bash takes is not the mutant's; that of all its judgements is.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, o := gradingOf(t, gradedCommands...)
		o.started = func(int64) { time.Sleep(10 * g.Budget) }
		if got, err := gradeOne(t, g, mutantOf(turning(fence.Admit, "rm try", "mv write"))); err != nil || !strings.HasPrefix(got, "semantic") {
			t.Errorf("%q, %v", got, err)
		}
		var many []string
		for i := range 3 * firstChunk {
			many = append(many, fmt.Sprintf("rm %d", i))
		}
		g, _ = gradingOf(t, many...)
		slow := funcFence(func(ctx context.Context, r fence.Request) (fence.Verdict, error) {
			time.Sleep(g.Budget / (2 * firstChunk))
			return wordFence{}.Judge(ctx, r)
		})
		if got, err := gradeOne(t, g, mutantOf(slow)); err != nil || got != "timeout" {
			t.Errorf("%q, %v; want a timeout", got, err)
		}
		time.Sleep(g.Budget) // what was left behind ends
	})
}

// What a fence does wrong that is asked ends the grading, and is the fence's.
func TestGradeErrors(t *testing.T) {
	var n atomic.Int64
	for _, test := range []struct {
		name     string
		fence    funcFence
		commands []string
	}{
		{"it breaks", func(context.Context, fence.Request) (fence.Verdict, error) {
			return fence.Verdict{}, errors.New("died")
		}, gradedCommands},
		{"it throws dice", func(context.Context, fence.Request) (fence.Verdict, error) {
			return fence.Verdict{Decision: fence.Admit + fence.Decision(n.Add(1)%2)}, nil
		}, []string{"rm write"}},
	} {
		g, _ := gradingOf(t, test.commands...)
		n.Store(1)
		_, err := gradeOne(t, g, mutantOf(test.fence))
		if f, ok := errors.AsType[*FenceError](err); !ok || f.Fence != "func" {
			t.Errorf("%s: %v, want a *FenceError", test.name, err)
		}
	}
	g, _ := gradingOf(t, gradedCommands...)
	m := mutantOf(nil)
	m.Fence = func() (fence.Fence, error) { return nil, &mutant.InapplicableError{ID: m.ID, Err: errors.New("gone")} }
	if _, err := gradeOne(t, g, m); err == nil {
		t.Error("a mutant that does not apply is graded")
	}
}

// Many mutants come out in their order, however many are under way, and bash is
// asked once about a command that several of them decide otherwise.
func TestGradeMany(t *testing.T) {
	var commands, want, got []string
	var mutants []Mutant
	for i := range 300 {
		commands = append(commands, fmt.Sprintf("rm write %d", i))
		m := mutantOf(turning(fence.Admit, commands[i/2]))
		m.ID = fmt.Sprintf("fake/%d", i)
		mutants = append(mutants, m)
		want = append(want, m.ID+" "+commands[i/2])
	}
	g, o := gradingOf(t, commands...)
	err := g.Grade(t.Context(), mutants, func(m reports.Mutant) error {
		got = append(got, m.ID+" "+m.Killer.Request.Command)
		return nil
	})
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if n := o.runs.Load(); n != 150 {
		t.Errorf("bash ran %d times, want 150", n)
	}
	if diff := cmp.Diff(map[oracle.Label]int{oracle.LabelEffect: 150}, g.Labels()); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}

func TestCheckIndex(t *testing.T) {
	g, _ := gradingOf(t, gradedCommands...)
	honest, blind := mutantOf(turning(fence.Refuse, "ls")), mutantOf(turning(fence.Refuse, "ls"))
	honest.Reached = func() []int { return []int{0} }
	blind.Reached = func() []int { return []int{1, 3} }
	if g.requests[0].Command != "ls" {
		t.Fatalf("the shortest is %q", g.requests[0].Command)
	}
	if err := g.CheckIndex(t.Context(), []Mutant{honest, mutantOf(turning(fence.Refuse, "ls"))}, 20, 1); err != nil {
		t.Error(err)
	}
	err := g.CheckIndex(t.Context(), []Mutant{honest, blind}, 2, 1)
	if e, ok := errors.AsType[*IndexError](err); !ok || e.Request.Command != "ls" {
		t.Errorf("%v, want an *IndexError", err)
	}
}
