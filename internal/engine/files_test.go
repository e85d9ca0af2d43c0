package engine

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// names lists a folder, the hidden files too.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestFilesAppearTogether(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	files, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		w, err := files.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, "content of "+name); err != nil {
			t.Fatal(err)
		}
		for _, seen := range strings.Fields(names(t, dir)) {
			if !strings.HasPrefix(seen, ".") {
				t.Errorf("%s is there before the commit", seen)
			}
		}
	}
	if err := files.Commit(); err != nil {
		t.Fatal(err)
	}
	files.Abort()
	if got := names(t, dir); got != "a b" {
		t.Errorf("the folder holds %s, want a b", got)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "b")); string(text) != "content of b" {
		t.Errorf("b holds %q (%v)", text, err)
	}
}

func TestFilesAbort(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("of an earlier run"), 0o666); err != nil {
		t.Fatal(err)
	}
	files, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := files.Create("a"); err != nil {
		t.Fatal(err)
	}
	files.Abort()
	if got := names(t, dir); got != "a" {
		t.Errorf("the folder holds %s, want a", got)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "a")); string(text) != "of an earlier run" {
		t.Errorf("a holds %q", text)
	}
}

func TestFilesInAFolderThatIsNone(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{plain, filepath.Join(plain, "below"), "/proc/nothing"} {
		_, err := OpenFiles(dir)
		var output *OutputError
		if !errors.As(err, &output) || !strings.Contains(err.Error(), dir) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v", dir, err)
		}
	}
	// A folder that is there and takes no file.
	files, err := OpenFiles("/proc")
	if err != nil {
		t.Fatal(err)
	}
	_, err = files.Create("a")
	var output *OutputError
	if !errors.As(err, &output) {
		t.Errorf("the error is %v", err)
	}
}

// On a full disk nothing gets its name and nothing is left, whether the write or
// the commit finds out.
func TestFilesOnAFullDisk(t *testing.T) {
	for _, size := range []int{100 << 10, 1 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			dir := tinyDisk(t)
			files, err := OpenFiles(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer files.Abort()
			small, err := files.Create("small")
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(small, "fits")
			big, err := files.Create("big")
			if err != nil {
				t.Fatal(err)
			}
			if _, err = io.WriteString(big, strings.Repeat("x", size)); err != nil {
				files.Abort()
			} else {
				err = files.Commit()
			}
			if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), filepath.Join(dir, "big")) || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is %v", err)
			}
			if got := names(t, dir); got != "" {
				t.Errorf("the folder still holds %s", got)
			}
		})
	}
}

// tinyDisk mounts a file system of 64 KiB, which only root can.
func tinyDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("needs to mount a tmpfs: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}
