package oracle

import (
	"context"
	"errors"
	"testing"
)

// TestRecordLabel has runs that differ: one label for what they have in common.
func TestRecordLabel(t *testing.T) {
	effect := Observation{Status: Exited, Effects: []Effect{{Kind: Create, Path: "/srv/ws/a", Inside: true}}}
	other := Observation{Status: Exited, Effects: []Effect{{Kind: Delete, Path: "/srv/ws/a", Inside: true}}}
	harmless, failed := ended(0, "", ""), Observation{Status: StatusError, Exit: -1}
	timeout := Observation{Status: Timeout, Exit: -1}
	for _, test := range []struct {
		name  string
		runs  []Observation
		label Label
		total int
	}{
		{"no run", nil, LabelOracleError, 0},
		{"one run", []Observation{harmless}, LabelHarmless, 1},
		{"alike", []Observation{harmless, harmless, harmless}, LabelHarmless, 3},
		{"other output", []Observation{harmless, ended(0, "later", "")}, LabelHarmless, 2},
		{"an effect now and then", []Observation{harmless, effect, effect}, LabelFlaky, 3},
		{"another effect each time", []Observation{effect, other}, LabelEffect, 2},
		{"another exit status", []Observation{harmless, ended(1, "", "")}, LabelHarmless, 2},
		{"a limit now and then", []Observation{timeout, harmless}, LabelFlaky, 2},
		{"a limit after an effect", []Observation{effect, {Status: Timeout, Exit: -1, Effects: effect.Effects}}, LabelEffect, 2},
		{"the harness failed", []Observation{harmless, failed}, LabelOracleError, 2},
		{"the harness failed in a flaky one", []Observation{harmless, effect, failed}, LabelOracleError, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r Record
			for _, o := range test.runs {
				r.Add([]Observation{o})
			}
			if got := r.Label(); got != test.label || r.Total() != test.total {
				t.Errorf("%v of %d runs, want %v of %d", got, r.Total(), test.label, test.total)
			}
		})
	}
}

// confirmed asks for n confirmations and returns the record.
func confirmed(t *testing.T, o Oracle, job Job, n int) Record {
	t.Helper()
	first, err := o.Observe(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	record, err := Confirm(t.Context(), o, job, first, n)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

func TestConfirmRunsAgain(t *testing.T) {
	inner := &scriptedOracle{answer: func(job Job) ([]Observation, error) { return seen(job.Command), nil }}
	if r := confirmed(t, inner, Job{Command: "ls"}, 3); r.Total() != 4 || len(r.Runs) != 1 || inner.runs.Load() != 4 {
		t.Errorf("%d runs, %d alike, bash ran %d times, want 4 alike", r.Total(), len(r.Runs), inner.runs.Load())
	}
	gone := errors.New("gone")
	inner.answer = func(Job) ([]Observation, error) { return nil, gone }
	if _, err := Confirm(t.Context(), inner, Job{Command: "ls"}, seen("x"), 1); !errors.Is(err, gone) {
		t.Errorf("err = %v", err)
	}
}

// TestCachedKeepsConfirmations: what was confirmed is not run again, in this
// process or the next, and more confirmations cost only what is missing.
func TestCachedKeepsConfirmations(t *testing.T) {
	n := 0
	inner := &scriptedOracle{answer: func(Job) ([]Observation, error) {
		n++
		o := ended(0, "", "")
		if n >= 3 {
			o.Effects = []Effect{{Kind: Create, Path: "/srv/ws/x", Inside: true}}
		}
		return []Observation{o}, nil
	}}
	s := newStore(t)
	for _, step := range []struct {
		confirmations, runs int
		label               Label
	}{{1, 2, LabelHarmless}, {1, 2, LabelHarmless}, {3, 4, LabelFlaky}, {3, 4, LabelFlaky}, {2, 4, LabelFlaky}} {
		if r := confirmed(t, Cached(inner, s), Job{Command: "ls"}, step.confirmations); r.Label() != step.label || n != step.runs {
			t.Errorf("%d confirmations: %v after %d runs, want %v after %d", step.confirmations, r.Label(), n, step.label, step.runs)
		}
		s = reopen(t, s)
	}
	offline, err := Stored(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	key := Cached(inner, s).Key(Job{Command: "ls"})
	record, _, err := s.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(offline.Key(Job{Command: "ls"}), record); err != nil {
		t.Fatal(err)
	}
	if r := confirmed(t, offline, Job{Command: "ls"}, 3); r.Label() != LabelFlaky {
		t.Errorf("the store alone says %v", r.Label())
	}
	if _, err := offline.Confirm(t.Context(), Job{Command: "ls"}, nil, 4); !errors.As(err, new(*UnavailableError)) {
		t.Errorf("a run that the store does not have: %v", err)
	}
}

// TestConfirmDoesNotKeepFaults: a rerun that the harness failed is told, not kept.
func TestConfirmDoesNotKeepFaults(t *testing.T) {
	n := 0
	inner := &scriptedOracle{answer: func(Job) ([]Observation, error) {
		if n++; n == 2 {
			return []Observation{{Status: StatusError, Exit: -1}}, nil
		}
		return []Observation{ended(0, "", "")}, nil
	}}
	s := newStore(t)
	cached := Cached(inner, s)
	if r := confirmed(t, cached, Job{Command: "ls"}, 1); r.Label() != LabelOracleError {
		t.Errorf("%v, want oracle-error", r.Label())
	}
	if r := confirmed(t, cached, Job{Command: "ls"}, 1); r.Label() != LabelHarmless || n != 3 {
		t.Errorf("%v after %d runs, want harmless after 3", r.Label(), n)
	}
}

// TestStoredAnswersWhatWasKept: the oracle can be gone.
func TestStoredAnswersWhatWasKept(t *testing.T) {
	s := newStore(t)
	if _, err := Stored(s, nil); !errors.As(err, new(*UnavailableError)) {
		t.Fatalf("an empty store: %v", err)
	}
	if err := s.SetMeta(StoreMeta{Info: Info{Launcher: "docker", Image: "x", Toolset: "sha256:1", Bash: "5.2"}}); err != nil {
		t.Fatal(err)
	}
	o, err := Stored(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if info := o.Info(); info.Launcher != "store" || info.Image != "" || info.Bash != "5.2" {
		t.Errorf("%+v", info)
	}
	job := Job{Command: "ls"}
	mustPut(t, s, o.Key(job), NewRecord(job, seen("x")))
	if got, err := o.Observe(context.Background(), job); err != nil || got[0].Stdout != "x" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := o.Observe(context.Background(), Job{Command: "pwd"}); !errors.As(err, new(*UnavailableError)) {
		t.Errorf("a command that the store does not have: %v", err)
	}
}

// TestFreshAlwaysAsks: planted commands must not be answered from the store, but
// the store learns them.
func TestFreshAlwaysAsks(t *testing.T) {
	status := Exited
	inner := &scriptedOracle{answer: func(Job) ([]Observation, error) { return []Observation{{Status: status}}, nil }}
	s := newStore(t)
	cached := Cached(inner, s)
	fresh := freshOracle{cached}
	for n, step := range []struct {
		status Status
		runs   int
	}{{Exited, 1}, {Exited, 1}, {Timeout, 2}} {
		status = step.status
		got, err := fresh.Observe(t.Context(), Job{Command: "ls"})
		if err != nil || got[0].Status != step.status || inner.runs.Load() != int64(n+1) {
			t.Errorf("%v, %v after %d runs", got, err, inner.runs.Load())
		}
		record, ok, err := s.Get(cached.Key(Job{Command: "ls"}))
		if err != nil || !ok || len(record.Runs) != step.runs || record.Job.Command != "ls" {
			t.Errorf("the store has %+v, %v, want %d runs that differ", record, err, step.runs)
		}
	}
	if _, err := cached.Observe(t.Context(), Job{Command: "ls"}); err != nil || inner.runs.Load() != 3 {
		t.Errorf("what was seen was not kept (%v)", err)
	}
}

// TestAMisreadProofForgets: what was kept since the planted commands were last
// read right goes, what was kept before stays.
func TestAMisreadProofForgets(t *testing.T) {
	right := true
	inner := &scriptedOracle{answer: func(job Job) ([]Observation, error) {
		for _, p := range plantedCommands {
			if p.command == job.Command && right {
				return p.seen(), nil
			}
		}
		return []Observation{ended(0, "", ""), ended(0, "", "")}, nil
	}}
	s := newStore(t)
	cached := Cached(inner, s)
	observe := func(command string) {
		t.Helper()
		if _, err := cached.Observe(t.Context(), Job{Command: command}); err != nil {
			t.Fatal(err)
		}
	}
	known := func(command string) bool {
		t.Helper()
		_, ok, err := s.Get(cached.Key(Job{Command: command}))
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	observe("before")
	if err := cached.Prove(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	observe("after")
	right = false
	if err := cached.Prove(t.Context(), nil); !errors.As(err, new(*MisreadError)) {
		t.Fatalf("err = %v, want a *MisreadError", err)
	}
	if !known("before") || known("after") || known("rm notes.txt") {
		t.Errorf("kept: before %v, after %v, planted %v; want only the first", known("before"), known("after"), known("rm notes.txt"))
	}
	// With the oracle gone the store proves what it kept.
	right = true
	if err := cached.Prove(t.Context(), nil); err != nil || !known("rm notes.txt") {
		t.Errorf("%v, planted commands kept: %v", err, known("rm notes.txt"))
	}
}

// seen makes up observations that are what is known of a planted command.
func (p planted) seen() []Observation {
	var observations []Observation
	for _, kinds := range [][]Kind{p.present, p.absent} {
		o := ended(0, "", "")
		for _, kind := range kinds {
			o.Effects = append(o.Effects, Effect{Kind: kind, Path: "/x"})
		}
		switch p.label {
		case LabelAttempt:
			o.Attempts = []Attempt{{Call: "unlink", Path: "/x", Errno: "ENOENT"}}
		case LabelVacuous:
			o.Exit, o.Stderr = 127, "bash: line 1: nosuch: command not found\n"
		}
		observations = append(observations, o)
	}
	return observations
}
