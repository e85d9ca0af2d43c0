package agent

import (
	"os"
	"path/filepath"
	"testing"
)

func TestResolve(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"srv/ws/sub", "srv/other", "usr/bin", "proc/7/fd"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"bin": "usr/bin", "srv/ws/out": "../outside.txt", "srv/ws/abs": "/srv/other", "srv/ws/loop": "loop",
		"srv/ws/a": "b", "srv/ws/b": "sub/../c", "dev-stdout": "/proc/self/fd/1",
		"proc/7/fd/1": "pipe:[42]", "proc/7/fd/3": root + "/srv/ws/sub", "proc/7/fd/4": "/elsewhere",
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		dir, name string
		follow    bool
		want      string
	}{
		{"/srv/ws", "f", true, "/srv/ws/f"},
		{"/srv/ws", "./sub//../f/", true, "/srv/ws/f"},
		{"/srv/ws", "../../../../etc", true, "/etc"},
		{"/srv/ws", "/bin/ls", true, "/usr/bin/ls"},
		{"/srv/ws", "out", true, "/srv/outside.txt"},
		{"/srv/ws", "out", false, "/srv/ws/out"},
		{"/srv/ws", "abs/new", false, "/srv/other/new"},
		{"/srv/ws", "abs/../f", true, "/srv/f"},
		{"/srv/ws", "missing/../f", true, "/srv/ws/f"},
		{"/srv/ws", "a", true, "/srv/ws/c"},
		{"/srv/ws", "loop", true, "/srv/ws/loop"},
		{"/", "dev-stdout", true, "pipe:[42]"},
		{"/", "/proc/self/fd/3/f", true, "/srv/ws/sub/f"},
		{"/", "/proc/self/fd/4", true, "/elsewhere"},
		{"/", "/proc/self/status", true, "/proc/7/status"},
		{"/", "", true, "/"},
	}
	for _, test := range tests {
		if got := resolve(root, 7, test.dir, test.name, test.follow); got != test.want {
			t.Errorf("resolve(%q, %q, %v) = %q, want %q", test.dir, test.name, test.follow, got, test.want)
		}
	}
}

func TestBelow(t *testing.T) {
	tests := []struct {
		root, name, want string
		ok               bool
	}{
		{"/a", "/a", "/", true},
		{"/a", "/a/b", "/b", true},
		{"/a", "/ab", "", false},
		{"/a", "/", "", false},
		{"/a", "pipe:[1]", "", false},
	}
	for _, test := range tests {
		if got, ok := below(test.root, test.name); got != test.want || ok != test.ok {
			t.Errorf("below(%q, %q) = %q, %v", test.root, test.name, got, ok)
		}
	}
}
