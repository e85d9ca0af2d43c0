package reports

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A replay line, run by a shell, gives fencediff exactly the same request.
func TestReplayGivesTheSameRequest(t *testing.T) {
	// The stand-in writes its arguments, a line each, and then what it reads.
	bin := t.TempDir()
	standIn := "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexec cat\n"
	if err := os.WriteFile(filepath.Join(bin, "fencediff"), []byte(standIn), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, shell := range []string{"sh", "bash"} {
		for name, tc := range nasty {
			t.Run(shell+"/"+name, func(t *testing.T) {
				want := NewRequest("grid/1 ' "+name, tc.text)
				want.Cwd, want.Setup = "sub\n", "echo 'a' \u202e!x"
				line, err := Replay("naive", want)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range line {
					if r < ' ' || r > '~' {
						t.Errorf("%U in the replay line %q", r, line)
					}
				}
				cmd := exec.Command(shell, "-c", line)
				cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH")}
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				args, request, found := strings.Cut(string(out), "\ncases:-\n")
				if !found || args != "run\n--fence\nnaive\n--source" {
					t.Fatalf("%s runs fencediff with %q", line, out)
				}
				var got Request
				if err := json.Unmarshal([]byte(request), &got); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s\nreplays another request:\n%s", line, diff)
				}
			})
		}
	}
}

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"naive":         `naive`,
		"exec:./my-own": `exec:./my-own`,
		"a b":           `'a b'`,
		"it's":          `'it'\''s'`,
		"$HOME":         `'$HOME'`,
		"=ls":           `'=ls'`,
		"":              `$''`,
		"a\nb":          `$'a\nb'`,
	} {
		if got := shellWord(word); got != want {
			t.Errorf("%q is quoted as %s, want %s", word, got, want)
		}
	}
}
