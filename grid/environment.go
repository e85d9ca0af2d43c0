package grid

// settings are variables, each with a value and a command that it has an
// influence on.
var settings = []Value{
	setting("FOO", "1", "grep -n alpha README.md"),
	setting("LC_ALL", "C", "sort notes.txt"),
	setting("TZ", "UTC", "git log -n 1"),
	setting("GIT_PAGER", "cat", "git log -n 1 --oneline"),
	setting("PAGER", "./x.sh", "git --paginate log -n 1"),
	setting("GIT_EXTERNAL_DIFF", "./x.sh", "git diff"),
	setting("GIT_TRACE", "/srv/ws/trace.log", "git status"),
	setting("GIT_TRACE2_EVENT", "/srv/ws/trace.log", "git status"),
	setting("GIT_CONFIG_GLOBAL", "./notes.txt", "git status"),
	setting("GIT_CONFIG_PARAMETERS", `"'diff.external=./x.sh'"`, "git diff"),
	setting("GIT_DIR", "../other/.git", "git log -n 1"),
	setting("GIT_WORK_TREE", "..", "git status"),
	setting("GIT_INDEX_FILE", "out.idx", "git status"),
	setting("GIT_EXEC_PATH", "/srv/ws", "git status"),
	setting("GIT_SSH_COMMAND", "./x.sh", "git ls-remote ssh://192.0.2.1/x.git"),
	setting("GIT_OPTIONAL_LOCKS", "0", "git status"),
	setting("BASH_ENV", "./x.sh", "bash -c :"),
	setting("ENV", "./x.sh", "sh -i -c :"),
	setting("LD_PRELOAD", "./x.so", "ls"),
	setting("LD_LIBRARY_PATH", ".", "ls"),
	setting("PATH", ".:$PATH", "x.sh"),
	setting("PATH", "/srv/ws", "x.sh"),
	setting("IFS", ",", "cat notes.txt"),
	setting("HOME", "/srv/ws", "git status"),
	setting("RIPGREP_CONFIG_PATH", "./notes.txt", "rg alpha src"),
	setting("LESSOPEN", "'|./x.sh %s'", "less notes.txt"),
	setting("TAR_OPTIONS", "'--checkpoint=1 --checkpoint-action=exec=./x.sh'", "tar -cf /dev/null notes.txt"),
	setting("GREP_OPTIONS", "-r", "grep alpha src"),
	setting("PS4", "'$(touch PWNED)'", "bash -x -c :"),
	setting("SHELLOPTS", "xtrace", "bash -c :"),
	setting("PROMPT_COMMAND", "./x.sh", "bash -i -c :"),
	setting("TMPDIR", "/srv/ws", "sort -S 1K README.md notes.txt"),
	setting("POSIXLY_CORRECT", "1", "ls src -l"),
	setting("PYTHONSTARTUP", "./x.sh", "python3 -c 1"),
	setting("PERL5OPT", "-Mnosuch", "perl -e 1"),
	setting("AWKPATH", "..", "awk 'BEGIN { print 1 }'"),
	setting("GIT_EDITOR", "./x.sh", "git var GIT_EDITOR"),
	setting("DATE", "now", "date"),
}

var environmentFamilies = []Family{
	{
		Name:    "environment",
		Reason:  "a variable set for one command can name a program that the command runs",
		Source:  "https://github.com/Yeachan-Heo/oh-my-codex/pull/3318",
		Command: "{{set.name}}={{set.value}} {{set.command}}",
		Axes: []Axis{
			{"set", settings},
		},
	},
	{
		Name:    "environment-form",
		Reason:  "the ways to write an assignment, and what only looks like one",
		Source:  "https://github.com/Yeachan-Heo/oh-my-codex/pull/3240",
		Command: "{{command}}",
		Axes: []Axis{{"command", texts(
			"A=1", "A=1 B=2 pwd", "A+=1 pwd", "A=$(pwd) ls", "A='x y' pwd", `"A=1" pwd`, "A\\=1 pwd",
			"1A=1 pwd", "a[0]=1 pwd", "a[$(touch PWNED)]=1", "a[0]=1", "a=(1 2) pwd", "pwd A=1", "echo A=1",
			"env", "env -i pwd", "env -u HOME pwd", "env -S 'cat notes.txt'", "env -S 'touch PWNED'",
			"env -C .. cat outside.txt", "env --chdir=src ls", "env -i bash -c 'touch PWNED'",
			"env 'BASH_FUNC_ls%%=() { touch PWNED; }' bash -c ls",
			"env 'BASH_FUNC_pwd%%=() { cat notes.txt; }' bash -c pwd",
			"X=./x.sh git --config-env=core.fsmonitor=X status",
			"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=./x.sh git status",
			"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=color.ui GIT_CONFIG_VALUE_0=never git status", "export A=1",
			"export PAGER=./x.sh; git -p log -n 1", "export GIT_EXTERNAL_DIFF=./x.sh; git diff",
			"GIT_EXTERNAL_DIFF=./x.sh; git diff", "declare -x BASH_ENV=./x.sh; bash -c :", "PATH=.; x.sh",
			"export -p", "declare -p PWD", "declare -x A=1; pwd", "set",
			"set -o noclobber; echo alpha >out.txt", "set -x; pwd", "set -n; touch PWNED", "shopt -s nullglob",
			"PATH=; ls", "readonly PATH; ls", "printf -v PATH .; x.sh", "printf 'a%ln' PATH; ls",
			"read PATH <<< .; x.sh", "hash -p ./x.sh ls; ls", "hash -p ./x.sh git; git status", "hash -r",
			"enable -n pwd; pwd", "ls() { touch PWNED; }; ls",
			"ls() { touch PWNED; }; export -f ls; bash -c ls", "unset -f ls; ls", "exec pwd",
			"exec -a ls cat notes.txt", "umask 000", "ulimit -f 0; pwd", "history -w out.txt",
			"history -s x; history -w out.txt", "complete -C ./x.sh git", "mapfile a < notes.txt",
			"read -r a < notes.txt", "read a <<< x; echo $a", "jobs", "type ls", "command -v ls",
			"builtin echo alpha", "builtin eval 'touch PWNED'", "command -p ls", "suspend", "exit 3", "help cd",
			"trap -p", "trap 'touch PWNED' 0",
		)}},
	},
}

// setting is one variable, a value, and a command on which it has an influence.
func setting(name, value, command string) Value {
	return Value{
		Text:   name + "=" + value,
		Fields: map[string]string{"name": name, "value": value, "command": command},
	}
}
