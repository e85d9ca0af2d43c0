package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/oracle/image/imagetest"
)

// What differs from machine to machine and commit to commit.
var machine = regexp.MustCompile(`(?m)^oracle: .*$|\([0-9a-f]{12}\)`)

// printedAsShown compares what an example of the README shows with what was
// printed.
func printedAsShown(t *testing.T, shown, printed []byte) {
	t.Helper()
	mask := func(text []byte) string { return machine.ReplaceAllString(string(text), "...") }
	if diff := cmp.Diff(mask(shown), mask(printed)); diff != "" {
		t.Errorf("the README shows something else (-README +program):\n%s", diff)
	}
}

func readme(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The example in the README is what the program prints, but for the line that
// tells of the machine.
func TestREADMEShowsWhatIsPrinted(t *testing.T) {
	imagetest.Engine(t)
	text := readme(t)
	block := regexp.MustCompile("(?s)```console\n\\$ cat commands.txt\n(.*?)\\$ fencediff (.*?)\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatal("the README has no example")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "commands.txt"), block[1], 0o666); err != nil {
		t.Fatal(err)
	}
	example := exec.Command(filepath.Join(binDir, "fencediff"), strings.Fields(string(block[2]))...)
	example.Dir = dir
	printed, err := example.Output()
	if err != nil {
		t.Fatal(err)
	}
	printedAsShown(t, block[3], printed)
}

// The example of two revisions is what comes of one rule that is loosened on
// purpose, over the commands of the first example.
func TestREADMEShowsWhatDiffPrints(t *testing.T) {
	imagetest.Engine(t)
	text := readme(t)
	commands := regexp.MustCompile("(?s)```console\n\\$ cat commands.txt\n(.*?)\\$ fencediff").FindSubmatch(text)
	block := regexp.MustCompile("(?s)```console\n\\$ fencediff (diff [^\n]*)\n(.*?)```").FindSubmatch(text)
	if commands == nil || block == nil {
		t.Fatal("the README has no such example")
	}
	freshBuilds(t)
	dir := fenceRepository(t, loosening)
	if err := os.WriteFile(filepath.Join(dir, "commands.txt"), commands[1], 0o666); err != nil {
		t.Fatal(err)
	}
	example := exec.Command(filepath.Join(binDir, "fencediff"), strings.Fields(string(block[1]))...)
	example.Dir = dir
	printed, err := example.Output()
	if code := example.ProcessState.ExitCode(); code != int(exitLoosened) {
		t.Fatalf("it ends with %d: %v", code, err)
	}
	printedAsShown(t, block[2], printed)
}

// The example of mutants is over the commands of the first example.
func TestREADMEShowsWhatMutatePrints(t *testing.T) {
	imagetest.Engine(t)
	text := readme(t)
	commands := regexp.MustCompile("(?s)```console\n\\$ cat commands.txt\n(.*?)\\$ fencediff").FindSubmatch(text)
	block := regexp.MustCompile("(?s)```console\n\\$ fencediff (mutate [^\n]*)\n(.*?)```").FindSubmatch(text)
	if commands == nil || block == nil {
		t.Fatal("the README has no such example")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "commands.txt"), commands[1], 0o666); err != nil {
		t.Fatal(err)
	}
	example := exec.Command(filepath.Join(binDir, "fencediff"), strings.Fields(string(block[1]))...)
	example.Dir = dir
	printed, err := example.Output()
	if err != nil {
		t.Fatal(err)
	}
	printedAsShown(t, block[2], printed)
}
