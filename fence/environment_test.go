package fence_test

import (
	"context"
	"os"
	"path/filepath"
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
