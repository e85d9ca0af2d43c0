package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// A Mutant is a fence that is wrong on purpose, to be graded.
type Mutant struct {
	ID, Family string
	// Difference says how it differs from the fence, Line where in the described
	// rules, from 1; 0 is nowhere there.
	Difference string
	Line       int
	// Fence makes it. It is closed by who made it, if it has to be.
	Fence func() (fence.Fence, error)
	// Reached returns the places of the requests that it can decide otherwise, in
	// ascending order; nil is all of them.
	Reached func() []int
	// Witness looks for a request that it decides otherwise; nil looks for none.
	Witness func() (r fence.Request, found bool)
	// Workers is how many requests it is asked about at once; 0 is one.
	Workers int
	// Equivalent is its entry in the register of those that nothing kills; nil if
	// it has none.
	Equivalent *mutant.Equivalent
}

const (
	// baseFactor and basePatience give a mutant so many times as long to judge as
	// the fence itself took for all requests, and a little more, since a busy
	// machine is not the mutant's fault.
	baseFactor   = 10
	basePatience = 10 * time.Second
	// firstChunk and lastChunk are how many requests are judged before the labels
	// of those that are decided otherwise are looked at: few at first, since most
	// mutants die young.
	firstChunk, lastChunk = 64, 4096
)

// A Grading judges mutants by the same requests as the fence that they were made
// from. It is safe for concurrent use.
type Grading struct {
	// Budget is how long one mutant may judge; what bash takes does not count.
	Budget time.Duration

	engine   *Engine
	requests []reports.Request
	base     []fence.Verdict

	mu     sync.Mutex
	labels map[int]func() (*reports.Observed, error)
}

// Shortest reads requests and sorts them by the length of their commands, then by
// their bytes, so that the first that shows something is the shortest.
func Shortest(requests iter.Seq2[reports.Request, error]) ([]reports.Request, error) {
	all, err := readAll(requests)
	slices.SortStableFunc(all, func(a, b reports.Request) int {
		return cmp.Or(cmp.Compare(len(a.Command), len(b.Command)), strings.Compare(a.Command, b.Command))
	})
	return all, err
}

func readAll(requests iter.Seq2[reports.Request, error]) ([]reports.Request, error) {
	var all []reports.Request
	for r, err := range requests {
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// Grading has the engine's fence judge all requests, so many at once.
func (e *Engine) Grading(ctx context.Context, requests []reports.Request, workers int) (*Grading, error) {
	g := &Grading{engine: e, requests: requests, labels: map[int]func() (*reports.Observed, error){}}
	start := time.Now()
	var err error
	g.base, err = g.ask(ctx, e.Fence, workers, g.everywhere())
	g.Budget = baseFactor*time.Since(start) + basePatience
	return g, err
}

// everywhere is the place of every request.
func (g *Grading) everywhere() []int {
	all := make([]int, len(g.requests))
	for i := range all {
		all[i] = i
	}
	return all
}

// ask has a fence judge the requests at some places, so many at once.
func (g *Grading) ask(ctx context.Context, f fence.Fence, workers int, at []int) ([]fence.Verdict, error) {
	verdicts := make([]fence.Verdict, len(at))
	workers = max(1, min(workers, len(at)))
	group, ctx := errgroup.WithContext(ctx)
	for first := range workers {
		group.Go(func() (err error) {
			for i := first; i < len(at) && err == nil; i += workers {
				if err = ctx.Err(); err == nil {
					verdicts[i], err = judge(ctx, f, g.requests[at[i]])
				}
			}
			return err
		})
	}
	return verdicts, group.Wait()
}

// errSlow says that a mutant has used its budget up.
var errSlow = errors.New("takes too long to judge")

// A stopwatch is what is left of a mutant's budget.
type stopwatch struct{ left time.Duration }

// ask is the grading's, for as long as something is left. A fence that does not
// come back is left behind: nothing can stop it, and nothing waits for it.
func (w *stopwatch) ask(ctx context.Context, g *Grading, f fence.Fence, workers int, at []int) ([]fence.Verdict, error) {
	type answers struct {
		verdicts []fence.Verdict
		err      error
	}
	limited, cancel := context.WithTimeoutCause(ctx, w.left, errSlow)
	defer cancel()
	start := time.Now()
	done := make(chan answers, 1)
	go func() {
		verdicts, err := g.ask(limited, f, workers, at)
		done <- answers{verdicts, err}
	}()
	a, answered := receive(limited, done)
	w.left -= time.Since(start)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case !answered, limited.Err() != nil && a.err != nil:
		return nil, errSlow
	}
	return a.verdicts, a.err
}

// A deviation is a request that a mutant decides otherwise than the fence.
type deviation struct {
	at int
	is fence.Verdict
}

// deviations yields, in the order of the requests, those of the given places that
// f decides otherwise, as far as both sides could be asked. An error is errSlow,
// or a *FenceError.
func (g *Grading) deviations(ctx context.Context, f fence.Fence, workers int, at []int) iter.Seq2[deviation, error] {
	return func(yield func(deviation, error) bool) {
		watch := stopwatch{g.Budget}
		for size := firstChunk; len(at) > 0; size = min(2*size, lastChunk) {
			chunk := at[:min(size, len(at))]
			at = at[len(chunk):]
			verdicts, err := watch.ask(ctx, g, f, workers, chunk)
			if err != nil {
				yield(deviation{}, err)
				return
			}
			for i, is := range verdicts {
				was := g.base[chunk[i]]
				if is.Decision == was.Decision || is.Decision == fence.Unsupported || was.Decision == fence.Unsupported {
					continue
				}
				if !yield(deviation{chunk[i], is}, nil) {
					return
				}
			}
		}
	}
}

// label is what bash shows of a request, found out once.
func (g *Grading) label(ctx context.Context, at int) (*reports.Observed, error) {
	g.mu.Lock()
	find := g.labels[at]
	if find == nil {
		find = sync.OnceValues(func() (*reports.Observed, error) { return g.engine.look(ctx, g.requests[at]) })
		g.labels[at] = find
	}
	g.mu.Unlock()
	return find()
}

// Labels counts the requests that were labelled, by label.
func (g *Grading) Labels() map[oracle.Label]int {
	g.mu.Lock()
	defer g.mu.Unlock()
	counts := map[oracle.Label]int{}
	for _, find := range g.labels {
		if o, err := find(); err == nil {
			counts[o.Label]++
		}
	}
	return counts
}

// Grade judges every mutant and gives what became of them to sink, in their order.
// Each is judged from the shortest request on, until one shows it semantically.
//
// An error is a *StaleEquivalentError, what a mutant's Fence says, or as of Run.
func (g *Grading) Grade(ctx context.Context, mutants []Mutant, sink func(reports.Mutant) error) error {
	_, err := proven(ctx, g.engine, values(mutants), g.grade, sink)
	return err
}

func (g *Grading) grade(ctx context.Context, m Mutant) (reports.Mutant, error) {
	graded := reports.Mutant{ID: m.ID, Family: m.Family, Difference: m.Difference, Line: m.Line}
	f, err := m.Fence()
	if err != nil {
		return graded, err
	}
	var at []int
	if m.Reached != nil && m.Equivalent == nil {
		at = m.Reached()
	} else {
		at = g.everywhere()
	}
	for d, err := range g.deviations(ctx, f, m.Workers, at) {
		if errors.Is(err, errSlow) {
			graded.Outcome, graded.Killer = reports.TimedOut, nil
			return graded, nil
		}
		if err != nil {
			return graded, err
		}
		killer, err := g.killer(ctx, f, d)
		switch {
		case err != nil:
			return graded, err
		case killer.Semantic():
			graded.Outcome, graded.Killer = reports.Semantic, killer
		case graded.Killer == nil:
			graded.Outcome, graded.Killer = reports.VerdictOnly, killer
		}
		if m.Equivalent != nil {
			if err := hold(m.Equivalent, killer); err != nil {
				return graded, err
			}
		} else if graded.Outcome == reports.Semantic {
			break
		}
	}
	switch {
	case m.Equivalent != nil:
		graded.Outcome, graded.Reason = reports.Equivalent, m.Equivalent.Reason
	case graded.Killer == nil:
		graded.Outcome = reports.Survived
		graded.WouldKill, err = g.wouldKill(ctx, f, m)
	}
	return graded, err
}

// killer labels a request that a mutant decides otherwise, and makes sure that
// both sides say the same again.
func (g *Grading) killer(ctx context.Context, f fence.Fence, d deviation) (*reports.Killer, error) {
	r, was := g.requests[d.at], g.base[d.at]
	for _, side := range []struct {
		fence.Fence
		said fence.Decision
	}{{g.engine.Fence, was.Decision}, {f, d.is.Decision}} {
		again, err := judge(ctx, side, r)
		if err != nil {
			return nil, err
		}
		if again.Decision != side.said {
			return nil, &FenceError{Fence: side.Name(), ID: r.ID, Err: errors.New("asked twice, it gives two answers")}
		}
	}
	shown, err := g.label(ctx, d.at)
	if err != nil {
		return nil, err
	}
	return reports.NewKiller(r, reports.AnswerOf(was), reports.AnswerOf(d.is), shown)
}

// wouldKill looks for a request beyond the sources that shows a survivor.
func (g *Grading) wouldKill(ctx context.Context, f fence.Fence, m Mutant) (*reports.Killer, error) {
	if m.Witness == nil {
		return nil, nil
	}
	request, found := m.Witness()
	if !found {
		return nil, nil
	}
	r := reports.Request{ID: m.ID, Request: request}
	was, err := g.engine.judge(ctx, r)
	if err != nil {
		return nil, err
	}
	is, err := judge(ctx, f, r)
	if err != nil {
		return nil, err
	}
	return reports.NewKiller(r, reports.AnswerOf(was), reports.AnswerOf(is), nil)
}

// CheckIndex judges n mutants, chosen by the seed, by every request: one that is
// decided otherwise and that the mutant is said not to reach is an *IndexError.
func (g *Grading) CheckIndex(ctx context.Context, mutants []Mutant, n int, seed uint64) error {
	chosen := slices.DeleteFunc(slices.Clone(mutants), func(m Mutant) bool { return m.Reached == nil })
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	for _, m := range chosen[:min(n, len(chosen))] {
		f, err := m.Fence()
		if err != nil {
			return err
		}
		reached := m.Reached()
		for d, err := range g.deviations(ctx, f, m.Workers, g.everywhere()) {
			if errors.Is(err, errSlow) {
				break
			}
			if err != nil {
				return err
			}
			if _, ok := slices.BinarySearch(reached, d.at); !ok {
				return &IndexError{m.ID, g.requests[d.at]}
			}
		}
	}
	return nil
}

// An IndexError says that the index of what mutants reach misses a request.
type IndexError struct {
	// Mutant decides Request otherwise.
	Mutant  string
	Request reports.Request
}

func (e *IndexError) Error() string {
	return fmt.Sprintf("mutant %s decides request %s (%q) otherwise, and the index says that it cannot; mend the index of coverage", e.Mutant, e.Request.ID, e.Request.Command)
}
