package fence_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
	"github.com/fencediff/fencediff/reports"
)

// mechanisms are why a plan may do otherwise than the command as it was
// written: the parts of the plan without which it does the same, and the reason
// to have them. A difference that needs other parts fails, and so does a
// mechanism that no command of the grid shows.
var mechanisms = map[string]string{
	"cd":                                 "leading cds become the working directory, by its clean name: where it is missing nothing runs, and where it is left again nothing need be there",
	"HOME + PAGER + no TERM + GIT_PAGER": "no pager is started on a terminal, and without the kind of the terminal git does not colour",
	"no TERM":                            "without the kind of the terminal git does not colour",
}

// patience is what a command may take on a busy machine: many processes, and
// none of them waits for anything.
const patience = 20 * time.Second

// A divergence is an admitted command whose plan does otherwise than the
// command as it was written.
type divergence struct {
	cell grid.Cell
	// parts are the parts of the plan that make the difference, joined by " + ".
	parts string
	// differs says what differs, and in which fixtures.
	differs string
}

// TestPlansDoAsWritten has the oracle run every command of the smoke grid that
// walk admits, which is all that readonly admits and more, as it was written and
// as its plan, and writes where exit status, output or effects differ, by
// mechanism. No plan has an effect.
func TestPlansDoAsWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("runs thousands of commands")
	}
	o := oracletest.Open(t, oracle.Config{})
	readonly, walk := variant(t, "readonly"), variant(t, "walk")
	smoke, _ := grid.Lookup("smoke")

	cells := make(chan grid.Cell)
	var (
		workers  sync.WaitGroup
		mu       sync.Mutex
		admitted int
		found    = map[string][]divergence{}
	)
	for range 2 * o.Workers() {
		workers.Go(func() {
			for cell := range cells {
				plan, err := walk.Decide(cell.Request)
				if err != nil {
					continue
				}
				if same, err := readonly.Decide(cell.Request); err == nil && !cmp.Equal(plan, same) {
					t.Errorf("%s: readonly and walk plan %q otherwise", cell.ID, cell.Request.Command)
				}
				d := diverges(t, o, walk, cell, plan)
				mu.Lock()
				admitted++
				if d.differs != "" {
					found[d.parts] = append(found[d.parts], d)
				}
				mu.Unlock()
			}
		})
	}
	for cell := range smoke.Cells() {
		cells <- cell
	}
	close(cells)
	workers.Wait()
	if admitted < 1000 {
		t.Errorf("only %d commands were compared", admitted)
	}

	var b strings.Builder
	for _, parts := range slices.Sorted(maps.Keys(found)) {
		reason, known := mechanisms[parts]
		if !known {
			reason = "?"
		}
		fmt.Fprintf(&b, "# %s: %s\n", parts, reason)
		list := found[parts]
		slices.SortFunc(list, func(a, b divergence) int { return strings.Compare(a.cell.ID, b.cell.ID) })
		for _, d := range list {
			fmt.Fprintf(&b, "%s\t%s\t%q\n", d.cell.ID, d.differs, d.cell.Request.Command)
			if !known {
				t.Errorf("%s: %q and its plan differ in %s, by a mechanism that is not listed: %s", d.cell.ID, d.cell.Request.Command, d.differs, parts)
			}
		}
		b.WriteByte('\n')
	}
	for parts := range mechanisms {
		if found[parts] == nil {
			t.Errorf("no command of the grid shows the mechanism %s", parts)
		}
	}
	golden(t, "testdata/divergences.txt", b.String())
}

// diverges compares a command with its plan and finds the parts of the plan
// that make the difference.
func diverges(t *testing.T, o oracle.Oracle, v *fence.Variant, cell grid.Cell, plan *fence.Plan) divergence {
	observe := func(job oracle.Job) []oracle.Observation {
		observations, err := o.Observe(t.Context(), job)
		if err != nil {
			t.Errorf("%s: %v", cell.ID, err)
		}
		for i := range observations {
			if got := &observations[i]; got.Status == oracle.StatusError {
				t.Errorf("%s: %q: %s", cell.ID, job.Command, got.Error)
			}
		}
		return observations
	}
	job := oracle.Job{Command: cell.Request.Command, Cwd: cell.Request.Cwd, TTY: cell.TTY, Time: patience}
	written := observe(job)
	job.Command, job.Cwd, job.Env = plan.Line(), plan.Cwd, plan.Add.Env
	planned := observe(job)
	for _, got := range planned {
		if got.Status != oracle.Exited {
			t.Errorf("%s: the plan %q ends as %s in the fixture %s", cell.ID, job.Command, got.Status, got.Fixture)
		}
		for _, e := range got.Effects {
			t.Errorf("%s: the plan %q has the effect %s %s in the fixture %s", cell.ID, job.Command, e.Kind, e.Path, got.Fixture)
		}
	}
	d := divergence{cell: cell, differs: differences(written, planned)}
	if d.differs == "" {
		return d
	}
	job.Time = 0 // a pager that waits for a key shows it soon enough
	parts := partsOf(t, v, cell, plan)
	on := make([]bool, len(parts))
	same := func() bool {
		parts.apply(&job, plan, on)
		return differences(written, observe(job)) == ""
	}
	if !same() {
		d.parts = "words"
		return d
	}
	// Parts of a kind are put on together, and one by one where that makes a
	// difference; what makes one is left off, and to blame.
	var blamed []string
	for from, to := 0, 0; from < len(parts); from = to {
		for to < len(parts) && parts[to].kind == parts[from].kind {
			on[to] = true
			to++
		}
		if same() {
			continue
		}
		clear(on[from:to])
		for i := from; i < to; i++ {
			if on[i] = true; !same() {
				on[i] = false
				blamed = append(blamed, parts[i].name)
			}
		}
	}
	d.parts = strings.Join(blamed, " + ")
	return d
}

// differences says what two runs of a command differ in.
func differences(a, b []oracle.Observation) string {
	var list []string
	for _, d := range reports.Differences(a, b) {
		list = append(list, d.Fixture+" "+d.Field)
	}
	return strings.Join(list, ", ")
}

// A part is one thing that a plan does beside running the words.
type part struct {
	kind partKind
	// name is the part as the golden file calls it.
	name string
	// key and value are what it sets, by its kind.
	key, value string
}

// A partKind is what sort of thing a part is. The zero value is invalid.
type partKind uint8

const (
	leadingCds    partKind = iota + 1 // value stood in front, in the directory key
	argument                          // the word value is inserted
	variable                          // key is set to value
	missing                           // key is not passed on
	gitVariable                       // key, a variable of git's, is set to value
	configuration                     // git's setting key is value
)

// parts are all parts of a plan, those of a kind together.
type parts []part

// partsOf takes a plan's parts apart.
func partsOf(t *testing.T, v *fence.Variant, cell grid.Cell, plan *fence.Plan) parts {
	t.Helper()
	var list parts
	sets, err := v.Directories(cell.Request)
	if err != nil {
		t.Errorf("%s: %v", cell.ID, err)
	}
	if moved := len(sets) - len(plan.Segments); moved > 0 {
		cds, rest := "", cell.Request.Command
		for range moved {
			cd, after, _ := strings.Cut(rest, "&&")
			cds, rest = cds+cd+"&& ", after
		}
		list = append(list, part{leadingCds, "cd", cell.Request.Cwd, cds})
	}
	for _, in := range plan.Add.Args {
		for _, w := range in.Words {
			if p := (part{argument, w, "", w}); !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	written := map[string]string{}
	for _, entry := range environment(cell.TTY) {
		name, value, _ := strings.Cut(entry, "=")
		written[name] = value
	}
	var git, config parts
	setting := ""
	for _, entry := range plan.Add.Env {
		name, value, _ := strings.Cut(entry, "=")
		switch {
		case name == "GIT_CONFIG_COUNT":
		case strings.HasPrefix(name, "GIT_CONFIG_KEY_"):
			setting = value
		case strings.HasPrefix(name, "GIT_CONFIG_VALUE_"):
			config = append(config, part{configuration, setting, setting, value})
		case strings.HasPrefix(name, "GIT_"):
			git = append(git, part{gitVariable, name, name, value})
		case written[name] != value:
			list = append(list, part{variable, name, name, value})
		}
		delete(written, name)
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		list = append(list, part{missing, "no " + name, name, ""})
	}
	return slices.Concat(list, git, config)
}

// apply makes job run the plan with only those of its parts that are on.
func (list parts) apply(job *oracle.Job, plan *fence.Plan, on []bool) {
	cds, words, config := "", []string{}, 0
	job.Cwd, job.Env = plan.Cwd, environment(job.TTY)
	drop := func(name string) {
		job.Env = slices.DeleteFunc(job.Env, func(entry string) bool { return strings.HasPrefix(entry, name+"=") })
	}
	for i, p := range list {
		switch {
		case p.kind == leadingCds && !on[i]:
			cds, job.Cwd = p.value, p.key
		case !on[i]:
		case p.kind == argument:
			words = append(words, p.value)
		case p.kind == missing:
			drop(p.key)
		case p.kind == configuration:
			job.Env = append(job.Env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", config, p.key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", config, p.value))
			config++
		case p.kind == variable, p.kind == gitVariable:
			drop(p.key)
			job.Env = append(job.Env, p.key+"="+p.value)
		}
	}
	if config > 0 {
		job.Env = append(job.Env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", config))
	}
	some := *plan
	some.Add.Args = nil
	for _, in := range plan.Add.Args {
		in.Words = slices.DeleteFunc(slices.Clone(in.Words), func(w string) bool { return !slices.Contains(words, w) })
		some.Add.Args = append(some.Add.Args, in)
	}
	job.Command = cds + some.Line()
}

// environment is what the oracle gives a command that brings none of its own.
func environment(tty bool) []string {
	if tty {
		return append(slices.Clone(oracle.Environment), "TERM=xterm")
	}
	return append(slices.Clone(oracle.Environment), "TERM=dumb")
}
