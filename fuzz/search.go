package fuzz

import (
	"cmp"
	"math"
	"slices"
)

// A Find is the smallest command known for a behaviour. What a behaviour is the
// caller says: for fences, the way to the verdict with what bash showed.
type Find struct {
	Behaviour string `json:"behaviour"`
	// Cause is the known mistake that the behaviour is a case of; empty for none.
	Cause   string `json:"cause,omitempty"`
	Command string `json:"command"`
	// Hits counts the commands that behaved so.
	Hits int `json:"hits"`
	// Round is the first in which one did, from 0.
	Round int `json:"round"`
}

// A Showing is what one command showed. The zero value says nothing.
type Showing struct {
	// Behaviours are in which ways the command behaved; none is nothing to learn
	// from.
	Behaviours []string
	// Cause is the mistake that it is one more case of; empty for none.
	Cause string
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
		known.Cause = cmp.Or(known.Cause, f.Cause)
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
// the less often one of them is, and commands that show one mistake count as
// alike however they behave: so the effort goes where something new may be.
// It is for one goroutine at a time.
type Search struct {
	// Blind searches learn nothing: the same commands, whatever they show.
	Blind bool
	// Foresee tells in which ways a command behaves as far as that costs next to
	// nothing, which trying it does. Of several commands that are made the search
	// then has the one tried of which a way was seen least. Nil foresees nothing.
	Foresee func(command string) []string

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

// A Made command is one with what made it.
type Made struct {
	Command string
	// By names the settings of the generator, or what was changed, a find or one
	// of the other commands, and the mutations.
	By []string

	foreseen []string
}

// candidates is of how many commands one is chosen: to make one and to ask a
// fence takes some 50 microseconds, bash takes milliseconds.
const candidates = 48

// Batch makes the next batch.
func (s *Search) Batch() []Made {
	weights := s.weights()
	batch := make([]Made, BatchSize)
	chosen := map[string]int{}
	for i := range batch {
		batch[i] = s.choose(s.round*BatchSize+i, weights, chosen)
		for _, way := range batch[i].foreseen {
			chosen[way]++
		}
	}
	s.round++
	return batch
}

// choose makes the command of a number: the candidate of which a way was seen
// least, in the corpus and among what is chosen already.
func (s *Search) choose(number int, weights []int, chosen map[string]int) Made {
	if s.Foresee == nil || s.Blind {
		return s.make(Choices(s.seed, number), weights)
	}
	var best Made
	least := -1
	for i := range candidates {
		made := s.make(Choices(s.seed, number*candidates+i), weights)
		made.foreseen = s.Foresee(made.Command)
		seen := math.MaxInt
		for _, way := range made.foreseen {
			n := chosen[way]
			if known := s.corpus.index[way]; known != nil {
				n += known.Hits
			}
			seen = min(seen, n)
		}
		if least < 0 || seen < least {
			best, least = made, seen
		}
	}
	return best
}

// Learn takes note of what the commands of the last batch showed, in their order.
func (s *Search) Learn(batch []Made, shown []Showing) {
	for i, made := range batch {
		for _, behaviour := range slices.Concat(made.foreseen, shown[i].Behaviours) {
			s.corpus.Add(Find{Behaviour: behaviour, Cause: shown[i].Cause, Command: made.Command, Hits: 1, Round: s.round - 1})
		}
	}
}

// Shares of a batch, in the range of a byte: what is made from nothing, and what
// is a command of others with something changed. The rest are changed finds.
const (
	fresh  = 64
	seeded = 144
)

// make makes a command; its first three choices say of what.
func (s *Search) make(data []byte, weights []int) Made {
	kind, which, data := int(data[0]), int(data[1])<<8|int(data[2]), data[3:]
	switch {
	case kind >= seeded && len(weights) > 0 && !s.Blind:
		at, _ := slices.BinarySearch(weights, which%weights[len(weights)-1]+1)
		return s.change("find", s.corpus.finds[at].Command, data)
	case kind >= fresh && len(s.seeds) > 0:
		return s.change("command", s.seeds[which%len(s.seeds)], data)
	}
	at := kind % len(s.generators)
	return Made{Command: s.generators[at].Command(data), By: []string{generatorNames[at]}}
}

// generatorNames name the settings of a search's generators.
var generatorNames = []string{"plain", "wild"}

func (s *Search) change(what, command string, data []byte) Made {
	changed, names := Mutate(command, data, s.words)
	return Made{Command: changed, By: append([]string{what}, names...)}
}

// novelty is how much oftener a find is changed that one command showed than one
// that very many did.
const novelty = 60

// weights sums up how often each find is to be changed: the less the more
// commands behaved so, or showed the same mistake.
func (s *Search) weights() []int {
	cases := map[string]int{}
	for _, f := range s.corpus.finds {
		cases[f.Cause] += f.Hits
	}
	sums := make([]int, len(s.corpus.finds))
	sum := 0
	for i, f := range s.corpus.finds {
		known := f.Hits
		if f.Cause != "" {
			known = cases[f.Cause]
		}
		sum += 1 + novelty/known
		sums[i] = sum
	}
	return sums
}
