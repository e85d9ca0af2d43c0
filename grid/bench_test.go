package grid_test

import (
	"context"
	"testing"
	"time"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/grid"
)

// BenchmarkFull makes every cell of the full grid and has a fence judge it, on
// one core.
func BenchmarkFull(b *testing.B) {
	full, ok := grid.Lookup("full")
	if !ok {
		b.Fatal("there is no grid full")
	}
	ctx := context.Background()
	for _, name := range fence.Names() {
		f, _ := fence.Lookup(name)
		b.Run(name, func(b *testing.B) {
			cells := 0
			start := time.Now()
			for b.Loop() {
				for cell := range full.Cells() {
					cells++
					_, _ = f.Judge(ctx, cell.Request)
				}
			}
			b.ReportMetric(float64(full.Count()), "cells")
			b.ReportMetric(time.Since(start).Seconds()*float64(full.Count())/float64(cells), "s/grid")
			b.ReportMetric(0, "ns/op")
		})
	}
}
