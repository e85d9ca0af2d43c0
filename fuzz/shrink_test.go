package fuzz

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// shows are predicates that stand for what a fence and bash say, and the
// smallest command that fulfils them.
var shows = []struct {
	name string
	show func(string) bool
	// smallest is what a long command with it in comes down to.
	smallest string
	buried   string
}{
	{
		"an option", func(s string) bool { return strings.Contains(s, "sort") && strings.Contains(s, "-o") }, "sort-o",
		`cd src && ls -la ../sub "main.go" | head -3; sort -r -o ../notes.txt notes.txt | head -n 3 && git log --oneline --stat -n 1 | grep -n alpha | wc -l`,
	},
	{
		"a redirection of a program", redirects, ">a",
		`for x in 1 2; do cat notes.txt | sort -u; done; if true; then (cat src/main.go; ls -la > "out file" ) | head -3; fi || true; echo 'a b' "$x"`,
	},
	{
		"two programs in a pipeline", func(s string) bool { return pipes(s, "cat", "wc") }, "cat|wc",
		`while false; do :; done; { git status --short && cat <(ls) README.md | wc -l; } 2>/dev/null; echo "$(date)" | tr a b`,
	},
	{
		"bytes that are no syntax", func(s string) bool { return strings.Count(s, "(") > strings.Count(s, ")") }, "(",
		`echo one two three ( four five six`,
	},
	{"a character of several bytes", func(s string) bool { return strings.Contains(s, "\u00a0") }, "\u00a0", "cat\u00a0notes.txt README.md | head -3"},
	{"everything", func(string) bool { return true }, "", "ls -la | head"},
}

func redirects(s string) (found bool) {
	if f := parse(s); f != nil {
		syntax.Walk(f, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Redirect); ok && r.Op == syntax.RdrOut {
				found = true
			}
			return true
		})
	}
	return found
}

func pipes(s, from, to string) (found bool) {
	if f := parse(s); f != nil {
		syntax.Walk(f, func(n syntax.Node) bool {
			if b, ok := n.(*syntax.BinaryCmd); ok && b.Op == syntax.Pipe && strings.Contains(spanOf(b.X).of(s), from) && strings.Contains(spanOf(b.Y).of(s), to) {
				found = true
			}
			return true
		})
	}
	return found
}

func predicate(show func(string) bool) func(context.Context, string) (Likeness, error) {
	return func(_ context.Context, s string) (Likeness, error) {
		if show(s) {
			return Same, nil
		}
		return Other, nil
	}
}

func TestShrink(t *testing.T) {
	for _, test := range shows {
		t.Run(test.name, func(t *testing.T) {
			got, err := Shrink(t.Context(), test.buried, 100000, predicate(test.show))
			if err != nil || got.Stop != Minimal {
				t.Fatalf("got %+v, %v", got, err)
			}
			t.Logf("%q after %d tries", got.Command, got.Tries)
			if got.Command != test.smallest {
				t.Errorf("got %q, want %q", got.Command, test.smallest)
			}
			if !test.show(got.Command) {
				t.Errorf("%q does not show it", got.Command)
			}
			// No single deletion does: byte, character, or part of the tree.
			for _, less := range deletions(got.Command) {
				if test.show(less) && formsOf(less) == formsOf(got.Command) {
					t.Errorf("%q shows it too", less)
				}
			}
		})
	}
}

func TestShrinkComparesNothingTwice(t *testing.T) {
	seen := map[string]bool{}
	got, err := Shrink(t.Context(), shows[0].buried, 100000, func(_ context.Context, s string) (Likeness, error) {
		if seen[s] {
			t.Errorf("%q is compared twice", s)
		}
		seen[s] = true
		return predicate(shows[0].show)(t.Context(), s)
	})
	if err != nil || got.Tries != len(seen) {
		t.Errorf("%d tries, %d commands, %v", got.Tries, len(seen), err)
	}
}

func TestShrinkStops(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	broken := errors.New("broken")
	always := func(like Likeness, err error) func(context.Context, string) (Likeness, error) {
		return func(context.Context, string) (Likeness, error) { return like, err }
	}
	for _, test := range []struct {
		name    string
		ctx     context.Context
		tries   int
		compare func(context.Context, string) (Likeness, error)
		want    Stop
		err     error
	}{
		{"nothing shown", t.Context(), 10, always(Other, nil), NotShown, nil},
		{"flaky from the start", t.Context(), 10, always(Unstable, nil), Flaky, nil},
		{"flaky later", t.Context(), 10, func(_ context.Context, s string) (Likeness, error) {
			if s == "ls -la | head" {
				return Same, nil
			}
			return Unstable, nil
		}, Flaky, nil},
		{"out of tries", t.Context(), 3, always(Same, nil), OutOfBudget, nil},
		{"out of time", cancelled, 10, always(Same, nil), OutOfBudget, nil},
		{"an error", t.Context(), 10, always(0, broken), 0, broken},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Shrink(test.ctx, "ls -la | head", test.tries, test.compare)
			if got.Stop != test.want || !errors.Is(err, test.err) {
				t.Errorf("got %s, %v, want %s, %v", got.Stop, err, test.want, test.err)
			}
			if got.Tries > test.tries {
				t.Errorf("%d tries of %d", got.Tries, test.tries)
			}
			if len(got.Command) > len("ls -la | head") {
				t.Errorf("it grew to %q", got.Command)
			}
		})
	}
}

func BenchmarkShrink(b *testing.B) {
	for _, n := range []int{1, 2} {
		b.Run(map[int]string{1: "40-tokens", 2: "80-tokens"}[n], func(b *testing.B) {
			command := shows[0].buried
			for range n - 1 {
				command = shows[1].buried + "; " + command
			}
			tries := 0
			for b.Loop() {
				got, err := Shrink(b.Context(), command, 1<<20, predicate(shows[0].show))
				if err != nil {
					b.Fatal(err)
				}
				tries = got.Tries
			}
			b.ReportMetric(float64(tries), "tries/op")
		})
	}
}

// deletions are a command with one thing gone: a statement, a stage or side of a
// list, a word, a redirection, an assignment, a character or a byte.
func deletions(s string) (list []string) {
	gone := func(from, to int) { list = append(list, s[:from]+s[to:]) }
	if f := parse(s); f != nil {
		syntax.Walk(f, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Stmt, *syntax.Word, *syntax.Redirect, *syntax.Assign:
				gone(int(n.Pos().Offset()), int(n.End().Offset()))
			case *syntax.BinaryCmd:
				gone(int(n.Pos().Offset()), int(n.Y.Pos().Offset()))
				gone(int(n.X.End().Offset()), int(n.End().Offset()))
			}
			return true
		})
	}
	for i := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		gone(i, i+n)
	}
	for i := range len(s) {
		gone(i, i+1)
	}
	return list
}

func TestDeletions(t *testing.T) {
	got := deletions("A=1 cat <x é|wc;ls")
	for _, want := range []string{
		"A=1 cat <x é|wc;", " cat <x é|wc;ls", "A=1  <x é|wc;ls", "A=1 cat  é|wc;ls", "A=1 cat <x |wc;ls", "A=1 cat <x é;ls", "wc;ls", "A=1 cat <x é|wcls",
		"A=1 cat <x \xa9|wc;ls",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is no deletion", want)
		}
	}
}
