package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// A slot is one worker's mount of one fixture: a disposable root. It stays
// mounted while commands leave it clean.
//
// Below dir lie t, a tmpfs with the overlay's upper layer and work directory;
// m, the merged view that commands are chrooted in; and p, the same view
// before any command, with an upper layer in q that nobody writes.
type slot struct {
	fixture string
	dir     string
	lowers  []string // topmost first
	disk    int64    // bytes
	files   int
	mounted bool
}

func (s *slot) merged() string   { return filepath.Join(s.dir, "m") }
func (s *slot) pristine() string { return filepath.Join(s.dir, "p") }
func (s *slot) upper() string    { return filepath.Join(s.dir, "t", "upper") }
func (s *slot) scratch() string  { return filepath.Join(s.dir, "t") }

// newSlot makes the slot's directories and mounts its pristine view.
func newSlot(dir, fixture string, lowers []string, disk int64, files int) (*slot, error) {
	s := &slot{fixture: fixture, dir: dir, lowers: lowers, disk: disk, files: files}
	idle := filepath.Join(dir, "q")
	for _, d := range []string{s.merged(), s.pristine(), s.scratch(), idle} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, err
		}
	}
	// Its upper layer is on a file system of its own, like the real one's, so
	// that both views number the lower files alike.
	if err := mountOverlay(lowers, idle, s.pristine(), 1<<20, 64); err != nil {
		return nil, fmt.Errorf("mounting the pristine view of %s: %w", fixture, err)
	}
	return s, nil
}

// mountOverlay mounts a tmpfs of the given size at scratch and, with its upper
// layer in there, an overlay at merged.
func mountOverlay(lowers []string, scratch, merged string, bytes int64, files int) error {
	size := fmt.Sprintf("size=%d,nr_inodes=%d,mode=755", bytes, files)
	if err := unix.Mount("tmpfs", scratch, "tmpfs", unix.MS_NOSUID, size); err != nil {
		return fmt.Errorf("scratch space: %w", err)
	}
	upper, work := filepath.Join(scratch, "upper"), filepath.Join(scratch, "work")
	err := errors.Join(unix.Mkdir(upper, 0o755), unix.Mkdir(work, 0o755), unix.Lchown(upper, idShift, idShift))
	if err == nil {
		// volatile: nothing here outlives the mount, so nothing is synced.
		// redirect_dir: rename(2) of a directory works as on a plain disk.
		// xino: a file keeps its inode number when it is copied up.
		err = unix.Mount("overlay", merged, "overlay", unix.MS_NOSUID|unix.MS_NOATIME, fmt.Sprintf(
			"lowerdir=%s,upperdir=%s,workdir=%s,volatile,redirect_dir=on,xino=on", strings.Join(lowers, ":"), upper, work))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("overlay: %w", err), unix.Unmount(scratch, unix.MNT_DETACH))
	}
	return nil
}

// mount mounts a fresh root, unless a clean one is mounted.
func (s *slot) mount() error {
	if s.mounted {
		return nil
	}
	if err := mountOverlay(s.lowers, s.scratch(), s.merged(), s.disk, s.files); err != nil {
		return fmt.Errorf("mounting the root of %s: %w", s.fixture, err)
	}
	s.mounted = true
	const kernelFS = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	if err := unix.Mount("proc", filepath.Join(s.merged(), "proc"), "proc", kernelFS, ""); err != nil {
		return errors.Join(fmt.Errorf("mounting proc: %w", err), s.unmount())
	}
	return nil
}

// clean says whether nothing at all was written.
func (s *slot) clean() (bool, error) {
	d, err := os.Open(s.upper())
	if err != nil {
		return false, err
	}
	defer d.Close()
	names, err := d.Readdirnames(1)
	return len(names) == 0, ignoreEOF(err)
}

// full says whether the scratch space ran out of bytes or of files.
func (s *slot) full() (bool, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(s.scratch(), &st); err != nil {
		return false, err
	}
	return st.Bfree == 0 || st.Ffree == 0, nil
}

// unmount throws the root and everything written in it away. Detaching lets
// the kernel free it even if something holds it open for a moment.
func (s *slot) unmount() error {
	if !s.mounted {
		return nil
	}
	s.mounted = false
	var errs []error
	for _, m := range []string{filepath.Join(s.merged(), "proc"), s.merged(), s.scratch()} {
		if err := unix.Unmount(m, unix.MNT_DETACH); err != nil && !errors.Is(err, unix.EINVAL) {
			errs = append(errs, fmt.Errorf("unmounting %s: %w", m, err))
		}
	}
	return errors.Join(errs...)
}

// close unmounts the slot for good.
func (s *slot) close() error {
	return errors.Join(s.unmount(), unix.Unmount(s.pristine(), unix.MNT_DETACH),
		unix.Unmount(filepath.Join(s.dir, "q"), unix.MNT_DETACH))
}
