package engine

import (
	"context"
	"testing"
	"time"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// idleOracle shows of every command at once that nothing of it ran.
type idleOracle struct{ oracle.Oracle }

func (idleOracle) Workers() int { return 2 }

func (idleOracle) Observe(context.Context, oracle.Job) ([]oracle.Observation, error) {
	return []oracle.Observation{{Fixture: "present", Status: oracle.Exited, Exit: 127}, {Fixture: "absent", Status: oracle.Exited, Exit: 127}}, nil
}

// BenchmarkMutate grades every mutant of the fence walk by the full grid, with all
// that prepares it and the check of the index. Labels come from memory, as quickly
// as from a warm store, and tell nothing: no kill is semantic, so every mutant is
// judged by all that it reaches, and all that it decides otherwise is labelled. A
// grading whose labels tell something does less.
func BenchmarkMutate(b *testing.B) {
	source, err := OpenSource("grid:full", nil)
	if err != nil {
		b.Fatal(err)
	}
	walk, err := fence.New("walk", fence.WalkRules())
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	graded, elapsed := 0, time.Duration(0)
	for b.Loop() {
		start := time.Now()
		requests, err := Shortest(source.Requests)
		if err != nil {
			b.Fatal(err)
		}
		mutants, err := Mutants(walk, requests, mutant.Generate(*walk.Rules()), mutant.Equivalents())
		if err != nil {
			b.Fatal(err)
		}
		g, err := (&Engine{Fence: walk, Oracle: idleOracle{}, Prove: believed}).Grading(ctx, requests, 0)
		if err != nil {
			b.Fatal(err)
		}
		if err := g.CheckIndex(ctx, mutants, 20, DefaultSeed); err != nil {
			b.Fatal(err)
		}
		if err := g.Grade(ctx, mutants, func(m reports.Mutant) error {
			graded++
			return nil
		}); err != nil {
			b.Fatal(err)
		}
		elapsed += time.Since(start)
	}
	b.ReportMetric(float64(graded)/elapsed.Minutes(), "mutants/min")
	b.ReportMetric(0, "ns/op")
}
