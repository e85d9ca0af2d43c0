package engine

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
	"github.com/fencediff/fencediff/reports"
)

// hay is 40 words that every one of the planted fences admits and that only
// read; a planted hole is buried between two halves of it.
var hay = strings.Fields(`ls -a src ; cat README.md notes.txt ; head -n 3 notes.txt ; git status --short ;
	git log --oneline -n 2 ; wc -l notes.txt ; pwd ; grep -n alpha README.md`)

// buried puts a command into hay, so that there are about so many tokens.
func buried(command string, tokens int) string {
	before := tokens / len(hay)
	parts := slices.Repeat([]string{strings.Join(hay, " ")}, max(1, before))
	middle := (len(parts) + 1) / 2
	return strings.Join(slices.Insert(parts, middle, command), " ; ")
}

// BenchmarkShrinkBuried prints the median time in which a hole that is buried in
// 40 tokens, and in 80, is made small, with a store that has seen all of it.
func BenchmarkShrinkBuried(b *testing.B) {
	real := oracletest.Open(b, oracle.Config{})
	store, err := oracle.OpenStore(filepath.Join(b.TempDir(), "store.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	cached := oracle.Cached(real, store)
	for _, size := range []struct {
		name   string
		tokens int
	}{{"40-tokens", 40}, {"80-tokens", 80}} {
		b.Run(size.name, func(b *testing.B) {
			shrinkAll := func() (times []time.Duration) {
				for _, fault := range faults {
					if !strings.HasPrefix(fault.id, "option/") && !strings.HasPrefix(fault.id, "redirect/") {
						continue // what the hay does not hide
					}
					f := newFaulty(b, fault.id, cached, fence.DefaultPolicy().Root)
					r := reports.NewRequest(fault.id, buried(strings.ReplaceAll(fault.command, "NAME", "out.txt"), size.tokens))
					start := time.Now()
					shrunk, _, err := f.Shrink(b.Context(), r, 5000)
					switch {
					case err != nil:
						b.Fatal(err)
					case shrunk.Stop == fuzz.NotShown:
						continue // an over-block, which the hay has too
					case shrunk.Stop != fuzz.Minimal:
						b.Fatalf("%q ends %s", r.Command, shrunk.Stop)
					}
					times = append(times, time.Since(start))
				}
				return times
			}
			shrinkAll() // fills the store
			var times []time.Duration
			for b.Loop() {
				times = append(times, shrinkAll()...)
			}
			if len(times) == 0 {
				b.Fatal("nothing was shrunk")
			}
			slices.Sort(times)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
		})
	}
}
