package oracle

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// ran says that the command really ran, so that its having no effect shows
// something. What is no evidence against it is evidence for it: a non-zero
// status alone never means that nothing ran.
func ran(o Observation) bool {
	return !stubbed(o) && !unparsed(o) && !notFound(o) && !silentlyLost(o) && !died(o)
}

// silentlyLost says that nothing was executed, nothing was printed, and the
// status is the one of bash, or of the agent, for a program or a directory that
// it could not enter: the message itself may have gone elsewhere.
func silentlyLost(o Observation) bool {
	return (o.Exit == 127 || o.Exit == 126) && o.Status == Exited && len(o.Execs) == 0 && o.Stdout == ""
}

// syntaxError matches what bash writes when it cannot parse a command.
var syntaxError = regexp.MustCompile(`(?m)^` + bashName + `: -c: line \d+: ` +
	`(?:syntax error|unexpected EOF|unexpected token|unexpected argument|conditional binary operator expected)`)

// unparsed says that bash could not parse the command. It parses line by line,
// so earlier lines may have run; the command as a whole did not.
func unparsed(o Observation) bool { return o.Exit == 2 && syntaxError.MatchString(o.Stderr) }

// bashName is how bash calls itself in its messages.
const bashName = `(?:\S*/)?bash`

// A finder is a program that runs others, and what it writes when it finds none.
type finder struct {
	program string
	// pattern matches the line.
	pattern string
	// exit is the status that comes with it, where nothing follows.
	exit int
	// example is a command that shows it.
	example string
}

// finders are bash and the programs that run others. Their lines were seen in
// the image under LC_ALL=C.UTF-8; a test runs every example again.
var finders = []finder{
	{"bash", bashName + `: line \d+: .*: command not found`, 127, "nosuch"},
	{"bash", bashName + `: line \d+: exec: .*: not found`, 127, "exec nosuch"},
	{"sh", `\S*sh: \d+: .*: not found`, 127, "sh -c nosuch"},
	{"env", `env: ‘.*’: No such file or directory`, 127, "env nosuch"},
	{"nice", `nice: ‘.*’: No such file or directory`, 127, "nice nosuch"},
	{"nohup", `nohup: failed to run command .*: No such file or directory`, 127, "nohup nosuch"},
	{"setsid", `setsid: failed to execute .*: No such file or directory`, 127, "setsid nosuch"},
	{"stdbuf", `stdbuf: failed to run command .*: No such file or directory`, 127, "stdbuf -oL nosuch"},
	{"timeout", `timeout: failed to run command .*: No such file or directory`, 127, "timeout 1 nosuch"},
	{"xargs", `xargs: .*: No such file or directory`, 127, "echo x | xargs nosuch"},
	{"git", `git: '.*' is not a git command\. See 'git --help'\.`, 1, "git nosuch"},
}

// notFoundLine matches a line that says that a program was not found.
var notFoundLine = func() *regexp.Regexp {
	patterns := make([]string, len(finders))
	for i, f := range finders {
		patterns[i] = f.pattern
	}
	return regexp.MustCompile(`(?m)^(?:` + strings.Join(patterns, "|") + `)$`)
}()

// lostScript is bash's line for a program named by a path that is not there.
// It is the same as for a lost redirection, so the status must tell.
var lostScript = regexp.MustCompile(`(?m)^` + bashName + `: (?:line \d+: )?.*: (?:No such file or directory|cannot execute: required file not found)$`)

// notFound says that a program that the command names is not there.
func notFound(o Observation) bool {
	return notFoundLine.MatchString(o.Stderr) || o.Exit == 127 && lostScript.MatchString(o.Stderr)
}

// died says that the command got no further than its own words: no output, and
// standard error holds nothing but usage errors and operands that are missing.
func died(o Observation) bool {
	if o.Stderr == "" || o.StderrCut || o.StdoutCut {
		return false
	}
	rows := rowsOf(o.Execs)
	if o.Stdout != "" && !slices.ContainsFunc(rows, func(r usage) bool { return r.printed(o.Stdout) }) {
		return false
	}
	exits := []int{0}
	for rest := strings.Split(strings.TrimSuffix(o.Stderr, "\n"), "\n"); len(rest) > 0; {
		lines := 0
		for _, r := range rows {
			if n := r.explains(rest); n > 0 {
				lines = max(lines, n)
				exits = append(exits, r.exits...)
			}
		}
		if lines == 0 {
			return false
		}
		rest = rest[lines:]
	}
	// In a list or a pipeline the status is the last program's.
	return len(o.Execs) > 1 || slices.Contains(exits, o.Exit)
}

// rowsOf returns the table rows of the programs that were executed and of bash
// itself; all rows where executions were not traced.
func rowsOf(execs []ExecRecord) []usage {
	if len(execs) == 0 {
		return usages
	}
	names := []string{"", "bash"}
	for _, e := range execs {
		names = append(names, path.Base(e.Path))
		if len(e.Argv) > 0 {
			names = append(names, path.Base(e.Argv[0]))
		}
	}
	return slices.DeleteFunc(slices.Clone(usages), func(r usage) bool { return !slices.Contains(names, r.program) })
}
