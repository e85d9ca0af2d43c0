package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
	"github.com/fencediff/fencediff/reports"
	"github.com/fencediff/fencediff/reports/schema"
	"github.com/fencediff/fencediff/reports/schema/schematest"
)

// probed are the commands whose explanations are kept, by the name of the file.
var probed = map[string]reports.Request{
	"write":    reports.NewRequest("probe", "sort -o notes.txt notes.txt"),
	"outside":  reports.NewRequest("probe", "cat ../outside.txt"),
	"one-side": reports.NewRequest("probe", "cd sub || touch made"),
	"pipe":     reports.NewRequest("probe", "git log --oneline | head -3"),
	"compound": reports.NewRequest("probe", "ls src; cd sub && (cat x.sh || ./x.sh)"),
	"nothing":  reports.NewRequest("probe", "no-such-program --flag"),
	"attempt":  reports.NewRequest("probe", "sort -o missing/x notes.txt"),
	"escapes":  reports.NewRequest("probe", "echo '\x1b[2J\u202e' > \"a b\" # \xff"),
	"timeout":  reports.NewRequest("probe", "tail -f README.md"),
	"code":     reports.NewRequest("probe", "git grep -O./x.sh alpha"),
}

// TestProbeExplains has ten commands explained, and holds the text to what it was
// and the JSON to its schema.
func TestProbeExplains(t *testing.T) {
	o := oracletest.Open(t, oracle.Config{})
	e := &engine.Engine{Oracle: o, Prove: func(context.Context) error { return nil }, Confirmations: 1}
	var fences []fence.Fence
	for _, name := range []string{"readonly", "naive"} {
		f, err := lookupFence(name)
		if err != nil {
			t.Fatal(err)
		}
		fences = append(fences, f)
	}
	for name, request := range probed {
		t.Run(name, func(t *testing.T) {
			probe, err := e.Probe(t.Context(), request, fences)
			if err != nil {
				t.Fatal(err)
			}
			var line, text bytes.Buffer
			if err := reports.WriteLine(&line, probe); err != nil {
				t.Fatal(err)
			}
			if err := schematest.Check(schema.Probe, line.Bytes()); err != nil {
				t.Errorf("%s\n%v", line.String(), err)
			}
			if err := reports.WriteProbe(&text, probe); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "probe", name+".golden")
			if *update {
				if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), text.String()); diff != "" {
				t.Errorf("%s (-want +got, -update rewrites it):\n%s", file, diff)
			}
		})
	}
}
