package fuzz

import (
	"slices"
	"strings"
	"testing"
)

// begins, holds and reads are fences that look at the text, and are wrong.
func begins(with ...string) func(Question) bool {
	return func(q Question) bool {
		return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(q.Command, w) })
	}
}

func holds(text ...string) func(Question) bool {
	return func(q Question) bool {
		return slices.ContainsFunc(text, func(t string) bool { return strings.Contains(q.Command, t) })
	}
}

func not(admits func(Question) bool) func(Question) bool {
	return func(q Question) bool { return !admits(q) }
}

// faults are, for each relation, a command and a fence whose mistake the
// relation is there to notice.
var faults = []struct {
	relation, command string
	admits            func(Question) bool
}{
	{"outer-blanks", "ls -l", begins("ls")},
	{"inner-blanks", "git log -1", begins("git log")},
	{"separator-blanks", "ls|rm x", not(holds(" rm "))},
	{"single-quotes", "rm x", not(begins("rm"))},
	{"double-quotes", "rm x", not(begins("rm"))},
	{"backslashes", "rm x", not(begins("rm"))},
	{"split-quotes", "rm x", not(begins("rm"))},
	{"empty-quotes", "rm x", not(begins("rm "))},
	{"dot-path", "cat notes.txt", not(holds("./"))},
	{"renamed", "cat notes.txt", holds("notes.txt")},
	{"terminator", "cat notes.txt", not(holds("--"))},
	{"discard-errors", "ls -l", not(holds(">"))},
	{"cd-is-cwd", "ls -l", func(q Question) bool { return q.Cwd == "" }},
	{"cwd-spelling", "ls -l", func(q Question) bool { return !strings.Contains(q.Cwd, "..") }},
	{"operators", "ls | wc -l", not(holds("||"))},
	{"joined", "ls -l", not(holds(";"))},
	{"network", "ls -l", func(q Question) bool { return !q.Network }},
	{"each-alone", "ls && rm x", begins("ls")},
	{"prefix", "ls; rm x; pwd", holds("pwd")},
	{"drop-redirects", "rm x >/dev/null", holds("/dev/null")},
	{"after-a-read", "rm x", begins("pwd\n")},
	{"before-a-read", "rm x", holds("& pwd")},
	{"bundle", "sort -un x", not(holds("-u "))},
	{"ending", "rm x", holds("#")},
	{"behind-a-comment", "rm x", begins("#")},
	{"group", "rm x", begins("{")},
	{"condition", "rm x", begins("case")},
	{"function", "rm x", begins("f()")},
	{"substitution", "rm x", begins("cat")},
	{"shell", "rm x", holds("<<<")},
	{"launcher", "rm x", begins("nice")},
	{"xargs", "rm x", begins("echo")},
	{"find-exec", "rm x", begins("find")},
	{"program-path", "rm x", begins("/")},
	{"program-variable", "rm x", begins("x=")},
	{"assignment", "rm x", begins("LC_ALL=C")},
	{"leading-redirect", "rm x", begins("<")},
	{"continuation", "git branch new", not(holds("git branch"))},
	{"dollar-quotes", "rm x", not(begins("rm"))},
	{"locale-quotes", "rm x", not(begins("rm"))},
	{"expansion", "sort -o x", not(holds("-o "))},
	{"writer-joined", "ls -l", begins("ls")},
	{"writer-substituted", "echo a", begins("echo")},
	{"output-file", "ls -l", begins("ls")},
}

// broken counts the pairs that break a relation.
func broken(r Relation, command string, admits func(Question) bool) (n int) {
	answer := func(q Question) Answer {
		if admits(q) {
			return Admitted
		}
		return Refused
	}
	for _, p := range r.Pairs(NewSubject(Question{Command: command})) {
		if r.Law.Standing(answer(p.First), answer(p.Second)) == Broken {
			n++
		}
	}
	return n
}

func TestEveryRelationNoticesAFault(t *testing.T) {
	planted := map[string]bool{}
	for _, fault := range faults {
		at := slices.IndexFunc(relations, func(r Relation) bool { return r.Name == fault.relation })
		if at < 0 {
			t.Errorf("there is no relation %s", fault.relation)
			continue
		}
		planted[fault.relation] = true
		if broken(relations[at], fault.command, fault.admits) == 0 {
			t.Errorf("%s does not notice its fault on %q", fault.relation, fault.command)
		}
		if n := broken(relations[at], fault.command, func(Question) bool { return false }); n > 0 {
			t.Errorf("%s is broken %d times by a fence that refuses everything", fault.relation, n)
		}
	}
	for i, r := range Relations() {
		if !planted[r.Name] {
			t.Errorf("no fault is planted for %s", r.Name)
		}
		if r.Says == "" || !slices.Contains(Laws(), r.Law) {
			t.Errorf("%s has no law", r.Name)
		}
		if slices.IndexFunc(relations, func(other Relation) bool { return other.Name == r.Name }) != i {
			t.Errorf("%s stands twice", r.Name)
		}
	}
}

func TestLaws(t *testing.T) {
	const (
		a, r, u = Admitted, Refused, Unable
	)
	for _, test := range []struct {
		law  Law
		want map[[2]Answer]Standing
	}{
		{Alike, map[[2]Answer]Standing{{a, a}: Holds, {r, r}: Holds, {a, r}: Broken, {r, a}: Broken, {u, a}: Idle, {a, u}: Idle}},
		{Conjunction, map[[2]Answer]Standing{{a, a}: Holds, {r, r}: Holds, {a, r}: Idle, {r, a}: Broken, {u, a}: Idle, {r, u}: Idle}},
		{Closure, map[[2]Answer]Standing{{a, a}: Holds, {r, r}: Idle, {a, r}: Broken, {r, a}: Idle, {u, r}: Idle, {a, u}: Idle}},
		{Never, map[[2]Answer]Standing{{a, a}: Broken, {r, r}: Holds, {a, r}: Holds, {r, a}: Broken, {u, a}: Broken, {u, r}: Holds, {a, u}: Idle}},
	} {
		for answers, want := range test.want {
			if got := test.law.Standing(answers[0], answers[1]); got != want {
				t.Errorf("%s of %v is %d, want %d", test.law, answers, got, want)
			}
		}
	}
}

// What the parser may read otherwise than bash does is not what relations are
// about, nor what a fence may find too long.
func TestRelationsLeaveAlone(t *testing.T) {
	for _, command := range []string{
		"ls \u00a0x", "ls\rx", "ls 'x", "", "ls " + strings.Repeat("x", longest), strings.Repeat("ls;", mostSeparators+2), "ls \xff",
	} {
		s := NewSubject(Question{Command: command})
		for _, r := range relations {
			for _, p := range r.Pairs(s) {
				if p.First.Command != command || p.Second.Command != command {
					t.Errorf("%s makes %q of %q", r.Name, p.Second.Command, command)
				}
			}
		}
	}
}

// TestPairs holds what relations make, one row a relation that is easy to get
// wrong.
func TestPairs(t *testing.T) {
	for _, test := range []struct{ relation, command, first, second string }{
		{"single-quotes", `cat "a b" notes.txt *.go $x`, `cat "a b" notes.txt *.go $x`, `'cat' "a b" 'notes.txt' *.go $x`},
		{"single-quotes", `echo "$(cat x)" y`, `echo "$(cat x)" y`, `'echo' "$('cat' 'x')" 'y'`},
		{"single-quotes", "A=1 ls", "A=1 ls", "A=1 'ls'"},
		{"split-quotes", "cat a", "cat a", `c""'at' ""'a'`},
		{"bundle", "sort -run x", "sort -r -u -n x", "sort -run x"},
		{"bundle", "ls -la -- -rt", "ls -l -a -- -rt", "ls -la -- -rt"},
		{"separator-blanks", "a|b&&c", "a|b&&c", "a |  b &&  c"},
		{"drop-redirects", "a 2>&1 >x | b", "a   | b", "a 2>&1 >x | b"},
		{"continuation", "cat  a b", "cat  a b", "cat \\\na \\\nb"},
		{"xargs", "rm -f a", "rm -f a", "echo -f a | xargs rm"},
	} {
		at := slices.IndexFunc(relations, func(r Relation) bool { return r.Name == test.relation })
		pairs := relations[at].Pairs(NewSubject(Question{Command: test.command}))
		if len(pairs) == 0 || pairs[0].First.Command != test.first || pairs[0].Second.Command != test.second {
			t.Errorf("%s of %q: %+v", test.relation, test.command, pairs)
		}
	}
	for _, test := range []struct{ relation, command string }{
		{"each-alone", "cd sub; ls"},
		{"each-alone", "x=1; ls $x"},
		{"each-alone", "ls"},
		{"single-quotes", "`ls`"},
		{"launcher", "cd x"},
		{"outer-blanks", "ls # x"},
		{"outer-blanks", "cat <<E\nE"},
		{"ending", `ls \`},
		{"output-file", "ls | wc"},
		{"joined", "set -e"},
		{"terminator", "cat -n x"},
	} {
		at := slices.IndexFunc(relations, func(r Relation) bool { return r.Name == test.relation })
		if pairs := relations[at].Pairs(NewSubject(Question{Command: test.command})); len(pairs) > 0 {
			t.Errorf("%s makes %+v of %q", test.relation, pairs, test.command)
		}
	}
}
