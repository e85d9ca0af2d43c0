package mutant_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/grid"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// subjects are the fences that mutants are made of.
var subjects = []struct {
	name  string
	rules func() fence.Rules
}{
	{"readonly", fence.ReadonlyRules},
	{"walk", fence.WalkRules},
}

func requestsOf(tb testing.TB, name string) []fence.Request {
	tb.Helper()
	g, ok := grid.Lookup(name)
	if !ok {
		tb.Fatalf("there is no grid %s", name)
	}
	var requests []fence.Request
	for cell := range g.Cells() {
		requests = append(requests, cell.Request)
	}
	return requests
}

func indexOf(tb testing.TB, name string, rules fence.Rules, requests []fence.Request) *mutant.Index {
	tb.Helper()
	v, err := fence.New(name, rules)
	if err != nil {
		tb.Fatal(err)
	}
	x, err := mutant.NewIndex(v, requests)
	if err != nil {
		tb.Fatal(err)
	}
	return x
}

// TestPlantedAreWellFormed holds what tables and reports name mistakes by.
func TestPlantedAreWellFormed(t *testing.T) {
	planted := mutant.Planted()
	wellFormed(t, planted)
	if len(planted) < 60 {
		t.Errorf("%d mistakes are planted, want 60 or more", len(planted))
	}
}

func wellFormed(t *testing.T, mutations []mutant.Mutation) {
	t.Helper()
	id := regexp.MustCompile(`^[a-z]+(-[a-z]+)*(/[A-Za-z0-9%._=-]+)+$`)
	seen := make(map[string]bool)
	for _, m := range mutations {
		if !id.MatchString(m.ID) || seen[m.ID] {
			t.Errorf("the id %q is malformed or taken", m.ID)
		}
		seen[m.ID] = true
		if m.Breaks == "" || strings.Contains(m.Breaks, "\n") {
			t.Errorf("%s does not say in one line what it breaks: %q", m.ID, m.Breaks)
		}
		if m.Rules == nil && m.Reads == nil && m.Decides == nil {
			t.Errorf("%s is no mistake", m.ID)
		}
	}
}

// TestPlantedChangeVerdicts judges the smoke grid, and what stands for the full
// one where smoke is too small, with every mistake.
func TestPlantedChangeVerdicts(t *testing.T) {
	requests := requestsOf(t, "smoke")
	full, _ := grid.Lookup("full")
	for _, id := range []string{
		"danger-alone-spelling/first/plain/wc-files0-from-is-outside-txt",
		"setting/all-exported/GIT_EXTERNAL_DIFF=.%2Fx.sh",
	} {
		cell, ok := full.Cell(id)
		if !ok {
			t.Fatalf("full has no cell %s", id)
		}
		requests = append(requests, cell.Request)
	}
	x := indexOf(t, "walk", fence.WalkRules(), requests)
	for _, m := range mutant.Planted() {
		if killer(t, x, m, fence.WalkRules(), requests) < 0 {
			t.Errorf("%s changes no decision", m.ID)
		}
	}
}

// killer returns the first request that is decided otherwise with a mistake; -1 if
// there is none.
func killer(t *testing.T, x *mutant.Index, m mutant.Mutation, rules fence.Rules, requests []fence.Request) int {
	t.Helper()
	f, err := m.Fence(rules)
	if err != nil {
		t.Fatal(err)
	}
	differs := func(i int) bool {
		got, _ := f.Judge(context.Background(), requests[i])
		return got.Decision != x.Verdict(i).Decision
	}
	if m.Rules == nil { // to find all that it reaches costs more than to judge on
		for i := range requests {
			if differs(i) {
				return i
			}
		}
		return -1
	}
	for _, i := range x.Reached(m) {
		if differs(i) {
			return i
		}
	}
	return -1
}

// TestRulesAreNotShared makes every mistake and expects rules to stay as they were.
func TestRulesAreNotShared(t *testing.T) {
	rules, want := fence.WalkRules(), fence.WalkRules()
	for _, m := range mutant.Generate(rules) {
		if _, err := m.Fence(rules); err != nil {
			t.Errorf("%s: %v", m.ID, err)
		}
		if !reflect.DeepEqual(rules, want) {
			t.Fatalf("%s changes the rules that it was made of", m.ID)
		}
	}
}

// TestInapplicable plants every mistake of the rules in rules that hold nothing,
// where most find nothing to change and none may pass unseen.
func TestInapplicable(t *testing.T) {
	refused := 0
	for _, m := range mutant.Planted() {
		if m.Rules == nil {
			continue
		}
		_, err := m.Fence(fence.Rules{})
		if err == nil {
			t.Errorf("%s applies to rules that hold nothing", m.ID)
		}
		if _, ok := errors.AsType[*mutant.InapplicableError](err); ok {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no mistake says that it does not apply")
	}
}

// TestGenerate counts the mutants of the built-in fences and expects their ids to
// stay.
func TestGenerate(t *testing.T) {
	for _, s := range subjects {
		t.Run(s.name, func(t *testing.T) {
			mutants := mutant.Generate(s.rules())
			wellFormed(t, mutants)
			if err := mutant.Audit(s.rules(), mutants); err != nil {
				t.Error(err)
			}
			families := make(map[string]bool)
			var b strings.Builder
			for _, m := range mutants {
				families[m.Family()] = true
				b.WriteString(m.ID + "\t" + m.Breaks + "\n")
			}
			if len(mutants) < 400 || len(families) < 12 {
				t.Errorf("%d mutants in %d families, want 400 in 12", len(mutants), len(families))
			}
			name := "testdata/mutants-" + s.name + ".txt"
			if *update {
				if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("the mutants differ; if they should, run go test ./fence/mutant -update\n%s", diff)
			}
		})
	}
}

// TestPlantedAreMutants keeps what the grids are tested by among what a fence is
// graded by.
func TestPlantedAreMutants(t *testing.T) {
	ids := make(map[string]bool)
	for _, m := range mutant.Generate(fence.WalkRules()) {
		ids[m.ID] = true
	}
	for _, m := range mutant.Planted() {
		if !ids[m.ID] {
			t.Errorf("%s is planted, and no mutant", m.ID)
		}
	}
}

// TestGenerateFollowsTheRules adds a fact of each kind and expects mutants of it.
func TestGenerateFollowsTheRules(t *testing.T) {
	ls := func(r *fence.Rules) *fence.Row {
		at := slices.IndexFunc(r.Programs, func(p fence.Program) bool { return p.Name == "ls" })
		return &r.Programs[at].Rows[0]
	}
	for _, test := range []struct {
		name string
		add  func(*fence.Rules)
		want []string
	}{
		{"program", func(r *fence.Rules) {
			r.Programs = append(r.Programs, fence.Program{Name: "tac", Rows: []fence.Row{{Options: fence.Anywhere, Operands: fence.Operands{Rest: fence.Path}}}})
		}, []string{"program/tac/forgotten", "network/tac/needed", "operand/tac/rest/any-text", "subcommand/tac/any-words", "order/tac/never"}},
		{"row", func(r *fence.Rules) {
			r.Programs[0].Rows = append(r.Programs[0].Rows, fence.Row{Name: "tag", Options: fence.Anywhere, Switches: []string{"-l"}, Operands: fence.Operands{Rest: fence.Revision, Max: 3}})
		}, []string{"subcommand/git-tag/forgotten", "switch/git-tag/-l/forgotten", "cap-operands/git-tag/one-more", "cap-operands/git-tag/unlimited"}},
		{"switch", func(r *fence.Rules) { ls(r).Switches = append(ls(r).Switches, "-F") }, []string{"switch/ls/-F/forgotten", "switch/ls/-F/takes-value"}},
		{"value", func(r *fence.Rules) {
			ls(r).Values = append(ls(r).Values, fence.Value{Names: []string{"-I", "--ignore"}, Kind: fence.Text})
		}, []string{"value/ls/-I/forgotten", "value/ls/--ignore/is-switch", "value/ls/-I/number", "value/ls/-I/dash"}},
		{"attached", func(r *fence.Rules) {
			ls(r).Attached = append(ls(r).Attached, fence.Value{Names: []string{"--sort="}, Kind: fence.Text, Choices: []string{"size", "time"}})
		}, []string{"value/ls/--sort=/forgotten", "value/ls/--sort=/not-time", "value/ls/--sort=/any-choice"}},
		{"lead", func(r *fence.Rules) { ls(r).Lead = []fence.Lead{{Word: "-1"}} }, []string{"operand/ls/lead--1/forgotten", "operand/ls/lead--1/any-text"}},
		{"separator", func(r *fence.Rules) {
			r.Separators = append(r.Separators, fence.Separator{Text: "\n", Next: fence.Always, From: fence.AnyDirectory})
		}, []string{"separator/%0A/dropped", "separator/%0A/like-and", "separator/%0A/from-after-success"}},
		{"special", func(r *fence.Rules) {
			r.Specials = append(r.Specials, fence.Special{Text: "^", Means: fence.Control})
		}, []string{"special/%5E/is-text", "special/%5E/refused-in-double", "special/%5E/word-start-only"}},
		{"redirect", func(r *fence.Rules) {
			r.Redirects = append(r.Redirects, fence.Redirect{FD: "1", Op: ">&", Target: "2"})
		}, []string{"redirect/1-and-2/forgotten", "redirect/1-and-2/with-blank"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := fence.WalkRules()
			before := make(map[string]bool)
			for _, m := range mutant.Generate(rules) {
				before[m.ID] = true
			}
			test.add(&rules)
			var added []string
			var mutants []mutant.Mutation
			for _, m := range mutant.Generate(rules) {
				if !before[m.ID] {
					added, mutants = append(added, m.ID), append(mutants, m)
				}
			}
			for _, id := range test.want {
				if !slices.Contains(added, id) {
					t.Errorf("%s is missing among %v", id, added)
				}
			}
			if err := mutant.Audit(rules, mutants); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestGenerateFollowsTheCaps changes each number and expects what is cut to follow.
func TestGenerateFollowsTheCaps(t *testing.T) {
	rules := fence.WalkRules()
	rules.Caps.Bytes = 20
	for _, m := range mutant.Generate(rules) {
		if m.ID == "cap/bytes/cut" {
			if got := m.Reads(fence.Request{Command: "echo 0123456789012345; touch PWNED"}).Command; got != "echo 012345678901234" {
				t.Errorf("%q is read", got)
			}
			return
		}
	}
	t.Error("no mutant cuts a command")
}

// sampled is of how many requests that the index leaves out one is judged with a
// mutant, others with the next: all of all would take a quarter of an hour.
const sampled = 20

// TestIndexIsSound judges with every mutant some of the requests that the index
// leaves out, and expects the very verdict of the fence; only what else there is,
// which Next lists, may differ.
func TestIndexIsSound(t *testing.T) {
	requests := requestsOf(t, "smoke")
	for _, s := range subjects {
		x := indexOf(t, s.name, s.rules(), requests)
		mutants := mutant.Generate(s.rules())
		reached, left := 0, 0
		var mu sync.Mutex
		t.Run(s.name, func(t *testing.T) {
			for part := range slices.Chunk(mutants, 100) {
				t.Run(part[0].ID, func(t *testing.T) {
					t.Parallel()
					for n, m := range part {
						list := x.Reached(m)
						mu.Lock()
						reached, left = reached+len(list), left+len(requests)-len(list)
						mu.Unlock()
						leavesOut(t, x, m, s.rules(), requests, list, n%sampled)
					}
				})
			}
		})
		if reached == 0 || left < reached {
			t.Errorf("%s: the index reaches %d verdicts and leaves %d out", s.name, reached, left)
		}
	}
}

func leavesOut(t *testing.T, x *mutant.Index, m mutant.Mutation, rules fence.Rules, requests []fence.Request, reached []int, sample int) {
	t.Helper()
	if !slices.IsSorted(reached) || len(slices.Compact(slices.Clone(reached))) != len(reached) {
		t.Errorf("%s: %v is not in ascending order", m.ID, reached)
	}
	f, err := m.Fence(rules)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range requests {
		if len(reached) > 0 && reached[0] == i {
			reached = reached[1:]
			continue
		}
		if i%sampled != sample {
			continue
		}
		got, _ := f.Judge(context.Background(), r)
		want := x.Verdict(i)
		got.Next, want.Next = "", ""
		if got.Decision == fence.Admit && got.Plan != nil && want.Plan != nil {
			if !reflect.DeepEqual(got.Plan, want.Plan) {
				t.Errorf("%s does not reach %q, whose plan is %+v, want %+v", m.ID, r.Command, got.Plan, want.Plan)
			}
			got.Plan, want.Plan = nil, nil
		}
		if got != want {
			t.Errorf("%s does not reach %q, which is judged %+v, want %+v", m.ID, r.Command, got, want)
		}
	}
}

// TestReached expects a change to reach what consults it, and little else.
func TestReached(t *testing.T) {
	commands := []string{
		"ls -l", "ls -a", "cat notes.txt", "cd src && cat util.go", "cat notes.txt | wc", "pwd; pwd", "echo 'a;b'",
		"gh pr list", "head -n 1 notes.txt", "printf %5s a", "ls >/dev/null", "ls -l &", "git tag", "git log -1",
	}
	requests := make([]fence.Request, len(commands))
	for i, command := range commands {
		requests[i] = fence.Request{Command: command, Policy: fence.DefaultPolicy()}
	}
	x := indexOf(t, "walk", fence.WalkRules(), requests)
	byID := make(map[string]mutant.Mutation)
	for _, m := range mutant.Generate(fence.WalkRules()) {
		byID[m.ID] = m
	}
	for id, want := range map[string][]string{
		"switch/ls/-l/forgotten":                        {"ls -l"},
		"value/head/-n/forgotten":                       {"head -n 1 notes.txt"},
		"value/head/-n/any-text":                        {"head -n 1 notes.txt"},
		"program/cat/forgotten":                         {"cat notes.txt", "cd src && cat util.go", "cat notes.txt | wc"},
		"network/gh/free":                               {"gh pr list"},
		"separator/and/from-any-directory":              {"cd src && cat util.go"},
		"separator/semicolon/dropped":                   {"pwd; pwd"},
		"special/background/is-text":                    {"cd src && cat util.go", "ls -l &"},
		"cap/bytes/one-less":                            nil,
		"cap/segments/zero":                             commands,
		"cap/format-width/zero":                         {"printf %5s a"},
		"cap/leading-cds/zero":                          {"cd src && cat util.go"},
		"redirect/to-null/forgotten":                    {"ls >/dev/null"},
		"subcommand/git-log/forgotten":                  {"git log -1"},
		"program/git-branch":                            nil,
		"program/git/any-subcommand":                    {"git tag"},
		"separator/semicolon/ends-reading":              {"pwd; pwd", "echo 'a;b'"},
		"quote/single-unknown":                          {"echo 'a;b'"},
		"cap-operands/git-log/digits-one":               {"git log -1"},
		"switch/git-log/digits/forgotten":               {"git log -1"},
		"option/sort-output":                            nil,
		"order/printf/anywhere":                         {"printf %5s a"},
		"value/git-status/--untracked-files=/forgotten": nil,
	} {
		m, ok := byID[id]
		if !ok {
			t.Errorf("there is no mutant %s", id)
			continue
		}
		var got []string
		for _, i := range x.Reached(m) {
			got = append(got, commands[i])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s reaches other commands: %s", id, diff)
		}
	}
	if got := x.Reached(mutant.Mutation{ID: "x/y", Rules: func(*fence.Rules) error { return errors.New("nothing") }}); got != nil {
		t.Errorf("a mutation that does not apply reaches %v", got)
	}
}

// TestDifference expects the lines that a person would look for.
func TestDifference(t *testing.T) {
	byID := make(map[string]mutant.Mutation)
	for _, m := range mutant.Generate(fence.WalkRules()) {
		byID[m.ID] = m
	}
	for id, want := range map[string]string{
		"cap/segments/one-more":            "- segments     32\n+ segments     33",
		"switch/pwd/-L/forgotten":          "- pwd [-L -P]\n+ pwd [-P]",
		"separator/and/always":             "- &&  the next segment runs after a success, from where a success leaves the shell\n+ &&  the next segment runs always, from where a success leaves the shell",
		"separator/newline-is-blank":       `what matches "\n" is read as " "`,
		"separator/semicolon/ends-reading": `nothing is read from the first ";" on`,
		"path/absolute-unchecked":          "a refusal by rule path of what begins with / admits",
		"cap/bytes/means-nothing-found":    `a refusal by rule cap that advises to "split the command" admits`,
	} {
		if diff := cmp.Diff(want, byID[id].Difference(fence.WalkRules())); diff != "" {
			t.Errorf("%s: %s", id, diff)
		}
	}
	for _, s := range subjects {
		for _, m := range mutant.Generate(s.rules()) {
			if m.Difference(s.rules()) == "" {
				t.Errorf("%s: %s shows no difference", s.name, m.ID)
			}
		}
	}
}

// TestAudits makes each mistake about mistakes.
func TestAudits(t *testing.T) {
	plus := func(id string, n int) mutant.Mutation {
		return mutant.Mutation{ID: id, Rules: func(r *fence.Rules) error {
			r.Caps.Bytes += n
			return nil
		}}
	}
	nothing := mutant.Mutation{ID: "a/nothing", Rules: func(*fence.Rules) error { return errors.New("no such row") }}
	decides := mutant.Mutation{ID: "a/rarely", Decides: func(v fence.Verdict) fence.Verdict {
		if v.Rule == "network" {
			v.Decision = fence.Admit
		}
		return v
	}}
	reads := mutant.Mutation{ID: "a/never", Reads: func(r fence.Request) fence.Request { return r }}
	twice := fence.WalkRules()
	twice.Redirects = append(twice.Redirects, twice.Redirects[0])
	x := indexOf(t, "walk", fence.WalkRules(), []fence.Request{{Command: "pwd", Policy: fence.DefaultPolicy()}})
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"sound", mutant.Audit(fence.WalkRules(), []mutant.Mutation{plus("a/one", 1), plus("a/two", 2), decides, reads}), ""},
		{"does not apply", mutant.Audit(fence.WalkRules(), []mutant.Mutation{nothing}), "*mutant.InapplicableError a/nothing"},
		{"one id", mutant.Audit(fence.WalkRules(), []mutant.Mutation{plus("a/one", 1), plus("a/one", 2)}), "*mutant.AmbiguousError a/one twice"},
		{"equal rules", mutant.Audit(fence.WalkRules(), []mutant.Mutation{plus("a/one", 1), plus("a/two", 1)}), "*mutant.AmbiguousError a/two as a/one"},
		{"two anchors", mutant.Audit(twice, mutant.Generate(fence.WalkRules())), "*mutant.AmbiguousError redirect/2-to-null/forgotten redirect 2>/dev/null"},
		{"changes no rule", mutant.Audit(fence.WalkRules(), []mutant.Mutation{plus("a/none", 0)}), "*mutant.IdleError a/none"},
		{"changes no request", x.Audit([]mutant.Mutation{reads}), "*mutant.IdleError a/never"},
		{"changes no verdict", x.Audit([]mutant.Mutation{decides}), "*mutant.IdleError a/rarely"},
		{"changes a verdict", x.Audit([]mutant.Mutation{{ID: "a/all", Decides: func(v fence.Verdict) fence.Verdict { return fence.Verdict{} }}}), ""},
		{"changes no command, but rules", x.Audit([]mutant.Mutation{plus("a/one", 1)}), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := audited(test.err); got != test.want {
				t.Errorf("%q, want %q: %v", got, test.want, test.err)
			}
		})
	}
}

// audited says what an audit found.
func audited(err error) string {
	if err == nil {
		return ""
	}
	text := fmt.Sprintf("%T", err)
	switch err := err.(type) {
	case *mutant.InapplicableError:
		return text + " " + err.ID
	case *mutant.IdleError:
		return text + " " + err.ID
	case *mutant.AmbiguousError:
		switch err.As {
		case "":
			return text + " " + err.ID + " " + err.Anchor
		case err.ID:
			return text + " " + err.ID + " twice"
		}
		return text + " " + err.ID + " as " + err.As
	}
	return text
}

// TestFullGridKillsMutants expects of every mutant that a command of the full grid is
// decided otherwise, but of those of which the register says that none is; and that
// the fence without a mistake is the fence itself.
func TestFullGridKillsMutants(t *testing.T) {
	requests := requestsOf(t, "full")
	same := make(map[string]bool)
	for _, e := range mutant.Equivalents() {
		same[e.ID] = e.Claims == mutant.SameDecisions
	}
	ofRows := map[string]bool{"switch": true, "value": true, "operand": true, "order": true, "subcommand": true, "program": true, "option": true, "network": true}
	for _, s := range subjects {
		t.Run(s.name, func(t *testing.T) {
			x := indexOf(t, s.name, s.rules(), requests)
			if err := x.AuditNull(); err != nil {
				t.Error(err)
			}
			mutants := mutant.Generate(s.rules())
			if err := x.Audit(mutants); err != nil {
				t.Error(err)
			}
			for _, m := range mutants {
				// The rows are the same in both.
				if ofRows[m.Family()] && s.name != "walk" {
					continue
				}
				switch i := killer(t, x, m, s.rules(), requests); {
				case i < 0 && !same[m.ID]:
					t.Errorf("no command is decided otherwise with %s", m.ID)
				case i >= 0 && same[m.ID]:
					t.Errorf("%q is decided otherwise with %s, which the register says of no command", requests[i].Command, m.ID)
				}
			}
		})
	}
}

// TestEquivalents holds the register small and in order.
func TestEquivalents(t *testing.T) {
	mutants := make(map[string]bool)
	for _, m := range mutant.Generate(fence.WalkRules()) {
		mutants[m.ID] = true
	}
	register := mutant.Equivalents()
	if len(register)*20 > len(mutants) {
		t.Errorf("%d of %d mutants are registered, more than 5 %%", len(register), len(mutants))
	}
	byID := func(a, b mutant.Equivalent) int { return strings.Compare(a.ID, b.ID) }
	if !slices.IsSortedFunc(register, byID) {
		t.Error("the register is not in the order of its ids")
	}
	for i, e := range register {
		if !mutants[e.ID] || i > 0 && register[i-1].ID == e.ID {
			t.Errorf("%s is no mutant, or stands twice", e.ID)
		}
		if e.Reason == "" || e.Claims != mutant.SameDecisions && e.Claims != mutant.NeverRuns {
			t.Errorf("%s has no reason or no claim: %+v", e.ID, e)
		}
	}
}

// BenchmarkGenerate makes every mutant of walk and builds its fence.
func BenchmarkGenerate(b *testing.B) {
	n := 0
	for b.Loop() {
		rules := fence.WalkRules()
		mutants := mutant.Generate(rules)
		for _, m := range mutants {
			if _, err := m.Fence(rules); err != nil {
				b.Fatal(err)
			}
		}
		n = len(mutants)
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "mutants/s")
}

// BenchmarkJudgeMutants judges each mutant of walk on the commands of the full grid
// that reach it.
func BenchmarkJudgeMutants(b *testing.B) {
	requests := requestsOf(b, "full")
	rules := fence.WalkRules()
	x := indexOf(b, "walk", rules, requests)
	mutants := mutant.Generate(rules)
	for b.Loop() {
		for _, m := range mutants {
			f, err := m.Fence(rules)
			if err != nil {
				b.Fatal(err)
			}
			for _, i := range x.Reached(m) {
				_, _ = f.Judge(context.Background(), requests[i])
			}
		}
	}
	b.ReportMetric(float64(len(mutants)*b.N)/b.Elapsed().Minutes(), "mutants/min")
}

// BenchmarkNewIndex covers the full grid.
func BenchmarkNewIndex(b *testing.B) {
	requests := requestsOf(b, "full")
	for b.Loop() {
		indexOf(b, "walk", fence.WalkRules(), requests)
	}
}
