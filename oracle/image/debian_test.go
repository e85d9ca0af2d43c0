package image

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// write makes a file with its parent directories.
func write(t *testing.T, name, content string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

// needTools skips a test where a base cannot be made; with CI set it fails.
func needTools(t *testing.T) {
	t.Helper()
	if err := checkTools(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// deb builds a package from the files below tree.
func deb(t *testing.T, tree string) string {
	t.Helper()
	write(t, filepath.Join(tree, "DEBIAN/control"), "Package: p\nVersion: 1\nArchitecture: all\nMaintainer: m\nDescription: d\n", 0o644)
	file := filepath.Join(t.TempDir(), "p.deb")
	if out, err := exec.Command("dpkg-deb", "--root-owner-group", "--build", tree, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

func TestUnpackDeb(t *testing.T) {
	needTools(t)
	tree, dir := t.TempDir(), t.TempDir()
	write(t, filepath.Join(tree, "bin/tool"), "tool", 0o755)
	write(t, filepath.Join(tree, "usr/share/doc/p/changelog"), "long", 0o644)
	write(t, filepath.Join(tree, "usr/share/man/man1/p.1"), "page", 0o644)
	if err := os.Chmod(filepath.Join(tree, "bin/tool"), 0o755|fs.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	if err := makeLinks(dir, mergedUsr); err != nil {
		t.Fatal(err)
	}
	if err := unpackDeb(context.Background(), deb(t, tree), dir); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(filepath.Join(dir, "bin")); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("/bin is no link any more: %v %v", info, err)
	}
	if info, err := os.Lstat(filepath.Join(dir, "usr/bin/tool")); err != nil || info.Mode() != 0o755|fs.ModeSetuid {
		t.Errorf("/usr/bin/tool: %v %v", info, err)
	}
	for _, p := range []string{"usr/share/doc/p/changelog", "usr/share/man/man1"} {
		if _, err := os.Lstat(filepath.Join(dir, p)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s was unpacked", p)
		}
	}
}

func TestUnpackDebReportsADamagedPackage(t *testing.T) {
	needTools(t)
	tree := t.TempDir()
	write(t, filepath.Join(tree, "bin/tool"), strings.Repeat("tool", 100), 0o755)
	whole, err := os.ReadFile(deb(t, tree))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cut.deb")
	write(t, file, string(whole[:len(whole)-20]), 0o644)
	if err := unpackDeb(context.Background(), file, t.TempDir()); err == nil || !strings.Contains(err.Error(), "cut.deb") {
		t.Errorf("got %v, want an error that names the package", err)
	}
}

func TestFinishDoesWhatMaintainerScriptsDo(t *testing.T) {
	dir := t.TempDir()
	if err := makeLinks(dir, mergedUsr); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "root"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, d := range defaults {
		write(t, filepath.Join(dir, d.target), d.path, 0o644)
	}
	if err := os.MkdirAll(filepath.Join(dir, "etc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := finish(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("alternatives without a program: %v", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "etc/alternatives")); err != nil {
		t.Fatal(err)
	}
	for _, a := range alternatives {
		write(t, filepath.Join(dir, a.target), "", 0o755)
	}
	if err := finish(dir); err != nil {
		t.Fatal(err)
	}
	for _, a := range alternatives {
		middle, err := os.Readlink(filepath.Join(dir, a.path))
		if err != nil {
			t.Fatal(err)
		}
		if end, err := os.Readlink(filepath.Join(dir, middle)); err != nil || end != a.target {
			t.Errorf("%s leads to %s (%v)", a.path, end, err)
		}
	}
	for _, d := range defaults {
		if content, err := os.ReadFile(filepath.Join(dir, d.path)); err != nil || string(content) != d.path {
			t.Errorf("%s holds %q (%v)", d.path, content, err)
		}
	}
}

func TestRelease(t *testing.T) {
	file := filepath.Join(t.TempDir(), "os-release")
	for text, want := range map[string]string{
		"ID=debian\nVERSION_CODENAME=bookworm\n":                         "debian bookworm",
		"VERSION_CODENAME=\"noble\"\nID='ubuntu'\nID_LIKE=debian\n#\n":   "ubuntu noble",
		"ID=debian\nPRETTY_NAME=\"Debian GNU/Linux bookworm\"\nbroken\n": "debian ",
	} {
		write(t, file, text, 0o644)
		if got := release(file); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := release(filepath.Join(t.TempDir(), "none")); got != "" {
		t.Errorf("no file: got %q", got)
	}
}

func TestMissingToolsAreNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := Bootstrap(context.Background(), filepath.Join(t.TempDir(), "root"), &bytes.Buffer{})
	var missing *MissingToolsError
	if !errors.As(err, &missing) || !strings.HasPrefix(strings.Join(missing.Tools, " "), "apt-get dpkg-deb tar") {
		t.Errorf("got %v, want the three programs named", err)
	}
}

func TestBootstrapLeavesAFullDirectoryAlone(t *testing.T) {
	needTools(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "", 0o644)
	if err := Bootstrap(context.Background(), dir, &bytes.Buffer{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want fs.ErrExist", err)
	}
}

// TestBootstrapMakesARunningSystem downloads and unpacks the whole system.
func TestBootstrapMakesARunningSystem(t *testing.T) {
	if testing.Short() {
		t.Skip("downloads 65 MB")
	}
	needTools(t)
	dir := filepath.Join(t.TempDir(), "root")
	var progress bytes.Buffer
	if err := Bootstrap(context.Background(), dir, &progress); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(progress.String(), "image: "); lines < 3 {
		t.Errorf("progress was %q", progress.String())
	}
	for command, want := range map[string]string{
		"echo $BASH_VERSION":                                "5.2.15(1)-release\n",
		"awk 'BEGIN { print 1 }'":                           "1\n",
		"python3 -c 'import json; print(1)'":                "1\n",
		"echo 'use POSIX; print 1' > /tmp/p && perl /tmp/p": "1",
		"curl x 2>&1":                                       "curl: recording stub: not run\n",
		"fd --version":                                      "fdfind 8.6.0\n",
		"file -b --mime-type /etc/passwd":                   "text/plain\n",
	} {
		cmd := exec.Command("/bin/bash", "-c", command)
		cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}, chroot(dir)
		if out, err := cmd.Output(); err != nil || string(out) != want {
			t.Errorf("%s: %q, %v, want %q", command, out, err, want)
		}
	}
}
