package fence_test

import (
	"context"
	"testing"

	"github.com/fencediff/fencediff/fence"
)

// TestNaive: what the demonstration fence gets right, and what it was made to
// get wrong.
func TestNaive(t *testing.T) {
	naive, _ := fence.Lookup("naive")
	for command, want := range map[string]fence.Decision{
		"ls":                    fence.Admit,
		"LS -la":                fence.Admit, // no such program
		"git status --short":    fence.Admit,
		"git branch -D feature": fence.Admit, // deletes
		"git-status":            fence.Refuse,
		"git status-x":          fence.Admit, // no such subcommand
		"ls > out.txt":          fence.Admit, // writes
		"ls .\ntouch x":         fence.Admit, // runs a second command
		"ls & touch x":          fence.Admit, // this too
		"env touch x":           fence.Admit, // launches
		"nohup touch x":         fence.Admit, // launches
		"timeout 1 touch x":     fence.Admit, // launches
		"sort -o out.txt x":     fence.Admit, // writes
		"cat <(touch x)":        fence.Admit, // runs
		"cat ../outside.txt":    fence.Admit, // reads outside
		"rm x":                  fence.Refuse,
		"lsx":                   fence.Refuse,
		" ls":                   fence.Refuse,
		"":                      fence.Refuse,
		"ls; rm x":              fence.Refuse,
		"ls | wc":               fence.Refuse, // harmless
		"ls && pwd":             fence.Refuse, // harmless
		"ls $(pwd)":             fence.Refuse,
		"ls `pwd`":              fence.Refuse,
		"grep 'a|b' x":          fence.Refuse, // harmless
	} {
		verdict, err := naive.Judge(context.Background(), request(command))
		if err != nil || verdict.Decision != want {
			t.Errorf("%q: %s, %v; want %s", command, verdict.Decision, err, want)
		}
		if want == fence.Refuse && (verdict.Rule == "" || verdict.Next == "") {
			t.Errorf("%q is refused without a reason: %+v", command, verdict)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, name := range fence.Names() {
		f, ok := fence.Lookup(name)
		if !ok || f.Name() != name {
			t.Errorf("Lookup(%q) is %v, %v", name, f, ok)
		}
		if _, ok := f.(fence.Describer); !ok {
			t.Errorf("%s cannot describe itself", name)
		}
	}
	for _, name := range []string{"", "Readonly", "x"} {
		if f, ok := fence.Lookup(name); ok || f != nil {
			t.Errorf("Lookup(%q) is %v", name, f)
		}
	}
}
