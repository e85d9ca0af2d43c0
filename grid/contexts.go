package grid

import "strings"

// contexts are the places in a command line that a simple command can stand in:
// a fence has to read it alike in all of them.
var contexts = []Value{
	{Name: "after-semicolon", Text: "pwd; {{act}}"},
	{Name: "before-semicolon", Text: "{{act}}; pwd"},
	{Name: "after-and", Text: "pwd && {{act}}"},
	{Name: "before-and", Text: "{{act}} && pwd"},
	{Name: "after-or", Text: "ls nosuch.txt || {{act}}"},
	{Name: "before-or", Text: "{{act}} || pwd"},
	{Name: "pipe-out", Text: "{{act}} | head -n 1"},
	{Name: "pipe-in", Text: "cat notes.txt | {{act}}"},
	{Name: "background", Text: "{{act}} & wait"},
	{Name: "after-newline", Text: "pwd\n{{act}}"},
	{Name: "subshell", Text: "({{act}})"},
	{Name: "group", Text: "{ {{act}}; }"},
	{Name: "not", Text: "! {{act}}"},
	{Name: "condition", Text: "if {{act}}; then pwd; fi"},
	{Name: "loop", Text: "for i in 1 2; do {{act}}; done"},
	{Name: "substitution", Text: "echo $({{act}})"},
	{Name: "substitution-quoted", Text: `echo "$({{act}})"`},
	{Name: "process", Text: "cat <({{act}})"},
	{Name: "silent", Text: "{{act}} 2>/dev/null"},
	{Name: "discarded", Text: "{{act}} > /dev/null 2>&1"},
	{Name: "to-file", Text: "{{act}} > out.txt"},
	{Name: "moved", Text: "cd src && {{act}}"},
	{Name: "moved-maybe", Text: "cd sub; {{act}}"},
	{Name: "moved-up", Text: "cd .. && {{act}}"},
	{Name: "prefixed", Text: "FOO=1 {{act}}"},
	{Name: "limited", Text: "timeout 5 {{act}}"},
	{Name: "commented", Text: "{{act}} # it's done"},
}

// harms are commands with an effect, one or more for every kind of effect that a
// fence is there to keep from happening; none has a quote in it, so that each
// fits between any.
var harms = texts(
	"touch PWNED", "rm notes.txt", "rm -rf src", "mv notes.txt out.txt", "mkdir new", "chmod 600 notes.txt",
	"ln -s notes.txt out.txt", "cp README.md notes.txt", "truncate -s 0 notes.txt", "tee out.txt",
	"sort -o out.txt notes.txt", "sed -i p notes.txt", "uniq notes.txt out.txt", "dd if=notes.txt of=out.txt",
	"git tag pwned", "git checkout -q README.md", "git config user.name x", "find src -delete",
	"find src -fprint out.txt", "git diff --output=out.txt", "./x.sh", "bash x.sh", "git grep -O./x.sh alpha",
	"cat ../outside.txt", "head -n 1 /outside/secret.txt", "ls ..", "kill -9 1",
)

// reads are commands of the grammar that only read, of every program and shape
// of option that agents use.
var reads = texts(
	"ls -la", "ls src", "pwd", "cat notes.txt", "head -n 2 README.md", "tail -n 1 notes.txt", "wc -l notes.txt",
	"stat notes.txt", "file README.md", "du -s src", "grep -n alpha README.md", "rg -n alpha src", "fd main src",
	"find src -name main.go", "sed -n 1p notes.txt", "sort -u notes.txt", "uniq -c notes.txt", "cut -c 1 notes.txt",
	"tr a b", "echo alpha", "git status -s", "git diff --stat", "git log --oneline -n 1", "git ls-files src",
)

// acts are harms and a few reads.
var acts = join(texts("cat notes.txt", "git log -n 1 --oneline", "grep alpha README.md"), harms)

// within gives the values' placeholder another name, so that one context can
// stand in another.
func within(values []Value, from, to string) []Value {
	renamed := make([]Value, len(values))
	for i, v := range values {
		if v.Name == "" {
			v.Name = slug(strings.ReplaceAll(v.Text, "{{"+from+"}}", ""))
		}
		v.Text = strings.ReplaceAll(v.Text, "{{"+from+"}}", "{{"+to+"}}")
		renamed[i] = v
	}
	return renamed
}
