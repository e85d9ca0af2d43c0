package engine

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
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
	learnt chan string
	closed chan struct{}
}

// NewHunt returns a hunt that goes on where the corpus file is.
func NewHunt(seed uint64, kept *CorpusFile) *Hunt {
	return &Hunt{
		search: fuzz.NewSearch(seed, &kept.Corpus, kept.round, smokeCommands()), seed: seed, kept: kept,
		learnt: make(chan string, fuzz.BatchSize), closed: make(chan struct{}),
	}
}

// Requests yields commands until ctx is done or the hunt is closed.
func (h *Hunt) Requests(ctx context.Context) iter.Seq2[reports.Request, error] {
	return func(yield func(reports.Request, error) bool) {
		for {
			round := h.search.Round()
			batch := h.search.Batch()
			for i, command := range batch {
				if !yield(reports.NewRequest(fmt.Sprintf("fuzz:%d/%d.%d", h.seed, round, i), command), nil) {
					return
				}
			}
			behaviours := make([]string, len(batch))
			for i := range behaviours {
				select {
				case behaviours[i] = <-h.learnt:
				case <-h.closed:
					return
				case <-ctx.Done():
					return
				}
			}
			before := h.kept.snapshot()
			h.search.Learn(batch, behaviours)
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
	select {
	case h.learnt <- behaviourOf(r):
	case <-h.closed:
	}
}

// Close ends Requests, wherever it waits.
func (h *Hunt) Close() { close(h.closed) }

// behaviourOf is how fence and bash behaved: the way to the verdict, which is
// the rule or the programs of the plan with what joins them, and the label with
// the kinds of effect.
func behaviourOf(r reports.Result) string {
	fields := []string{r.Decision.String(), r.Rule}
	if r.Plan != nil {
		fields = append(fields, pathOf(r.Plan))
	}
	return strings.Join(append(fields, r.Label.String(), r.Signature().Kinds), " / ")
}

func pathOf(plan *fence.Plan) string {
	var path []string
	for _, s := range plan.Segments {
		if len(s.Words) > 0 {
			path = append(path, s.Words[0].Text)
		}
		path = append(path, s.Operator)
	}
	return strings.TrimSpace(strings.Join(path, " "))
}
