package agent

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// An overlay whose marks are user attributes refuses to rename a directory of a
// lower layer (EXDEV), where a plain disk would do it. Then the tracer makes a
// copy of the directory, which lies in the upper layer alone and can move, puts
// it in the directory's place and has the process call again.

// moveByCopy prepares the rename of a directory that was refused. It returns
// false for a rename that would be refused anyway, and leaves all as it was.
func (t *tracer) moveByCopy(pid int, r *record) bool {
	var source, into unix.Stat_t
	if unix.Lstat(t.root+r.source, &source) != nil || source.Mode&unix.S_IFMT != unix.S_IFDIR ||
		unix.Stat(filepath.Dir(t.root+r.target), &into) != nil || source.Dev != into.Dev {
		return false
	}
	if _, err := os.ReadDir(t.root + r.target); err == nil && os.Remove(t.root+r.target) != nil {
		t.fail(fmt.Errorf("%s cannot be moved over %s without privileges; use the docker launcher, or local as root", r.source, r.target))
		return false
	}
	if err := renewDirectory(t.root + r.source); err != nil {
		t.fail(fmt.Errorf("moving %s without privileges: %w", r.source, err))
		return false
	}
	if err := callAgain(pid); err != nil {
		t.fail(err)
		return false
	}
	return true
}

// moved takes note of a successful rename: of a copy, or of what lay in one.
func (t *tracer) moved(r *record, copied bool) {
	if copied {
		t.copies[r.target] = r.source
		return
	}
	for now, former := range t.copies {
		rest, ok := below(now, r.source)
		if !ok {
			continue
		}
		if rest == "/" {
			delete(t.copies, now)
			rest = ""
		}
		t.copies[r.target] = former + rest
		return
	}
}

// renewDirectory puts a copy of a directory in its place.
func renewDirectory(dir string) error {
	making, err := os.MkdirTemp(filepath.Dir(dir), ".fencediff-moving-")
	if err != nil {
		return err
	}
	if err := copyTree(dir, making); err != nil {
		return errors.Join(err, os.RemoveAll(making))
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(making, dir)
}

// copyTree copies what is in a directory into another, and its attributes last,
// since filling it dates it.
func copyTree(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		here, there := filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())
		if entry.IsDir() {
			err = os.Mkdir(there, 0o700)
			if err == nil {
				err = copyTree(here, there)
			}
		} else {
			err = copyNode(here, there)
		}
		if err != nil {
			return err
		}
	}
	return copyAttributes(from, to)
}

// copyNode copies a file that is no directory.
func copyNode(from, to string) error {
	var st unix.Stat_t
	if err := unix.Lstat(from, &st); err != nil {
		return &os.PathError{Op: "lstat", Path: from, Err: err}
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFLNK:
		target, err := os.Readlink(from)
		if err == nil {
			err = os.Symlink(target, to)
		}
		return errors.Join(err, copyAttributes(from, to))
	case unix.S_IFREG:
		return errors.Join(copyContent(from, to), copyAttributes(from, to))
	}
	if err := unix.Mknod(to, st.Mode, int(st.Rdev)); err != nil {
		return &os.PathError{Op: "mknod", Path: to, Err: err}
	}
	return copyAttributes(from, to)
}

func copyContent(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// copyAttributes gives a copy the owner, mode and times of what it is a copy of.
func copyAttributes(from, to string) error {
	var st unix.Stat_t
	if err := unix.Lstat(from, &st); err != nil {
		return &os.PathError{Op: "lstat", Path: from, Err: err}
	}
	st.Uid, st.Gid = st.Uid-uint32(idShift), st.Gid-uint32(idShift)
	return applyStat(to, &st)
}

// callLength is how long the instruction is that calls the kernel, in bytes.
const callLength = 2

// callAgain has a process that stopped at the end of a system call make the
// same call again.
func callAgain(pid int) error {
	var regs unix.PtraceRegs
	if err := unix.PtraceGetRegs(pid, &regs); err != nil {
		return fmt.Errorf("reading the registers of process %d: %w", pid, err)
	}
	regs.Rip -= callLength
	regs.Rax = regs.Orig_rax
	if err := unix.PtraceSetRegs(pid, &regs); err != nil {
		return fmt.Errorf("setting the registers of process %d: %w", pid, err)
	}
	return nil
}
