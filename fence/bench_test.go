package fence_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/grid"
)

// smokeRequests returns the requests of the smoke grid.
func smokeRequests(tb testing.TB) []fence.Request {
	tb.Helper()
	smoke, ok := grid.Lookup("smoke")
	if !ok {
		tb.Fatal("there is no grid smoke")
	}
	var requests []fence.Request
	for cell := range smoke.Cells() {
		requests = append(requests, cell.Request)
	}
	if len(requests) == 0 {
		tb.Fatal("the grid smoke has no cells")
	}
	return requests
}

// BenchmarkVerdicts judges the smoke grid: verdicts per second on one core,
// and admits among them.
func BenchmarkVerdicts(b *testing.B) {
	requests := smokeRequests(b)
	for _, name := range fence.Names() {
		f, _ := fence.Lookup(name)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n := judgeAll(b, f, requests)
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "verdicts/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// judgeAll judges the requests in turn until the benchmark ends and returns how
// many it judged.
func judgeAll(b *testing.B, f fence.Fence, requests []fence.Request) int {
	ctx := context.Background()
	n := 0
	for b.Loop() {
		if _, err := f.Judge(ctx, requests[n%len(requests)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
	return n
}

// BenchmarkVsParse measures how many times as fast a verdict is as mvdan's
// Parse on the same lines. Both take turns within one run, pass by pass over
// the whole grid, so that noise of the machine meets both.
func BenchmarkVsParse(b *testing.B) {
	requests := smokeRequests(b)
	ctx := context.Background()
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	for _, name := range []string{"readonly", "walk"} {
		f, _ := fence.Lookup(name)
		b.Run(name, func(b *testing.B) {
			var judge, parse time.Duration
			for b.Loop() {
				start := time.Now()
				for _, r := range requests {
					_, _ = f.Judge(ctx, r)
				}
				middle := time.Now()
				for _, r := range requests {
					_, _ = parser.Parse(strings.NewReader(r.Command), "")
				}
				judge += middle.Sub(start)
				parse += time.Since(middle)
			}
			b.ReportMetric(parse.Seconds()/judge.Seconds(), "x-parse")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkPerByte measures the time per byte of long commands, which must not
// grow with their length.
func BenchmarkPerByte(b *testing.B) {
	shapes := []struct{ name, unit string }{
		{"operands", "notes.txt src/*.go "},
		{"quoted", `'a b' "c\"d" e\ f `},
		{"dots", "src/../src/util.go "},
		{"one-word", "abcdefgh"},
	}
	f, _ := fence.Lookup("readonly")
	for _, s := range shapes {
		for _, size := range []int{1024, 8192} {
			name := s.name + "/" + map[int]string{1024: "1KB", 8192: "8KB"}[size]
			command := "cat " + strings.Repeat(s.unit, size/len(s.unit)+1)
			command = command[:size-2] + strings.Repeat("a", 2)
			if strings.Count(command, "'")%2 == 1 || strings.Count(command, `"`)%2 == 1 {
				command = "cat " + strings.Repeat(s.unit, (size-4)/len(s.unit))
			}
			r := fence.Request{Command: command, Policy: fence.DefaultPolicy()}
			b.Run(name, func(b *testing.B) {
				judgeAll(b, f, []fence.Request{r})
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(command)), "ns/byte")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
