package fence_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
)

// TestPlanInheritsNothing runs plans in a caller whose environment is hostile.
func TestPlanInheritsNothing(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"sub", "elsewhere/sub"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	rc := filepath.Join(root, "rc")
	if err := os.WriteFile(rc, []byte("touch "+filepath.Join(root, "PWNED")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BASH_ENV", rc)
	t.Setenv("ENV", rc)
	t.Setenv("BASH_FUNC_ls%%", "() { touch "+filepath.Join(root, "PWNED")+"; }")
	t.Setenv("BASHOPTS", "nullglob:dotglob")
	t.Setenv("SHELLOPTS", "xtrace")
	t.Setenv("PS4", "$(touch "+filepath.Join(root, "PWNED")+")")
	t.Setenv("CDPATH", filepath.Join(root, "elsewhere"))
	t.Setenv("GLOBIGNORE", "sub")
	t.Setenv("GIT_DIR", root)
	t.Setenv("GIT_EXTERNAL_DIFF", rc)
	t.Setenv("PAGER", rc)
	t.Setenv("PATH", root)
	t.Setenv("LC_ALL", "C")
	t.Setenv("HOME", root)
	before := os.Environ()

	for _, row := range []struct{ variant, command, want string }{
		{"readonly", "ls", "elsewhere\nrc\nsub\n"},
		{"readonly", "ls ./*", "./rc\n\n./elsewhere:\nsub\n\n./sub:\n"},
		{"walk", "pwd; cd sub; pwd", root + "\n" + root + "/sub\n"},
		{"readonly", "cd sub && pwd", root + "/sub\n"},
		{"readonly", "cat -", ""},
	} {
		r := request(row.command)
		r.Policy.Root = root
		plan, err := variant(t, row.variant).Decide(r)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, entry := range before {
			for _, got := range plan.Environ() {
				if got == entry {
					t.Errorf("%q: %s reaches the plan", row.command, entry)
				}
			}
		}
		out, err := plan.Command(context.Background()).CombinedOutput()
		if err != nil || string(out) != row.want {
			t.Errorf("%q prints %q, %v; want %q", row.command, out, err, row.want)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "PWNED")); err == nil {
		t.Error("the caller's environment ran something")
	}
}

// TestPlanPathLeavesOutTheRoot: programs are never found in the workspace.
func TestPlanPathLeavesOutTheRoot(t *testing.T) {
	for root, want := range map[string]string{
		"/srv/ws":    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"/usr/local": "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
		"/usr":       "PATH=/sbin:/bin",
		"/":          "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
	} {
		plan, err := variant(t, "readonly").Decide(fence.Request{Command: "ls", Policy: fence.Policy{Root: root}})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Environ()[0]; got != want {
			t.Errorf("root %s: %s, want %s", root, got, want)
		}
	}
}

// TestPlanStaysBelowTheParent: git does not find the repository above the root,
// and where a parent's name would keep it from that it refuses.
func TestPlanStaysBelowTheParent(t *testing.T) {
	for _, row := range []struct{ parent, root, command, want string }{
		{"above", "ws", "git log", "admit"},
		{"above", "w:s", "git log", "admit"},
		{"a:b", "ws", "git log", "program"}, // a list of two other directories
		{"a:b/c", "ws", "ls && git -C sub show HEAD:outside.txt", "program"},
		{":", "ws", "git status", "program"},
		{"a:b", "ws", "ls", "admit"},
		{"a:b", "ws", "gh pr list", "program"}, // gh runs git
	} {
		parent := filepath.Join(t.TempDir(), row.parent)
		root := filepath.Join(parent, row.root)
		if err := os.MkdirAll(filepath.Join(root, "sub"), 0o755); err != nil {
			t.Fatal(err)
		}
		init := exec.Command("git", "init", "-q", parent)
		init.Env = []string{"PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null"}
		if out, err := init.CombinedOutput(); err != nil {
			t.Fatalf("git init: %v\n%s", err, out)
		}
		r := request(row.command)
		r.Policy.Root, r.Grants.Network = root, true
		if got := says(variant(t, "readonly"), r); got != row.want {
			t.Errorf("%q in %s/%s: %s, want %s", row.command, row.parent, row.root, got, row.want)
		}
		if plan, err := variant(t, "readonly").Decide(r); err == nil && row.command == "git log" {
			out, _ := plan.Command(context.Background()).CombinedOutput()
			if !strings.Contains(string(out), "not a git repository") {
				t.Errorf("%q in %s/%s reads a repository above the root:\n%s", row.command, row.parent, row.root, out)
			}
		}
	}
}
