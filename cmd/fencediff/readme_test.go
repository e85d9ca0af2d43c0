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

// The example in the README is what the program prints, but for the line that
// tells of the machine.
func TestREADMEShowsWhatIsPrinted(t *testing.T) {
	imagetest.Engine(t)
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
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
	machine := regexp.MustCompile(`(?m)^oracle: .*$`)
	mask := func(text []byte) string { return machine.ReplaceAllString(string(text), "oracle: ...") }
	if diff := cmp.Diff(mask(block[3]), mask(printed)); diff != "" {
		t.Errorf("the README shows something else (-README +program):\n%s", diff)
	}
}
