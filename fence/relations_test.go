package fence_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
)

// A relation is a law between the verdicts on two requests that says nothing of
// either verdict alone. Those here are about plans, directories and rules; those
// that hold for any fence are package fuzz's, and anyFence holds
// the variants to them.
type relation struct {
	name string
	law  string
	// holds checks the law for one judged request. It returns how many requests
	// it compared, 0 where the law says nothing of the request, and what breaks it.
	holds func(j judged) (compared int, broken string)
}

// judged is a request with its verdict by one variant.
type judged struct {
	v       *fence.Variant
	r       fence.Request
	plan    *fence.Plan // nil when refused
	refusal *fence.Refusal
}

func judge(v *fence.Variant, r fence.Request) judged {
	plan, err := v.Decide(r)
	if err != nil {
		return judged{v: v, r: r, refusal: err.(*fence.Refusal)}
	}
	return judged{v: v, r: r, plan: plan}
}

// with judges the request with another command.
func (j judged) with(command string) judged {
	r := j.r
	r.Command = command
	return judge(j.v, r)
}

// at judges a command in the directory dir.
func (j judged) at(dir, command string) judged {
	r := j.r
	r.Command, r.Cwd = command, dir
	return judge(j.v, r)
}

// admits says in words what is wrong if j is refused.
func (j judged) admits() string {
	if j.refusal != nil {
		return "refused: " + j.r.Command + ": " + j.refusal.Error()
	}
	return ""
}

// refuses says in words what is wrong if j is admitted.
func (j judged) refuses() string {
	if j.plan != nil {
		return "admitted: " + j.r.Command
	}
	return ""
}

// plans says how the plan of j differs from want.
func (j judged) plans(want *fence.Plan) string {
	if j.refusal != nil {
		return j.admits()
	}
	return cmp.Diff(want, j.plan)
}

// tooLong says that a longer spelling ran into the cap on bytes or segments,
// where no law holds.
func (j judged) tooLong() bool {
	return j.refusal != nil && j.refusal.Rule == fence.RuleCap
}

func isCd(s fence.Segment) bool { return s.Words[0].Text == "cd" }

// spell writes the plan's segments with every literal word spelled by spell.
func spell(segments []fence.Segment, spell func(string) string) string {
	var b strings.Builder
	for i, s := range segments {
		for n, w := range s.Words {
			if n > 0 {
				b.WriteByte(' ')
			}
			if w.Glob {
				b.WriteString(script(fence.Segment{Words: []fence.Word{w}}))
			} else {
				b.WriteString(spell(w.Text))
			}
		}
		for _, r := range s.Redirects {
			b.WriteString(" " + r)
		}
		if i < len(segments)-1 {
			b.WriteString(" " + s.Operator + " ")
		}
	}
	return b.String()
}

// script writes segments as the plan's own script does.
func script(segments ...fence.Segment) string {
	segments = slices.Clone(segments)
	segments[len(segments)-1].Operator = ""
	return (&fence.Plan{Segments: segments}).Script()
}

func singleQuoted(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func doubleQuoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(text) + `"`
}

func escaped(text string) string {
	if text == "" {
		return "''"
	}
	var b strings.Builder
	for _, c := range text {
		b.WriteString(`\` + string(c))
	}
	return b.String()
}

// respelled is the law that another spelling of the same words changes nothing.
func respelled(spelling func(string) string) func(judged) (int, string) {
	return func(j judged) (int, string) {
		if j.plan == nil {
			return 0, ""
		}
		again := j.at(j.plan.Cwd, spell(j.plan.Segments, spelling))
		if again.tooLong() {
			return 0, ""
		}
		return 1, again.plans(j.plan)
	}
}

// refusedWith is the law that an admitted command with something around it is
// refused.
func refusedWith(around ...func(command string) string) func(judged) (int, string) {
	return func(j judged) (int, string) {
		if j.plan == nil {
			return 0, ""
		}
		for _, f := range around {
			if broken := j.with(f(j.r.Command)).refuses(); broken != "" {
				return 1, broken
			}
		}
		return len(around), ""
	}
}

func before(text string) func(string) string { return func(c string) string { return text + c } }
func after(text string) func(string) string  { return func(c string) string { return c + text } }

var relations = []relation{
	{"outer-blanks", "blanks around a command change nothing", func(j judged) (int, string) {
		if j.refusal != nil && (j.refusal.Rule == fence.RuleQuote || j.refusal.Rule == fence.RuleCap) {
			return 0, "" // a blank behind a last backslash is quoted by it
		}
		again := j.with(" \t" + j.r.Command + "\t ")
		switch {
		case again.tooLong():
			return 0, ""
		case j.plan != nil:
			return 1, again.plans(j.plan)
		case again.plan != nil || again.refusal.Rule != j.refusal.Rule || again.refusal.Detail != j.refusal.Detail && j.refusal.Rule != fence.RuleShape:
			return 1, "otherwise refused or admitted"
		}
		return 1, ""
	}},
	{"inner-blanks", "more blanks between words change nothing", respelled(func(w string) string { return " \t" + singleQuoted(w) + "\t" })},
	{"single-quotes", "quoting a plain word changes nothing", respelled(singleQuoted)},
	{"double-quotes", "nor does quoting it doubly", respelled(doubleQuoted)},
	{"backslashes", "nor does a backslash before each character", respelled(escaped)},
	{"split-quotes", "nor do quotes inside the word", respelled(func(w string) string {
		runes := []rune(w)
		n := len(runes) / 2
		return singleQuoted(string(runes[:n])) + `""` + singleQuoted(string(runes[n:]))
	})},
	{"script", "the plan's script, judged in the plan's directory, gives the plan", func(j judged) (int, string) {
		if j.plan == nil {
			return 0, ""
		}
		again := j.at(j.plan.Cwd, j.plan.Script())
		if again.tooLong() {
			return 0, ""
		}
		return 1, again.plans(j.plan)
	}},
	{"add-no-op-redirect", "discarding errors at the end keeps the verdict", func(j judged) (int, string) {
		if j.refusal != nil && j.refusal.Rule == fence.RuleQuote || j.plan != nil && isCd(j.plan.Segments[len(j.plan.Segments)-1]) {
			return 0, "" // a cd takes no redirection
		}
		again := j.with(j.r.Command + " 2>/dev/null")
		switch {
		case again.tooLong():
			return 0, ""
		case j.plan == nil:
			return 1, again.refuses()
		case again.plan == nil:
			return 1, again.admits()
		}
		last := &again.plan.Segments[len(again.plan.Segments)-1]
		last.Redirects = last.Redirects[: len(last.Redirects)-1 : len(last.Redirects)-1]
		if len(last.Redirects) == 0 {
			last.Redirects = nil
		}
		return 1, cmp.Diff(j.plan, again.plan)
	}},
	{"each-alone", "every segment of an admitted command is admitted alone, in every directory that it may run in", func(j judged) (int, string) {
		if j.plan == nil {
			return 0, ""
		}
		sets, err := j.v.Directories(j.r)
		if err != nil {
			return 1, "no directories: " + err.Error()
		}
		n := 0
		sets = sets[len(sets)-len(j.plan.Segments):]
		for i, s := range j.plan.Segments {
			if isCd(s) && j.v.Rules().Cd == fence.CdLeading {
				return 1, "a cd among the segments"
			}
			for _, dir := range sets[i] {
				n++
				if broken := j.at(dir, script(s)).admits(); broken != "" {
					return n, "in " + dir + " " + broken
				}
			}
		}
		return n, ""
	}},
	{"rest-after-and", "if A && B is admitted, so is B in every directory that A leaves", func(j judged) (int, string) {
		if j.plan == nil {
			return 0, ""
		}
		sets, err := j.v.Directories(j.r)
		if err != nil {
			return 1, "no directories: " + err.Error()
		}
		sets = sets[len(sets)-len(j.plan.Segments):]
		n := 0
		for i := 1; i < len(j.plan.Segments); i++ {
			if j.plan.Segments[i-1].Operator != "&&" {
				continue
			}
			for _, dir := range sets[i] {
				n++
				if again := j.at(dir, script(j.plan.Segments[i:]...)); again.refusal != nil {
					return n, again.admits()
				}
			}
		}
		return n, ""
	}},
	{"prefix", "an admitted command cut before an operator is admitted", func(j judged) (int, string) {
		if j.plan == nil {
			return 0, ""
		}
		for i := 1; i < len(j.plan.Segments); i++ {
			if broken := j.at(j.plan.Cwd, script(j.plan.Segments[:i]...)).admits(); broken != "" {
				return i, broken
			}
		}
		return len(j.plan.Segments) - 1, ""
	}},
	{"wider-root", "what is admitted in a workspace is admitted in one that holds it", func(j judged) (int, string) {
		if j.plan == nil || !strings.HasPrefix(j.r.Policy.Root, "/srv/") {
			return 0, ""
		}
		r := j.r
		if !strings.HasPrefix(r.Cwd, "/") {
			r.Cwd = r.Policy.Root + "/" + r.Cwd
		}
		r.Policy.Root = "/srv"
		return 1, judge(j.v, r).admits()
	}},
	{"modes", "reads are judged alike in every mode", func(j judged) (int, string) {
		if j.refusal != nil && j.refusal.Rule == fence.RuleWorkdir {
			return 0, ""
		}
		for _, mode := range []fence.Mode{fence.ReadOnly, fence.WorkspaceWrite, fence.DangerFullAccess} {
			r := j.r
			r.Policy.Mode = mode
			again := judge(j.v, r)
			if diff := cmp.Diff(j.plan, again.plan) + cmp.Diff(j.refusal, again.refusal, cmp.Comparer(func(a, b fence.Refusal) bool { return a == b })); diff != "" {
				return 1, mode.String() + ": " + diff
			}
		}
		return 3, ""
	}},
	{"network", "the network grant changes nothing but refusals for want of it", func(j judged) (int, string) {
		r := j.r
		r.Grants.Network = true
		again := judge(j.v, r)
		switch {
		case j.plan != nil:
			return 1, again.plans(j.plan)
		case j.refusal.Rule != fence.RuleNetwork && again.plan != nil:
			return 1, again.refuses()
		}
		return 1, ""
	}},
	{"cd-is-cwd", "cd DIR && A is A in the working directory DIR", func(j judged) (int, string) {
		if j.r.Cwd != "" || strings.Contains(j.r.Command, "cd") || j.refusal != nil && (j.refusal.Rule == fence.RuleShape || j.refusal.Rule == fence.RuleCap) {
			return 0, ""
		}
		inside := j.at("sub", j.r.Command)
		again := j.with("cd sub && " + j.r.Command)
		switch {
		case again.tooLong():
			return 0, ""
		case inside.plan == nil:
			return 1, again.refuses()
		case again.plan == nil && again.refusal.Rule == fence.RuleCd && again.refusal.Offset > 0:
			return 0, "" // some of it may run where the cd failed
		}
		return 1, again.plans(inside.plan)
	}},
	{"cwd-spelling", "however the directory is spelled, it is the same", func(j judged) (int, string) {
		want := j.at("sub", j.r.Command)
		for _, dir := range []string{"./sub", "sub/", "sub/../sub", "/srv/ws/sub", "/srv/ws/./sub/", "../ws/sub"} {
			again := j.at(dir, j.r.Command)
			if want.plan == nil {
				if broken := again.refuses(); broken != "" {
					return 1, dir + ": " + broken
				}
			} else if broken := again.plans(want.plan); broken != "" {
				return 1, dir + ": " + broken
			}
		}
		return 1, ""
	}},
	{"other-program", "a program by a path, in capitals, behind an assignment or a launcher is refused", refusedWith(
		before("./"), before("/bin/"), before("X=1 "), before("X+=1 "), before("env "), before("exec "), before("command "), before("! "), before("time "),
	)},
	{"other-language", "an expansion, a comment, a newline or a background refuses", refusedWith(
		after(" $x"), after(" `x`"), after(` "$(x)"`), after(" {a,b}"), after(" # x"), after(" &"), after("\n"), after("\r"), after(" >x"), after(" <x"), after(" ~"), after(";"),
	)},
	{"variants", "walk admits what readonly admits, with the same plan", func(j judged) (int, string) {
		if j.plan == nil || j.v.Name() != "readonly" {
			return 0, ""
		}
		f, _ := fence.Lookup("walk")
		return 1, judge(f.(*fence.Variant), j.r).plans(j.plan)
	}},
}

// anyFence holds what must hold for any fence.
func anyFence(v *fence.Variant, r fence.Request) (broken string) {
	ask := func(q fuzz.Question) (fuzz.Answer, string) {
		again := r
		again.Command, again.Cwd, again.Grants.Network = q.Command, q.Cwd, q.Network
		j := judge(v, again)
		if j.plan == nil {
			return fuzz.Refused, j.admits()
		}
		return fuzz.Admitted, j.refuses()
	}
	subject := fuzz.NewSubject(fuzz.Question{Command: r.Command, Cwd: r.Cwd, Network: r.Grants.Network})
	for _, rel := range fuzz.Relations() {
		for _, pair := range rel.Pairs(subject) {
			first, saysFirst := ask(pair.First)
			second, saysSecond := ask(pair.Second)
			if rel.Law.Standing(first, second) == fuzz.Broken {
				broken += rel.Name + ": " + rel.Says + ", but " + saysFirst + "; " + saysSecond + "\n"
			}
		}
	}
	return broken
}

// TestRelationsOfAnyFence has the committed rows; the smoke grid is asked where
// the program does it, in internal/engine.
func TestRelationsOfAnyFence(t *testing.T) {
	for _, name := range []string{"readonly", "walk"} {
		v := variant(t, name)
		for _, row := range verdictRows(t) {
			if broken := anyFence(v, request(row.command)); broken != "" {
				t.Errorf("%s on %q: %s", name, row.command, broken)
			}
		}
	}
}

// least is how many comparisons each relation must make over the known
// requests, so that none passes because it never applied.
const least = 100

func TestRelations(t *testing.T) {
	requests := knownRequests(t)
	for _, rel := range relations {
		t.Run(rel.name, func(t *testing.T) {
			t.Parallel()
			compared := 0
			for _, name := range []string{"readonly", "walk"} {
				v := variant(t, name)
				for _, r := range requests {
					n, broken := rel.holds(judge(v, r))
					compared += n
					if broken != "" {
						t.Fatalf("%s, but %s on %q (cwd %q): %s", rel.law, name, r.Command, r.Cwd, broken)
					}
				}
			}
			if compared < least {
				t.Errorf("only %d comparisons, want at least %d", compared, least)
			}
			t.Logf("%d comparisons", compared)
		})
	}
}

// TestConcurrentJudges has several goroutines judge with one variant, for the
// race detector and for what they share.
func TestConcurrentJudges(t *testing.T) {
	requests := knownRequests(t)
	walk := variant(t, "walk")
	want := make([]judged, len(requests))
	for i, r := range requests {
		r.Policy.Root = []string{"/srv/ws", "/srv/ws/src"}[i%2] // plans of two roots at once
		requests[i] = r
		want[i] = judge(walk, r)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i, r := range requests {
				got := judge(walk, r)
				if diff := cmp.Diff(want[i].plan, got.plan) + cmp.Diff(want[i].refusal == nil, got.refusal == nil); diff != "" {
					t.Errorf("%q is judged otherwise beside others:\n%s", r.Command, diff)
					return
				}
			}
		})
	}
	group.Wait()
}

// FuzzRelations holds the same laws on any bytes.
func FuzzRelations(f *testing.F) {
	addSeeds(f)
	variants := []*fence.Variant{variant(f, "readonly"), variant(f, "walk")}
	f.Fuzz(func(t *testing.T, command string) {
		for _, v := range variants {
			j := judge(v, request(command))
			for _, rel := range relations {
				if _, broken := rel.holds(j); broken != "" {
					t.Errorf("%s: %s, but %s on %q: %s", rel.name, rel.law, v.Name(), command, broken)
				}
			}
			if broken := anyFence(v, request(command)); broken != "" {
				t.Errorf("%s on %q: %s", v.Name(), command, broken)
			}
		}
	})
}
