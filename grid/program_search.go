package grid

// searchPrograms are the rows that look for names and for text.
var searchPrograms = []program{
	{
		name: "grep", head: "grep", operand: "alpha README.md", outside: "SECRET ../outside.txt",
		options: texts(
			"-n", "--line-number", "-i", "--ignore-case", "-v", "--invert-match", "-E", "--extended-regexp",
			"-F", "--fixed-strings", "-w", "--word-regexp", "-x", "--line-regexp", "-l", "--files-with-matches",
			"-L", "--files-without-match", "-c", "--count", "-m 1", "--max-count 1", "-A 1",
			"--after-context 1", "-B 1", "--before-context 1", "-C 1", "--context 1",
		),
	},
	{
		name: "rg", head: "rg", operand: "alpha src", outside: "SECRET ..",
		options: texts(
			"-n", "--line-number", "-i", "--ignore-case", "-S", "--smart-case", "-F", "--fixed-strings", "-w",
			"--word-regexp", "-l", "--files-with-matches", "--hidden", "--no-ignore", "--no-heading",
			"--heading", "--stats", "--count", "--count-matches", "-g '*.go'", "--glob '*.go'", "-t go",
			"--type go", "-T md", "--type-not md", "-m 1", "--max-count 1", "-A 1", "--after-context 1", "-B 1",
			"--before-context 1", "-C 1", "--context 1", "--sort path",
		),
	},
	{
		name: "fd", head: "fd", operand: "main src", outside: "txt ..",
		options: texts(
			"-H", "--hidden", "-I", "--no-ignore", "-s", "--case-sensitive", "-i", "--ignore-case", "-e go",
			"--extension go", "-t f", "--type f", "-d 2", "--max-depth 2", "-E util.go", "--exclude util.go",
		),
	},
	{
		// It is refused beside a path.
		name: "fd-strip", head: "fd main",
		options: texts("--strip-cwd-prefix"),
	},
	{
		// find takes its starting points first.
		name: "find", head: "find src",
		options: texts(
			"-empty", "-nouser", "-nogroup", "-readable", "-writable", "-executable", "-true", "-false",
			"-depth", "-xdev", "-mount", "-daystart", "-print", "-print0", "-ls", "-prune", "-quit", "! -empty",
			"-not -empty", "-true -a -true", "-true -and -true", "-true -o -false", "-true -or -false",
			`\( -true \)`, "-true , -true", "-name main.go", "-iname MAIN.GO", "-path src/main.go",
			"-ipath SRC/MAIN.GO", "-wholename src/main.go", "-regex '.*go'", "-iregex '.*GO'", "-lname main.go",
			"-ilname MAIN.GO", "-type f", "-xtype f", "-size -10k", "-mtime -99999", "-mmin -999999",
			"-atime -99999", "-amin -999999", "-ctime -99999", "-cmin -999999", "-perm -u+r", "-user root",
			"-group root", "-uid 0", "-gid 0", "-links 1", "-inum -9", "-maxdepth 1", "-mindepth 1",
			"-regextype posix-extended -regex '.*go'", `-printf '%p %s\n'`, "-newer README.md",
			"-anewer README.md", "-cnewer README.md", "-samefile src/main.go",
		),
	},
}
