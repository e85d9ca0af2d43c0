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
	misreads("cap/bytes-cut", "only the first 4096 bytes are read", firstBytes(4096)),
	{ID: "cap/segments", Breaks: "a command of the most segments is refused", Rules: caps(func(c *fence.Caps) { c.Segments-- })},
	misreads("cap/segments-cut", "only the first 32 segments are read", firstParts(32, ";")),
	{ID: "cap/leading-cds", Breaks: "the most cds in front are one too many", Rules: caps(func(c *fence.Caps) { c.LeadingCds-- })},
	{ID: "cap/directories", Breaks: "the most directories are one too many", Rules: caps(func(c *fence.Caps) { c.Directories-- })},
	{ID: "cap/format-width", Breaks: "the greatest width is one too wide", Rules: caps(func(c *fence.Caps) { c.FormatWidth-- })},
	overrules("cap/means-nothing-found", "a cap that is reached means that nothing was found", refusals(fence.RuleCap, anyDetail)),
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
	misreads("separator/newline-is-blank", "a newline separates words, not commands", replaces("\n", " ")),
	misreads("separator/carriage-return-is-blank", "a carriage return separates words", replaces("\r", " ")),
	misreads("separator/no-break-space-is-blank", "a no-break space separates words", replaces("\u00a0", " ")),
	misreads("separator/controls-are-blank", "vertical tab and form feed separate words", replaces("[\v\f]", " ")),
	misreads("separator/first-line-only", "only the first line is read", stops("\n")),
	misreads("separator/comment-to-the-end", "a comment ends with the command, not with its line", stops(" #")),
	misreads("separator/first-segment-only", "nothing after the first ; is read", stops(";")),
	misreads("separator/first-of-and", "nothing after the first && is read", stops("&&")),
	misreads("separator/first-stage-only", "nothing after the first | is read", stops("|")),
	misreads("separator/subshell-moves", "parentheses are not seen, so that a cd inside moves the shell", drops(`[()]`)),
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
	misreads("cd/up-is-here", "cd .. from the root stays there", replaces(`\bcd \.\.(/\.\.)*( |;|$)`, "cd .$2")),
	misreads("cd/one-only", "every cd but the first is taken for a read", replaces(`(cd \S+.*?)\bcd \S+`, "${1}pwd")),
	misreads("cd/cdpath", "CDPATH is not seen", drops(`^CDPATH=\S*?(;| ) ?`)),
	misreads("cd/oldpwd", "OLDPWD is not seen, and cd - stays", replaces(`(OLDPWD=\S+ )?cd -( |;|$)`, "cd .$2")),
	overrules("cd/anywhere-unchecked", "what a failed cd leaves is not looked at", refusals(fence.RuleCd, anyDetail)),
	overrules("cd/workdir-unchecked", "the tool's own directory is not looked at", refusals(fence.RuleWorkdir, anyDetail)),
	{ID: "cd/leading-only", Breaks: "a cd that is not in front is refused", Rules: func(r *fence.Rules) error { r.Cd = fence.CdLeading; return nil }},
	{ID: "cd/git-directory-unchecked", Breaks: "the directory of git -C is not looked at", Rules: everyKind(fence.Directory, fence.Text)},
}

var plantedOptions = []Mutation{
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
	{ID: "option/git-excludes", Breaks: "git ls-files reads patterns from any file", Rules: everyKind(fence.TopPath, fence.Text)},
	{ID: "option/git-config", Breaks: "git may have -c NAME=VALUE", Rules: program("git", func(p *fence.Program) error {
		p.Global = append(slices.Clone(p.Global), fence.Value{Names: []string{"-c"}, Kind: fence.Text})
		return nil
	})},
	misreads("option/git-exec-path", "git may have --exec-path and --git-dir of anywhere", drops(`--(exec-path|git-dir)=\S+ `)),
	overrules("option/long-unknown", "a long option that is not known is harmless", refusals(fence.RuleOption, longOption)),
	misreads("option/bundle-first-letter", "of several letters in one word only the first counts", replaces(` -([a-z])[a-z]+\b`, " -$1")),
	{ID: "option/late", Breaks: "options after the first operand are operands", Rules: optionsFirst},
	misreads("option/after-terminator", "nothing after -- is read", drops(` -- .*`)),
	{ID: "option/forgotten", Breaks: "ls may not have -l", Rules: forgets("ls", "", "-l")},
	{ID: "option/global-forgotten", Breaks: "git may not have --no-pager", Rules: program("git", func(p *fence.Program) error {
		return remove(&p.GlobalSwitches, "switch --no-pager", func(s string) bool { return s == "--no-pager" })
	})},
}

var plantedOperands = []Mutation{
	{ID: "operand/script", Breaks: "sed may have any script", Rules: everyKind(fence.Script, fence.Text)},
	misreads("operand/format-percent", "%% in a format is taken for a conversion", replaces(`%%`, "%n")),
	{ID: "operand/layout", Breaks: "the layout of find -printf must be a number", Rules: everyKind(fence.Layout, fence.Number)},
	{ID: "operand/pattern-is-path", Breaks: "the pattern of grep is taken for a path", Rules: row("grep", "", func(r *fence.Row) error { r.Operands.First = fence.Path; return nil })},
	misreads("operand/glob-is-one", "a glob counts as one operand", replaces(`\*`, "x")),
	misreads("operand/globs-refused", "a glob is taken for an expansion that nobody can know", replaces(`\*`, "$$x")),
	{ID: "operand/revision-is-number", Breaks: "revisions have to be numbers", Rules: everyKind(fence.Revision, fence.Number)},
	overrules("operand/unchecked", "operands and values of the wrong kind are admitted", refusals(fence.RuleOperand, anyDetail)),
}

var plantedPaths = []Mutation{
	overrules("path/unchecked", "paths are not looked at", refusals(fence.RulePath, anyDetail)),
	overrules("path/relative-unchecked", "relative paths are not looked at", refusals(fence.RulePath, relative)),
	overrules("path/absolute-unchecked", "absolute paths are not looked at", refusals(fence.RulePath, absolute)),
	overrules("path/only-leading-dots", "a path is looked at only if it begins with ..", refusals(fence.RulePath, climbsInside)),
	misreads("path/dots-refused", "a path with .. in it is refused wherever it leads", replaces(`\.\./`, "../../../")),
	misreads("path/home-is-text", "a tilde is a character like any other", replaces(`~`, "x")),
	misreads("path/absolute-refused", "an absolute path is refused even inside the root", replaces(`([ =])/srv/ws`, "${1}/elsewhere")),
}

var plantedQuotes = []Mutation{
	misreads("quote/single-unknown", "single quotes do not quote", drops(`'`)),
	misreads("quote/double-unknown", "words are joined and split again, so that double quotes are lost", drops(`"`)),
	{ID: "quote/double-like-single", Breaks: "nothing expands in double quotes", Rules: literalInDouble},
	misreads("quote/escaped-closes", "an escaped quote ends a quoted text", replaces(`\\"`, `"`)),
	misreads("quote/backslash-unknown", "a backslash does not quote", drops(`\\`)),
	{ID: "quote/dollar-is-text", Breaks: "a dollar and what it expands is text", Rules: literal("$", "(", ")")},
	{ID: "quote/backtick-is-text", Breaks: "a backtick is text", Rules: literal("`")},
	{ID: "quote/brace-is-text", Breaks: "braces are text", Rules: literal("{", "}")},
	misreads("quote/substitution-unseen", "what a substitution runs is not seen", replaces(`\$\([^()]*\)`, "x")),
	misreads("quote/process-unseen", "what a process substitution runs is not seen", replaces(`<\([^()]*\)`, "x")),
	misreads("quote/here-document-unseen", "here-documents and all after them are not seen", drops(`(?s) ?<<.*`)),
}

var plantedRedirects = []Mutation{
	misreads("redirect/any-file", "every redirection to a file is admitted", drops(`\d*>>?\|? *[\w./-]+`)),
	misreads("redirect/append", ">> to a file is admitted", drops(`\d*>> *[\w./-]+`)),
	misreads("redirect/clobber", ">| to a file is admitted", drops(`\d*>\| *[\w./-]+`)),
	misreads("redirect/both", "&> to a file is admitted", drops(`&>>? *[\w./-]+`)),
	misreads("redirect/descriptor-word", ">&WORD is taken for a descriptor", drops(`\d*>& *\w[\w./-]*`)),
	misreads("redirect/read-write", "<> is taken for <", drops(`\d*<> *[\w./-]+`)),
	misreads("redirect/input", "every redirection of input is admitted", drops(`\d*<[ ]*[\w./~-]+`)),
	misreads("redirect/error-file", "2> to a file is admitted", drops(`2>[ ]*[\w./-]+`)),
	misreads("redirect/near-null", "every target that begins with /dev/null is nowhere", replaces(`/dev/null[\w./-]+`, "/dev/null")),
	{ID: "redirect/null-forgotten", Breaks: "2>/dev/null is refused", Rules: noRedirect("2>/dev/null")},
	{ID: "redirect/merge-forgotten", Breaks: "2>&1 is refused", Rules: noRedirect("2>&1")},
	{ID: "redirect/blank-forgotten", Breaks: "a blank before /dev/null is refused", Rules: redirectsWithoutBlanks},
}

var plantedEnvironment = []Mutation{
	misreads("environment/prefix-unseen", "assignments before a command are not seen", drops(`^([A-Za-z_]\w*\+?=\S* )+`)),
	misreads("environment/env-unseen", "env and what it sets is not seen", drops(`^env (-i )?([A-Za-z_]\w*=\S* )*`)),
	misreads("environment/export-unseen", "export and declare are not seen", drops(`^(export|declare -x) [^;&]*(;|&&) `)),
	overrules("environment/prefix-admitted", "an assignment, or env, admits whatever follows", refusals(fence.RuleEnvPrefix, anyDetail)),
	misreads("environment/all-exported-unseen", "set -a is not seen", drops(`^set -a; [A-Za-z_]\w*=\S*; `)),
}

var plantedPrograms = []Mutation{
	overrules("program/unknown", "a program that is not known is admitted", refusals(fence.RuleProgram, anyDetail)),
	{ID: "program/xargs", Breaks: "xargs is taken for a read", Rules: addProgram("xargs")},
	{ID: "program/awk", Breaks: "awk is taken for a read", Rules: addProgram("awk")},
	{ID: "program/tee", Breaks: "tee is taken for a read", Rules: addProgram("tee")},
	{ID: "program/bash", Breaks: "bash is taken for a read", Rules: addProgram("bash")},
	{ID: "program/eval", Breaks: "eval is taken for a read", Rules: addProgram("eval")},
	{ID: "program/test", Breaks: "test and [ are taken for reads", Rules: both(addProgram("test"), literal("[", "]"), addProgram("["))},
	misreads("program/wrapped-unseen", "what timeout, nice, nohup and setsid run is not seen", replaces(`\b(timeout 5|nice|nohup|setsid) [^;&|]*`, "pwd")),
	{ID: "program/forgotten", Breaks: "stat is refused", Rules: noProgram("stat")},
	overrules("program/subcommand-unknown", "every subcommand is admitted", refusals(fence.RuleSubcommand, anyDetail)),
	{ID: "program/git-branch", Breaks: "git branch is taken for a read", Rules: addRow("git", anyWords("branch"))},
	{ID: "program/git-stash", Breaks: "git stash is taken for a read", Rules: addRow("git", anyWords("stash"))},
	{ID: "program/git-show-forgotten", Breaks: "git show is refused", Rules: noRow("git", "show")},
	overrules("program/shape-unchecked", "more than one line, and bytes that are no text, are admitted", refusals(fence.RuleShape, anyDetail)),
	overrules("program/operator-unchecked", "operators that are not known are admitted", refusals(fence.RuleOperator, anyDetail)),
}
