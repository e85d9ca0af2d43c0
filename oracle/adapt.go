package oracle

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fixtures"
)

// A missing row tells what a line of standard error says is not there.
type missing struct {
	// line matches the line; its group is the name.
	line *regexp.Regexp
	// supply is the bash code that makes what is missing.
	supply func(place) []string
	// example is a command that shows the row, and what its name is.
	example, name string
}

// A place is where something is missing: its name as the command has it, and
// the absolute path that the name stands for in the command's working directory.
type place struct{ name, path string }

// missings is the table. The lines were seen in the image; a test runs every
// example there again.
var missings = []missing{
	{whole(bashName + `: line \d+: cd: (.+): No such file or directory`), supplyDir, "cd nosuch", "nosuch"},
	{whole(`fatal: cannot change to '(.+)': No such file or directory`), supplyDir, "git -C nosuch log", "nosuch"},
	{whole(`\[fd error\]: Search path '(.+)' is not a directory\.`), supplyDir, "fd x nosuch", "nosuch"},
	{whole(`find: ‘(.+)’: No such file or directory`), supplyDir, "find nosuch", "nosuch"},
	{whole(`fatal: ambiguous argument '(.+)': unknown revision or path not in the working tree\.`), supplyRevision, "git log nosuch", "nosuch"},
	{whole(`fatal: bad revision '(.+)'`), supplyRevision, "git log nosuch..main --", "nosuch..main"},
	{whole(`fatal: Not a valid object name:? (.+)`), supplyRevision, "git cat-file -p nosuch", "nosuch"},
	{whole(`error: pathspec '(.+)' did not match any file\(s\) known to git`), supplyRevision, "git checkout nosuch", "nosuch"},
	{whole(`jq: error: Could not open file (.+): No such file or directory`), supplyFile, "jq . nosuch", "nosuch"},
	{whole("g?awk: .*cannot open file [`\"'](.+)['\"] for reading: No such file or directory"), supplyFile, "awk 1 nosuch", "nosuch"},
	{whole(bashName + `: line \d+: (.+): No such file or directory`), supplyFile, "cat < nosuch", "nosuch"},
	{whole(`(?:rg: )?([^:]+): No such file or directory \(os error 2\)`), supplyFile, "rg x nosuch", "nosuch"},
	{whole(`(?:\S*/)?[\w.+-]+: (?:cannot (?:access|open|stat|statx|read|remove|touch):? |can't read |)['‘]?([^:‘']+?)['’]?(?: for reading)?: No such file or directory`), supplyFile, "cat nosuch", "nosuch"},
}

// suppliedText is the content of a file that Adapt makes. It is a script with a
// trace, as the fixtures' x.sh, so that a command that runs the file and one
// that reads it are told apart.
const suppliedText = `#!/bin/sh\n# alpha\n: > ./PWNED\n`

func supplyDir(at place) []string { return []string{"mkdir -p -- '" + at.path + "'"} }

func supplyFile(at place) []string {
	if strings.HasSuffix(at.name, "/") {
		return supplyDir(at)
	}
	return []string{
		"[ -e '" + at.path + "' ] || { mkdir -p -- '" + path.Dir(at.path) + "' && printf '" + suppliedText + "' > '" + at.path +
			"' && chmod 755 -- '" + at.path + "'; }",
	}
}

// branchName matches what can be the name of a branch, far more narrowly than
// git-check-ref-format(1).
var branchName = regexp.MustCompile(`^[A-Za-z0-9_][\w/-]*(?:\.[\w/-]+)*$`)

// rangeOrSuffix matches what may stand between and behind the names of a
// revision, see gitrevisions(7).
var rangeOrSuffix = regexp.MustCompile(`\.{2,3}|[~^][\d~^]*`)

// supplyRevision makes a branch of each name of a revision; a name with an
// extension is that of a file.
func supplyRevision(at place) []string {
	if path.Ext(at.name) != "" && !rangeOrSuffix.MatchString(at.name) {
		return supplyFile(at)
	}
	var lines []string
	for _, name := range rangeOrSuffix.Split(at.name, -1) {
		if branchName.MatchString(name) && name != "HEAD" {
			lines = append(lines, "git rev-parse -q --verify '"+name+"' > /dev/null || git update-ref 'refs/heads/"+name+"' HEAD")
		}
	}
	return lines
}

// plainName matches names that are the same in a message, in the command and in
// single quotes.
var plainName = regexp.MustCompile(`^[\w./][\w./@%+,=~^-]*$`)

// Adapt returns the job in a fixture derived from its own: one in which the
// files, directories and branches exist that its observations say are missing.
// The derived fixture is the job's setup, and so part of its key. Below the
// target directory (relative to the workspace) nothing is made where the target
// itself is not, so that the plain fixtures go on differing in it. False means
// that nothing new is missing that could be made: a program that is not there
// cannot.
func Adapt(job Job, observations []Observation, target string) (Job, bool) {
	known := strings.Split(job.Setup, "\n")
	var lines []string
	for _, o := range observations {
		for text := range strings.SplitSeq(o.Stderr, "\n") {
			for _, line := range supply(job, text, target, known) {
				if !slices.Contains(lines, line) {
					lines = append(lines, line)
				}
			}
		}
	}
	if len(lines) == 0 {
		return job, false
	}
	if job.Setup != "" {
		lines = slices.Insert(lines, 0, job.Setup)
	}
	job.Setup = strings.Join(lines, "\n")
	return job, true
}

// cdOperand matches the directory of a cd that may come before what was missing.
var cdOperand = regexp.MustCompile(`(?:^|[;&|(])\s*cd\s+([\w./][\w./-]*)`)

// supply returns the setup lines that make what one line of standard error says
// is missing, without those that are known. The message does not say where the
// command was: a name is made in the directory of each cd and in the working
// directory, one after the other, until the command finds it.
func supply(job Job, text, target string, known []string) []string {
	at := slices.IndexFunc(missings, func(m missing) bool { return m.line.MatchString(text) })
	if at < 0 {
		return nil
	}
	m := missings[at]
	name := m.line.FindStringSubmatch(text)[1]
	if !plainName.MatchString(name) {
		return nil
	}
	bases := []string{job.Cwd}
	for _, cd := range cdOperand.FindAllStringSubmatch(job.Command, -1) {
		if cd[1] != name { // that one is what is missing
			bases = slices.Insert(bases, 0, path.Join(job.Cwd, cd[1]))
		}
	}
	for _, base := range bases {
		lines := slices.DeleteFunc(m.supplyIn(base, name, target), func(line string) bool { return slices.Contains(known, line) })
		if len(lines) > 0 {
			return lines
		}
	}
	return nil
}

// supplyIn makes a name below a directory, but nothing below a target that is
// not there.
func (m missing) supplyIn(base, name, target string) []string {
	at := place{name: name, path: name}
	for _, dir := range []string{base, fixtures.Workspace} {
		if !path.IsAbs(at.path) {
			at.path = path.Join(dir, at.path)
		}
	}
	at.path = path.Clean(at.path)
	inTarget := path.Join(fixtures.Workspace, target)
	if at.path == inTarget {
		return nil
	}
	lines := m.supply(at)
	if strings.HasPrefix(at.path, inTarget+"/") {
		for i := range lines {
			lines[i] = "[ ! -d '" + inTarget + "' ] || { " + lines[i] + "; }"
		}
	}
	return lines
}
