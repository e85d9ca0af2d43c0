package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle/image/imagetest"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// TestBrokenCaptureEndsTheRun breaks each capture of the oracle on purpose and
// has the program run: it must end with 3, claim nothing and leave no file.
func TestBrokenCaptureEndsTheRun(t *testing.T) {
	imagetest.Engine(t)
	for _, fault := range []string{"upper", "calls", "reads"} {
		t.Run(fault, func(t *testing.T) {
			dir := t.TempDir()
			commands := filepath.Join(dir, "commands.txt")
			if err := os.WriteFile(commands, []byte("ls\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, "out")
			cmd := exec.Command(oracletest.Build(t, "cmd/fencediff", fault), "run", "--fence", "naive", "--source", "file:"+commands, "--out", out)
			text, err := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != int(exitUnbelieved) || !strings.Contains(string(text), "the oracle cannot be believed: planted command") {
				t.Errorf("%v\n%s", err, text)
			}
			if _, err := os.Stat(filepath.Join(out, "summary.json")); err == nil {
				t.Error("it left a summary")
			}
		})
	}
}
