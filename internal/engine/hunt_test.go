package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/reports"
)

// hunted runs a hunt for so many commands and returns them.
func hunted(t *testing.T, dir string, seed uint64, limit, workers int) (commands []string) {
	t.Helper()
	kept, err := OpenCorpus(dir, seed)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	h := NewHunt(t.Context(), wordFence{}, seed, kept)
	defer h.Close()
	requests, _ := Bound{Limit: limit}.Apply(h.Requests(t.Context()))
	e := &Engine{Fence: wordFence{}, Oracle: &textOracle{}, Prove: func(context.Context) error { return nil }, Workers: workers}
	_, err = e.Run(t.Context(), requests, func(r reports.Result) error {
		commands = append(commands, r.Request.Command)
		h.Learn(r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return commands
}

func TestAHuntIsRepeatable(t *testing.T) {
	const limit = 5*fuzz.BatchSize + 1 // the batch after the last whole one is begun
	dir := t.TempDir()
	want := hunted(t, dir, 4, limit, 1)
	if got := hunted(t, t.TempDir(), 4, limit, 7); !slices.Equal(got, want) {
		t.Error("seven workers make other commands than one")
	}
	if got := hunted(t, t.TempDir(), 5, limit, 1); slices.Equal(got, want) {
		t.Error("another seed makes the same commands")
	}

	// Killed in the middle of writing what the third batch added.
	text, err := os.ReadFile(filepath.Join(dir, "corpus-4.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	killed := t.TempDir()
	rest := lines[0] + lines[1] + lines[2][:len(lines[2])/2]
	if err := os.WriteFile(filepath.Join(killed, "corpus-4.jsonl"), []byte(rest), 0o600); err != nil {
		t.Fatal(err)
	}
	got := hunted(t, killed, 4, limit-2*fuzz.BatchSize, 2)
	if !slices.Equal(got, want[2*fuzz.BatchSize:]) {
		t.Error("a hunt that was gone on with makes other commands")
	}
	again, err := os.ReadFile(filepath.Join(killed, "corpus-4.jsonl"))
	if err != nil || string(again) != string(text) {
		t.Errorf("its corpus differs: %v", err)
	}
}

func TestCorporaMerge(t *testing.T) {
	dir := t.TempDir()
	hunted(t, dir, 1, 2*fuzz.BatchSize+1, 2)
	one, err := OpenCorpus(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	two, err := OpenCorpus(dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	if one.Len() == 0 || !slices.Equal(one.Finds(), two.Finds()) {
		t.Errorf("a new seed begins with %d of %d behaviours", two.Len(), one.Len())
	}
	if two.round != 0 {
		t.Errorf("it begins at round %d", two.round)
	}
	if _, err := OpenCorpus(dir, 2); err == nil || !strings.Contains(err.Error(), "another hunt with this seed") {
		t.Errorf("a corpus is opened twice: %v", err)
	}
}

func TestADamagedCorpusIsNoEmptyOne(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "corpus-1.jsonl"), []byte("{\"next\":1,\"finds\":[]}\n{\"next\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenCorpus(dir, 1); err == nil || !strings.Contains(err.Error(), "at byte 22") {
		t.Errorf("got %v", err)
	}
}

// TestForesight has a fence make a mistake that hardly a command shows, and
// counts those of a search that do, with foresight and without. Nobody tells the
// search that they do.
func TestForesight(t *testing.T) {
	walk, _ := fence.Lookup("walk")
	mistaken, err := planted(t, "separator/carriage-return-is-blank").Fence(fence.WalkRules())
	if err != nil {
		t.Fatal(err)
	}
	decision := func(f fence.Fence, command string) fence.Decision {
		v, err := f.Judge(t.Context(), reports.NewRequest("x", command).Request)
		if err != nil {
			t.Fatal(err)
		}
		return v.Decision
	}
	showing := func(foresight bool) (n int) {
		for seed := range uint64(3) {
			search := searchFor(t.Context(), mistaken, seed, &fuzz.Corpus{}, 0)
			if !foresight {
				search.Foresee = nil
			}
			for range 25 {
				batch := search.Batch()
				for _, made := range batch {
					if decision(walk, made.Command) != decision(mistaken, made.Command) {
						n++
					}
				}
				search.Learn(batch, make([]fuzz.Showing, len(batch)))
			}
		}
		return n
	}
	with, without := showing(true), showing(false)
	t.Logf("of 1200 commands %d show the mistake, %d without foresight", with, without)
	if with <= 2*without {
		t.Errorf("%d commands show the mistake, %d without foresight", with, without)
	}
}
