package engine

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// A Hunt is a source without an end that learns from the results: of what was
// tried before it changes those commands further of which fence or bash behaved
// as of none before. Take requests from Requests and give every result, in
// order, to Learn; the next batch waits for the results of the last one.
type Hunt struct {
	search *fuzz.Search
	seed   uint64
	kept   *CorpusFile
	learnt chan fuzz.Showing
	closed chan struct{}

	mu    sync.Mutex
	made  map[string][]string // what made a command, by id, until it is learnt
	rates map[string]*reports.Rate
}

// NewHunt returns a hunt for the mistakes of a fence that goes on where the
// corpus file is.
func NewHunt(ctx context.Context, f fence.Fence, seed uint64, kept *CorpusFile) *Hunt {
	return &Hunt{
		search: searchFor(ctx, f, seed, &kept.Corpus, kept.round), seed: seed, kept: kept,
		learnt: make(chan fuzz.Showing, fuzz.BatchSize), closed: make(chan struct{}),
		made: map[string][]string{}, rates: map[string]*reports.Rate{},
	}
}

// searchFor returns a search for the mistakes of a fence. It foresees what the
// fence decides, unless a program has to be started for each answer.
func searchFor(ctx context.Context, f fence.Fence, seed uint64, corpus *fuzz.Corpus, round int) *fuzz.Search {
	search := fuzz.NewSearch(seed, corpus, round, smokeCommands())
	if external, ok := f.(interface{ Resident() bool }); !ok || external.Resident() {
		search.Foresee = func(command string) []string { return foreseen(ctx, f, command) }
	}
	return search
}

// foreseen pairs an admission with each thing that the command is made of: of
// what a fence seldom admits, a hole is more likely. Of a refusal the rule is
// enough: rules are few, and what one objects to hardly ever differs from what
// bash makes of it. A fence that gives an error foresees nothing; it says so again
// when the command is tried.
func foreseen(ctx context.Context, f fence.Fence, command string) []string {
	verdict, err := f.Judge(ctx, reports.NewRequest("foreseen", command).Request)
	switch {
	case err != nil:
		return nil
	case verdict.Decision != fence.Admit:
		return []string{verdict.Decision.String() + " / " + verdict.Rule}
	}
	ways := fuzz.Things(command)
	for i, thing := range ways {
		ways[i] = verdict.Decision.String() + " / " + thing
	}
	return ways
}

// Requests yields commands until ctx is done or the hunt is closed.
func (h *Hunt) Requests(ctx context.Context) iter.Seq2[reports.Request, error] {
	return func(yield func(reports.Request, error) bool) {
		for {
			round := h.search.Round()
			batch := h.search.Batch()
			for i, made := range batch {
				r := reports.NewRequest(fmt.Sprintf("fuzz:%d/%d.%d", h.seed, round, i), made.Command)
				h.mu.Lock()
				h.made[r.ID] = made.By
				h.mu.Unlock()
				if !yield(r, nil) {
					return
				}
			}
			shown := make([]fuzz.Showing, len(batch))
			for i := range shown {
				select {
				case shown[i] = <-h.learnt:
				case <-h.closed:
					return
				case <-ctx.Done():
					return
				}
			}
			before := h.kept.snapshot()
			h.search.Learn(batch, shown)
			if err := h.kept.append(h.search.Round(), before); err != nil {
				yield(reports.Request{}, err)
				return
			}
		}
	}
}

// Learn takes a result; results of requests that are not the hunt's must not
// come here.
func (h *Hunt) Learn(r reports.Result) {
	h.rate(r)
	select {
	case h.learnt <- showingOf(r):
	case <-h.closed:
	}
}

// rate counts a result for everything that made its command.
func (h *Hunt) rate(r reports.Result) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, by := range h.made[r.ID] {
		if h.rates[by] == nil {
			h.rates[by] = &reports.Rate{By: by}
		}
		h.rates[by].Add(r)
	}
	delete(h.made, r.ID)
}

// Rates say what became of the commands that were learnt of, by what made them,
// sorted by its name. A command counts for each of several.
func (h *Hunt) Rates() []reports.Rate {
	h.mu.Lock()
	defer h.mu.Unlock()
	var rates []reports.Rate
	for _, by := range slices.Sorted(maps.Keys(h.rates)) {
		rates = append(rates, *h.rates[by])
	}
	return rates
}

// Close ends Requests, wherever it waits.
func (h *Hunt) Close() { close(h.closed) }

// showingOf is what a search learns from a result. A finding's cause is its
// bucket, so that a mistake that is known in every variant gets the effort of one.
func showingOf(r reports.Result) fuzz.Showing {
	show := fuzz.Showing{Behaviours: behavioursOf(r)}
	if r.Class.IsFinding() {
		show.Cause = r.Bucket
	}
	return show
}

// behavioursOf pairs each thing on the fence's way to the verdict with what bash
// showed. Things are paired one by one: their combinations have no end, and a
// search that takes each for something new gets to none of them twice. What did
// not run shows nothing.
func behavioursOf(r reports.Result) []string {
	if r.Label == oracle.LabelVacuous {
		return nil
	}
	shown := " / " + r.Label.String() + " / " + r.Signature().Kinds.String()
	behaviours := []string{r.Decision.String() + " / " + r.Rule + shown}
	if r.Plan == nil {
		return behaviours
	}
	for _, thing := range pathOf(r.Plan) {
		behaviours = append(behaviours, r.Decision.String()+" / "+thing+shown)
	}
	return behaviours
}

// pathOf lists what a plan is made of, each thing once: programs, operators,
// redirections, globs.
func pathOf(plan *fence.Plan) []string {
	var path []string
	for _, s := range plan.Segments {
		for i, w := range s.Words {
			if i == 0 {
				path = append(path, w.Text)
			} else if w.Glob {
				path = append(path, "glob")
			}
		}
		path = append(path, s.Redirects...)
		if s.Operator != "" {
			path = append(path, s.Operator)
		}
	}
	slices.Sort(path)
	return slices.Compact(path)
}
