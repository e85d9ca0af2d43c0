package fuzz

import (
	"cmp"
	"slices"
)

// A Find is the smallest command known for a behaviour. What a behaviour is the
// caller says: for fences, the way to the verdict with what bash showed.
type Find struct {
	Behaviour string `json:"behaviour"`
	Command   string `json:"command"`
	// Hits counts the commands that behaved so.
	Hits int `json:"hits"`
	// Round is the first in which one did, from 0.
	Round int `json:"round"`
}

// A Corpus is what a search has found, by behaviour: one command each, the
// smallest. The zero value is empty and ready; it is not safe for concurrent use.
type Corpus struct {
	finds []*Find
	index map[string]*Find
}

// Add takes note of finds. Of two commands for one behaviour the smaller is
// kept, so that adding one corpus to another merges and minimises them.
func (c *Corpus) Add(finds ...Find) {
	if c.index == nil {
		c.index = map[string]*Find{}
	}
	for _, f := range finds {
		known := c.index[f.Behaviour]
		if known == nil {
			c.index[f.Behaviour] = &f
			c.finds = append(c.finds, &f)
			continue
		}
		known.Hits += f.Hits
		known.Round = min(known.Round, f.Round)
		if smaller(f.Command, known.Command) {
			known.Command = f.Command
		}
	}
}

// smaller orders commands: shorter first, and by their bytes where that is equal.
func smaller(a, b string) bool { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) < 0 }

// Finds lists the corpus in the order in which the behaviours were found.
func (c *Corpus) Finds() []Find {
	list := make([]Find, len(c.finds))
	for i, f := range c.finds {
		list[i] = *f
	}
	return list
}

// Len is how many behaviours are known.
func (c *Corpus) Len() int { return len(c.finds) }

// BatchSize is how many commands a search makes at a time: it learns from all of
// them before it makes the next, so that what it makes does not depend on who is
// quick.
const BatchSize = 16

// A Search makes batches of commands and is told how they behaved. Commands that
// behave as none before are changed further, and the more commands behave alike
// the less often one of them is: so the effort goes where something new may be.
// It is for one goroutine at a time.
type Search struct {
	// Blind searches learn nothing: the same commands, whatever they show.
	Blind bool

	seed       uint64
	round      int
	corpus     *Corpus
	seeds      []string
	words      *Vocabulary
	generators []*Generator
}

// NewSearch returns a search with a seed. It begins with what the corpus has, at
// the given round, and with other commands worth changing. The same seed, corpus,
// round and commands make the same search.
func NewSearch(seed uint64, corpus *Corpus, round int, commands []string) *Search {
	return &Search{
		seed: seed, corpus: corpus, round: round, seeds: commands, words: DefaultVocabulary(),
		generators: []*Generator{NewGenerator(Plain()), NewGenerator(Wild())},
	}
}

// Round is the number of the next batch, from 0.
func (s *Search) Round() int { return s.round }

// Batch makes the next batch.
func (s *Search) Batch() []string {
	weights := s.weights()
	batch := make([]string, BatchSize)
	for i := range batch {
		batch[i] = s.make(Choices(s.seed, s.round*BatchSize+i), weights)
	}
	s.round++
	return batch
}

// Learn takes note of how the commands of the last batch behaved, in their
// order; an empty behaviour says nothing.
func (s *Search) Learn(commands, behaviours []string) {
	for i, behaviour := range behaviours {
		if behaviour != "" {
			s.corpus.Add(Find{Behaviour: behaviour, Command: commands[i], Hits: 1, Round: s.round - 1})
		}
	}
}

// Shares of a batch, in the range of a byte: what is made from nothing, and what
// is a command of others with something changed. The rest are changed finds.
const (
	fresh  = 96
	seeded = 128
)

// make makes a command; its first three choices say of what.
func (s *Search) make(data []byte, weights []int) string {
	kind, which, data := int(data[0]), int(data[1])<<8|int(data[2]), data[3:]
	switch {
	case kind >= seeded && len(weights) > 0 && !s.Blind:
		at, _ := slices.BinarySearch(weights, which%weights[len(weights)-1]+1)
		return s.change(s.corpus.finds[at].Command, data)
	case kind >= fresh && len(s.seeds) > 0:
		return s.change(s.seeds[which%len(s.seeds)], data)
	}
	return s.generators[kind%len(s.generators)].Command(data)
}

func (s *Search) change(command string, data []byte) string {
	changed, _ := Mutate(command, data, s.words)
	return changed
}

// weights sums up how often each find is to be changed: the less the more
// commands behaved so.
func (s *Search) weights() []int {
	sums := make([]int, len(s.corpus.finds))
	sum := 0
	for i, f := range s.corpus.finds {
		sum += 1 + 30/f.Hits
		sums[i] = sum
	}
	return sums
}
