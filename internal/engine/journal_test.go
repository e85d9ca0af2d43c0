package engine

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/reports"
)

// journalled runs commands with the journal of a folder until so many results
// are there, and returns their lines and how often the oracle was asked.
func journalled(t *testing.T, dir, run string, commands []string, until int) (lines []string, runs int64) {
	t.Helper()
	j, err := OpenJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Begin(run); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stopped")
	o := &textOracle{}
	e := &Engine{Fence: wordFence{}, Oracle: o, Prove: believed, Known: j.Known}
	_, err = e.Run(t.Context(), requestsFor(commands...), func(r reports.Result) error {
		if len(lines) == until {
			return stop
		}
		var line bytes.Buffer
		lines = append(lines, "")
		err := errors.Join(j.Add(r), reports.WriteLine(&line, r))
		lines[len(lines)-1] = line.String()
		return err
	})
	if err != nil && !errors.Is(err, stop) {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return lines, o.runs.Load()
}

// TestARunGoesOnWhereItWasCut cuts the journal of a run anywhere, as kill -9
// does, and has the run go on: the same lines, and only what was lost runs again.
func TestARunGoesOnWhereItWasCut(t *testing.T) {
	commands := thousand()[:40]
	dir := t.TempDir()
	whole, _ := journalled(t, dir, "run", commands, len(commands))
	path := filepath.Join(dir, journalName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut <= len(text); cut += 97 {
		if err := os.WriteFile(path, text[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		lines, runs := journalled(t, dir, "run", commands, len(commands))
		if diff := cmp.Diff(whole, lines); diff != "" {
			t.Fatalf("cut at %d, the results differ:\n%s", cut, diff)
		}
		complete := max(bytes.Count(text[:cut], []byte("\n"))-1, 0)
		if want := int64(len(commands) - complete); runs != want {
			t.Errorf("cut at %d, after %d results, the oracle was asked %d times, want %d", cut, complete, runs, want)
		}
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, text) {
			t.Errorf("cut at %d, the journal is another one afterwards (%v)", cut, err)
		}
	}
}

// TestAJournalOfAnotherRunIsLeftAlone, whatever the run does then.
func TestAJournalOfAnotherRunIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	journalled(t, dir, "run", []string{"ls a", "ls b"}, 1)
	before, err := os.ReadFile(filepath.Join(dir, journalName))
	if err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]func(*Journal) error{"close": (*Journal).Close, "remove": (*Journal).Remove} {
		for _, run := range []any{"another", nil} {
			j, err := OpenJournal(dir)
			if err != nil {
				t.Fatal(err)
			}
			var output *OutputError
			if run == nil {
				// It ends before it begins.
			} else if err := j.Begin(run); !errors.As(err, &output) || !strings.Contains(err.Error(), journalName) {
				t.Errorf("Begin: %v, want a *OutputError that names the journal", err)
			}
			if err := end(j); err != nil {
				t.Error(err)
			}
			if after, err := os.ReadFile(filepath.Join(dir, journalName)); err != nil || !bytes.Equal(before, after) {
				t.Errorf("%s after Begin(%v): the journal changed (%v)", name, run, err)
			}
		}
	}
}

func TestAJournalWithoutResultsIsRemoved(t *testing.T) {
	for name, use := range map[string]func(*Journal) error{
		"not begun":            (*Journal).Close,
		"begun":                func(j *Journal) error { return errors.Join(j.Begin("run"), j.Close()) },
		"begun and not wanted": func(j *Journal) error { return errors.Join(j.Begin("run"), j.Remove()) },
	} {
		dir := t.TempDir()
		j, err := OpenJournal(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := use(j); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left, %v", name, left, err)
		}
	}
}

func TestOneRunAtATimeWritesToAFolder(t *testing.T) {
	dir := t.TempDir()
	j, err := OpenJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(dir); !errors.As(err, new(*OutputError)) || !strings.Contains(err.Error(), "another run") {
		t.Errorf("err = %v, want a *OutputError about another run", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if again, err := OpenJournal(dir); err != nil {
		t.Error(err)
	} else if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// TestFilesOfTheDeadAreSwept: what a killed run left under a temporary name goes,
// what a living one has stays.
func TestFilesOfTheDeadAreSwept(t *testing.T) {
	dir := t.TempDir()
	const beyondPIDs = 1 << 30 // above the kernel's largest pid_max
	dead, alive := fmt.Sprintf(".x.%d", beyondPIDs), fmt.Sprintf(".x.%d", os.Getppid())
	for _, name := range []string{dead, alive, ".x.backup"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	if _, err := f.Create("x"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{dead: false, alive: true, ".x.backup": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", name, err, want)
		}
	}
}
