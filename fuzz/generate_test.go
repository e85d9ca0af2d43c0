package fuzz

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// settings are the sorts of commands that tests make, and which share of them,
// in percent, bash and the parser must at least accept.
var settings = map[string]struct {
	Settings
	valid int
}{
	"zero":  {Settings{}, 99},
	"plain": {Plain(), 97},
	"wild":  {Wild(), 85},
}

func TestTheSmallestCommandIsSmall(t *testing.T) {
	for name, s := range settings {
		if got := NewGenerator(s.Settings).Command(nil); got != "ls" {
			t.Errorf("%s: no choices make %q, want ls", name, got)
		}
	}
}

func TestChoicesNameACommandForEver(t *testing.T) {
	a, b := NewGenerator(Wild()), NewGenerator(Wild())
	for i := range 200 {
		first := a.Command(Choices(7, i))
		b.Command(Choices(8, 200-i)) // what was made before does not matter
		if second := b.Command(Choices(7, i)); first != second {
			t.Fatalf("command %d is %q and %q", i, first, second)
		}
	}
	if reflect.DeepEqual(Choices(1, 0), Choices(2, 0)) || reflect.DeepEqual(Choices(1, 0), Choices(1, 1)) {
		t.Error("two seeds, or two numbers, make the same choices")
	}
}

func TestMostCommandsAreValid(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs bash")
	}
	const n = 200
	for name, s := range settings {
		g := NewGenerator(s.Settings)
		bash, parser := 0, 0
		for i := range n {
			command := g.Command(Choices(1, i))
			if parse(command) != nil {
				parser++
			}
			if exec.Command("bash", "-n", "-c", command).Run() == nil {
				bash++
			}
		}
		t.Logf("%s: bash accepts %d of %d, the parser %d", name, bash, n, parser)
		if min(bash, parser) < n*s.valid/100 {
			t.Errorf("%s: bash accepts %d of %d, the parser %d; want %d%%", name, bash, n, parser, s.valid)
		}
	}
}

// TestEveryFormIsMade makes commands until every type of node of the tables has
// been seen in what the parser reads back.
func TestEveryFormIsMade(t *testing.T) {
	want := map[string]bool{}
	for _, n := range []any{
		&syntax.Subshell{}, &syntax.Block{}, &syntax.IfClause{}, &syntax.WhileClause{}, &syntax.ForClause{}, &syntax.WordIter{}, &syntax.CStyleLoop{},
		&syntax.CaseClause{}, &syntax.FuncDecl{}, &syntax.TestClause{}, &syntax.BinaryTest{}, &syntax.UnaryTest{}, &syntax.ArithmCmd{}, &syntax.LetClause{},
		&syntax.DeclClause{}, &syntax.TimeClause{}, &syntax.CoprocClause{}, &syntax.CallExpr{}, &syntax.BinaryCmd{}, &syntax.Redirect{}, &syntax.Assign{},
		&syntax.ParamExp{}, &syntax.CmdSubst{}, &syntax.DblQuoted{}, &syntax.SglQuoted{}, &syntax.ProcSubst{}, &syntax.ArithmExp{}, &syntax.ExtGlob{},
	} {
		want[reflect.TypeOf(n).Elem().Name()] = true
	}
	g := NewGenerator(Wild())
	for i := range 20000 {
		if f := parse(g.Command(Choices(3, i))); f != nil {
			syntax.Walk(f, func(n syntax.Node) bool {
				if n != nil {
					delete(want, reflect.TypeOf(n).Elem().Name())
				}
				return true
			})
		}
		if len(want) == 0 {
			return
		}
	}
	t.Errorf("never made: %v", want)
}

func TestEveryMutationChangesSomething(t *testing.T) {
	const command = "grep -n -i --include=*.go 'alpha' src/main.go | head -n1 && cat notes.txt; ls"
	words := DefaultVocabulary()
	changed := map[string]bool{}
	for i := range 4000 {
		got, names := Mutate(command, Choices(5, i), words)
		if again, _ := Mutate(command, Choices(5, i), words); again != got {
			t.Fatalf("mutation %d makes %q and %q", i, got, again)
		}
		if got != command && len(names) == 1 {
			changed[names[0]] = true
		}
		if strings.Contains(got, "\x00") {
			t.Fatalf("%q holds a NUL byte", got)
		}
	}
	for _, m := range Mutations() {
		if !changed[m.Name] {
			t.Errorf("%s never changes %q", m.Name, command)
		}
		if m.Why == "" {
			t.Errorf("%s does not say why", m.Name)
		}
	}
}

func BenchmarkCommand(b *testing.B) {
	for name, s := range settings {
		b.Run(name, func(b *testing.B) {
			g := NewGenerator(s.Settings)
			for i := 0; b.Loop(); i++ {
				g.Command(Choices(1, i))
			}
		})
	}
}

func FuzzCommand(f *testing.F) {
	for i := range 20 {
		f.Add(Choices(1, i))
	}
	g := NewGenerator(Wild())
	f.Fuzz(func(t *testing.T, data []byte) {
		command := g.Command(data)
		if g.depth != 0 {
			t.Fatalf("%q leaves the generator at depth %d", command, g.depth)
		}
		changed, _ := Mutate(command, data, DefaultVocabulary())
		for _, s := range []string{command, changed} {
			for candidate := range parts(s) {
				if len(candidate) > len(s) {
					t.Fatalf("%q is no part of %q", candidate, s)
				}
			}
		}
	})
}
