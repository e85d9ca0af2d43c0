package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A rewrite is what a commit changes in package fence.
type rewrite struct{ old, new string }

// loosening is one rule of the fence readonly loosened on purpose: sort may be
// told where to write.
var loosening = rewrite{
	`Values:   []Value{{Names: list("-k --key -t --field-separator"), Kind: Text}}`,
	`Values:   []Value{{Names: list("-k --key -t --field-separator"), Kind: Text}, {Names: list("-o"), Kind: Path}}`,
}

// rewording changes no rule.
var rewording = rewrite{"// uniq's second operand is an output file.", "// The second operand of uniq is an output file."}

// freshBuilds gives the test an empty cache of builds, and leaves the compiler its
// own, which otherwise would move along.
func freshBuilds(t testing.TB) {
	t.Helper()
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

// fenceRepository makes a git repository of two commits, the tags fence and
// changed: package fence as it is here, and with something rewritten.
func fenceRepository(t testing.TB, change rewrite) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module github.com/fencediff/fencediff\n\ngo 1.26\n")
	sources, err := filepath.Glob("../../fence/*.go")
	if err != nil {
		t.Fatal(err)
	}
	rule := ""
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		name := "fence/" + filepath.Base(source)
		write(name, string(text))
		if strings.Contains(string(text), change.old) {
			rule = name
		}
	}
	if rule == "" {
		t.Fatalf("no file of the fence has %q", change.old)
	}
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=Dev", "-c", "user.email=dev@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-q", "-m", "Add the fence")
	git("tag", "fence")
	text, err := os.ReadFile(filepath.Join(dir, rule))
	if err != nil {
		t.Fatal(err)
	}
	write(rule, strings.Replace(string(text), change.old, change.new, 1))
	git("commit", "-q", "-a", "-m", "Change the fence")
	git("tag", "changed")
	return dir
}
