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

// BenchmarkPerByte measures the time per byte of commands of 1 KB and of 8 KB,
// in turns within one run, and how the second compares with the first: time is
// linear in length where that is 1.
func BenchmarkPerByte(b *testing.B) {
	const small, large = 1 << 10, 8 << 10
	f, _ := fence.Lookup("readonly")
	ctx := context.Background()
	for _, shape := range []struct{ name, head, unit string }{
		{"operands", "cat", " notes.txt src/*.go"},
		{"quotes", "echo", ` 'a b' "c\"d" e\ f`},
		{"climbing", "cat", " src/../src/./util.go"},
		{"one-word", "cat ", "abcdefgh"},
		{"refused-at-the-end", "cat", " notes.txt"},
	} {
		b.Run(shape.name, func(b *testing.B) {
			request := func(size int) fence.Request {
				command := shape.head + strings.Repeat(shape.unit, (size-len(shape.head)-2)/len(shape.unit))
				if shape.name == "refused-at-the-end" {
					command += " &"
				}
				return fence.Request{Command: command, Policy: fence.DefaultPolicy()}
			}
			one, eight := request(small), request(large)
			var short, long time.Duration
			for b.Loop() {
				start := time.Now()
				for range large / small {
					_, _ = f.Judge(ctx, one)
				}
				middle := time.Now()
				_, _ = f.Judge(ctx, eight)
				short += middle.Sub(start)
				long += time.Since(middle)
			}
			perByte := func(d time.Duration, bytes int) float64 {
				return float64(d.Nanoseconds()) / float64(b.N) / float64(bytes)
			}
			first, second := perByte(short, len(one.Command)*large/small), perByte(long, len(eight.Command))
			b.ReportMetric(first, "ns/byte-1KB")
			b.ReportMetric(second, "ns/byte-8KB")
			b.ReportMetric(second/first, "8KB/1KB")
			b.ReportMetric(0, "ns/op")
		})
	}
}
