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

// BenchmarkVerdicts judges the smoke grid on one core, pass by pass; the fastest
// pass counts.
func BenchmarkVerdicts(b *testing.B) {
	requests := smokeRequests(b)
	ctx := context.Background()
	for _, name := range fence.Names() {
		f, _ := fence.Lookup(name)
		b.Run(name, func(b *testing.B) {
			pass := fastest{}
			for b.Loop() {
				start := time.Now()
				for _, r := range requests {
					_, _ = f.Judge(ctx, r)
				}
				pass.add(time.Since(start))
			}
			b.ReportMetric(float64(len(requests))/pass.least.Seconds(), "verdicts/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkVsParse measures how many times as fast a verdict is as mvdan's
// Parse on the same lines. Both take turns within one run, pass by pass over
// the whole grid, and the fastest pass of each counts: other work on the machine
// disturbs it least.
func BenchmarkVsParse(b *testing.B) {
	requests := smokeRequests(b)
	ctx := context.Background()
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	for _, name := range []string{"readonly", "walk"} {
		f, _ := fence.Lookup(name)
		b.Run(name, func(b *testing.B) {
			judge, parse := fastest{}, fastest{}
			for b.Loop() {
				start := time.Now()
				for _, r := range requests {
					_, _ = f.Judge(ctx, r)
				}
				middle := time.Now()
				for _, r := range requests {
					_, _ = parser.Parse(strings.NewReader(r.Command), "")
				}
				judge.add(middle.Sub(start))
				parse.add(time.Since(middle))
			}
			b.ReportMetric(float64(parse.least)/float64(judge.least), "x-parse")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// fastest is the least of the durations added to it.
type fastest struct{ least time.Duration }

func (f *fastest) add(d time.Duration) {
	if f.least == 0 || d < f.least {
		f.least = d
	}
}

// BenchmarkPerByte measures the time per byte of commands of 1 KB and of 8 KB,
// in turns within one run, the fastest of each, and how the second compares with
// the first: time is linear in length where that is 1 or, for what every command
// costs alike, somewhat less.
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
			short, long := fastest{}, fastest{}
			for b.Loop() {
				start := time.Now()
				for range large / small {
					_, _ = f.Judge(ctx, one)
				}
				middle := time.Now()
				_, _ = f.Judge(ctx, eight)
				short.add(middle.Sub(start))
				long.add(time.Since(middle))
			}
			first := float64(short.least) / float64(large/small*len(one.Command))
			second := float64(long.least) / float64(len(eight.Command))
			b.ReportMetric(first, "ns/byte-1KB")
			b.ReportMetric(second, "ns/byte-8KB")
			b.ReportMetric(second/first, "8KB/1KB")
			b.ReportMetric(0, "ns/op")
		})
	}
}
