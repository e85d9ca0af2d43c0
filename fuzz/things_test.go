package fuzz

import (
	"slices"
	"strings"
	"testing"
)

func TestThings(t *testing.T) {
	for _, c := range []struct {
		command string
		want    []string
	}{
		{"", []string{"bytes 0", "calls 0"}},
		{"sort -o a b", []string{"bytes 4", "calls 1", "sort", "sort -o", "sort, words 3"}},
		{"wc --files0-from=../a", []string{"bytes 5", "calls 1", "wc", "wc --files0-from", `wc --files0-from with "../"`, "wc, words 2"}},
		{"rg -f ../a b ../c", []string{"bytes 5", "calls 1", "rg", "rg -f", `rg -f with "../"`, `rg with "../"`, "rg, words 3"}},
		{"ls >../x; cd a && ls", []string{"&&", ";", "bytes 5", "calls 2", "cd", "cd, words 2", "ls", "ls, words 1", "redirect >", `redirect > with "../"`}},
		{"A=b ./x.sh $(ls)", []string{"CmdSubst", "assignment", "bytes 5", "calls 2", "ls", "ls, words 1", "other", `other with "$"`, "other, words 2"}},
		{"ls 2>/dev/null\r", []string{`>"\r"`, "bytes 4", "calls 1", "ls", "ls, words 1", "redirect >"}},
		{"ls )", []string{"bytes 3", "no syntax"}},
	} {
		if got := Things(c.command); !slices.Equal(got, c.want) {
			t.Errorf("%q is made of %s, want %s", c.command, strings.Join(got, ", "), strings.Join(c.want, ", "))
		}
	}
}
