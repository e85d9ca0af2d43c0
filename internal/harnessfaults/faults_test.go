//go:build harnessfaults

package harnessfaults

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle/image/imagetest"
)

var update = flag.Bool("update", false, "look anew which check catches which fault")

const (
	module = "github.com/fencediff/fencediff/"
	// selfTest stands for the planted commands that every run begins with.
	selfTest = "self-test"
	golden   = "testdata/caught.golden"
)

// TestEveryFaultIsCaught switches on one fault at a time and expects the check
// that the golden file names to fail, and to pass without it.
func TestEveryFaultIsCaught(t *testing.T) {
	if len(faults) < 25 {
		t.Errorf("%d faults are planted, want 25 or more", len(faults))
	}
	imagetest.Engine(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	h := &harness{root: root, overlay: overlay(t, root), dir: t.TempDir(), built: make(map[string]string)}
	known := readGolden(t)
	var table bytes.Buffer
	right := make(map[string]bool)
	for _, f := range faults {
		check := known[f.id]
		if *update {
			check = h.catcher(t, f)
		}
		switch {
		case check == "":
			t.Errorf("%s: nothing catches it: %s", f.id, f.breaks)
			continue
		case !h.fails(t, f, check, true):
			t.Errorf("%s: %s does not catch it: %s", f.id, check, f.breaks)
		}
		if pkg := f.pkg(); !right[pkg+check] {
			right[pkg+check] = true
			if h.fails(t, f, check, false) {
				t.Errorf("%s fails without a fault too", check)
			}
		}
		fmt.Fprintf(&table, "%s\t%s\t%s\n", f.id, check, f.breaks)
	}
	t.Logf("\n%s", &table)
	if *update {
		if err := os.WriteFile(golden, table.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(want, table.Bytes()) {
		t.Errorf("%s is not this table (%v); rewrite it with -update if this is meant", golden, err)
	}
}

// readGolden returns the check that catches each fault.
func readGolden(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	checks := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(line, "\t"); len(fields) == 3 {
			checks[fields[0]] = fields[1]
		}
	}
	return checks
}

// pkg is the package that a fault is in.
func (f fault) pkg() string { return filepath.Dir(f.file) }

// A harness builds and runs what the faults are in.
type harness struct {
	root, overlay, dir string
	// built are the programs, by what was built.
	built map[string]string
}

// build builds with the overlay, once.
func (h *harness) build(t *testing.T, name string, args ...string) string {
	t.Helper()
	key := name + strings.Join(args, " ")
	if h.built[key] == "" {
		out := filepath.Join(h.dir, fmt.Sprintf("%d-%s", len(h.built), filepath.Base(name)))
		build := exec.Command("go", slices.Concat(args, []string{"-overlay", h.overlay, "-o", out, module + name})...)
		build.Dir = h.root
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if text, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, text)
		}
		h.built[key] = out
	}
	return h.built[key]
}

// fails says whether a check fails, with the fault on or off.
func (h *harness) fails(t *testing.T, f fault, check string, on bool) bool {
	t.Helper()
	id := ""
	if on {
		id = f.id
	}
	if check == selfTest {
		return h.selfTestFails(t, f, id)
	}
	return slices.Contains(h.failing(t, f.pkg(), id, "^"+check+"$"), check)
}

// selfTestFails says whether the planted commands are misread.
func (h *harness) selfTestFails(t *testing.T, f fault, id string) bool {
	t.Helper()
	linked := ""
	if f.pkg() == "oracle/agent" {
		linked = id
	}
	program := h.build(t, "cmd/fencediff", "build", "-trimpath", "-ldflags", "-X "+module+"oracle/agent.fault="+linked)
	run := exec.Command(program, "observe")
	run.Env = append(os.Environ(), switchEnv+"="+id)
	run.Stdin = strings.NewReader(`{"command":"true"}`)
	text, err := run.CombinedOutput()
	exit, failed := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return false
	case failed && exit.ExitCode() == 3 && bytes.Contains(text, []byte("was misread")):
		return true
	}
	t.Fatalf("%s: %v\n%s", cmp.Or(id, "no fault"), err, text)
	return false
}

var failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// failing are the tests of a package, of those that match, that fail.
func (h *harness) failing(t *testing.T, pkg, id, pattern string) []string {
	t.Helper()
	run := exec.Command(h.build(t, pkg, "test", "-c"), "-test.short", "-test.run", pattern)
	run.Dir = filepath.Join(h.root, pkg)
	run.Env = append(os.Environ(), switchEnv+"="+id)
	text, err := run.CombinedOutput()
	if err == nil {
		return nil
	}
	var names []string
	for _, match := range failedTest.FindAllSubmatch(text, -1) {
		names = append(names, string(match[1]))
	}
	if len(names) == 0 {
		t.Fatalf("%s: tests of %s end without saying which failed: %v\n%s", id, pkg, err, text)
	}
	return names
}

// quick matches the tests that run no command and take no time.
const quick = `^Test(Label|Nothing|EveryStatus|Ran|Record|Confirm|Cached|Key|Store[GH]|Classify|Severity|Worst|Outcome|Plan|Summary|Bucket|Counts|` +
	`Run|Findings|Compare|Journal|AJournal|Bound|Detect|Coverings|Families|IDs|CountIs|EveryID)`

// catcher looks for a check that catches a fault: the first test that does, or
// the self-test.
func (h *harness) catcher(t *testing.T, f fault) string {
	t.Helper()
	if !slices.ContainsFunc(selfTested, func(prefix string) bool { return strings.HasPrefix(f.file, prefix) }) {
		if names := h.failing(t, f.pkg(), f.id, quick); len(names) > 0 {
			return slices.Min(names)
		}
	}
	if h.selfTestFails(t, f, f.id) {
		return selfTest
	}
	return ""
}
