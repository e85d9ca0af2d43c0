package oracle

import (
	"regexp"
	"slices"
)

// A usage is a table row: what a program writes when it dies of its own
// command line (an option or a value that it does not know, an operand that was
// not given) or because an operand names something that does not exist. Neither
// shows what the command does: `sed -i s/a/b/ missing` has no effect only
// because nothing is there to edit.
//
// The rows were seen in the image (Debian bookworm) under LC_ALL=C.UTF-8. A
// test runs every example there again.
type usage struct {
	// program is the base name of the program, empty for a line that any may write.
	program string
	// exits are the statuses it dies with.
	exits []int
	// line matches one line of standard error. Nil matches none.
	line *regexp.Regexp
	// block matches the first line of a text that takes up all the rest of
	// standard error. Nil matches none.
	block *regexp.Regexp
	// out matches the whole of standard output where the program writes its
	// usage there. Nil: it writes nothing there.
	out *regexp.Regexp
	// example is a command with one bad option that shows the row.
	example string
}

// explains returns how many of the first lines the row accounts for.
func (u usage) explains(lines []string) int {
	switch {
	case u.block != nil && u.block.MatchString(lines[0]):
		return len(lines)
	case u.line != nil && u.line.MatchString(lines[0]):
		return 1
	}
	return 0
}

// printed says whether standard output is the row's usage text.
func (u usage) printed(stdout string) bool { return u.out != nil && u.out.MatchString(stdout) }

// badOption is an option that no program has.
const badOption = "--zzz-bad"

// usages is the table.
var usages = slices.Concat(
	getopt(1,
		"base64", "basename", "cat", "chmod", "chown", "column", "comm", "cp", "cut", "date", "dd", "df", "dirname", "du",
		"factor", "fmt", "fold", "groups", "gzip", "head", "hexdump", "id", "install", "join", "ln", "logname", "md5sum",
		"mkdir", "mktemp", "mount", "mv", "nl", "nproc", "od", "paste", "readlink", "realpath", "rev", "rm", "rmdir",
		"script", "seq", "setsid", "sha256sum", "shuf", "sleep", "split", "stat", "sync", "tac", "tail", "tee", "touch",
		"tr", "truncate", "uname", "uniq", "wc", "whoami", "xargs", "xz", "yes"),
	getopt(2, "cmp", "diff", "grep", "ls", "printenv", "sort", "tty"),
	getopt(64, "getent", "locale", "tar"),
	getopt(125, "env", "nice", "nohup", "stdbuf", "timeout"),
	rows,
)

// getopt returns the rows of programs that take options by GNU getopt and
// complain by glibc's error function, which is most of them.
func getopt(exit int, programs ...string) []usage {
	var rows []usage
	for _, p := range programs {
		name := `(?:\S*/)?` + p
		rows = append(rows, usage{
			program: p,
			exits:   []int{exit},
			line: whole(name + `: (?:unrecognized option|invalid option --|option .*requires an argument|option .* doesn't allow an argument|` +
				`option .* is ambiguous|option used in invalid context|missing .*operand|extra operand|unrecognized operand|invalid) ?.*` +
				"|(?:" + name + ": )?Try ['`]" + name + ` --help'.* for more information\.`),
			block:   whole(`Valid arguments are:|Usage: ` + name + ` .*`),
			example: p + " " + badOption,
		})
	}
	return rows
}

// rows are those of programs with a way of their own, or of lines that getopt's
// lack.
var rows = []usage{
	{
		program: "awk", exits: []int{1, 2}, example: "awk " + badOption,
		line:  whole(`awk: cmd\. line:\d+: .*|awk: .*cannot open file .* \(?No such file or directory\)?`),
		block: whole(`Usage: awk \[POSIX or GNU style options\] .*`),
	},
	{
		program: "bash", exits: []int{1, 2}, example: "pwd " + badOption,
		line: whole(bashName + `: line \d+: .*: (?:-.*: invalid option|invalid option name|invalid signal specification|invalid shell option name|` +
			`invalid format character|too many arguments|filename argument required|missing .\]'|expression expected|syntax error.*|bad substitution|` +
			`not a pid or valid job spec|No such file or directory)|` + bashName + `: eval: line \d+: (?:syntax error|unexpected EOF).*|\S+: usage: .*`),
	},
	{
		program: "bash", exits: []int{2}, example: "bash " + badOption,
		line:  whole(bashName + `: -.*: invalid option`),
		block: whole(`Usage:\t` + bashName + ` \[GNU long option\] .*`),
	},
	{
		program: "bzip2", exits: []int{1}, example: "bzip2 " + badOption,
		line:  whole("bzip2: Bad flag `.*'"),
		block: whole(`bzip2, a block-sorting file compressor\..*`),
	},
	{
		program: "cut", exits: []int{1}, example: "cut README.md",
		line: whole(`cut: (?:you must specify a list of .*|only one list may be specified|an input delimiter may be specified only when .*|the delimiter must be .*)`),
	},
	{
		program: "fd", exits: []int{2}, example: "fd " + badOption,
		block: whole(`error: .*`),
	},
	{
		program: "fd", exits: []int{1}, example: "fd '('",
		line:  whole(`\[fd error\]: (?:Search path .* is not a directory\.|No valid search paths given\.)`),
		block: whole(`\[fd error\]: regex parse error:`),
	},
	{
		program: "file", exits: []int{1}, example: "file " + badOption,
		line:  whole(`file: (?:unrecognized option|invalid option --|option .*requires an argument) ?.*`),
		block: whole(`Usage: file \[.*`),
	},
	{
		program: "find", exits: []int{1}, example: "find . -zzz-bad",
		line: whole("find: (?:unknown predicate|missing argument to|Unknown argument to|invalid|Unknown regular expression type|Arguments to|paths must precede expression:|possible unquoted pattern|invalid expression;) ?.*"),
	},
	{
		program: "free", exits: []int{1}, example: "free " + badOption,
		block: whole(`free: (?:unrecognized|invalid) option .*`),
	},
	{
		program: "gawk", exits: []int{1, 2}, example: "gawk " + badOption,
		line:  whole(`gawk: cmd\. line:\d+: .*|gawk: .*cannot open file .* \(?No such file or directory\)?`),
		block: whole(`Usage: gawk \[POSIX or GNU style options\] .*`),
	},
	{
		program: "git", exits: []int{128, 129, 255}, example: "git log " + badOption,
		line: whole(`fatal: (?:unrecognized argument: .*|Option .* requires a value|no pattern given|invalid option: .*|` +
			`cannot change to .*: No such file or directory|no such path .*|bad revision .*|ambiguous argument .*: unknown revision or path not in the working tree\.|` +
			`path .* does not exist .*|Not a valid object name:? .*|.*: no such path in the working tree\.|not a git repository.*|your current branch .* does not have any commits yet)|` +
			`error: (?:invalid option: .*|-.* requires an argument|pathspec .* did not match any file.*)|Use '--' to separate paths from revisions, like this:|'git <command> \[<revision>\.\.\.\] -- \[<file>\.\.\.\]'|` +
			`Use 'git <command> -- <path>\.\.\.' to specify paths that do not exist locally\.`),
		block: whole("(?:error: )?(?:unknown (?:option|switch).*|no directory given for .* option|option .* requires a value)|usage: git .*"),
	},
	{
		program: "grep", exits: []int{2}, example: `grep '\(' README.md`,
		line: whole(`grep: (?:Unmatched .*|Invalid .*|Trailing backslash|unknown .* type)`),
	},
	{
		program: "hostname", exits: []int{255}, example: "hostname " + badOption,
		line: whole(`hostname: (?:unrecognized option|invalid option --) .*`),
		out:  regexp.MustCompile(`^Usage: hostname `),
	},
	{
		program: "jq", exits: []int{2, 3}, example: "jq " + badOption,
		line:  whole(`jq: error: Could not open file .*: No such file or directory`),
		block: whole(`jq: Unknown (?:option|arguments).*|jq: error: .* at <top-level>, line \d+:|Use jq --help for help with command-line options,`),
	},
	{
		program: "less", exits: []int{0, 1}, example: "less " + badOption,
		line: whole(`There is no .* option \("less --help" for help\)|Missing filename \("less --help" for help\)`),
	},
	{
		program: "perl", exits: []int{2, 25, 29, 255}, example: "perl " + badOption,
		line: whole(`Unrecognized switch: .*|Can't open perl script .*: No such file or directory|syntax error at .*|Execution of .* aborted due to compilation errors\.`),
	},
	{
		program: "pgrep", exits: []int{2}, example: "pgrep " + badOption,
		line:  whole("pgrep: no matching criteria specified|Try .pgrep --help' for more information\\."),
		block: whole(`pgrep: (?:unrecognized|invalid) option .*`),
	},
	{
		program: "pkill", exits: []int{2}, example: "pkill " + badOption,
		line:  whole("pkill: no matching criteria specified|Try .pkill --help' for more information\\."),
		block: whole(`pkill: (?:unrecognized|invalid) option .*`),
	},
	{
		program: "ps", exits: []int{1}, example: "ps " + badOption,
		block: whole(`error: .*`),
	},
	{
		program: "python3", exits: []int{1, 2}, example: "python3 " + badOption,
		line:  whole(`python3: can't open file .*: \[Errno 2\] No such file or directory`),
		block: whole(`[Uu]nknown option:? .*|  File "<(?:string|stdin)>", line \d+`),
	},
	{
		program: "rg", exits: []int{2}, example: "rg " + badOption,
		line:  whole(`.*: No such file or directory \(os error 2\)`),
		block: whole(`error: .*|regex parse error:`),
	},
	{
		program: "sed", exits: []int{1}, example: "sed " + badOption,
		line:  whole(`sed: (?:unrecognized option|invalid option --|option .*requires an argument|-e expression #\d+, char \d+:) .*`),
		block: whole(`Usage: sed \[OPTION\]\.\.\. .*`),
	},
	{
		program: "sh", exits: []int{2}, example: "sh " + badOption,
		line: whole(`\S*sh: \d+: (?:Illegal option .*|cannot open .*: No such file|.*[Ss]yntax error.*)`),
	},
	{
		program: "tar", exits: []int{2}, example: "tar",
		line: whole(`tar: You must specify one of the .* options|tar: .*: Cannot open: No such file or directory|tar: Error is not recoverable: exiting now`),
	},
	{
		program: "timeout", exits: []int{125}, example: "timeout",
		line: whole(`Try 'timeout --help' for more information\.`),
	},
	{
		program: "tr", exits: []int{1}, example: "tr a",
		line: whole(`Two strings must be given when .*|Only one string may be given when .*`),
	},
	{
		program: "tree", exits: []int{1}, example: "tree " + badOption,
		line:  whole(`tree: (?:Invalid argument .*|Invalid level, must be greater than 0\.|Missing argument to .*)`),
		block: whole(`usage: tree \[.*`),
	},
	{
		program: "which", exits: []int{2}, example: "which " + badOption,
		line: whole(`Illegal option -.*`),
		out:  regexp.MustCompile(`^Usage: \S*which \[-a\] args\n$`),
	},
	{
		program: "xxd", exits: []int{1}, example: "xxd " + badOption,
		block: whole(`Usage:`),
	},
	{
		// Whatever the program, the operand that it names does not exist.
		program: "", exits: []int{1, 2, 128}, example: "cat missing",
		line: whole(`(?:\S*/)?[\w.+-]+: .*: No such file or directory`),
	},
}

// whole compiles a pattern that must match the whole line.
func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }
