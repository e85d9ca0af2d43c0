package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// The same requests give the same bytes, in the order of the requests, for any
// number of workers.
func TestRunDoesNotDependOnWorkers(t *testing.T) {
	var want []byte
	for _, workers := range []int{1, 2, 7, 64} {
		e := &Engine{Fence: wordFence{}, Oracle: &textOracle{}, Prove: believed, Workers: workers}
		var got bytes.Buffer
		if _, err := e.Run(t.Context(), requestsFor(thousand()...), func(r reports.Result) error {
			return reports.WriteLine(&got, r)
		}); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got.Bytes()
			if lines := bytes.Count(want, []byte("\n")); lines != 1000 {
				t.Fatalf("%d results, want 1000", lines)
			}
		}
		if !bytes.Equal(want, got.Bytes()) {
			t.Errorf("%d workers give other bytes than one", workers)
		}
	}
}

func TestRunClassifies(t *testing.T) {
	e := &Engine{Fence: wordFence{}, Oracle: &textOracle{}, Prove: believed}
	var got []string
	if _, err := e.Run(t.Context(), requestsFor("ls", "ls write", "rm", "rm write"), func(r reports.Result) error {
		if r.Observations[0].Attempts == nil || r.Observations[1].Effects == nil {
			t.Errorf("a list of %s is null", r.ID)
		}
		got = append(got, fmt.Sprint(r.ID, " ", r.Decision, " ", r.Label, " ", r.Class))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	want := "r0 admit harmless agree, r1 admit effect hole, r2 refuse harmless over-block, r3 refuse effect agree"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

// The planted commands run first, after every so many, and last, and a misread
// one ends the run.
func TestRunProvesTheOracle(t *testing.T) {
	misread := &oracle.MisreadError{Command: "touch x", Want: "create", Got: "nothing"}
	for name, tc := range map[string]struct {
		requests, every int
		failAt          int // which proof fails; 0: none
		proofs, results int
	}{
		"none in between":           {3, 10, 0, 2, 3},
		"after every two":           {5, 2, 0, 4, 5},
		"none twice at the end":     {4, 2, 0, 3, 4},
		"nothing to vouch for":      {0, 2, 0, 1, 0},
		"misread at the start":      {5, 2, 1, 0, 0},
		"misread in between":        {5, 2, 2, 1, 2},
		"misread after the last":    {5, 2, 4, 3, 5},
		"as often as is reasonable": {3, 0, 0, 2, 3},
	} {
		t.Run(name, func(t *testing.T) {
			called := 0
			prove := func(context.Context) error {
				if called++; called == tc.failAt {
					return misread
				}
				return nil
			}
			results := 0
			e := &Engine{Fence: wordFence{}, Oracle: &textOracle{}, Prove: prove, ProveEvery: tc.every}
			proofs, err := e.Run(t.Context(), requestsFor(thousand()[:tc.requests]...), func(reports.Result) error {
				results++
				return nil
			})
			if tc.failAt > 0 != errors.Is(err, misread) {
				t.Errorf("the error is %v", err)
			}
			if proofs != tc.proofs || results != tc.results {
				t.Errorf("%d proofs and %d results, want %d and %d", proofs, results, tc.proofs, tc.results)
			}
		})
	}
}

// Whatever fails, what came before it is delivered, and nothing after.
func TestRunEndsAtTheFirstError(t *testing.T) {
	broken := func(yield func(reports.Request, error) bool) {
		for r, err := range requestsFor("ls 1", "ls 2") {
			if !yield(r, err) {
				return
			}
		}
		yield(reports.Request{}, &LineError{Name: "x", Line: 3, Err: errors.New("is broken")})
	}
	full := errors.New("disk full")
	for name, tc := range map[string]struct {
		run  func(*Engine, func(reports.Result) error) error
		want func(error) bool
	}{
		"the source": {
			func(e *Engine, sink func(reports.Result) error) error {
				_, err := e.Run(t.Context(), broken, sink)
				return err
			},
			func(err error) bool { var e *LineError; return errors.As(err, &e) && e.Line == 3 },
		},
		"the fence": {
			func(e *Engine, sink func(reports.Result) error) error {
				_, err := e.Run(t.Context(), requestsFor("ls 1", "ls 2", "break", "ls 3"), sink)
				return err
			},
			func(err error) bool {
				var e *FenceError
				return errors.As(err, &e) && e.ID == "r2" && e.Fence == "word"
			},
		},
		"the oracle": {
			func(e *Engine, sink func(reports.Result) error) error {
				_, err := e.Run(t.Context(), requestsFor("ls 1", "ls 2", "lost", "ls 3"), sink)
				return err
			},
			func(err error) bool { var e *RequestError; return errors.As(err, &e) && e.ID == "r2" },
		},
		"the sink": {
			func(e *Engine, sink func(reports.Result) error) error {
				n := 0
				_, err := e.Run(t.Context(), requestsFor(thousand()...), func(r reports.Result) error {
					if n++; n > 2 {
						return full
					}
					return sink(r)
				})
				return err
			},
			func(err error) bool { return errors.Is(err, full) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			results := 0
			e := &Engine{Fence: wordFence{}, Oracle: &textOracle{}, Prove: believed, Workers: 4}
			err := tc.run(e, func(reports.Result) error { results++; return nil })
			if !tc.want(err) {
				t.Errorf("the error is %v", err)
			}
			if results != 2 {
				t.Errorf("%d results before the error, want 2", results)
			}
		})
	}
}

// A cancelled run returns the context's error, and only when no command runs
// any more.
func TestRunIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := &textOracle{gate: make(chan struct{}), started: func(runs int64) {
		if runs == 3 {
			cancel()
		}
	}}
	e := &Engine{Fence: wordFence{}, Oracle: o, Prove: believed}
	_, err := e.Run(ctx, requestsFor(thousand()...), func(reports.Result) error {
		t.Error("a result of a command that never ended")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if n := o.running.Load(); n != 0 {
		t.Errorf("%d commands still run", n)
	}
}

// No more requests are read than fit into the window, however slow the first
// command is: that is what keeps memory flat.
func TestRunReadsNoFurtherThanItsWindow(t *testing.T) {
	o := &textOracle{gate: make(chan struct{})}
	e := &Engine{Fence: wordFence{}, Oracle: o, Prove: believed, Workers: 1}
	read, most := 0, 0
	requests := func(yield func(reports.Request, error) bool) {
		for i := range 4 * window {
			read = i + 1
			if !yield(reports.NewRequest(fmt.Sprint(i), "ls"), nil) {
				return
			}
		}
	}
	done := 0
	go func() {
		for range 4 * window {
			o.gate <- struct{}{}
		}
	}()
	if _, err := e.Run(t.Context(), requests, func(reports.Result) error {
		done++
		most = max(most, int(o.runs.Load())-done)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if read != 4*window || done != read {
		t.Errorf("%d of %d requests done", done, read)
	}
	if most > window+2 {
		t.Errorf("%d commands ran ahead, the window is %d", most, window)
	}
}

func TestJudgeAndObserve(t *testing.T) {
	var lines bytes.Buffer
	e := &Engine{Fence: wordFence{}, Oracle: &textOracle{}, Prove: believed}
	n, err := e.Judge(t.Context(), requestsFor("ls", "rm"), func(j reports.Judgement) error { return reports.WriteLine(&lines, j) })
	if err != nil || n != 2 {
		t.Fatal(n, err)
	}
	if _, err := e.Observe(t.Context(), requestsFor("write"), func(o reports.Observed) error { return reports.WriteLine(&lines, o) }); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"r0","verdict":"admit","offset":-1}
{"id":"r1","verdict":"refuse","rule":"program","offset":0,"detail":"rm"}
{"id":"r0","label":"effect","observations":[` +
		`{"fixture":"present","status":"exited","exit":0,"stdout":"write\n","stderr":"","effects":[{"kind":"create","path":"/srv/ws/write","inside":true}],"attempts":[],"execs":[],"reads":[],"leftovers":[]},` +
		`{"fixture":"absent","status":"exited","exit":0,"stdout":"write\n","stderr":"","effects":[],"attempts":[],"execs":[],"reads":[],"leftovers":[]}]}
`
	if lines.String() != want {
		t.Errorf("got\n%s\nwant\n%s", lines.String(), want)
	}
}

func TestJudgeErrors(t *testing.T) {
	e := &Engine{Fence: wordFence{}}
	n, err := e.Judge(t.Context(), requestsFor("ls", "break", "ls"), func(reports.Judgement) error { return nil })
	var broken *FenceError
	if n != 1 || !errors.As(err, &broken) || broken.ID != "r1" {
		t.Errorf("%d answers, error %v", n, err)
	}
}
