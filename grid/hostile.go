package grid

// trapped is a letter that stands for a fixture of another name.
func trapped(text, fixture string) Value {
	return Value{Text: text, Fields: map[string]string{"fixture": fixture}}
}

// hostile is the grid of commands that are harmless by themselves, each for a
// hostile fixture, in which one trap is laid. A fence cannot see the trap; what
// it makes of the command, its plan, has to be proof against it.
var hostile = Grid{
	Name: "hostile",
	Families: []Family{
		{
			Name:    "repository-config",
			Reason:  "the repository's own configuration names programs that git reads run",
			Source:  "https://github.com/QwenLM/qwen-code/issues/8575",
			Command: "git {{verb}}",
			Fixture: "{{trap}}",
			Axes: []Axis{
				{"trap", []Value{
					{Name: "fsmonitor", Text: "git-fsmonitor"},
					{Name: "diff-external", Text: "git-diff-external"},
					{Name: "diff-command", Text: "git-diff-command"},
					{Name: "diff-textconv", Text: "git-diff-textconv"},
					{Name: "filter-clean", Text: "git-filter-clean"},
					{Name: "filter-process", Text: "git-filter-process"},
					{Name: "info-attributes", Text: "git-info-attributes"},
					{Name: "signing-program", Text: "git-signing-program"},
					{Name: "include", Text: "git-include"},
					{Name: "hooks", Text: "git-hooks-path"},
					{Name: "outside-ignores", Text: "git-excludes-file"},
					{Name: "outside-attributes", Text: "git-attributes-file"},
					{Name: "outside-mailmap", Text: "git-mailmap-file"},
					{Name: "outside-order", Text: "git-order-file"},
					{Name: "outside-blame-revs", Text: "git-ignore-revs-file"},
					{Name: "worktree", Text: "git-worktree"},
				}},
				{"verb", texts(
					"status", "diff", "log -n 1", "show", "ls-files -m", "blame README.md", "grep alpha",
				)},
			},
		},
		{
			Name:    "repository-pager",
			Reason:  "on a terminal git runs the pager that the repository names",
			Source:  "https://github.com/QwenLM/qwen-code/pull/10201",
			Command: "git {{verb}}",
			Fixture: "{{key.fixture}}",
			TTY:     true,
			Axes: []Axis{
				{"key", []Value{
					trapped("core.pager", "git-pager"), trapped("pager.log", "git-pager-log"),
					trapped("pager.diff", "git-pager-diff"), trapped("pager.status", "git-pager-status"),
					trapped("interactive.diffFilter", "git-diff-filter"), trapped("core.editor", "git-editor"),
				}},
				{"verb", texts("log -n 1", "diff", "status", "--no-pager log -n 1", "log -n 1 | cat")},
			},
		},
		{
			Name:    "nested-repository",
			Reason:  "a directory that is a repository of its own brings its own configuration",
			Source:  "https://github.com/anthropics/claude-code/issues/30832",
			Command: "{{command}}",
			Fixture: "{{trap}}",
			Axes: []Axis{
				{"trap", []Value{
					{Name: "bare", Text: "git-bare"},
					{Name: "git-file", Text: "git-file"},
					{Name: "nested", Text: "git-nested"},
				}},
				{"command", texts(
					"cd bare && git status", "git -C bare status", "git -C bare diff", "git status",
					"git ls-files -o bare", "cd bare && git log -n 1",
				)},
			},
		},
		{
			Name:    "option-file",
			Reason:  "a file whose name is an option, under a glob",
			Source:  "https://github.com/Hmbown/Codewhale/issues/6675",
			Command: "{{command}}",
			Fixture: "{{name.fixture}}",
			Axes: []Axis{
				{"name", []Value{
					trapped("-oX", "option-output"), trapped("--pre=touch", "option-pre"),
					trapped("-delete", "option-delete"), trapped("--output=X", "option-git-output"),
					trapped("-rf", "option-force"), trapped("-n", "option-number"),
					trapped("-la", "option-long"), trapped("--help", "option-help"),
					trapped("--pre=./trap.sh", "option-pre-directory"),
				}},
				{"command", texts(
					"sort *", "rg alpha *", "ls *", "cat *", "find * -name x", "wc ./*", "sort -- *",
					"grep alpha *", "uniq -c *X", "git diff *", "ls ?o*", "rg alpha */trap.sh notes.txt", "find src *e",
				)},
			},
		},
		{
			Name:    "link-out",
			Reason:  "a symbolic link in the workspace leads out of it",
			Source:  "https://github.com/hashgraph-online/hol-guard/blob/main/tests/test_guard_codex_authoritative_hook_boundary.py",
			Command: "{{command}}",
			Fixture: "{{target.fixture}}",
			Axes: []Axis{
				{"target", []Value{
					trapped("../outside.txt", "link-file"), trapped("../other", "link-repository"),
					trapped("/outside", "link-directory"), trapped("..", "link-parent"),
					trapped("/outside/nothing", "link-dangling"),
				}},
				{"command", texts(
					"cat link", "cat link/s.txt", "cat link/secret.txt", "ls link", "ls link/", "ls -lR .",
					"stat link", "file -L link", "grep -n SECRET link", "wc -l link", "cd link && ls",
					"cd link && cat s.txt", "find . -name '*.txt'", "find link/ -name '*.txt'", "rg SECRET",
					"rg SECRET link", "fd txt", "du -s link/", "git status", "git diff", "git grep SECRET",
					"sort link", "head -n 1 l*", "cat */secret.txt",
				)},
			},
		},
		{
			Name:    "repository-state",
			Reason:  "what a repository holds beside its configuration can lead git astray",
			Command: "git {{verb}}",
			Fixture: "git-{{state}}",
			Axes: []Axis{
				{"state", texts("alternates", "promisor", "submodule", "hooks", "stale-index", "include-outside", "alias")},
				{"verb", texts(
					"status", "diff", "diff HEAD~1", "log -n 1", "log --stat -n 1", "show", "show HEAD:missing.txt",
					"show alternate", "log alternate", "ls-files -m", "blame README.md", "grep alpha",
					"grep --cached alpha", "st", "-C module status", "-C module diff",
				)},
			},
		},
		{
			Name:    "odd-file",
			Reason:  "files that are not what their readers expect, and names that terminals obey",
			Command: "{{command}}",
			Fixture: "{{file.fixture}}",
			Axes: []Axis{
				{"command", texts(
					"cat {{file}}", "head -n 1 {{file}}", "tail -n 1 {{file}}", "wc -c {{file}}", "sort {{file}}",
					"grep -c alpha {{file}}", "sed -n 1p {{file}}", "cut -c 1-3 {{file}}", "file {{file}}",
					"stat {{file}}", "ls -l {{file}}", "du {{file}}", "rg alpha {{file}}", "cat *", "wc -l ./*",
					"ls", "find .", "fd .", "rg alpha", "git status", "git ls-files -o", "git grep --untracked alpha",
				)},
				{"file", []Value{
					trapped("pipe", "fifo"), trapped("huge", "huge"), trapped("binary.dat", "binary"),
					trapped("*SPRUNG*", "name-newline"), trapped("*31m*", "name-escape"),
					trapped("README.md", "text-escape"),
				}},
			},
		},
		{
			Name:    "surroundings",
			Reason:  "variables and dotfiles that programs read beside their arguments",
			Source:  "https://github.com/Yeachan-Heo/oh-my-codex/pull/3318",
			Command: "{{command}}",
			Fixture: "{{trap}}",
			Axes: []Axis{
				{"trap", texts("bash-env", "cdpath", "impostor", "path", "ripgreprc", "npmrc")},
				{"command", texts(
					"ls", "echo alpha", "cat notes.txt | sort", "cd src && ls", "cd src; ls", "cd ./src && ls",
					"git -C src status", "rg alpha", "rg --no-config alpha", "npm view left-pad", "which ls",
				)},
			},
		},
	},
}
