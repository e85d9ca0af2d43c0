package fence

import (
	"strconv"
	"strings"
)

// ReadonlyRules returns the rules of the variant readonly: the seed grammar,
// narrow on purpose.
func ReadonlyRules() Rules {
	return Rules{
		Caps: Caps{Bytes: 8192, Segments: 32, LeadingCds: 8, Directories: 16, FormatWidth: 4096},
		Cd:   CdLeading,
		Separators: []Separator{
			{Text: "|", Next: Together, From: SameDirectory},
			{Text: "&&", Next: OnSuccess, From: AfterSuccess},
			{Text: "||", Next: OnFailure, From: AfterFailure},
			{Text: ";", Next: Always, From: AnyDirectory},
		},
		Specials: []Special{
			{Text: "&", Means: Control},
			{Text: "|&", Means: Control},
			{Text: ";;", Means: Control},
			{Text: "(", Means: Control},
			{Text: ")", Means: Control},
			{Text: "#", Means: Control, WordStart: true},
			{Text: "<", Means: Redirection},
			{Text: "$", Means: Expansion, InDouble: true},
			{Text: "`", Means: Expansion, InDouble: true},
			{Text: "?", Means: Expansion},
			{Text: "[", Means: Expansion},
			{Text: "]", Means: Expansion},
			{Text: "{", Means: Expansion},
			{Text: "}", Means: Expansion},
		},
		Redirects: []Redirect{
			{FD: "2", Op: ">", Target: "/dev/null", Blank: true},
			{Op: ">", Target: "/dev/null", Blank: true},
			{FD: "2", Op: ">&", Target: "1"},
		},
		Programs: readonlyPrograms(),
		Env: []Var{
			{"PATH", "{path}"},
			{"HOME", "/nonexistent"},
			{"LC_ALL", "C.UTF-8"},
			{"PAGER", "cat"},
		},
	}
}

// WalkRules returns the rules of the variant walk: readonly with cd anywhere.
func WalkRules() Rules {
	r := ReadonlyRules()
	r.Cd = CdAnywhere
	return r
}

// readonlyPrograms lists the programs and their rows. What each option does
// was read in the manuals of git 2.39, coreutils 9.1, findutils 4.9, grep 3.8,
// sed 4.9, file 5.44, ripgrep 13, fd 8.6, gh 2.23 and npm 9.2, and tried.
func readonlyPrograms() []Program {
	return []Program{
		gitProgram(),
		// ls 9.1 has no --long; asked for it, it only says so.
		one("ls", Row{
			Switches: list("-a -A -l -la -al -h -lh -hl -lah -alh -R -d -1 --all --almost-all --long --human-readable --recursive --directory"),
			Operands: Operands{Rest: Path},
			Add:      list("--hide-control-chars"),
			Residual: []string{links},
		}),
		one("pwd", Row{Switches: list("-L -P"), Operands: Operands{Rest: NoOperand}}),
		one("cat", Row{
			Switches: list("-n -b -s -v -E -T --number --number-nonblank --squeeze-blank --show-nonprinting --show-ends --show-tabs"),
			Operands: Operands{Rest: Path},
			Residual: printing,
		}),
		one("head", Row{
			Switches: list("-q -v --quiet --verbose"),
			Values:   []Value{{Names: list("-n --lines -c --bytes"), Kind: Number}},
			Digits:   true,
			Operands: Operands{Rest: Path},
			Residual: printing,
		}),
		// tail reads +N as an option where it stands first, and -N beside several
		// files is an error of old.
		one("tail", Row{
			Switches: list("-q -v --quiet --verbose"),
			Values:   []Value{{Names: list("-n --lines -c --bytes"), Kind: Number}},
			Digits:   true, DigitsMax: 1, NoPlus: true,
			Operands: Operands{Rest: Path},
			Residual: printing,
		}),
		one("wc", Row{
			Switches: list("-c -m -l -w -L --bytes --chars --lines --words --max-line-length"),
			Operands: Operands{Rest: Path},
			Residual: printing,
		}),
		one("which", Row{Switches: list("-a"), Operands: Operands{Rest: Text}}),
		one("stat", Row{Operands: Operands{Rest: Path}, Residual: listing}),
		one("file", Row{
			Switches: list("-b --brief -L --dereference -h --no-dereference -i --mime --mime-type --mime-encoding"),
			Operands: Operands{Rest: Path},
			Residual: listing,
		}),
		one("du", Row{
			Switches: list("-a -c -h -s --all --total --human-readable --summarize --apparent-size"),
			Values:   []Value{{Names: list("-d --max-depth"), Kind: Number}},
			Operands: Operands{Rest: Path},
			Residual: listing,
		}),
		one("df", Row{
			Switches: list("-h -P -T -i --human-readable --portability --print-type --inodes"),
			Operands: Operands{Rest: Path},
			Residual: listing,
		}),
		one("grep", Row{
			Switches: list("-n -i -v -E -F -w -x -l -L -c --line-number --ignore-case --invert-match --extended-regexp --fixed-strings --word-regexp --line-regexp --files-with-matches --files-without-match --count"),
			Values:   []Value{{Names: list("-m --max-count -A -B -C --after-context --before-context --context"), Kind: Number}},
			Operands: Operands{First: Text, Rest: Path},
			Add:      list("--devices=skip"),
			Residual: []string{links, volume, controls},
		}),
		one("rg", Row{
			Switches: list("-n -i -S -F -w -l --line-number --ignore-case --smart-case --fixed-strings --word-regexp --files-with-matches --hidden --no-ignore --no-heading --heading --stats --count --count-matches"),
			Values: []Value{
				{Names: list("-g --glob -t -T --type --type-not --sort"), Kind: Text},
				{Names: list("-m --max-count -A -B -C --after-context --before-context --context"), Kind: Number},
			},
			Operands: Operands{First: Text, Rest: Path},
			Residual: append([]string{ignoreFiles}, printing...),
		}),
		one("fd", Row{
			Switches: list("-H --hidden -I --no-ignore -s --case-sensitive -i --ignore-case --strip-cwd-prefix"),
			Values: []Value{
				{Names: list("-e --extension -t --type -E --exclude"), Kind: Text},
				{Names: list("-d --max-depth"), Kind: Number},
			},
			Operands: Operands{First: Text, Rest: Path},
			Residual: append([]string{ignoreFiles}, listing...),
		}),
		one("find", Row{
			Options:  Predicates,
			Switches: list("-empty -nouser -nogroup -readable -writable -executable -true -false -depth -xdev -mount -daystart -print -print0 -ls -prune -quit ! -not -a -and -o -or ( ) ,"),
			Values: []Value{
				{Names: list("-name -iname -path -ipath -wholename -regex -iregex -lname -ilname -type -xtype -user -group -regextype"), Kind: Text},
				{Names: list("-size -mtime -mmin -atime -amin -ctime -cmin -perm -links -inum"), Kind: Text, Dash: true},
				{Names: list("-uid -gid -maxdepth -mindepth"), Kind: Number},
				{Names: list("-printf"), Kind: Layout},
				{Names: list("-newer -anewer -cnewer -samefile"), Kind: Path},
			},
			Operands: Operands{Rest: Path},
			Residual: listing,
		}),
		one("sed", Row{
			Lead:     []Lead{{Word: "-n"}, {Kind: Script}},
			Operands: Operands{Rest: Path},
			Residual: printing,
		}),
		// sort and uniq read an operand +N as an option of old.
		one("sort", Row{
			Switches: list("-b -d -f -g -h -i -M -n -r -s -u -V --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --reverse --stable --unique --version-sort"),
			Values:   []Value{{Names: list("-k --key -t --field-separator"), Kind: Text}},
			NoPlus:   true,
			Operands: Operands{Rest: Path},
			Residual: printing,
		}),
		// uniq's second operand is an output file.
		one("uniq", Row{
			Switches: list("-c -d -D -i -u -z --count --repeated --all-repeated --ignore-case --unique --zero-terminated"),
			Values:   []Value{{Names: list("-f -s -w --skip-fields --skip-chars --check-chars"), Kind: Number}},
			NoPlus:   true,
			Operands: Operands{Rest: Path, Max: 1},
			Residual: printing,
		}),
		one("cut", Row{
			Switches: list("-n -s -z --complement --only-delimited --zero-terminated"),
			Values:   []Value{{Names: list("-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter"), Kind: Text}},
			Operands: Operands{Rest: Path},
			Residual: printing,
		}),
		one("tr", Row{
			Switches: list("-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1"),
			Operands: Operands{Rest: Text, Max: 2},
		}),
		one("comm", Row{
			Switches: list("-1 -2 -3 --check-order --nocheck-order --total --zero-terminated"),
			Values:   []Value{{Names: list("--output-delimiter"), Kind: Text}},
			Operands: Operands{Rest: Path, Max: 2},
			Residual: printing,
		}),
		one("echo", Row{Options: Never, Operands: Operands{Rest: Text}}),
		one("printf", Row{Options: First, Operands: Operands{First: Format, Rest: Text}}),
		ghProgram(),
		npmProgram(),
	}
}

// What a plan does not keep programs from that open the files they are named.
const (
	links    = "follows symbolic links that lead out of the root"
	pipes    = "waits for ever where nobody writes to a named pipe"
	volume   = "prints as much as there is"
	controls = "prints control characters in names and contents as they are"
)

// Residuals of rows.
var (
	// listing looks at names.
	listing = []string{links, controls}
	// printing opens files and prints what is in them.
	printing = []string{links, pipes, volume, controls}
)

const ignoreFiles = "reads ignore files of parent directories, above the root too"

// list splits a list of words that hold no blanks.
func list(words string) []string { return strings.Fields(words) }

// one is a program without subcommands. Options may stand anywhere unless the
// row says otherwise.
func one(name string, r Row) Program {
	if r.Options == 0 {
		r.Options = Anywhere
	}
	return Program{Name: name, Rows: []Row{r}}
}

func gitProgram() Program {
	listing := list("--stat --numstat --shortstat --name-only --name-status")
	quiet := list("--no-ext-diff --no-textconv --ignore-submodules=dirty")
	signed := append(list("--no-show-signature"), quiet...)
	context := []Value{{Names: list("-U --unified="), Kind: Number}}
	revisions := Operands{Rest: Revision}
	rows := []Row{
		{
			Name:     "status",
			Switches: list("-s --short -b --branch --ignored --porcelain"),
			Attached: []Value{{Names: list("--untracked-files="), Kind: Text, Choices: list("no normal all")}},
			Operands: Operands{Rest: Path},
			Add:      list("--ignore-submodules=dirty"),
			Residual: []string{filters},
		},
		{
			Name:     "diff",
			Switches: append(list("--cached --staged --check --no-renames --color --no-color --word-diff"), listing...),
			Values:   []Value{{Names: list("--diff-filter"), Kind: Text}},
			Attached: context,
			Operands: revisions,
			Add:      quiet,
			// diff.autoRefreshIndex=false would keep it from that, and have it
			// list files as changed of which only the times are.
			Residual: []string{filters, "renews the index where only the times of files have changed", controls},
		},
		{
			Name:     "log",
			Switches: append(list("--oneline --decorate --graph --no-patch --all --branches --tags --remotes --first-parent --reverse --color --no-color"), listing...),
			Values: []Value{
				{Names: list("-n --max-count"), Kind: Number},
				{Names: list("--since --until --author --grep"), Kind: Text},
			},
			Digits:   true,
			Operands: revisions,
			Add:      signed,
			Residual: []string{controls},
		},
		{
			Name:     "show",
			Switches: append(list("--no-patch -s --color --no-color"), listing...),
			Attached: context,
			Operands: revisions,
			Add:      signed,
			Residual: []string{controls},
		},
		{
			Name:     "ls-files",
			Switches: list("-c --cached -d --deleted -m --modified -o --others -i --ignored --stage --unmerged --killed --exclude-standard --deduplicate"),
			Values: []Value{
				{Names: list("--exclude"), Kind: Text},
				{Names: list("--exclude-from"), Kind: TopPath},
			},
			Operands: Operands{Rest: Path},
			Residual: []string{filters},
		},
		{
			Name:     "blame",
			Switches: list("-w --line-porcelain --porcelain --show-stats --show-name --show-number --reverse --first-parent"),
			Values:   []Value{{Names: list("-L --since"), Kind: Text}},
			Operands: revisions,
			Add:      list("--no-textconv"),
			Residual: []string{filters, "reads the file that blame.ignoreRevsFile names", controls},
		},
		{
			Name:     "grep",
			Switches: list("-n --line-number -i --ignore-case -I -l --files-with-matches -L --files-without-match -w --word-regexp -F --fixed-strings -E --extended-regexp --cached --untracked --exclude-standard"),
			Values: []Value{
				{Names: list("-e"), Kind: Text},
				{Names: list("--max-depth"), Kind: Number},
			},
			Operands: Operands{First: Text, FirstUnless: "-e", Rest: Revision},
			Add:      list("--no-textconv"),
			Residual: []string{controls},
		},
	}
	for i := range rows {
		rows[i].Options = Anywhere
	}
	return Program{
		Name:           "git",
		GlobalSwitches: list("--no-pager"),
		Global:         []Value{{Names: list("-C"), Kind: Directory}},
		Rows:           rows,
		Env:            gitEnv(),
		Residual: []string{
			"follows core.worktree, a .git file and objects/info/alternates wherever they lead",
			"reads the file that include.path names, as configuration",
			"renews the time of a split index's shared file",
			links,
		},
	}
}

const filters = "runs the clean and process filters that the repository's or a submodule's config names"

// gitEnv keeps git from running, writing or fetching what a repository or the
// system asks for. Configuration given this way beats every file.
func gitEnv() []Var {
	vars := []Var{
		{"GIT_OPTIONAL_LOCKS", "0"},
		{"GIT_PAGER", "cat"},
		{"GIT_CONFIG_NOSYSTEM", "1"},
		{"GIT_CONFIG_SYSTEM", "/dev/null"},
		{"GIT_CONFIG_GLOBAL", "/dev/null"},
		{"GIT_ATTR_NOSYSTEM", "1"},
		{"GIT_ALLOW_PROTOCOL", "none"},
		{"GIT_TERMINAL_PROMPT", "0"},
		{"GIT_CEILING_DIRECTORIES", "{parent}"},
	}
	config := []Var{
		{"core.fsmonitor", "false"},
		{"core.hooksPath", "/dev/null"},
		{"log.showSignature", "false"},
		{"format.pretty", "medium"},
		{"diff.submodule", "short"},
		{"status.submoduleSummary", "false"},
		{"submodule.recurse", "false"},
		{"safe.bareRepository", "explicit"},
		// Files that a repository could name outside the root.
		{"mailmap.file", "/dev/null"},
		{"diff.orderFile", "/dev/null"},
		{"core.excludesFile", "/dev/null"},
		{"core.attributesFile", "/dev/null"},
	}
	vars = append(vars, Var{"GIT_CONFIG_COUNT", strconv.Itoa(len(config))})
	for i, c := range config {
		n := strconv.Itoa(i)
		vars = append(vars, Var{"GIT_CONFIG_KEY_" + n, c.Name}, Var{"GIT_CONFIG_VALUE_" + n, c.Value})
	}
	return vars
}

// ghProgram lists gh's reads. A host is never named: a token could go there.
func ghProgram() Program {
	p := Program{
		Name:    "gh",
		Network: true,
		Env:     append([]Var{{"GH_NO_UPDATE_NOTIFIER", "1"}, {"GH_PROMPT_DISABLED", "1"}}, gitEnv()...), // gh runs git
	}
	for _, name := range []string{
		"issue list", "issue status", "issue view",
		"pr checks", "pr diff", "pr list", "pr status", "pr view",
		"release list", "release view", "repo view",
		"run list", "run view", "workflow list", "workflow view",
	} {
		p.Rows = append(p.Rows, Row{
			Name:    name,
			Options: Anywhere,
			Values: []Value{
				{Names: list("-R"), Kind: Repository},
				{Names: list("-L"), Kind: Number},
				{Names: list("-s --json"), Kind: Text},
			},
			Operands: Operands{Rest: Item},
		})
	}
	return p
}

func npmProgram() Program {
	p := Program{
		Name:     "npm",
		Network:  true,
		Env:      []Var{{"NPM_CONFIG_UPDATE_NOTIFIER", "false"}},
		Residual: []string{"keeps a cache and logs in the home directory", "reads .npmrc of the workspace"},
	}
	for _, name := range list("view show info") {
		p.Rows = append(p.Rows, Row{Name: name, Options: Anywhere, Operands: Operands{Rest: Package}})
	}
	return p
}
