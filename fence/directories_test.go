package fence_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
)

// TestDirectories: where each segment may run, written as names below the root
// joined by "+", segments separated by blanks; "/" begins what is absolute. The
// first name of a set is where the segment runs if all goes well.
func TestDirectories(t *testing.T) {
	for command, want := range map[string]string{
		"ls":                       ".",
		"cd a":                     ".",
		"cd a && ls":               ". a",
		"cd a; ls":                 ". a+.",
		"cd a || ls":               ". .",
		"cd a | ls":                ". .",
		"ls | cd a && ls":          ". . .",
		"cd a && cd b && ls":       ". a a/b",
		"cd a && cd b; ls":         ". a a/b+a+.",
		"cd a; cd b; ls":           ". a+. a/b+b+a+.",
		"cd a && cd .. && ls":      ". a .",
		"cd a && cd ..; ls":        ". a .+a",
		"cd a; cd ..; ls":          ". a+. .+/srv+a",
		"ls && cd a && ls; ls":     ". . a a+.",
		"ls || cd a && ls":         ". . .+a",
		"ls || cd a; ls":           ". . .+a",
		"cd a && ls || ls":         ". a a+.",
		"ls || ls; cd b && ls":     ". . . b",
		"ls && ls; cd b || ls":     ". . . .",
		"cd a | cd b && ls":        ". . .",
		"cd a || cd b && ls":       ". . a+b",
		"cd a || cd b || ls":       ". . .",
		"cd a && ls | wc && cd ..": ". a a a",
		"cd a && cd b | ls; ls":    ". a a a+.",
		"cd / && ls":               ". /",
		"cd .. && cd ws && ls":     ". /srv .",
		"cd a && rm x; tee y":      ". a a+.",
		"rm x > y; cd a; ls":       ". . a+.",
		"cd '' && ls":              ". .",
	} {
		sets, err := variant(t, "readonly").Directories(request(command))
		if err != nil {
			t.Errorf("%q: %v", command, err)
			continue
		}
		var got []string
		for _, set := range sets {
			for i, dir := range set {
				switch rest, below := strings.CutPrefix(dir, "/srv/ws"); {
				case rest == "":
					set[i] = "."
				case below:
					set[i] = rest[1:]
				}
			}
			got = append(got, strings.Join(set, "+"))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%q runs in %q, want %q", command, text, want)
		}
	}
}

// TestDirectoriesUnknown: where the command cannot be taken apart, or a cd is
// not literal, nobody knows.
func TestDirectoriesUnknown(t *testing.T) {
	walk := variant(t, "walk")
	for command, rule := range map[string]fence.RuleID{
		"":                                 fence.RuleShape,
		"ls\n":                             fence.RuleShape,
		"ls 'a":                            fence.RuleQuote,
		"ls $x":                            fence.RuleOperator,
		"cd $x; ls":                        fence.RuleOperator,
		"cd; ls":                           fence.RuleCd,
		"cd -; ls":                         fence.RuleCd,
		"cd a b; ls":                       fence.RuleCd,
		"cd a >x; ls":                      fence.RuleCd,
		strings.Repeat("ls;", 50) + "ls":   fence.RuleCap,
		strings.Repeat("cd a;", 20) + "ls": fence.RuleCap,
	} {
		if sets, err := walk.Directories(request(command)); sets != nil || !errors.Is(err, rule) {
			t.Errorf("%q runs in %q, %v; want a refusal by rule %s", command, sets, err, rule)
		}
	}
	if _, err := walk.Directories(fence.Request{Command: "ls"}); !errors.Is(err, fence.RuleWorkdir) {
		t.Errorf("without a root: %v", err)
	}
}
