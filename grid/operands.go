package grid

// pathReaders are programs of the grammar that take paths.
var pathReaders = []Value{
	{Name: "cat", Text: "cat"},
	{Name: "head", Text: "head -n 1"},
	{Name: "tail", Text: "tail -n 1"},
	{Name: "wc", Text: "wc -w"},
	{Name: "stat", Text: "stat"},
	{Name: "file", Text: "file -i"},
	{Name: "du", Text: "du -s"},
	{Name: "df", Text: "df -P"},
	{Name: "ls", Text: "ls -A"},
	{Name: "sort", Text: "sort -r"},
	{Name: "uniq", Text: "uniq -d"},
	{Name: "cut", Text: "cut -c 1-3"},
	{Name: "sed", Text: "sed -n 1p"},
	{Name: "grep", Text: "grep -i e"},
	{Name: "comm", Text: "comm -12 data.json"},
	{Name: "rg", Text: "rg -i e"},
	{Name: "fd", Text: "fd -H e"},
	{Name: "find", Text: "find"},
	{Name: "git-status", Text: "git status -b"},
	{Name: "git-ls-files", Text: "git ls-files --stage"},
	{Name: "git-blame", Text: "git blame --porcelain"},
	{Name: "git-grep", Text: "git grep -I alpha"},
}

// keyPaths are the kinds of path that every program that takes paths is crossed
// with, two of them inside the workspace.
var keyPaths = []Value{
	{Name: "directory", Text: "src/"},
	{Name: "returns", Text: "src/../untracked.txt"},
	{Name: "beside", Text: "../outside.txt"},
	{Name: "climbs", Text: "src/../../outside.txt"},
	{Name: "absolute-outside", Text: "/outside/secret.txt"},
	{Name: "glob-inside", Text: "src/*.go"},
}

// otherPaths are the rest of what a path can look like; where a kind exists in
// the workspace the path does.
var otherPaths = []Value{
	{Name: "below", Text: "src/main.go"},
	{Name: "dot-below", Text: "./src/main.go"},
	{Name: "two", Text: "src/main.go src/util.go"},
	{Name: "here", Text: "."},
	{Name: "returns-through-target", Text: "sub/../untracked.txt"},
	{Name: "absolute", Text: "/srv/ws/untracked.txt"},
	{Name: "absolute-returns", Text: "/srv/ws/src/../untracked.txt"},
	{Name: "double-slash", Text: "src//main.go"},
	{Name: "target", Text: "sub/inner.txt"},
	{Name: "missing", Text: "missing/inner.txt"},
	{Name: "terminated", Text: "-- src/main.go"},
	{Name: "parent", Text: ".."},
	{Name: "climbs-through-target", Text: "sub/../../outside.txt"},
	{Name: "climbs-and-returns", Text: "../ws/untracked.txt"},
	{Name: "absolute-climbs", Text: "/srv/ws/../outside.txt"},
	{Name: "looks-inside", Text: "/srv/ws-evil/x.txt"},
	{Name: "home", Text: "~/secret.txt"},
	{Name: "home-absolute", Text: "/home/dev/.netrc"},
	{Name: "inside-then-outside", Text: "src/main.go ../outside.txt"},
	{Name: "terminated-outside", Text: "-- ../outside.txt"},
	{Name: "quoted-outside", Text: `"../outside.txt"`},
	{Name: "spelt-outside", Text: `.\./outside.txt`},
	{Name: "glob-outside", Text: "../out*.txt"},
	{Name: "empty", Text: "''"},
	{Name: "dash", Text: "-"},
	{Name: "dash-name", Text: "./-x"},
	{Name: "dash-name-terminated", Text: "-- -x"},
	{Name: "repository", Text: ".git/config"},
	{Name: "image", Text: "/etc/hostname"},
}

// dialects are programs as their option syntax makes them: two switches, a long
// one, an option with a value, and an operand.
var dialects = []Value{
	dialect("ls", "ls", "a", "s", "all", "color", "never", "src"),
	dialect("sort", "sort", "r", "u", "reverse", "key", "1", "src/util.go"),
	dialect("uniq", "uniq", "c", "i", "count", "skip-fields", "1", "src/util.go"),
	dialect("grep", "grep", "n", "i", "line-number", "max-count", "1", "alpha src/util.go"),
	dialect("rg", "rg", "n", "i", "line-number", "max-count", "1", "alpha src/util.go"),
	dialect("git-log", "git log", "s", "p", "oneline", "max-count", "1", "HEAD"),
	dialect("git-diff", "git diff", "p", "w", "stat", "diff-filter", "M", "HEAD"),
}

// dialect is a program whose option words the forms of option-grammar spell.
func dialect(name, head, one, two, long, valued, value, operand string) Value {
	return Value{Name: name, Fields: map[string]string{
		"head": head, "one": one, "two": two, "long": long, "cut": long[:len(long)-1],
		"valued": valued, "value": value, "operand": operand,
	}}
}

var operandFamilies = []Family{
	{
		Name:    "operand",
		Reason:  "every kind of path, for every program that takes paths",
		Command: "{{program}} {{path}}",
		Axes:    []Axis{{"program", pathReaders}, {"path", keyPaths}},
	},
	{
		Name:    "path",
		Reason:  "what a path can look like, inside the workspace and out of it",
		Command: "{{program}} {{path}}",
		Axes:    []Axis{{"program", texts("wc -m", "git diff README.md")}, {"path", otherPaths}},
	},
	{
		Name:    "option-grammar",
		Reason:  "bundles, abbreviations, attached values and late options: the same option in other words",
		Source:  "https://github.com/Hmbown/CodeWhale/blob/main/crates/tui/src/command_safety.rs",
		Command: "{{form}}",
		Axes: []Axis{
			{"form", []Value{
				{Name: "bundle", Text: "{{p.head}} -{{p.one}}{{p.two}} {{p.operand}}"},
				{Name: "bundle-reversed", Text: "{{p.head}} -{{p.two}}{{p.one}} {{p.operand}}"},
				{Name: "separate", Text: "{{p.head}} -{{p.one}} -{{p.two}} {{p.operand}}"},
				{Name: "repeated", Text: "{{p.head}} -{{p.one}} -{{p.one}} {{p.operand}}"},
				{Name: "around", Text: "{{p.head}} -{{p.one}} {{p.operand}} -{{p.two}}"},
				{Name: "abbreviated", Text: "{{p.head}} --{{p.cut}} {{p.operand}}"},
				{Name: "long-equals", Text: "{{p.head}} --{{p.valued}}={{p.value}} {{p.operand}}"},
				{Name: "long-next", Text: "{{p.head}} --{{p.valued}} {{p.value}} -{{p.one}} {{p.operand}}"},
				{Name: "long-swallows", Text: "{{p.head}} --{{p.valued}} -{{p.one}} {{p.operand}}"},
				{Name: "long-swallows-terminator", Text: "{{p.head}} --{{p.valued}} -- {{p.operand}}"},
				{Name: "switch-valued", Text: "{{p.head}} --{{p.long}}=yes {{p.operand}}"},
				{Name: "terminated", Text: "{{p.head}} -{{p.one}} -- {{p.operand}}"},
				{Name: "after-terminator", Text: "{{p.head}} -- {{p.operand}} -{{p.one}}"},
				{Name: "quoted", Text: "{{p.head}} '-{{p.one}}' {{p.operand}}"},
				{Name: "quoted-inside", Text: `{{p.head}} -"{{p.one}}" {{p.operand}}`},
				{Name: "long-dash", Text: "{{p.head}} \u2013{{p.one}} {{p.operand}}"},
			}},
			{"p", dialects},
		},
	},
	{
		Name:    "name-lookup",
		Reason:  "which looks names up in the path, and an operand may be a path all the same",
		Command: "which {{name}}",
		Axes: []Axis{{"name", texts(
			"", "cat", "nosuchprogram", "./x.sh", "/bin/ls", "../ws/x.sh", "/srv/ws/x.sh", "-- ls", "-a -- ls",
			"cd", "''", "ls -a git", "$HOME", "l*",
		)}},
	},
}
