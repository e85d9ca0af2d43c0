package fence_test

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A workspace ws with three commits and changes of its own, beside a repository
// that lies outside it. Every leak begins with a copy.
const repositories = `
set -e
mkdir ws other
cd ws
git init -q -b main .
git config user.email a@example.com
git config user.name a
echo x.sh > .git/info/exclude
mkdir src
echo src > src/main.go; echo one > README.md; git add .; git commit -qm one
echo a > a.txt; echo z > z.txt; git add .; git commit -qm two
echo two >> README.md; git commit -qam three
echo more | tee -a README.md a.txt >> z.txt; echo new > untracked.txt
cd ../other
git init -q -b main .
git config user.email a@example.com
git config user.name a
echo OUTSIDE-SECRET > s.txt; git add .; git commit -qm OUTSIDE-COMMIT
`

// ready makes a copy whole: an index that knows its files, and x.sh, which
// leaves PWNED in the workspace.
const ready = `
set -e
git update-index -q --refresh || true
printf '#!/bin/sh\ntouch %s/PWNED\n' "$PWD" > x.sh
chmod +x x.sh
`

// leaks are repositories whose configuration makes git run x.sh, leads it out of
// the workspace or makes it change something, each by one thing of its own.
// Where residual is set the plan does not stop it, and says so; else it does.
var leaks = []struct {
	name     string
	setup    string
	command  string
	residual string
	// shows is a text that the output has only if it leaked; where it is empty,
	// leaked looks at the workspace.
	shows  string
	leaked func(root string) bool
}{
	{"external diff", `git config diff.external ./x.sh`, `git diff`, "", "", pwned},
	{"external diff of a path", `echo '*.md diff=evil' > .gitattributes; git config diff.evil.command ./x.sh`, `git diff`, "", "", pwned},
	{"textconv in diff", `echo '*.md diff=evil' > .gitattributes; git config diff.evil.textconv ./x.sh`, `git diff`, "", "", pwned},
	{"textconv in show", `echo '*.md diff=evil' > .gitattributes; git config diff.evil.textconv ./x.sh`, `git show HEAD`, "", "", pwned},
	{"textconv in blame", `echo '*.md diff=evil' > .gitattributes; git config diff.evil.textconv ./x.sh`, `git blame README.md`, "", "", pwned},
	{"fsmonitor in status", `git config core.fsmonitor ./x.sh`, `git status`, "", "", pwned},
	{"fsmonitor in diff", `git config core.fsmonitor ./x.sh`, `git diff --stat`, "", "", pwned},
	{"fsmonitor in ls-files", `git config core.fsmonitor ./x.sh`, `git ls-files -m`, "", "", pwned},
	{"hook when the index is refreshed", `cp x.sh .git/hooks/post-index-change; touch -d tomorrow src/main.go`, `git status`, "", "", pwned},
	{"hooks path", `mkdir hooks; cp x.sh hooks/post-index-change; git config core.hooksPath hooks; touch -d tomorrow src/main.go`, `git status`, "", "", pwned},
	{"signature shown by log", signedCommit + `git config log.showSignature true`, `git log -1`, "", "", pwned},
	{"signature shown by show", signedCommit + `git config log.showSignature true`, `git show -s`, "", "", pwned},
	{"signature in the pretty format", signedCommit + `git config format.pretty '%G?'`, `git log -1`, "", "", pwned},
	{"bare repository in a directory", `mkdir bare; cd bare; git init -q --bare .; git config core.bare false; git config core.worktree .; git config core.fsmonitor ../x.sh`, `cd bare && git status`, "", "", pwned},
	{"bare repository by -C", `mkdir bare; cd bare; git init -q --bare .; git config core.bare false; git config core.worktree .; git config core.fsmonitor ../x.sh`, `git -C bare status`, "", "", pwned},
	{"external diff of a submodule's log", submodule + `git -C sub config diff.external ../x.sh; git config diff.submodule diff`, `git diff`, "", "", pwned},
	{"fsmonitor of a dirty submodule", submodule + `git -C sub config core.fsmonitor ../x.sh`, `git diff`, "", "", pwned},
	{"fsmonitor of a dirty submodule in status", submodule + `git -C sub config core.fsmonitor ../x.sh`, `git status`, "", "", pwned},
	{"transport of a missing object", `
		git config remote.origin.url "ext::$PWD/x.sh"; git config remote.origin.promisor true
		git config extensions.partialClone origin; git config core.repositoryformatversion 1; git config protocol.ext.allow always
		blob=$(git rev-parse HEAD:src/main.go); rm -f .git/objects/${blob:0:2}/${blob:2}`, `git show HEAD:src/main.go`, "", "", pwned},
	{"clean filter in diff", cleanFilter, "git diff", "clean and process filters", "", pwned},
	{"clean filter in status", cleanFilter, "git status", "clean and process filters", "", pwned},
	{"clean filter in ls-files", cleanFilter, "git ls-files -m", "clean and process filters", "", pwned},
	{"clean filter in blame", cleanFilter, "git blame README.md", "clean and process filters", "", pwned},
	{"worktree elsewhere", "git config core.worktree ../../other", "git ls-files -o", "core.worktree", "s.txt", nil},
	{"git file", "mv .git ../git; printf 'gitdir: ../other/.git' > .git", "git show HEAD:s.txt", "a .git file", "OUTSIDE-SECRET", nil},
	{"alternates", "mkdir -p .git/objects/info; echo ../../../other/.git/objects > .git/objects/info/alternates; git update-ref refs/tags/t $(git -C ../other rev-parse HEAD)", "git show t:s.txt", "objects/info/alternates", "OUTSIDE-SECRET", nil},
	{"link to a repository", "ln -s ../other link", "git -C link show HEAD:s.txt", "symbolic links", "OUTSIDE-SECRET", nil},
	{"control characters in diff", `printf 'alpha \033[2J\n' >> README.md`, "git diff", "control characters", "\033[2J", nil},
	{"included configuration", "printf '[status]\\nshort = true\\n' > ../included; git config include.path ../../included", "git status", "include.path", "?? untracked.txt", nil},
	{"index", "touch -d 2001-01-01 .git/index; touch src/main.go", "git diff", "renews the index", "", renewedIndex},
	{"index in status", "touch -d 2001-01-01 .git/index; touch src/main.go", "git status", "", "", renewedIndex},
	{"split index", "git update-index --split-index; touch -d 2001-01-01 .git/sharedindex.*", "git ls-files", "split index", "", renewed},
	{"repository above the root", "rm -rf .git; cd ..; git init -q; echo OUTSIDE-SECRET > top.txt; git add top.txt; git -c user.name=a -c user.email=a@example.com commit -qm top", "git show HEAD:top.txt", "", "OUTSIDE-SECRET", nil},
	{"mailmap in log", "echo 'Mapped <m@example.com> <a@example.com>' > ../map; git config mailmap.file ../map", "git log -1", "", "Mapped", nil},
	{"mailmap in blame", "echo 'Mapped <m@example.com> <a@example.com>' > ../map; git config mailmap.file ../map", "git blame a.txt", "", "Mapped", nil},
	{"order of diff", "echo z.txt > ../order; git config diff.orderFile ../order", "git diff --name-only", "", "z.txt\nREADME.md", nil},
	{"ignored revisions", "git config blame.ignoreRevsFile ../other/s.txt", "git blame a.txt", "blame.ignoreRevsFile", "OUTSIDE-SECRET", nil},
	{"attributes", "echo 'a.txt -diff' > ../attributes; git config core.attributesFile ../attributes", "git diff", "", "Binary files", nil},
	{"excludes", "echo README.md > ../excludes; git config core.excludesFile ../excludes", "git ls-files --cached --ignored --exclude-standard", "", "README.md", nil},
}

// signedCommit makes the last commit carry a signature that x.sh is asked about.
const signedCommit = `
git config gpg.program "$PWD/x.sh"
tree=$(git rev-parse HEAD^{tree})
git update-ref HEAD $(printf 'tree %s\nauthor a <a@example.com> 1 +0000\ncommitter a <a@example.com> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nsigned\n' $tree | git hash-object -t commit -w --stdin)
`

// submodule adds a repository below that has changes of its own.
const submodule = `
git init -q -b main sub
git -C sub config user.email a@example.com
git -C sub config user.name a
echo one > sub/inner.txt; git -C sub add .; git -C sub commit -qm one
git add sub 2>/dev/null; git commit -qm sub
echo two > sub/inner.txt; git -C sub commit -qam two
echo three > sub/inner.txt
`

// cleanFilter has git clean a file whose time alone has changed, and one that
// has changed.
const cleanFilter = `printf '*.md filter=evil\n*.go filter=evil\n' > .gitattributes; git config filter.evil.clean ./x.sh; touch -d tomorrow src/main.go`

func pwned(root string) bool {
	_, err := os.Stat(filepath.Join(root, "PWNED"))
	return err == nil
}

// renewedIndex says whether the index is newer than the setup made it.
func renewedIndex(root string) bool {
	info, err := os.Stat(filepath.Join(root, ".git", "index"))
	return err == nil && info.ModTime().Year() > 2001
}

// renewed says whether the shared index is newer than the setup made it.
func renewed(root string) bool {
	names, _ := filepath.Glob(filepath.Join(root, ".git", "sharedindex.*"))
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.ModTime().Year() > 2001 {
			return true
		}
	}
	return false
}

// raw is a command as bash would run it without a plan, in an environment that
// leads git to no configuration but the repository's.
func raw(root, command string) *exec.Cmd {
	cmd := exec.Command("/bin/bash", "-c", command)
	cmd.Dir, cmd.Env = root, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + root}
	return cmd
}

// prepare runs bash that must succeed.
func prepare(t *testing.T, dir, script string) {
	t.Helper()
	if out, err := raw(dir, script).CombinedOutput(); err != nil {
		t.Fatalf("setup: %v\n%s", err, out)
	}
}

// TestPlansInHostileRepositories runs each leak as the raw command, which must leak, else
// the row proves nothing, and as the plan, which leaks where its residual says so.
func TestPlansInHostileRepositories(t *testing.T) {
	readonly := variant(t, "readonly")
	declared := map[string]bool{}
	for _, p := range readonly.Rules().Programs {
		if p.Name != "git" {
			continue
		}
		for _, text := range p.Residual {
			declared[text] = false
		}
		for _, r := range p.Rows {
			for _, text := range r.Residual {
				declared[text] = false
			}
		}
	}
	base := t.TempDir()
	prepare(t, base, repositories)
	t.Run("git", func(t *testing.T) {
		for _, leak := range leaks {
			for text := range declared {
				if leak.residual != "" && strings.Contains(text, leak.residual) {
					declared[text] = true
				}
			}
			t.Run(leak.name, func(t *testing.T) {
				t.Parallel()
				leaks := func(run func(root string) *exec.Cmd) bool {
					top := t.TempDir()
					root := filepath.Join(top, "ws")
					prepare(t, top, "cp -a "+base+"/. .")
					prepare(t, root, ready+leak.setup)
					if err := os.Remove(filepath.Join(root, "PWNED")); err != nil && !os.IsNotExist(err) {
						t.Fatal(err)
					}
					cmd := run(root)
					cmd.WaitDelay = time.Second
					out, _ := cmd.CombinedOutput()
					if leak.leaked != nil {
						return leak.leaked(root)
					}
					return strings.Contains(string(out), leak.shows)
				}
				if !leaks(func(root string) *exec.Cmd { return raw(root, leak.command) }) {
					t.Error("the raw command leaks nothing, so that the row proves nothing")
				}
				got := leaks(func(root string) *exec.Cmd {
					r := request(leak.command)
					r.Policy.Root = root
					plan, err := readonly.Decide(r)
					if err != nil {
						t.Fatal(err)
					}
					says := slices.ContainsFunc(plan.Residual, func(text string) bool { return strings.Contains(text, leak.residual) })
					if leak.residual != "" && !says {
						t.Errorf("the plan's residual does not say %q: %q", leak.residual, plan.Residual)
					}
					return plan.Command(context.Background())
				})
				if want := leak.residual != ""; got != want {
					t.Errorf("the plan leaks: %v, want %v", got, want)
				}
			})
		}
	})
	for _, text := range slices.Sorted(maps.Keys(declared)) {
		if !declared[text] {
			t.Errorf("no leak shows that the plan does not keep git from this: %s", text)
		}
	}
}
