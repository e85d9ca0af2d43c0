package fuzz

// A Vocabulary is what commands are made of. The first of each list is what the
// smallest command has.
type Vocabulary struct {
	Programs []Program
	// Inside and Outside are operands: names in the workspace, and beyond it.
	Inside, Outside []string
	// Variables are names of parameters.
	Variables []string
	// Targets are what redirections name.
	Targets []string
	// Odd are texts that are rare in commands.
	Odd []string
}

// A Program is one that commands call.
type Program struct {
	// Name is one word or more: git log.
	Name string
	// Options are its options, with their values.
	Options []string
	// Operand, where not empty, comes before other operands: a pattern, a script.
	Operand string
}

// DefaultVocabulary names what the plain fixtures hold and the programs that
// fences speak of: readers with the options that make them write, run programs
// or read elsewhere, and writers.
func DefaultVocabulary() *Vocabulary {
	return &Vocabulary{
		Programs: []Program{
			{"ls", []string{"-l", "-A", "-la", "--all", "-R"}, ""},
			{"cat", []string{"-n", "-A", "--"}, ""},
			{"cd", []string{"-P", "--", "-"}, ""},
			{"head", []string{"-n 1", "-c 3", "-3", "--lines=1"}, ""},
			{"tail", []string{"-n 1", "-c 3", "+2", "-f"}, ""},
			{"wc", []string{"-l", "-w", "--files0-from=notes.txt"}, ""},
			{"sort", []string{"-r", "-u", "-k 1", "-o notes.txt", "-osorted.txt", "--output=o.txt", "--compress-program=./x.sh", "-T sub"}, ""},
			{"uniq", []string{"-c", "-d"}, ""},
			{"cut", []string{"-c 1-3", "-d: -f1"}, ""},
			{"tr", []string{"-d", "-s"}, "a b"},
			{"sed", []string{"-n", "-i", "-e 1p", "-n -e 'w o.txt'", "-s", "--in-place=.bak"}, "1p"},
			{"awk", []string{"-F:"}, `'{print $1}'`},
			{"grep", []string{"-n", "-r", "-i", "-c", "-f notes.txt", "--include=*.go", "-E"}, "alpha"},
			{"rg", []string{"-n", "-i", "--pre ./x.sh", "-g '*.go'", "--hidden", "-z"}, "alpha"},
			{"fd", []string{"-H", "-e go", "-x cat", "-X rm", "--base-directory .."}, "main"},
			{"find", []string{"-name '*.go'", "-type f", "-delete", "-exec cat {} +", "-fprint o.txt", "-maxdepth 1", "-newer notes.txt"}, ""},
			{"git status", []string{"-s", "--short", "-b", "--porcelain"}, ""},
			{"git log", []string{"--oneline", "-n 1", "-p", "--output=o.txt", "--stat", "--format=%H"}, ""},
			{"git diff", []string{"--stat", "--output=o.txt", "--ext-diff", "--no-index", "HEAD", "--textconv"}, ""},
			{"git show", []string{"--stat", "HEAD", "HEAD:README.md"}, ""},
			{"git grep", []string{"-n", "-O./x.sh", "--open-files-in-pager=./x.sh"}, "alpha"},
			{"git branch", []string{"-a", "--list", "-d side", "new", "-m new"}, ""},
			{"git -C sub log", []string{"--oneline"}, ""},
			{"git -c core.pager=./x.sh log", []string{"-1"}, ""},
			{"jq", []string{"-r", "-c", "--rawfile a ../outside.txt"}, "."},
			{"diff", []string{"-u", "-r", "--to-file=notes.txt"}, "README.md"},
			{"file", []string{"-b", "-C -m notes.txt", "-f notes.txt"}, ""},
			{"stat", []string{"-c %n"}, ""},
			{"du", []string{"-s", "--files0-from=-"}, ""},
			{"tree", []string{"-L 1", "-o o.txt"}, ""},
			{"xxd", []string{"-l 4", "-r"}, ""},
			{"echo", []string{"-n", "-e"}, "alpha"},
			{"printf", []string{"-v name"}, "'%s\\n'"},
			{"test", []string{"-f", "-d", "-n"}, ""},
			{"pwd", []string{"-P"}, ""},
			{"true", nil, ""},
			{"false", nil, ""},
			{"tee", []string{"-a"}, ""},
			{"touch", []string{"-c", "-r notes.txt"}, ""},
			{"rm", []string{"-f", "-r"}, ""},
			{"mv", []string{"-n"}, "notes.txt"},
			{"cp", []string{"-r", "-t sub"}, "notes.txt"},
			{"mkdir", []string{"-p"}, ""},
			{"ln", []string{"-s"}, "notes.txt"},
			{"chmod", []string{"-R"}, "600"},
			{"env", []string{"-i", "-u HOME", "A=1", "-S 'cat notes.txt'"}, "cat"},
			{"command", []string{"-v", "-p"}, "cat"},
			{"timeout", []string{"-k 1 1"}, "1 cat"},
			{"xargs", []string{"-n 1", "-a notes.txt", "-I{}"}, "cat"},
			{"bash", []string{"-c 'cat notes.txt'", "-n"}, ""},
			{"eval", nil, "cat"},
			{"source", nil, ""},
			{"curl", []string{"-s", "-o o.txt"}, ""},
			{"./x.sh", nil, ""},
			{"missing-program", nil, ""},
		},
		Inside: []string{
			"notes.txt", "README.md", "src", "src/main.go", "sub", "sub/inner.txt", ".", "data.json", "untracked.txt", "missing", "sub/../notes.txt",
			"*.txt", "src/*.go", "./-x", "--", "-", "/srv/ws/notes.txt", ".git/config",
		},
		Outside: []string{
			"../outside.txt", "..", "/outside/secret.txt", "~/secret.txt", "~/.netrc", "sub/../../outside.txt", "/srv/ws/../outside.txt", "../*.txt",
			"/srv/ws-evil/x.txt", "~dev/.ssh/id_rsa", "$HOME/secret.txt", "/etc/hostname",
		},
		Variables: []string{"x", "HOME", "PWD", "OLDPWD", "IFS", "PATH", "@", "#", "?", "$", "0", "1", "CDPATH", "GIT_PAGER", "LC_ALL"},
		Targets:   []string{"/dev/null", "o.txt", "notes.txt", "../o.txt", "sub/o.txt", "/tmp/o", "&1", "&2", "/dev/stderr", "/dev/tcp/192.0.2.1/80"},
		Odd: []string{
			"\u00a0", "\t", "\v", "\f", "\r", "\u2003", "\u2028", "\u200b", "\\\n", "\x7f", "\x1b", "!", "#", "{a,b}", "{1..3}", "~", "=", "%", "^", "\xff",
		},
	}
}
