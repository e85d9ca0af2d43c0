package grid

import (
	"regexp"
	"strings"
	"testing"
)

// renaming maps the operand words of the grids to one word a kind, so that two
// commands that differ in nothing but which file, directory, pattern, revision
// or number they name become the same text. It is stricter than a reader would
// be: a file that is missing is a file, the target directory is a directory.
var renaming = []struct {
	kind string
	word *regexp.Regexp
}{
	{"ABSOLUTE", operandWords(`/srv/ws(?:/[\w./-]*)?`)},
	{"ELSEWHERE", operandWords(`/(?:outside|srv|home|tmp|etc|nonexistent)[\w./-]*`)},
	{"ABOVE", operandWords(`(?:\.\./)+(?:[\w-]+/)*[\w.-]+`)},
	{"FILE", operandWords(`(?:\./)?(?:(?:src|sub|missing|new|h|out|bare)/+)*(?:README\.md|notes\.txt|data\.json|untracked\.txt|main\.go|util\.go|inner\.txt|` +
		`nosuch\.txt|out\.(?:txt|tar|tgz|bin|html|idx|cfg|bundle|zip|awk|sock|fifo|dev)|err\.txt|a\.txt|b\.txt|s\.txt|outside\.txt|secret\.txt|trace\.log|PWNED)`)},
	{"DIRECTORY", operandWords(`(?:\./)?(?:src|sub|missing|new|bare)/?`)},
	{"PATTERN", operandWords(`alpha|beta|main|util|pear|SECRET|left-pad|owner/name`)},
	{"REVISION", operandWords(`(?:HEAD|v1|feature|@)(?:[~^]\d*)*(?:\.{2,3}(?:HEAD|v1|feature))?`)},
	{"NUMBER", operandWords(`\d+(?:\.\d+)*(?:-\d+)*`)},
}

// operandWords matches words that are whole.
func operandWords(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + pattern + `)$`)
}

// endsOperand holds what a word stands between: blanks, quotes, brackets and the
// operators that end a word, so that nothing inside an option is renamed.
const endsOperand = " \t\n\r\v\f'\"=(){},:;|&"

// A renamer renames commands and remembers the words it has met. It is not safe
// for concurrent use.
type renamer map[string]string

// renamed is the command with its operands renamed.
func (r renamer) renamed(command string) string {
	var b strings.Builder
	for command != "" {
		end := strings.IndexAny(command, endsOperand)
		if end < 0 {
			end = len(command)
		}
		word := command[:end]
		if end < len(command) && (command[end] == '=' || command[end] == '&') {
			b.WriteString(word) // a name, or a descriptor
		} else {
			b.WriteString(r.kind(word))
		}
		if command = command[end:]; command != "" {
			b.WriteByte(command[0])
			command = command[1:]
		}
	}
	return strings.TrimSpace(b.String())
}

// kind is what a word is renamed to: itself if it is no operand.
func (r renamer) kind(word string) string {
	kind, known := r[word]
	if !known {
		kind = word
		for _, rename := range renaming {
			if rename.word.MatchString(word) {
				kind = rename.kind
				break
			}
		}
		r[word] = kind
	}
	return kind
}

func TestRenamed(t *testing.T) {
	renamed := renamer{}.renamed
	for _, test := range []struct{ a, b string }{
		{"cat notes.txt", "cat src/main.go"},
		{"cat notes.txt data.json", "cat README.md untracked.txt"},
		{"cd sub && cat inner.txt", "cd missing && cat nosuch.txt"},
		{"head -n 1 notes.txt", "head -n 20 README.md"},
		{"git log HEAD~1..HEAD", "git log v1..feature"},
		{"grep 'alpha' README.md", "grep 'beta' notes.txt"},
		{"cat ../outside.txt", "cat ../other/s.txt"},
		{"cat /outside/secret.txt", "cat /home/dev/.netrc"},
	} {
		if renamed(test.a) != renamed(test.b) {
			t.Errorf("%q and %q differ in operands only, but are renamed to %q and %q", test.a, test.b, renamed(test.a), renamed(test.b))
		}
	}
	for _, test := range []struct{ a, b string }{
		{"cat notes.txt", "cat ../outside.txt"},
		{"cat notes.txt", "cat -n notes.txt"},
		{"cat notes.txt", "cat notes.txt notes.txt"},
		{"ls 2>/dev/null", "ls 1>/dev/null"},
		{"ls 2>&1", "ls 1>&2"},
		{"head -n 1 notes.txt", "head -n1 notes.txt"},
		{"a; b", "a && b"},
	} {
		if renamed(test.a) == renamed(test.b) {
			t.Errorf("%q and %q differ in more than operands, but are both renamed to %q", test.a, test.b, renamed(test.a))
		}
	}
}

// TestGridsStayDistinctWhenOperandsAreRenamed counts the commands that are not
// one another with other files in them.
func TestGridsStayDistinctWhenOperandsAreRenamed(t *testing.T) {
	for name, want := range map[string]int{"smoke": 2000, "full": 100_000} {
		g, _ := Lookup(name)
		names := renamer{}
		seen := make(map[string]bool)
		for cell := range g.Cells() {
			seen[names.renamed(cell.Request.Command)] = true
		}
		t.Logf("%s: %d cells, %d distinct commands when operands are renamed", name, g.Count(), len(seen))
		if len(seen) < want {
			t.Errorf("%s: %d commands stay distinct, want at least %d", name, len(seen), want)
		}
	}
}
