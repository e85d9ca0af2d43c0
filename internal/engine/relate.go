package engine

import (
	"context"
	"iter"
	"runtime"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/reports"
)

// Relate asks the fence about every request and about those that the relations
// make of it, and gives what breaks a relation to sink in the order of the
// requests. The counts are one a relation, in their order. Bash is not asked.
// Errors are those of Judge.
func (e *Engine) Relate(
	ctx context.Context, requests iter.Seq2[reports.Request, error], relations []fuzz.Relation, sink func(reports.Violation) error,
) ([]reports.RelationCounts, error) {
	counts := make([]reports.RelationCounts, len(relations))
	for i, relation := range relations {
		counts[i] = reports.RelationCounts{Relation: relation.Name, Law: relation.Law.String(), Says: relation.Says}
	}
	workers := e.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	err := ordered(ctx, workers, requests,
		func(ctx context.Context, r reports.Request) ([]related, error) { return e.relate(ctx, r, relations) },
		func(all []related) error {
			for i, found := range all {
				counts[i].Compared += found.compared
				counts[i].Idle += found.idle
				counts[i].Unsupported += found.unsupported
				counts[i].Broken += len(found.violations)
				for _, v := range found.violations {
					if err := sink(v); err != nil {
						return err
					}
				}
			}
			return nil
		})
	return counts, err
}

// related is what one relation says of one request.
type related struct {
	compared, idle, unsupported int
	violations                  []reports.Violation
}

// relate holds every relation to one request.
func (e *Engine) relate(ctx context.Context, r reports.Request, relations []fuzz.Relation) ([]related, error) {
	known := map[fuzz.Question]fence.Verdict{}
	ask := func(q fuzz.Question) (fence.Verdict, error) {
		if v, ok := known[q]; ok {
			return v, nil
		}
		v, err := e.judge(ctx, asked(r, q))
		known[q] = v
		return v, err
	}
	subject := fuzz.NewSubject(fuzz.Question{Command: r.Command, Cwd: r.Cwd, Network: r.Grants.Network})
	all := make([]related, len(relations))
	for i, relation := range relations {
		for _, pair := range relation.Pairs(subject) {
			first, err := ask(pair.First)
			if err != nil {
				return nil, err
			}
			second, err := ask(pair.Second)
			if err != nil {
				return nil, err
			}
			if err := all[i].add(e.Fence.Name(), r, relation, pair, first, second); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func (found *related) add(fenceName string, r reports.Request, relation fuzz.Relation, pair fuzz.Pair, first, second fence.Verdict) (err error) {
	a, b := answerTo(first), answerTo(second)
	switch standing := relation.Law.Standing(a, b); {
	case standing == fuzz.Idle && (a == fuzz.Unable || b == fuzz.Unable):
		found.unsupported++
	case standing == fuzz.Idle:
		found.idle++
	default:
		found.compared++
		if standing == fuzz.Broken {
			var v reports.Violation
			v, err = reports.NewViolation(fenceName, relation.Name, relation.Law.String(), r.ID, asked(r, pair.First), asked(r, pair.Second), first, second)
			found.violations = append(found.violations, v)
		}
	}
	return err
}

// asked is a request with what a relation asks.
func asked(r reports.Request, q fuzz.Question) reports.Request {
	r.Command, r.Cwd, r.Grants.Network = q.Command, q.Cwd, q.Network
	return r
}

// answerTo is a verdict as relations see it; an invalid one cannot be.
func answerTo(v fence.Verdict) fuzz.Answer {
	switch v.Decision {
	case fence.Admit:
		return fuzz.Admitted
	case fence.Refuse:
		return fuzz.Refused
	}
	return fuzz.Unable
}
