package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// benchCommands is how many commands BenchmarkDiff compares.
const benchCommands = 250_000

// benchSource writes request lines: the commands of the smoke grid again and
// again, each time with another file name behind them. They are made for their
// number; nobody should take them for 250,000 ideas.
func benchSource(b *testing.B, path string, each func(reports.Request)) {
	b.Helper()
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewWriter(file)
	smoke, _ := grid.Lookup("smoke")
	n := 0
	for round := 0; n < benchCommands; round++ {
		for cell := range smoke.Cells() {
			if n == benchCommands {
				break
			}
			r := reports.Request{ID: fmt.Sprintf("%s/%d", cell.ID, round), Request: cell.Request}
			r.Command += fmt.Sprintf(" file%d.txt", round)
			if err := reports.WriteLine(out, r); err != nil {
				b.Fatal(err)
			}
			each(r)
			n++
		}
	}
	if err := errors.Join(out.Flush(), file.Close()); err != nil {
		b.Fatal(err)
	}
}

// warmStore has an observation for every request; they are made up, because what
// they say does not change how long it takes to find them.
func warmStore(b *testing.B, path string) (put func(reports.Request), end func()) {
	b.Helper()
	store, err := oracle.OpenStore(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := store.SetMeta(oracle.StoreMeta{Info: oracle.Info{Toolset: "sha256:made-up"}}); err != nil {
		b.Fatal(err)
	}
	stored, err := oracle.Stored(store, nil)
	if err != nil {
		b.Fatal(err)
	}
	seen := []oracle.Observation{{Fixture: "present", Status: oracle.Exited}, {Fixture: "absent", Status: oracle.Exited}}
	return func(r reports.Request) {
			if err := store.Put(stored.Key(r.Job()), oracle.NewRecord(r.Job(), seen)); err != nil {
				b.Fatal(err)
			}
		}, func() {
			if err := store.Close(); err != nil {
				b.Fatal(err)
			}
		}
}

var stageLine = regexp.MustCompile(`built in (\S+), judged in (\S+), labelled in (\S+), shrunk in (\S+), rendered in (\S+)`)

// BenchmarkDiff compares two revisions of the fence readonly, one with a rule
// loosened, over 250,000 commands: the verb as it is called, with both builds (the
// standard library compiled before) and all three forms written, and a store that
// knows every command.
func BenchmarkDiff(b *testing.B) {
	dir := b.TempDir()
	commands, storePath := filepath.Join(dir, "commands.jsonl"), filepath.Join(dir, "store.db")
	put, end := warmStore(b, storePath)
	benchSource(b, commands, put)
	end()
	b.Chdir(fenceRepository(b, loosening))
	for b.Loop() {
		freshBuilds(b)
		var stdout, stderr bytes.Buffer
		start := time.Now()
		code := run([]string{
			"diff", "fence", "changed", "--source", "cases:" + commands, "--store", storePath, "--oracle", "none", "--out", filepath.Join(dir, "out"),
		}, strings.NewReader(""), &stdout, &stderr)
		total := time.Since(start)
		if code != exitLoosened || !strings.Contains(stdout.String(), fmt.Sprintf("%d commands compared", benchCommands)) || !strings.Contains(stdout.String(), " 0 missing") {
			b.Fatalf("it ends with %d:\n%s%s", code, stdout.String(), stderr.String())
		}
		b.ReportMetric(total.Seconds(), "s")
		stage := stageLine.FindStringSubmatch(stderr.String())
		for i, name := range []string{"build", "judge", "label", "shrink", "render"} {
			d, err := time.ParseDuration(stage[i+1])
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(100*d.Seconds()/total.Seconds(), "%-"+name)
		}
	}
	b.ReportMetric(0, "ns/op")
}
