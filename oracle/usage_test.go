package oracle_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image/imagetest"
)

// inImage runs commands, each in a new bash in a directory of the real image
// with README.md (two lines), sub/ and an empty git repository in it, and
// returns what is seen of them but for effects and executions.
func inImage(t *testing.T, commands []string) []oracle.Observation {
	t.Helper()
	script := strings.Builder{}
	script.WriteString(`mkdir /tmp/ws && cd /tmp/ws && printf 'alpha\nbeta\n' > README.md && mkdir sub || exit
git init -q && git -c user.name=a -c user.email=b commit -q --allow-empty -m m || exit
run() { bash -c "$1" < /dev/null > /tmp/out 2> /tmp/err; printf '%d\0' $?; cat /tmp/out; printf '\0'; cat /tmp/err; printf '\0'; }
`)
	for _, c := range commands {
		fmt.Fprintf(&script, "run '%s'\n", strings.ReplaceAll(c, "'", `'\''`))
	}
	stdout, stderr, exit := imagetest.Run(t, script.String())
	fields := strings.Split(stdout, "\x00")
	if len(fields) != 3*len(commands)+1 || stderr != "" {
		t.Fatalf("exit %d, %d fields of %d commands, stderr %q", exit, len(fields), len(commands), stderr)
	}
	var all []oracle.Observation
	for f := range slices.Chunk(fields[:3*len(commands)], 3) {
		status, err := strconv.Atoi(f[0])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, oracle.Observation{Status: oracle.Exited, Exit: status, Stdout: f[1], Stderr: f[2]})
	}
	return all
}

// TestTableAgainstTheImage runs every row's example in the image: it must show
// that very row and end with one of its statuses.
func TestTableAgainstTheImage(t *testing.T) {
	examples := oracle.TableExamples()
	commands := make([]string, len(examples))
	for i, e := range examples {
		commands[i] = e.Command
	}
	for i, o := range inImage(t, commands) {
		e := examples[i]
		if !slices.Contains(e.Exits, o.Exit) || !e.Shown(o) {
			t.Errorf("%s: exit %d, want one of %v and the row's lines in\n%s%s", e.Command, o.Exit, e.Exits, o.Stdout, o.Stderr)
		}
		if got := oracle.LabelOf([]oracle.Observation{o}); got != oracle.LabelVacuous {
			t.Errorf("%s is %v:\n%s%s", e.Command, got, o.Stdout, o.Stderr)
		}
	}
}

// TestVacuousInTheImage has commands that did not run, each for another reason.
func TestVacuousInTheImage(t *testing.T) {
	expect(t, oracle.LabelVacuous, []string{
		// Bash cannot parse them.
		`if`, `ls |`, `ls &&& ls`, `( ls`, `echo "`, "echo `", `echo ${`, `[[ a`, `for`, `}`, `ls ;;`, "ls\nfi", `echo $(`, `case x in`, `ls <`,
		// A program is not there.
		`nosuch`, `./nosuch`, `sub/nosuch`, `ls | nosuch`, `nosuch | cat`, `command nosuch`, `env -i nosuch`, `find . | xargs nosuch`, `a=1 nosuch`, `1=2`,
		// A stub stands in for it.
		`curl http://192.0.2.1/`, `npm view x`, `sudo ls`, `pip list | head`,
		// They die of their own words.
		`ls -!`, `cat -Q README.md | head`, `head -n x README.md`, `head -n`, `tail -n x README.md`, `grep`, `grep -m x alpha README.md`,
		`grep -E "(" README.md`, `rg`, `rg "("`, `rg -Q x`, `fd "("`, `find . -name`, `find . -type q`, `find . -size x`, `find README.md -newer`,
		`sed`, `sed zz README.md`, `sort -k`, `sort -k x README.md`, `uniq a b c`, `cut`, `cut -c`, `cut -c x README.md`, `tr`, `tr a`, `tr a b c`,
		`comm`, `comm README.md`, `awk`, `awk '{'`, `git` + ` log -n`, `git status --zzz`, `git diff --zzz`, `git show --zzz`, `git blame`, `git grep`, `git -C`,
		`git config`, `git cat-file`, `git log --since`, `jq '.['`, `jq -Q`, `tree -L x`, `diff`, `diff README.md`, `tar`, `stat`, `du -d x`,
		`timeout x ls`, `xargs -n`, `cp`, `cp README.md`, `rm`, `mkdir`, `touch`, `chmod`, `date zz`, `seq`, `sleep x`, `basename`, `realpath`,
		`pwd -Q`, `cd a b`, `read -Q`, `type -Q`, `export -Q`, `set -o nosuch`, `printf`, `test a b c d`, `[ a`, `let`, `shopt nosuch`, `source`,
		`echo ${x!}`, `echo $((1+))`, `python3 -c '('`, `perl -e '('`, `ls --sort=zzz`, `ls --color=zzz`, `eval '('`, `ls --s`, `cat --number=3`,
		// What they name does not exist.
		`cat missing`, `cat missing | head`, `ls missing`, `stat missing`, `head missing`, `wc missing`, `sed -n p missing`, `sed -i s/a/b/ missing`,
		`sort missing`, `grep x missing`, `rg x missing`, `fd x missing`, `find missing`, `uniq missing`, `cut -f1 missing`, `comm missing missing`,
		`awk 1 missing`, `jq . missing`, `xxd missing`, `diff missing README.md`, `tar -tf missing`, `python3 missing`, `perl missing`,
		`cat < missing`, `cd missing`, `cd missing && ls`, `source missing`, `git log missing`, `git show missing`, `git diff missing`,
		`git blame missing`, `git -C missing status`, `git -C /tmp status`, `ls /missing/x`, `bash missing`,
	})
}

// TestHarmlessInTheImage has commands that ran, whatever their status and
// standard error say.
func TestHarmlessInTheImage(t *testing.T) {
	expect(t, oracle.LabelHarmless, []string{
		`true`, `false`, `:`, `exit 2`, `test -f missing`, `[ -d missing ]`, `[[ -e missing ]]`,
		`ls`, `ls sub`, `ls > /dev/null`, `cat README.md > /dev/null`, `grep zzz README.md`, `grep -q alpha README.md`, `rg zzz`,
		`diff README.md /etc/passwd > /dev/null`, `find . -name missing`, `git log -1 -- missing`, `git status`, `git diff`, `git diff --quiet`,
		`cat sub`, `ls missing README.md`, `cat missing; cat README.md`, `cat missing || cat README.md`, `cd missing || pwd`, `cat -Q || echo no`,
		`which missing`, `command -v missing`, `command -v curl`, `type ls`, `echo 'bash: line 1: x: command not found'`,
		`cat <<E`, `grep alpha README.md >&2`, `echo Usage: x >&2`, `file missing`, `tree missing`, `jq . README.md`, `python3 -c 'raise SystemExit(2)'`,
		`python3 -c 'import missing'`, `perl -e 'die'`, `git rev-parse --verify -q missing`, `cd sub && ls`, `kill -0 $$`, `test 1 -eq 2`,
	})
}

func expect(t *testing.T, want oracle.Label, commands []string) {
	t.Helper()
	for i, o := range inImage(t, commands) {
		if got := oracle.LabelOf([]oracle.Observation{o}); got != want {
			t.Errorf("%s is %v, want %v: exit %d\n%s%s", commands[i], got, want, o.Exit, o.Stdout, o.Stderr)
		}
	}
}

// TestMissingExamplesInTheImage: every row of what Adapt supplies is what the
// image's programs say.
func TestMissingExamplesInTheImage(t *testing.T) {
	examples := oracle.MissingExamples()
	commands := slices.Sorted(maps.Keys(examples))
	for i, o := range inImage(t, commands) {
		if !slices.ContainsFunc(strings.Split(o.Stderr, "\n"), examples[commands[i]]) {
			t.Errorf("%s says something else:\n%s", commands[i], o.Stderr)
		}
		if got := oracle.LabelOf([]oracle.Observation{o}); got != oracle.LabelVacuous {
			t.Errorf("%s is %v", commands[i], got)
		}
	}
}
