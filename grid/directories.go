package grid

import "strings"

// follows are what runs after a cd: each shows from the effects where it ran.
var follows = []Value{
	{Name: "inside", Text: "cat inner.txt"},
	{Name: "leak", Text: "cat ../outside.txt"},
	{Name: "write", Text: "touch PWNED"},
}

// cdJoins put a cd and a command together.
var cdJoins = []Value{
	{Name: "and", Text: "{{cd}} && {{follow}}"},
	{Name: "semicolon", Text: "{{cd}}; {{follow}}"},
	{Name: "or", Text: "{{cd}} || {{follow}}"},
	{Name: "pipe", Text: "{{cd}} | {{follow}}"},
	{Name: "background", Text: "{{cd}} & {{follow}}"},
	{Name: "subshell", Text: "({{cd}} && {{follow}})"},
	{Name: "after-subshell", Text: "({{cd}}); {{follow}}"},
	{Name: "and-then-semicolon", Text: "{{cd}} && pwd; {{follow}}"},
	{Name: "and-then-or", Text: "{{cd}} && pwd || {{follow}}"},
	{Name: "after-read", Text: "pwd && {{cd}} && {{follow}}"},
	{Name: "after-or", Text: "pwd || {{cd}} && {{follow}}"},
	{Name: "if", Text: "if {{cd}}; then pwd; fi; {{follow}}"},
}

var directoryFamilies = []Family{
	{
		Name:      "cd-join",
		Mechanism: "join",
		Reason:    "a failed, skipped, background or piped cd leaves the shell where it was",
		Source:    "https://github.com/MoonshotAI/kimi-code/pull/2957",
		Command:   "{{join}}",
		Axes: []Axis{
			{"join", cdJoins},
			{"cd", []Value{
				{Name: "present-or-absent", Text: "cd sub"},
				{Name: "missing", Text: "cd missing"},
				{Name: "up", Text: "cd .."},
			}},
			{"follow", follows},
		},
	},
	{
		Name:      "cd-form",
		Mechanism: "cd",
		Reason:    "the forms of cd that are not one literal directory",
		Source:    "https://github.com/EverMind-AI/Raven/pull/527",
		Command:   "{{cd}} && {{follow}}",
		Axes: []Axis{
			{"cd", join(texts(
				"cd", "cd .", "cd ./src", "cd src/", "cd src/..", "cd src/../..", "cd ../ws/src", "cd /srv/ws",
				"cd /srv/ws/src", "cd /srv/ws/../other", "cd /srv", "cd /", "cd //", "cd /outside", "cd -",
				"cd ~", "cd ~dev", "cd ~+", "cd $HOME", "cd $PWD/src", "cd ${PWD%/*}", "cd `pwd`",
				"cd $(pwd)/..", `cd "src"`, "cd 'src'", `cd s\rc`, "cd s''rc", "cd $'src'", `cd ""`, "cd s*",
				"cd s?c", "cd s[r]c", "cd {src,}", "cd src src", "cd src sub", "cd -P src", "cd -L src",
				"cd -e -P src", "cd -@ src", "cd -- src", "cd -x src", "cd src 2>/dev/null",
				"cd src >/dev/null", "cd src >out.txt", "2>/dev/null cd src", "cd src#", "cd src\r", "CD src",
				"command cd src", "builtin cd src", `\cd src`, "'cd' src", "pushd src", "pushd .", "popd",
				"FOO=1 cd src", "! cd src", "time cd src", "eval cd src", "test -d src && cd src",
				"mkdir -p new && cd new",
			),
				[]Value{
					{Name: "cdpath", Text: "CDPATH=.. cd other"},
					{Name: "cdpath-variable", Text: "CDPATH=..; cd other"},
					{Name: "oldpwd", Text: "OLDPWD=.. cd -"},
					{Name: "home", Text: "HOME=.. cd"},
					{Name: "cdable-vars", Text: "up=..; shopt -s cdable_vars; cd up"},
				})},
			{"follow", texts("ls -a")},
		},
	},
	{
		Name:    "cd-alone",
		Reason:  "a cd with nothing after it moves nobody",
		Command: "cd{{operand}}",
		Axes: []Axis{{"operand", texts(
			"", " sub", " src", " missing", " ..", " /", " -", " ~", " src;", " src &&", " src ||", " src |",
			" src &", " src # there",
		)}},
	},
	{
		Name:      "cd-two",
		Mechanism: "one",
		Reason:    "two moves: the set of directories that the shell may be in, from every mix of separators",
		Source:    "https://github.com/EverMind-AI/Raven/pull/527",
		Command:   "cd {{into}}{{one}}cd ..{{two}}{{follow}}",
		Axes: []Axis{
			{"into", texts("sub", "missing")},
			{"one", separators[:4]},
			{"two", separators[:4]},
			{"follow", texts("cat outside.txt")},
		},
	},
	{
		Name:      "cd-return",
		Mechanism: "command",
		Reason:    "into a directory and back never leaves, unless one of the moves may fail",
		Command:   "{{command}}",
		Axes: []Axis{{"command", texts(
			"cd sub && cd .. && ls -l", "cd sub && cd .. && cat notes.txt", "cd sub; cd ..; ls -l",
			"cd sub && ls -l && cd .. && ls -R", "cd sub && ls -l | wc -l && cd ..",
			"cd src && ls -l && cd .. && cd src && cat ../outside.txt", "cd src/.. && ls -l",
			"cd sub/.. && ls -l", "cd missing/.. && ls -l", "cd src && cd ../src && cd ../.. && ls -l",
			"cd src && cd .. && cd .. && cd ws && ls -l", "ls -l || cd sub && cat ../outside.txt",
			"false || cd sub && cat ../outside.txt", "true && cd sub; cat ../outside.txt",
			"cd sub && true; cat ../outside.txt", "cd src && true; cat ../outside.txt",
			"cd src && cat util.go; cat ../notes.txt", "cd src && cat util.go; cat notes.txt",
			"cd src && cat main.go || cat notes.txt", "cd src; cat main.go; cd ..; cat notes.txt",
			"cd src && (cd ../.. && ls -l)", "cd src && cd .. | cat ../notes.txt", "cd src | cd .. | ls -l",
			"cd .. | ls -l", "ls -l | cd ..; ls -l", "cd sub 2>/dev/null || cd src && ls -l",
			"cd sub || exit; cat ../notes.txt", "cd sub || return; cat ../notes.txt",
			"set -e; cd sub; cat ../notes.txt", "cd src && cd sub; cat ../outside.txt",
			"cd missing && true || cat ../outside.txt", "(cd src; ls -l); cat ../outside.txt",
			"cd src & wait; cat ../outside.txt", "cd src && git status", "cd src && git log -n 1 -- .",
			"cd src && git diff HEAD -- ../README.md", "cd .. && git status", "cd ../other && git status",
			"git -C src status", "git -C .. status", "git -C src -C .. status", "git -C src -C ../.. status",
			"git -C sub status", "git -C missing status", "git -C sub -C .. log -n 1",
			"git -C src diff HEAD -- main.go", "git -C src show HEAD:./main.go", "git -C /srv/ws status",
			"git -C /srv/other log -n 1", "git -C '' status", "git -C src --no-pager log -n 1",
			"git --no-pager -C src log -n 1", "git --no-pager --no-pager log -n 1", "git -Csrc status",
			"git -C", "git -C src", "cd src && git -C .. status", "cd src && git -C ../.. status",
		)}},
	},
	{
		Name:    "cd-count",
		Reason:  "the cap of leading cds, one below and one above",
		Command: "{{moves}}pwd",
		Axes: []Axis{{"moves", []Value{
			{Name: "eight-here", Text: strings.Repeat("cd . && ", 8)},
			{Name: "nine-here", Text: strings.Repeat("cd . && ", 9)},
			{Name: "eight-return", Text: strings.Repeat("cd src && cd .. && ", 4)},
			{Name: "nine-return", Text: strings.Repeat("cd src && cd .. && ", 4) + "cd src && "},
			{Name: "nine-split", Text: strings.Repeat("cd . && ", 8) + "pwd && cd . && "},
			// Each of these may fail, so n of them may end in n+1 directories.
			{Name: "sixteen-places", Text: strings.Repeat("cd src; ", 15)},
			{Name: "seventeen-places", Text: strings.Repeat("cd src; ", 16)},
		}}},
	},
	{
		Name:    "workdir",
		Reason:  "the tool's own working-directory field, in and out of the workspace",
		Command: "{{follow}}",
		Cwd:     "{{cwd}}",
		Axes: []Axis{
			{"cwd", []Value{
				{Name: "dot", Text: "."},
				{Name: "src", Text: "src"},
				{Name: "src-slash", Text: "src/"},
				{Name: "src-dots", Text: "./src//."},
				{Name: "src-up", Text: "src/.."},
				{Name: "src-up-up", Text: "src/../.."},
				{Name: "up", Text: ".."},
				{Name: "up-other", Text: "../other"},
				{Name: "up-back", Text: "../ws"},
				{Name: "root", Text: "/srv/ws"},
				{Name: "root-slash", Text: "/srv/ws/"},
				{Name: "root-dot-src", Text: "/srv/ws/./src"},
				{Name: "root-src-up", Text: "/srv/ws/src/.."},
				{Name: "root-up-other", Text: "/srv/ws/../other"},
				{Name: "parent", Text: "/srv"},
				{Name: "slash", Text: "/"},
				{Name: "outside", Text: "/outside"},
				{Name: "home", Text: "/home/dev"},
			}},
			{"follow", []Value{
				{Name: "list", Text: "ls -lah"},
				{Name: "git", Text: "git status -s -b"},
			}},
		},
	},
}
