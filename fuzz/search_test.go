package fuzz

import (
	"slices"
	"strings"
	"testing"
)

// behaviour stands for a fence and bash: things that commands may have, alone
// and together, which is rare.
func behaviour(command string) string {
	var b []string
	for _, word := range []string{"sort", "| ", "../", "-o", "$(", "\t", "&&", "2>", "*", "'", "PATH"} {
		if strings.Contains(command, word) {
			b = append(b, word)
		}
	}
	return strings.Join(b, " ")
}

func behaviours(batch []Made) []Showing {
	list := make([]Showing, len(batch))
	for i, made := range batch {
		list[i].Behaviours = []string{behaviour(made.Command)}
	}
	return list
}

func TestASearchIsRepeatable(t *testing.T) {
	commands := []string{"ls -la", "sort notes.txt | head"}
	run := func(rounds int, corpus *Corpus, from int) (made []string) {
		s := NewSearch(3, corpus, from, commands)
		for range rounds {
			batch := s.Batch()
			s.Learn(batch, behaviours(batch))
			for _, m := range batch {
				made = append(made, m.Command)
			}
		}
		return made
	}
	whole, corpus := &Corpus{}, &Corpus{}
	want := run(6, whole, 0)
	got := run(2, corpus, 0)
	resumed := &Corpus{}
	resumed.Add(corpus.Finds()...) // as if it had been kept in a file
	got = append(got, run(4, resumed, 2)...)
	if !slices.Equal(got, want) {
		t.Error("a search that was gone on with makes other commands")
	}
	if !slices.Equal(resumed.Finds(), whole.Finds()) {
		t.Errorf("it found %v, want %v", resumed.Finds(), whole.Finds())
	}
}

func TestASearchLearns(t *testing.T) {
	found := func(blind bool, seed uint64) int {
		corpus := &Corpus{}
		s := NewSearch(seed, corpus, 0, nil)
		s.Blind = blind
		for range 60 {
			batch := s.Batch()
			s.Learn(batch, behaviours(batch))
		}
		return corpus.Len()
	}
	guided, blind := 0, 0
	for seed := range uint64(5) {
		guided += found(false, seed)
		blind += found(true, seed)
	}
	t.Logf("behaviours found in five searches: guided %d, blind %d", guided, blind)
	if guided <= blind {
		t.Errorf("guided found %d, blind %d", guided, blind)
	}
}

func TestACorpusKeepsTheSmallest(t *testing.T) {
	a, b := &Corpus{}, &Corpus{}
	a.Add(Find{"x", "", "longer", 2, 5}, Find{"y", "", "b", 1, 1})
	b.Add(Find{"x", "", "short", 3, 7}, Find{"y", "", "a", 1, 2}, Find{"z", "", "z", 1, 0})
	a.Add(b.Finds()...)
	want := []Find{{"x", "", "short", 5, 5}, {"y", "", "a", 2, 1}, {"z", "", "z", 1, 0}}
	if got := a.Finds(); !slices.Equal(got, want) {
		t.Errorf("merged: %v, want %v", got, want)
	}
}

// A mistake with ever new variants gets a share of the changes that shrinks, so
// that what else there is gets more.
func TestAKnownCauseIsDamped(t *testing.T) {
	spent := func(cause string) (onIt int) {
		corpus := &Corpus{}
		s := NewSearch(1, corpus, 0, nil)
		for range 100 {
			batch := s.Batch()
			shown := behaviours(batch)
			for i, made := range batch {
				if c := made.Command; strings.Contains(c, "-") { // each of them behaves in its own way
					shown[i] = Showing{Behaviours: []string{c}, Cause: cause}
					onIt++
				}
			}
			s.Learn(batch, shown)
		}
		return onIt
	}
	damped, undamped := spent("known"), spent("")
	t.Logf("of 1600 commands %d show the mistake, %d where its cause is not known", damped, undamped)
	if damped >= undamped {
		t.Errorf("%d commands went to a known cause, %d to an unknown one", damped, undamped)
	}
}
