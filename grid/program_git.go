package grid

// gitPrograms are the git rows of the grammar. What an option needs to run at
// all (ls-files -i needs -c and a pattern) stands with it.
var gitPrograms = []program{
	{
		name: "git-status", head: "git status", operand: "src", outside: "../outside.txt",
		options: texts(
			"-s", "--short", "-b", "--branch", "--ignored", "--porcelain", "--untracked-files=no",
			"--untracked-files=normal", "--untracked-files=all",
		),
	},
	{
		name: "git-diff", head: "git diff", operand: "HEAD", outside: "README.md ../outside.txt",
		options: texts(
			"--cached", "--staged", "--stat", "--numstat", "--shortstat", "--name-only", "--name-status",
			"--check", "--no-renames", "--color", "--no-color", "--word-diff", "-U1", "--unified=2",
			"--diff-filter M",
		),
	},
	{
		name: "git-log", head: "git log", operand: "HEAD", outside: "-- ../outside.txt",
		options: texts(
			"--oneline", "--decorate", "--graph", "--stat", "--numstat", "--shortstat", "--name-only",
			"--name-status", "--no-patch", "--all", "--branches", "--tags", "--remotes", "--first-parent",
			"--reverse", "--color", "--no-color", "-n 1", "-1", "--max-count 1", "--since 2020-01-01",
			"--until 2030-01-01", "--author .", "--grep beta",
		),
	},
	{
		name: "git-show", head: "git show", operand: "HEAD", outside: "HEAD:../outside.txt",
		options: texts(
			"--stat", "--numstat", "--shortstat", "--name-only", "--name-status", "--no-patch", "-s", "--color",
			"--no-color", "-U1", "--unified=2",
		),
	},
	{
		name: "git-ls-files", head: "git ls-files", operand: "src", outside: "../outside.txt",
		options: texts(
			"-c", "--cached", "-d", "--deleted", "-m", "--modified", "-o", "--others", "-i -c --exclude '*.go'",
			"--ignored -o --exclude-standard", "--stage", "--unmerged", "--killed", "--exclude-standard",
			"--deduplicate", "--exclude '*.md'", "-o --exclude-from notes.txt",
		),
	},
	{
		name: "git-blame", head: "git blame", operand: "notes.txt", outside: "../outside.txt",
		options: texts(
			"-w", "--line-porcelain", "--porcelain", "--show-stats", "--show-name", "--show-number",
			"--reverse HEAD~1..HEAD", "--first-parent", "-L 1,2", "--since 2020-01-01",
		),
	},
	{
		name: "git-grep", head: "git grep", operand: "alpha", outside: "alpha -- ../outside.txt",
		options: texts(
			"-n", "--line-number", "-i", "--ignore-case", "-I", "-l", "--files-with-matches", "-L",
			"--files-without-match", "-w", "--word-regexp", "-F", "--fixed-strings", "-E", "--extended-regexp",
			"--cached", "--untracked", "--exclude-standard", "-e beta --and -e", "--max-depth 1",
		),
	},
}
