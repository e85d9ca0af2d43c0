package mutant

import (
	"slices"

	"github.com/fencediff/fencediff/fence"
)

// reported are mistakes that fences were reported to make, as no change of a single
// fact of the rules makes them, in the order of their families.
var reported = [][]Mutation{
	reportedSeparators, reportedMoves, reportedOptions, reportedOperands, reportedPaths, reportedQuotes,
	reportedRedirects, reportedEnvironment, reportedPrograms,
}

var reportedSeparators = []Mutation{
	{ID: "separator/and-or-swapped", Breaks: "&& runs after a failure and || after a success", Rules: both(
		separator("&&", func(s *fence.Separator) { s.Next, s.From = fence.OnFailure, fence.AfterFailure }),
		separator("||", func(s *fence.Separator) { s.Next, s.From = fence.OnSuccess, fence.AfterSuccess }),
	)},
	misreads("separator/newline-is-blank", "a newline separates words, not commands", replaces("\n", " ")),
	misreads("separator/carriage-return-is-blank", "a carriage return separates words", replaces("\r", " ")),
	misreads("separator/no-break-space-is-blank", "a no-break space separates words", replaces("\u00a0", " ")),
	misreads("separator/controls-are-blank", "vertical tab and form feed separate words", replaces("[\v\f]", " ")),
	misreads("separator/first-line-only", "only the first line is read", stops("\n")),
	misreads("separator/comment-to-the-end", "a comment ends with the command, not with its line", stops(" #")),
	misreads("separator/subshell-moves", "parentheses are not seen, so that a cd inside moves the shell", drops(`[()]`)),
}

var reportedMoves = []Mutation{
	misreads("cd/up-is-here", "cd .. from the root stays there", replaces(`\bcd \.\.(/\.\.)*( |;|$)`, "cd .$2")),
	misreads("cd/one-only", "every cd but the first is taken for a read", replaces(`(cd \S+.*?)\bcd \S+`, "${1}pwd")),
	misreads("cd/cdpath", "CDPATH is not seen", drops(`^CDPATH=\S*?(;| ) ?`)),
	misreads("cd/oldpwd", "OLDPWD is not seen, and cd - stays", replaces(`(OLDPWD=\S+ )?cd -( |;|$)`, "cd .$2")),
	overrules("cd/anywhere-unchecked", "what a failed cd leaves is not looked at", refusals(fence.RuleCd, anyDetail)),
}

var reportedOptions = []Mutation{
	{ID: "option/sort-output", Breaks: "sort may have -o FILE", Rules: takes("sort", "", "-o", fence.Path)},
	{ID: "option/sort-output-attached", Breaks: "sort may have --output=FILE", Rules: attaches("sort", "", "--output=", fence.Path)},
	{ID: "option/sort-compress", Breaks: "sort may have --compress-program=PROGRAM", Rules: both(attaches("sort", "", "--compress-program=", fence.Text), takes("sort", "", "-S", fence.Text))},
	{ID: "option/find-delete", Breaks: "find may have -delete", Rules: admits("find", "", "-delete")},
	misreads("option/find-exec", "what follows find -exec is not seen", drops(` -exec(dir)? .*?(\\;|';'|\+)`)),
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
	misreads("option/git-no-index", "git diff may have --no-index, and paths are not looked at beside it", replaces(`--no-index \S+ \S+`, "HEAD")),
	{ID: "option/git-grep-pager", Breaks: "git grep may have -OPAGER", Rules: attaches("git", "grep", "-O", fence.Text)},
	{ID: "option/git-blame-contents", Breaks: "git blame may have --contents FILE of any file", Rules: takes("git", "blame", "--contents", fence.Text)},
	{ID: "option/git-config", Breaks: "git may have -c NAME=VALUE", Rules: program("git", func(p *fence.Program) error {
		p.Global = append(slices.Clone(p.Global), fence.Value{Names: []string{"-c"}, Kind: fence.Text})
		return nil
	})},
	misreads("option/git-exec-path", "git may have --exec-path and --git-dir of anywhere", drops(`--(exec-path|git-dir)=\S+ `)),
	overrules("option/long-unknown", "a long option that is not known is harmless", refusals(fence.RuleOption, longOption)),
	misreads("option/bundle-first-letter", "of several letters in one word only the first counts", replaces(` -([a-z])[a-z]+\b`, " -$1")),
	{ID: "option/late", Breaks: "options after the first operand are operands", Rules: optionsFirst},
}

var reportedOperands = []Mutation{
	misreads("operand/format-percent", "%% in a format is taken for a conversion", replaces(`%%`, "%n")),
	{ID: "operand/layout", Breaks: "the layout of find -printf must be a number", Rules: everyKind(fence.Layout, fence.Number)},
	{ID: "operand/revision-is-number", Breaks: "revisions have to be numbers", Rules: everyKind(fence.Revision, fence.Number)},
	overrules("operand/unchecked", "operands and values of the wrong kind are admitted", refusals(fence.RuleOperand, anyDetail)),
}

var reportedPaths = []Mutation{
	overrules("path/unchecked", "paths are not looked at", refusals(fence.RulePath, anyDetail)),
	overrules("path/relative-unchecked", "relative paths are not looked at", refusals(fence.RulePath, relative)),
	overrules("path/absolute-unchecked", "absolute paths are not looked at", refusals(fence.RulePath, absolute)),
	overrules("path/only-leading-dots", "a path is looked at only if it begins with ..", refusals(fence.RulePath, deepDots)),
	misreads("path/dots-refused", "a path with .. in it is refused wherever it leads", replaces(`\.\./`, "../../../")),
	misreads("path/absolute-refused", "an absolute path is refused even inside the root", replaces(`([ =])/srv/ws`, "${1}/elsewhere")),
}

var reportedQuotes = []Mutation{
	misreads("quote/single-unknown", "single quotes do not quote", drops(`'`)),
	misreads("quote/double-unknown", "words are joined and split again, so that double quotes are lost", drops(`"`)),
	{ID: "quote/double-like-single", Breaks: "nothing expands in double quotes", Rules: literalInDouble},
	misreads("quote/escaped-closes", "an escaped quote ends a quoted text", replaces(`\\"`, `"`)),
	misreads("quote/backslash-unknown", "a backslash does not quote", drops(`\\`)),
	{ID: "quote/dollar-is-text", Breaks: "a dollar and what it expands is text", Rules: literal("$", "(", ")")},
	{ID: "quote/brace-is-text", Breaks: "braces are text", Rules: literal("{", "}")},
	misreads("quote/substitution-unseen", "what a substitution runs is not seen", replaces(`\$\([^()]*\)`, "x")),
	misreads("quote/process-unseen", "what a process substitution runs is not seen", replaces(`<\([^()]*\)`, "x")),
	misreads("quote/here-document-unseen", "here-documents and all after them are not seen", drops(`(?s) ?<<.*`)),
}

var reportedRedirects = []Mutation{
	misreads("redirect/any-file", "every redirection to a file is admitted", drops(`\d*>>?\|? *[\w./-]+`)),
	misreads("redirect/append", ">> to a file is admitted", drops(`\d*>> *[\w./-]+`)),
	misreads("redirect/clobber", ">| to a file is admitted", drops(`\d*>\| *[\w./-]+`)),
	misreads("redirect/both", "&> to a file is admitted", drops(`&>>? *[\w./-]+`)),
	misreads("redirect/descriptor-word", ">&WORD is taken for a descriptor", drops(`\d*>& *\w[\w./-]*`)),
	misreads("redirect/read-write", "<> is taken for <", drops(`\d*<> *[\w./-]+`)),
	misreads("redirect/input", "every redirection of input is admitted", drops(`\d*<[ ]*[\w./~-]+`)),
	misreads("redirect/error-file", "2> to a file is admitted", drops(`2>[ ]*[\w./-]+`)),
	misreads("redirect/near-null", "every target that begins with /dev/null is nowhere", replaces(`/dev/null[\w./-]+`, "/dev/null")),
	{ID: "redirect/blank-forgotten", Breaks: "a blank before /dev/null is refused", Rules: redirectsWithoutBlanks},
}

var reportedEnvironment = []Mutation{
	misreads("environment/prefix-unseen", "assignments before a command are not seen", drops(`^([A-Za-z_]\w*\+?=\S* )+`)),
	misreads("environment/env-unseen", "env and what it sets is not seen", drops(`^env (-i )?([A-Za-z_]\w*=\S* )*`)),
	misreads("environment/export-unseen", "export and declare are not seen", drops(`^(export|declare -x) [^;&]*(;|&&) `)),
	overrules("environment/prefix-admitted", "an assignment, or env, admits whatever follows", refusals(fence.RuleEnvPrefix, anyDetail)),
	misreads("environment/all-exported-unseen", "set -a is not seen", drops(`^set -a; [A-Za-z_]\w*=\S*; `)),
}

var reportedPrograms = []Mutation{
	overrules("program/unknown", "a program that is not known is admitted", refusals(fence.RuleProgram, anyDetail)),
	{ID: "program/xargs", Breaks: "xargs is taken for a read", Rules: addProgram("xargs")},
	{ID: "program/awk", Breaks: "awk is taken for a read", Rules: addProgram("awk")},
	{ID: "program/tee", Breaks: "tee is taken for a read", Rules: addProgram("tee")},
	{ID: "program/bash", Breaks: "bash is taken for a read", Rules: addProgram("bash")},
	{ID: "program/eval", Breaks: "eval is taken for a read", Rules: addProgram("eval")},
	{ID: "program/test", Breaks: "test and [ are taken for reads", Rules: both(addProgram("test"), literal("[", "]"), addProgram("["))},
	misreads("program/wrapped-unseen", "what timeout, nice, nohup and setsid run is not seen", replaces(`\b(timeout 5|nice|nohup|setsid) [^;&|]*`, "pwd")),
	overrules("program/subcommand-unknown", "every subcommand is admitted", refusals(fence.RuleSubcommand, anyDetail)),
	{ID: "program/git-branch", Breaks: "git branch is taken for a read", Rules: addRow("git", anyWords("branch"))},
	{ID: "program/git-stash", Breaks: "git stash is taken for a read", Rules: addRow("git", anyWords("stash"))},
	overrules("program/shape-unchecked", "more than one line, and bytes that are no text, are admitted", refusals(fence.RuleShape, anyDetail)),
	overrules("program/operator-unchecked", "operators that are not known are admitted", refusals(fence.RuleOperator, anyDetail)),
}
