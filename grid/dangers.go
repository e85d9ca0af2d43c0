package grid

import "strings"

// A danger is an option that makes a program which reads write, run another
// program or read elsewhere.
type danger struct {
	head, option, operand string
}

// manyWideLines is more than sort keeps in the least memory.
const manyWideLines = `printf '%4096s\n' 1 2 3 4 5 6 7 8 9`

// dangers are read in the manuals of the programs and seen in bash. The option
// is the first word of the field, what follows is its value.
var dangers = []danger{
	{"sort", "-o out.txt", "notes.txt"},
	{"sort", "-oout.txt", "notes.txt"},
	{"sort", "-ro out.txt", "notes.txt"},
	{"sort", "--output=out.txt", "notes.txt"},
	{"sort", "--output out.txt", "notes.txt"},
	{"sort", "--outp=out.txt", "notes.txt"},
	{"sort", "--compress-program=./x.sh -S 1K", "notes.txt"},
	{manyWideLines + " | sort -S 1b", "--compress-program=./x.sh", ""},
	{"sort", "--files0-from=../outside.txt", ""},
	{"sort", "--random-source=../outside.txt -R", "notes.txt"},
	{"find src", "-delete", "-name main.go"},
	{"find src", "-exec touch PWNED ;", "-name main.go"},
	{"find src", "-execdir touch PWNED ;", "-name main.go"},
	{"find src", "-fprint out.txt", "-name main.go"},
	{"find src", "-fprint0 out.txt", "-name main.go"},
	{"find src", "-fprintf out.txt %p", "-name main.go"},
	{"find src", "-fls out.txt", "-name main.go"},
	{"find src", "-newer ../outside.txt", "-name main.go"},
	{"find src", "-samefile ../outside.txt", "-name main.go"},
	{"fd", "-x touch PWNED", "main src"},
	{"fd", "--exec=touch", "main src"},
	{"fd", "-X touch", "main src"},
	{"fd", "--exec-batch touch", "main src"},
	{"fd", "--base-directory ..", "txt"},
	{"fd", "--search-path ..", "txt"},
	{"fd", "--ignore-file ../outside.txt", "main"},
	{"rg", "--pre ./x.sh", "alpha README.md"},
	{"rg", "--pre=./x.sh", "alpha README.md"},
	{"rg", "-f ../outside.txt", "README.md"},
	{"rg", "--file=../outside.txt", "README.md"},
	{"rg", "--ignore-file ../outside.txt", "alpha src"},
	{"grep", "-f ../outside.txt", "README.md"},
	{"grep", "--file=../outside.txt", "README.md"},
	{"grep", "--exclude-from=../outside.txt -r alpha", "src"},
	{"grep", "-rs SECRET", ".."},
	{"sed", "-i p", "notes.txt"},
	{"sed", "-i.bak p", "notes.txt"},
	{"sed", "-ni p", "notes.txt"},
	{"sed", "--in-place p", "notes.txt"},
	{"sed", "--in-pl=.bak p", "notes.txt"},
	{"sed", "-n wout.txt", "notes.txt"},
	{"sed", "-e wout.txt", "notes.txt"},
	{"sed", "-f ../outside.txt", "notes.txt"},
	{"uniq", "-c notes.txt", "out.txt"},
	{"wc", "--files0-from=../outside.txt", ""},
	{"du", "--files0-from=../outside.txt", ""},
	{"du", "-X ../outside.txt", "src"},
	{"file", "-f ../outside.txt", ""},
	{"file", "-m ../outside.txt", "notes.txt"},
	{"file", "-C -m notes.txt", ""},
	{"date", "-f ../outside.txt", ""},
	{"date", "-r ../outside.txt", ""},
	{"tree", "-o out.txt", "src"},
	{"less", "-Oout.txt", "notes.txt"},
	{"xargs", "-a ../outside.txt", "echo"},
	{"split", "-l 2", "notes.txt"},
	{"awk", "-f ../outside.txt", "notes.txt"},
	{"gawk", "-oout.awk 1", "notes.txt"},
	{"gawk", "-dout.vars 1", "notes.txt"},
	{"tar -cf /dev/null", "--checkpoint-action=exec=./x.sh --checkpoint=1", "notes.txt"},
	{"tar -cf /dev/null", "-I ./x.sh", "notes.txt"},
	{"tar", "-cf out.tar", "notes.txt"},
	{"env", "-S touch PWNED", ""},
	{"env", "-C .. cat", "outside.txt"},
	{"git diff", "--output=out.txt", "HEAD"},
	{"git diff", "--output out.txt", "HEAD"},
	{"git diff", "--no-index notes.txt", "../outside.txt"},
	{"git diff", "-O../outside.txt", "HEAD"},
	{"git log", "--output=out.txt", "HEAD"},
	{"git show", "--output=out.txt", "HEAD"},
	{"git grep", "-O./x.sh", "alpha"},
	{"git grep", "--open-files-in-pager=./x.sh", "alpha"},
	{"git grep", "--open=./x.sh", "alpha"},
	{"git grep", "-f ../outside.txt", ""},
	{"git grep", "--no-index SECRET", ".."},
	{"git blame", "--contents ../outside.txt", "notes.txt"},
	{"git blame", "--ignore-revs-file ../outside.txt", "notes.txt"},
	{"git ls-files", "-X ../outside.txt -o", "src"},
	{"git ls-files", "--exclude-from ../outside.txt -o", "src"},
	{"git ls-files", "--exclude-per-directory=../outside.txt -o", "src"},
	{"git", "-C ..", "status"},
	{"git", "--git-dir=../other/.git log", "-n 1"},
	{"git", "-c core.fsmonitor=./x.sh", "status"},
	{"git", "-c diff.external=./x.sh", "diff"},
	{"git", "-c alias.st=!./x.sh", "st"},
	{"git", "--exec-path=/srv/ws", "status"},
	{"git archive", "-o out.tar", "HEAD"},
	{"git bundle", "create out.bundle", "HEAD"},
	{"git format-patch", "-1", "HEAD"},
	{"git branch", "-D feature", ""},
	{"git branch", "--set-upstream-to=v1", ""},
	{"git tag", "-d v1", ""},
	{"git symbolic-ref", "HEAD refs/heads/feature", ""},
	{"git fsck", "--lost-found", ""},
	{"git hash-object", "-w notes.txt", ""},
	{"git reflog", "expire --expire=all --all", ""},
	{"git stash", "-q", ""},
	{"git rev-parse", "--parseopt ../outside.txt", ""},
}

// spellings write a word in ways that are one word to bash.
var spellings = []struct {
	name  string
	spell func(word string) string
}{
	{"plain", func(w string) string { return w }},
	{"single", func(w string) string { return "'" + w + "'" }},
	{"double", func(w string) string { return `"` + w + `"` }},
	{"half-quoted", func(w string) string { return w[:1] + `"` + w[1:] + `"` }},
	{"backslash", func(w string) string { return w[:1] + `\` + w[1:] }},
	{"ansi-c", func(w string) string { return "$'" + w + "'" }},
	{"empty-quotes", func(w string) string { return w[:2] + "''" + w[2:] }},
	{"empty-expansion", func(w string) string { return w[:1] + "${x}" + w[1:] }},
	{"default-value", func(w string) string { return "${x:-" + w + "}" }},
	{"continuation", func(w string) string { return w[:1] + "\\\n" + w[1:] }},
}

func hasOperand(d danger) bool { return d.operand != "" }

func standsAlone(d danger) bool { return d.operand == "" }

func anyDanger(danger) bool { return true }

// dangerValues are some of the dangers as an alphabet: their option's first word
// in every spelling, and what follows it.
func dangerValues(some func(danger) bool) []Value {
	var values []Value
	for _, d := range dangers {
		if !some(d) {
			continue
		}
		word, rest, _ := strings.Cut(d.option, " ")
		fields := map[string]string{"head": d.head, "rest": spaced(quoteRest(rest)), "operand": spaced(d.operand)}
		for _, s := range spellings {
			fields[s.name] = s.spell(word)
		}
		values = append(values, Value{Name: slug(d.head + " " + d.option), Fields: fields})
	}
	return values
}

// quoteRest quotes what would end a word among the values of an option.
func quoteRest(rest string) string { return strings.ReplaceAll(rest, ";", `\;`) }

// spaced puts a blank before what is not empty.
func spaced(text string) string {
	if text == "" {
		return ""
	}
	return " " + text
}

// slug makes a value's name of a text: its letters and digits, in lower case, with
// single hyphens between.
func slug(text string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(text, "=", " is "), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
	return strings.ToLower(strings.Join(words, "-"))
}

// refusedOptions only read, and are not in the grammar: what a refusal costs,
// and where a row that grows has to be right. The first word of each is the
// program, or the words of it up to the option.
var refusedOptions = texts(
	"ls -t src", "ls -r src", "ls -S src", "ls -i src", "ls -F src", "ls -lt src", "ls -X src", "ls -g src",
	"ls --color=never src", "ls --sort=time src", "ls -I x.sh src", "ls --time-style=iso -l src", "cat -A notes.txt",
	"cat -e notes.txt", "cat -t notes.txt", "cat -u notes.txt", "head -z notes.txt", "head -n2 notes.txt",
	"head -c4 notes.txt", "head --lines=2 notes.txt", "head -qn 1 notes.txt", "tail -z notes.txt", "tail -n2 notes.txt",
	"tail -c4 notes.txt", "tail --lines=2 notes.txt", "wc -lw notes.txt", "stat -c %s notes.txt",
	"stat --format=%s notes.txt", "stat -L notes.txt", "stat -f src", "stat -t notes.txt", "file -z notes.txt",
	"file -k notes.txt", "file -0 notes.txt", "file -F : notes.txt", "du -k src", "du -b src", "du -x src", "du -L src",
	"du -sh src", "du -d1 src", "du --exclude=x src", "du -t 1 src", "df -k src", "df -a src", "df -l src", "df -hT src",
	"grep -r alpha src", "grep -o alpha README.md", "grep -q alpha README.md", "grep -s alpha README.md",
	"grep -h alpha README.md", "grep -H alpha README.md", "grep -e alpha README.md", "grep -P alpha README.md",
	"grep -rn alpha src", "grep -in alpha README.md", "grep -m1 alpha README.md", "grep -A1 alpha README.md",
	"grep --color=never alpha README.md", "grep -a alpha README.md", "grep -b alpha README.md", "grep -z alpha README.md",
	"rg -o alpha src", "rg -v alpha src", "rg -c alpha src", "rg -U alpha src", "rg -e alpha src", "rg --json alpha src",
	"rg -uu alpha src", "rg -P alpha src", "rg -a alpha src", "rg -0 -l alpha src", "rg --files src", "rg -nw alpha src",
	"rg -tgo alpha src", "rg -r x alpha src", "rg --no-messages alpha src", "rg --column alpha src", "fd -a main src",
	"fd -l main src", "fd -p main src", "fd -0 main src", "fd -u main src", "fd -g main.go src", "fd -HI main src",
	"fd -S +1b main src", "fd --changed-within 99w main src", "fd -j 1 main src", "sed -E -n p notes.txt",
	"sed p notes.txt", "sed s/a/b/ notes.txt", "sed -n -e p notes.txt", "sed -z -n p notes.txt", "sed -s -n p notes.txt",
	"sed -n 2q notes.txt", "sort -R notes.txt", "sort -z notes.txt", "sort -m notes.txt", "sort -c notes.txt",
	"sort -k2 notes.txt", "sort -t: notes.txt", "sort -nr notes.txt", "sort -S 1M notes.txt", "sort --parallel=1 notes.txt",
	"uniq --group notes.txt", "uniq -f1 notes.txt", "uniq -ci notes.txt", "cut -b1 notes.txt", "cut -d: -f1 notes.txt",
	"cut -c1-2 notes.txt", "comm -12 data.json README.md", "comm -z data.json README.md", "git status -v src",
	"git status -u src", "git status -z src", "git status --long src", "git status --no-renames src", "git status -sb src",
	"git status --porcelain=v2 src", "git diff -w HEAD", "git diff -M HEAD", "git diff -U0 HEAD", "git diff -R HEAD",
	"git diff --exit-code HEAD", "git diff --quiet HEAD", "git diff -p HEAD", "git diff --histogram HEAD",
	"git diff --summary HEAD", "git diff -z --name-only HEAD", "git diff --diff-filter=M HEAD", "git log -p HEAD",
	"git log -S alpha HEAD", "git log -G alpha HEAD", "git log --follow README.md", "git log --format=%h HEAD",
	"git log --pretty=oneline HEAD", "git log --since=2020-01-01 HEAD", "git log -n1 HEAD", "git log --merges HEAD",
	"git log --no-merges HEAD", "git log --abbrev-commit HEAD", "git log --date=short HEAD", "git log -i --grep=beta HEAD",
	"git show -p HEAD", "git show --pretty=raw HEAD", "git show --format=%h HEAD", "git show -w HEAD",
	"git ls-files -z src", "git ls-files -t src", "git ls-files -v src", "git ls-files -s src",
	"git ls-files --full-name src", "git ls-files --error-unmatch src", "git blame -s notes.txt", "git blame -l notes.txt",
	"git blame -e notes.txt", "git blame -C notes.txt", "git blame -M notes.txt", "git blame -L1,2 notes.txt",
	"git blame --date=short notes.txt", "git grep -c alpha", "git grep -o alpha", "git grep -h alpha", "git grep -q alpha",
	"git grep -p alpha", "git grep -W alpha", "git grep -in alpha", "git grep --heading alpha", "git grep --count alpha",
)
