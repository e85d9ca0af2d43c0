package mutant

import (
	"slices"

	"github.com/fencediff/fencediff/fence"
)

// Planted returns the mistakes to plant into the rules of walk, in a fixed
// order. Each is of a kind that fences were reported to make.
func Planted() []Mutation { return slices.Clone(planted) }

var planted = slices.Concat(
	plantedCaps, plantedSeparators, plantedMoves, plantedOptions, plantedOperands, plantedPaths, plantedQuotes,
	plantedRedirects, plantedEnvironment, plantedPrograms,
)

var plantedCaps = []Mutation{
	{ID: "cap/bytes", Breaks: "a command of the greatest length is refused", Rules: caps(func(c *fence.Caps) { c.Bytes-- })},
	{ID: "cap/bytes-cut", Breaks: "only the first 4096 bytes are read", Reads: firstBytes(4096)},
	{ID: "cap/segments", Breaks: "a command of the most segments is refused", Rules: caps(func(c *fence.Caps) { c.Segments-- })},
	{ID: "cap/segments-cut", Breaks: "only the first 32 segments are read", Reads: firstParts(32, ";")},
	{ID: "cap/leading-cds", Breaks: "the most cds in front are one too many", Rules: caps(func(c *fence.Caps) { c.LeadingCds-- })},
	{ID: "cap/directories", Breaks: "the most directories are one too many", Rules: caps(func(c *fence.Caps) { c.Directories-- })},
	{ID: "cap/format-width", Breaks: "the greatest width is one too wide", Rules: caps(func(c *fence.Caps) { c.FormatWidth-- })},
	{ID: "cap/means-nothing-found", Breaks: "a cap that is reached means that nothing was found", Decides: overrules(fence.RuleCap, anyDetail)},
	{ID: "cap/operands", Breaks: "uniq may have a second operand", Rules: row("uniq", "", func(r *fence.Row) error { r.Operands.Max++; return nil })},
}

var plantedSeparators = []Mutation{
	{ID: "separator/semicolon-proves", Breaks: "cd x; is taken to have moved, like cd x &&", Rules: separator(";", func(s *fence.Separator) { s.From = fence.AfterSuccess })},
	{ID: "separator/or-proves", Breaks: "cd x || is taken to have moved, like cd x &&", Rules: separator("||", func(s *fence.Separator) { s.From = fence.AfterSuccess })},
	{ID: "separator/pipe-moves", Breaks: "a cd in a pipeline is taken to move the shell", Rules: separator("|", func(s *fence.Separator) { s.Next, s.From = fence.Always, fence.AfterSuccess })},
	{ID: "separator/and-proves-nothing", Breaks: "after cd x && the shell may still be anywhere", Rules: separator("&&", func(s *fence.Separator) { s.From = fence.AnyDirectory })},
	{ID: "separator/and-or-swapped", Breaks: "&& runs after a failure and || after a success", Rules: both(
		separator("&&", func(s *fence.Separator) { s.Next, s.From = fence.OnFailure, fence.AfterFailure }),
		separator("||", func(s *fence.Separator) { s.Next, s.From = fence.OnSuccess, fence.AfterSuccess }),
	)},
	{ID: "separator/background-moves", Breaks: "& separates, and a cd before it is taken to have moved", Rules: both(
		literal("&"), addSeparator(fence.Separator{Text: "&", Next: fence.Always, From: fence.AfterSuccess}),
	)},
	{ID: "separator/background-is-text", Breaks: "a lone & is an operand", Rules: literal("&")},
	{ID: "separator/newline-is-blank", Breaks: "a newline separates words, not commands", Reads: replaces("\n", " ")},
	{ID: "separator/carriage-return-is-blank", Breaks: "a carriage return separates words", Reads: replaces("\r", " ")},
	{ID: "separator/no-break-space-is-blank", Breaks: "a no-break space separates words", Reads: replaces("\u00a0", " ")},
	{ID: "separator/controls-are-blank", Breaks: "vertical tab and form feed separate words", Reads: replaces("[\v\f]", " ")},
	{ID: "separator/first-line-only", Breaks: "only the first line is read", Reads: stops("\n")},
	{ID: "separator/comment-to-the-end", Breaks: "a comment ends with the command, not with its line", Reads: stops(" #")},
	{ID: "separator/first-segment-only", Breaks: "nothing after the first ; is read", Reads: stops(";")},
	{ID: "separator/first-of-and", Breaks: "nothing after the first && is read", Reads: stops("&&")},
	{ID: "separator/first-stage-only", Breaks: "nothing after the first | is read", Reads: stops("|")},
	{ID: "separator/subshell-moves", Breaks: "parentheses are not seen, so that a cd inside moves the shell", Reads: drops(`[()]`)},
	{ID: "separator/no-semicolon", Breaks: "; is no separator", Rules: both(noSeparator(";"), literal(";;"), func(r *fence.Rules) error {
		r.Specials = append(slices.Clone(r.Specials), fence.Special{Text: ";", Means: fence.Control})
		return nil
	})},
	{ID: "separator/no-pipe", Breaks: "| is refused", Rules: both(noSeparator("|"), func(r *fence.Rules) error {
		r.Specials = append(slices.Clone(r.Specials), fence.Special{Text: "|", Means: fence.Control})
		return nil
	})},
}

var plantedMoves = []Mutation{
	{ID: "cd/up-is-here", Breaks: "cd .. from the root stays there", Reads: replaces(`\bcd \.\.(/\.\.)*( |;|$)`, "cd .$2")},
	{ID: "cd/one-only", Breaks: "every cd but the first is taken for a read", Reads: replaces(`(cd \S+.*?)\bcd \S+`, "${1}pwd")},
	{ID: "cd/cdpath", Breaks: "CDPATH is not seen", Reads: drops(`^CDPATH=\S*?(;| ) ?`)},
	{ID: "cd/oldpwd", Breaks: "OLDPWD is not seen, and cd - stays", Reads: replaces(`(OLDPWD=\S+ )?cd -( |;|$)`, "cd .$2")},
	{ID: "cd/anywhere-unchecked", Breaks: "what a failed cd leaves is not looked at", Decides: overrules(fence.RuleCd, anyDetail)},
	{ID: "cd/workdir-unchecked", Breaks: "the tool's own directory is not looked at", Decides: overrules(fence.RuleWorkdir, anyDetail)},
	{ID: "cd/leading-only", Breaks: "a cd that is not in front is refused", Rules: func(r *fence.Rules) error { r.Cd = fence.CdLeading; return nil }},
	{ID: "cd/git-directory-unchecked", Breaks: "the directory of git -C is not looked at", Rules: everyKind(fence.Directory, fence.Text)},
}

var plantedOptions = []Mutation{
	{ID: "option/sort-output", Breaks: "sort may have -o FILE", Rules: takes("sort", "", "-o", fence.Path)},
	{ID: "option/sort-output-attached", Breaks: "sort may have --output=FILE", Rules: attaches("sort", "", "--output=", fence.Path)},
	{ID: "option/sort-compress", Breaks: "sort may have --compress-program=PROGRAM", Rules: both(attaches("sort", "", "--compress-program=", fence.Text), takes("sort", "", "-S", fence.Text))},
	{ID: "option/find-delete", Breaks: "find may have -delete", Rules: admits("find", "", "-delete")},
	{ID: "option/find-exec", Breaks: "what follows find -exec is not seen", Reads: drops(` -exec(dir)? .*?(\\;|';'|\+)`)},
	{ID: "option/find-fprint", Breaks: "find may have -fprint FILE", Rules: takes("find", "", "-fprint", fence.Path)},
	{ID: "option/fd-exec", Breaks: "fd may have -x PROGRAM", Rules: takes("fd", "", "-x", fence.Text)},
	{ID: "option/fd-base", Breaks: "fd may have --base-directory DIR of any directory", Rules: takes("fd", "", "--base-directory", fence.Text)},
	{ID: "option/rg-pre", Breaks: "rg may have --pre PROGRAM", Rules: takes("rg", "", "--pre", fence.Path)},
	{ID: "option/rg-file", Breaks: "rg may have -f FILE of any file", Rules: takes("rg", "", "-f", fence.Text)},
	{ID: "option/grep-file", Breaks: "grep may have -f FILE of any file", Rules: takes("grep", "", "-f", fence.Text)},
	{ID: "option/sed-in-place", Breaks: "sed may have -i", Rules: admits("sed", "", "-i")},
	{ID: "option/wc-list", Breaks: "wc may have --files0-from=FILE of any file", Rules: attaches("wc", "", "--files0-from=", fence.Text)},
	{ID: "option/file-list", Breaks: "file may have -f FILE of any file", Rules: takes("file", "", "-f", fence.Text)},
	{ID: "option/git-diff-output", Breaks: "git diff may have --output=FILE", Rules: attaches("git", "diff", "--output=", fence.Path)},
	{ID: "option/git-log-output", Breaks: "git log may have --output=FILE", Rules: attaches("git", "log", "--output=", fence.Path)},
	{ID: "option/git-no-index", Breaks: "git diff may have --no-index, and paths are not looked at beside it", Reads: replaces(`--no-index \S+ \S+`, "HEAD")},
	{ID: "option/git-grep-pager", Breaks: "git grep may have -OPAGER", Rules: attaches("git", "grep", "-O", fence.Text)},
	{ID: "option/git-blame-contents", Breaks: "git blame may have --contents FILE of any file", Rules: takes("git", "blame", "--contents", fence.Text)},
	{ID: "option/git-excludes", Breaks: "git ls-files reads patterns from any file", Rules: everyKind(fence.TopPath, fence.Text)},
	{ID: "option/git-config", Breaks: "git may have -c NAME=VALUE", Rules: program("git", func(p *fence.Program) error {
		p.Global = append(slices.Clone(p.Global), fence.Value{Names: []string{"-c"}, Kind: fence.Text})
		return nil
	})},
	{ID: "option/git-exec-path", Breaks: "git may have --exec-path and --git-dir of anywhere", Reads: drops(`--(exec-path|git-dir)=\S+ `)},
	{ID: "option/long-unknown", Breaks: "a long option that is not known is harmless", Decides: overrules(fence.RuleOption, longOption)},
	{ID: "option/bundle-first-letter", Breaks: "of several letters in one word only the first counts", Reads: replaces(` -([a-z])[a-z]+\b`, " -$1")},
	{ID: "option/late", Breaks: "options after the first operand are operands", Rules: optionsFirst},
	{ID: "option/after-terminator", Breaks: "nothing after -- is read", Reads: drops(` -- .*`)},
	{ID: "option/forgotten", Breaks: "ls may not have -l", Rules: forgets("ls", "", "-l")},
	{ID: "option/global-forgotten", Breaks: "git may not have --no-pager", Rules: program("git", func(p *fence.Program) error {
		return remove(&p.GlobalSwitches, "switch --no-pager", func(s string) bool { return s == "--no-pager" })
	})},
}

var plantedOperands = []Mutation{
	{ID: "operand/script", Breaks: "sed may have any script", Rules: everyKind(fence.Script, fence.Text)},
	{ID: "operand/format-percent", Breaks: "%% in a format is taken for a conversion", Reads: replaces(`%%`, "%n")},
	{ID: "operand/layout", Breaks: "the layout of find -printf must be a number", Rules: everyKind(fence.Layout, fence.Number)},
	{ID: "operand/pattern-is-path", Breaks: "the pattern of grep is taken for a path", Rules: row("grep", "", func(r *fence.Row) error { r.Operands.First = fence.Path; return nil })},
	{ID: "operand/glob-is-one", Breaks: "a glob counts as one operand", Reads: replaces(`\*`, "x")},
	{ID: "operand/globs-refused", Breaks: "a glob is taken for an expansion that nobody can know", Reads: replaces(`\*`, "$$x")},
	{ID: "operand/revision-is-number", Breaks: "revisions have to be numbers", Rules: everyKind(fence.Revision, fence.Number)},
	{ID: "operand/unchecked", Breaks: "operands and values of the wrong kind are admitted", Decides: overrules(fence.RuleOperand, anyDetail)},
}

var plantedPaths = []Mutation{
	{ID: "path/unchecked", Breaks: "paths are not looked at", Decides: overrules(fence.RulePath, anyDetail)},
	{ID: "path/relative-unchecked", Breaks: "relative paths are not looked at", Decides: overrules(fence.RulePath, relative)},
	{ID: "path/absolute-unchecked", Breaks: "absolute paths are not looked at", Decides: overrules(fence.RulePath, absolute)},
	{ID: "path/only-leading-dots", Breaks: "a path is looked at only if it begins with ..", Decides: overrules(fence.RulePath, climbsInside)},
	{ID: "path/dots-refused", Breaks: "a path with .. in it is refused wherever it leads", Reads: replaces(`\.\./`, "../../../")},
	{ID: "path/home-is-text", Breaks: "a tilde is a character like any other", Reads: replaces(`~`, "x")},
	{ID: "path/absolute-refused", Breaks: "an absolute path is refused even inside the root", Reads: replaces(`([ =])/srv/ws`, "${1}/elsewhere")},
}

var plantedQuotes = []Mutation{
	{ID: "quote/single-unknown", Breaks: "single quotes do not quote", Reads: drops(`'`)},
	{ID: "quote/double-unknown", Breaks: "words are joined and split again, so that double quotes are lost", Reads: drops(`"`)},
	{ID: "quote/double-like-single", Breaks: "nothing expands in double quotes", Rules: literalInDouble},
	{ID: "quote/escaped-closes", Breaks: "an escaped quote ends a quoted text", Reads: replaces(`\\"`, `"`)},
	{ID: "quote/backslash-unknown", Breaks: "a backslash does not quote", Reads: drops(`\\`)},
	{ID: "quote/dollar-is-text", Breaks: "a dollar and what it expands is text", Rules: literal("$", "(", ")")},
	{ID: "quote/backtick-is-text", Breaks: "a backtick is text", Rules: literal("`")},
	{ID: "quote/brace-is-text", Breaks: "braces are text", Rules: literal("{", "}")},
	{ID: "quote/substitution-unseen", Breaks: "what a substitution runs is not seen", Reads: replaces(`\$\([^()]*\)`, "x")},
	{ID: "quote/process-unseen", Breaks: "what a process substitution runs is not seen", Reads: replaces(`<\([^()]*\)`, "x")},
	{ID: "quote/here-document-unseen", Breaks: "here-documents and all after them are not seen", Reads: drops(`(?s) ?<<.*`)},
}

var plantedRedirects = []Mutation{
	{ID: "redirect/any-file", Breaks: "every redirection to a file is admitted", Reads: drops(`\d*>>?\|? *[\w./-]+`)},
	{ID: "redirect/append", Breaks: ">> to a file is admitted", Reads: drops(`\d*>> *[\w./-]+`)},
	{ID: "redirect/clobber", Breaks: ">| to a file is admitted", Reads: drops(`\d*>\| *[\w./-]+`)},
	{ID: "redirect/both", Breaks: "&> to a file is admitted", Reads: drops(`&>>? *[\w./-]+`)},
	{ID: "redirect/descriptor-word", Breaks: ">&WORD is taken for a descriptor", Reads: drops(`\d*>& *\w[\w./-]*`)},
	{ID: "redirect/read-write", Breaks: "<> is taken for <", Reads: drops(`\d*<> *[\w./-]+`)},
	{ID: "redirect/input", Breaks: "every redirection of input is admitted", Reads: drops(`\d*<[ ]*[\w./~-]+`)},
	{ID: "redirect/error-file", Breaks: "2> to a file is admitted", Reads: drops(`2>[ ]*[\w./-]+`)},
	{ID: "redirect/near-null", Breaks: "every target that begins with /dev/null is nowhere", Reads: replaces(`/dev/null[\w./-]+`, "/dev/null")},
	{ID: "redirect/null-forgotten", Breaks: "2>/dev/null is refused", Rules: noRedirect("2>/dev/null")},
	{ID: "redirect/merge-forgotten", Breaks: "2>&1 is refused", Rules: noRedirect("2>&1")},
	{ID: "redirect/blank-forgotten", Breaks: "a blank before /dev/null is refused", Rules: redirectsWithoutBlanks},
}

var plantedEnvironment = []Mutation{
	{ID: "environment/prefix-unseen", Breaks: "assignments before a command are not seen", Reads: drops(`^([A-Za-z_]\w*\+?=\S* )+`)},
	{ID: "environment/env-unseen", Breaks: "env and what it sets is not seen", Reads: drops(`^env (-i )?([A-Za-z_]\w*=\S* )*`)},
	{ID: "environment/export-unseen", Breaks: "export and declare are not seen", Reads: drops(`^(export|declare -x) [^;&]*(;|&&) `)},
	{ID: "environment/prefix-admitted", Breaks: "an assignment, or env, admits whatever follows", Decides: overrules(fence.RuleEnvPrefix, anyDetail)},
	{ID: "environment/all-exported-unseen", Breaks: "set -a is not seen", Reads: drops(`^set -a; [A-Za-z_]\w*=\S*; `)},
}

var plantedPrograms = []Mutation{
	{ID: "program/unknown", Breaks: "a program that is not known is admitted", Decides: overrules(fence.RuleProgram, anyDetail)},
	{ID: "program/xargs", Breaks: "xargs is taken for a read", Rules: addProgram("xargs")},
	{ID: "program/awk", Breaks: "awk is taken for a read", Rules: addProgram("awk")},
	{ID: "program/tee", Breaks: "tee is taken for a read", Rules: addProgram("tee")},
	{ID: "program/bash", Breaks: "bash is taken for a read", Rules: addProgram("bash")},
	{ID: "program/eval", Breaks: "eval is taken for a read", Rules: addProgram("eval")},
	{ID: "program/test", Breaks: "test and [ are taken for reads", Rules: both(addProgram("test"), literal("[", "]"), addProgram("["))},
	{ID: "program/wrapped-unseen", Breaks: "what timeout, nice, nohup and setsid run is not seen", Reads: replaces(`\b(timeout 5|nice|nohup|setsid) [^;&|]*`, "pwd")},
	{ID: "program/forgotten", Breaks: "stat is refused", Rules: noProgram("stat")},
	{ID: "program/subcommand-unknown", Breaks: "every subcommand is admitted", Decides: overrules(fence.RuleSubcommand, anyDetail)},
	{ID: "program/git-branch", Breaks: "git branch is taken for a read", Rules: addRow("git", anyWords("branch"))},
	{ID: "program/git-stash", Breaks: "git stash is taken for a read", Rules: addRow("git", anyWords("stash"))},
	{ID: "program/git-show-forgotten", Breaks: "git show is refused", Rules: noRow("git", "show")},
	{ID: "program/shape-unchecked", Breaks: "more than one line, and bytes that are no text, are admitted", Decides: overrules(fence.RuleShape, anyDetail)},
	{ID: "program/operator-unchecked", Breaks: "operators that are not known are admitted", Decides: overrules(fence.RuleOperator, anyDetail)},
}
