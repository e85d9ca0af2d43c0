package fence_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
	"github.com/fencediff/fencediff/reports"
)

// readers are what is asked of a program that reads files, after its name and
// what it needs before them; {} is the bait.
var readers = []string{"{}", "./{}", "{}/s.txt", "{}/secret.txt", "{}/outside.txt"}

// reads makes commands of a program for every reader.
func reads(program string) []string {
	list := []string{}
	for _, r := range readers {
		list = append(list, program+" "+r)
	}
	return list
}

// baits are the commands that each row is tried with, by program and row. Those
// that are not admitted say nothing; every row has one that is.
var baits = map[string][]string{
	"git status":   {"git status", "git status {}", "git -C {} status", "cd {} && git status"},
	"git diff":     {"git diff", "git diff {}", "git -C {} diff"},
	"git log":      {"git log -n 1", "git log --stat -n 1", "git log {}", "git -C {} log -n 1"},
	"git show":     {"git show -s", "git show -- notes.txt", "git show {}", "git -C {} show -s"},
	"git ls-files": {"git ls-files -m", "git ls-files -o --exclude-standard", "git ls-files -o {}", "git -C {} ls-files -m"},
	"git blame":    {"git blame README.md", "git blame {}"},
	"git grep":     {"git grep alpha", "git grep --cached alpha", "git grep --untracked alpha", "git grep alpha {}", "git -C {} grep alpha"},
	"ls":           append(reads("ls"), "ls", "ls {}/", "ls -R", "cd {} && ls"),
	"pwd":          {"pwd", "cd {} && pwd"},
	"cat":          reads("cat"),
	"head":         reads("head"),
	"tail":         reads("tail"),
	"wc":           reads("wc"),
	"which":        {"which {}"},
	"stat":         append(reads("stat"), "stat {}/."),
	"file":         append(reads("file"), "file -L {}"),
	"du":           append(reads("du"), "du", "du {}/"),
	"df":           append(reads("df"), "df"),
	"grep":         reads("grep -c ''"),
	"rg":           append(reads("rg -n ."), "rg SECRET", "rg alpha */trap.sh notes.txt"),
	"fd":           append(reads("fd ."), "fd txt"),
	"find":         append(reads("find"), "find .", "find {}/"),
	"sed":          reads("sed -n 1,99p"),
	"sort":         reads("sort"),
	"uniq":         reads("uniq"),
	"cut":          reads("cut -c 1-200"),
	"tr":           {"echo a | tr a b"},
	"comm":         {"comm {} notes.txt", "comm {}/s.txt notes.txt", "comm {}/secret.txt notes.txt", "comm {}/outside.txt notes.txt"},
	"echo":         {"echo {}", "echo ./{}"},
	"printf":       {"printf '%s\\n' {}"},
}

// stubbed are the programs that the image has as recording stubs only: nothing
// they would do is seen.
var stubbed = []string{"gh", "npm"}

// residuals say what a plan declares of the traps that it does not stop.
var residuals = map[string]string{
	"git-alternates":       "follows core.worktree, a .git file and objects/info/alternates",
	"git-file":             "follows core.worktree, a .git file and objects/info/alternates",
	"git-filter-clean":     "runs the clean and process filters",
	"git-filter-process":   "runs the clean and process filters",
	"git-ignore-revs-file": "reads the file that blame.ignoreRevsFile names",
	"git-include-outside":  "reads the file that include.path names",
	"git-info-attributes":  "runs the clean and process filters",
	"git-stale-index":      "renews the index",
	"git-worktree":         "follows core.worktree, a .git file and objects/info/alternates",
	"link-directory":       "follows symbolic links",
	"link-file":            "follows symbolic links",
	"link-parent":          "follows symbolic links",
	"link-repository":      "follows symbolic links",
	"binary":               "prints control characters",
	"name-escape":          "prints control characters",
	"name-newline":         "prints control characters",
	"text-escape":          "prints control characters",
	"fifo":                 "waits for ever",
	"huge":                 "prints as much as there is",
}

// A hostileCell is one row in one hostile fixture.
type hostileCell struct {
	fixture fixtures.Recipe
	row     string
	// springs has the commands that spring the trap, by what ran.
	springs map[reports.Form]string
}

// TestHostileRows springs, or fails to spring, the trap of every hostile fixture
// with every row that admits: with the command as it was written, and with its
// plan. HOSTILE.md is the outcome, and so the honest limit of the fence: where a
// plan springs a trap, its residual says so.
func TestHostileRows(t *testing.T) {
	if testing.Short() {
		t.Skip("runs thousands of commands")
	}
	o := oracletest.Open(t, oracle.Config{})
	walk := variant(t, "walk")
	rows := hostileRows(t, walk)
	found := map[string][]hostileCell{}
	cells := make(chan *hostileCell)
	var workers sync.WaitGroup
	for range o.Workers() {
		workers.Go(func() {
			for cell := range cells {
				cell.try(t, o, walk)
			}
		})
	}
	// One fixture after the other: a worker of the oracle keeps one of them.
	for _, recipe := range fixtures.Hostile() {
		list := make([]hostileCell, len(rows))
		for i, row := range rows {
			list[i] = hostileCell{fixture: recipe, row: row, springs: map[reports.Form]string{}}
			cells <- &list[i]
		}
		found[recipe.Name()] = list
	}
	close(cells)
	workers.Wait()
	golden(t, "HOSTILE.md", hostileTable(rows, found))
	for name, text := range residuals {
		if !slices.ContainsFunc(found[name], func(c hostileCell) bool { return c.springs[reports.AsPlanned] != "" }) {
			t.Errorf("no plan springs %s, for which the residual %q is said to speak", name, text)
		}
	}
}

// hostileRows lists the rows that admit something, in the order of the rules.
func hostileRows(t *testing.T, v *fence.Variant) []string {
	t.Helper()
	var rows []string
	for _, p := range v.Rules().Programs {
		if slices.Contains(stubbed, p.Name) {
			continue
		}
		for _, r := range p.Rows {
			row := strings.TrimSuffix(p.Name+" "+r.Name, " ")
			if baits[row] == nil {
				t.Errorf("no commands for the row %s", row)
			}
			rows = append(rows, row)
		}
	}
	if len(rows) != len(baits) {
		t.Errorf("%d rows, and commands for %d", len(rows), len(baits))
	}
	return rows
}

// commands are those of the cell's row that are admitted. Where the bait is
// nothing that the row may name, it is tried without.
func (c *hostileCell) commands(t *testing.T, v *fence.Variant) map[string]fence.Verdict {
	t.Helper()
	trap, _ := c.fixture.Trap()
	for _, bait := range []string{trap.Bait, "notes.txt"} {
		admitted := map[string]fence.Verdict{}
		for _, template := range baits[c.row] {
			if trap.Bait == "" && (strings.Contains(template, "{}/") || strings.Contains(template, "./{}")) {
				continue // it says no more than the others
			}
			command := strings.ReplaceAll(template, "{}", cmp.Or(bait, "notes.txt"))
			verdict, err := v.Judge(t.Context(), reports.NewRequest("", command).Request)
			if err != nil {
				t.Error(err)
			}
			if verdict.Plan != nil {
				admitted[command] = verdict
			}
		}
		if len(admitted) > 0 {
			return admitted
		}
	}
	t.Errorf("%s: no command of the row %s is admitted", c.fixture.Name(), c.row)
	return nil
}

// try runs the commands of the cell until one springs the trap, as they are
// written and as their plans.
func (c *hostileCell) try(t *testing.T, o oracle.Oracle, v *fence.Variant) {
	trap, _ := c.fixture.Trap()
	admitted := c.commands(t, v)
	for _, command := range slices.Sorted(maps.Keys(admitted)) {
		verdict := admitted[command]
		planless := verdict
		planless.Plan = nil
		for _, judged := range []fence.Verdict{planless, verdict} {
			job, form := reports.HostileJob(reports.NewRequest("", command), judged, c.fixture)
			if c.springs[form] != "" || !springs(t, o, trap, job) {
				continue
			}
			c.springs[form] = command
			text, declared := residuals[c.fixture.Name()], func(s string) bool { return strings.Contains(s, residuals[c.fixture.Name()]) }
			if form == reports.AsPlanned && (text == "" || !slices.ContainsFunc(verdict.Plan.Residual, declared)) {
				t.Errorf("%s: the plan of %q springs the trap, and its residual does not say so: %q", c.fixture.Name(), command, verdict.Plan.Residual)
			}
		}
	}
}

// springs runs a job and looks for the sign of the trap. What waits for ever
// does so within any time; what does not gets all it needs on a busy machine.
func springs(t *testing.T, o oracle.Oracle, trap fixtures.Trap, job oracle.Job) bool {
	job.Time = patience
	if trap.Token == oracle.Timeout.String() {
		job.Time = 2 * time.Second
	}
	observations, err := o.Observe(t.Context(), job)
	if err != nil {
		t.Error(err)
		return false
	}
	sprung := oracle.Sprung(trap, observations[0])
	if !sprung && !observations[0].Status.Complete() {
		t.Errorf("%s: %q ends as %s: %s", job.Fixtures[0], job.Command, observations[0].Status, observations[0].Error)
	}
	return sprung
}

// hostileTable is HOSTILE.md.
func hostileTable(rows []string, found map[string][]hostileCell) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Hostile fixtures and the rows that admit

Each hostile fixture is the plain workspace and one trap. Each row of the fence was
tried in it: with its commands as they are written, and with the plans that the fence
makes of them. A row that is not named springs the trap in neither form; a row in the
last column springs it although the plan ran, and the plan's residual says so. The
programs %s are not in it: the oracle's image has them as recording stubs.

`+"`go test ./fence -run TestHostileRows -update`"+` writes this file. %d rows, %d fixtures.

| fixture | sprung as written, not as planned | sprung as planned |
|---|---|---|
`, strings.Join(stubbed, " and "), len(rows), len(found))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		var stopped, sprung []string
		for _, c := range found[name] {
			switch {
			case c.springs[reports.AsPlanned] != "":
				sprung = append(sprung, c.row)
			case c.springs[reports.AsWritten] != "":
				stopped = append(stopped, c.row)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, listOf(stopped, rows), listOf(sprung, rows))
	}
	return b.String()
}

// listOf is a list of rows as it stands in the table.
func listOf(list, all []string) string {
	if len(list) == len(all) {
		return "every row"
	}
	return strings.Join(list, ", ")
}
