package agent

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// A slot is one worker's mount of one fixture: a disposable root. It stays
// mounted while commands leave it clean.
//
// It has two parts. /usr is an overlay of its own, bound into the root: it is
// thrown away only when something wrote there, so that bash and git stay in
// the kernel's caches, and the log of what was opened in the other part is
// short.
type slot struct {
	fixture string
	dir     string
	root    *part
	usr     *part
	reads   *readLog
	mounted bool // the root as a whole
	frozen  bool // see freeze
}

// A part is one overlay of a slot. Below dir lie t, a tmpfs with the overlay's
// upper layer and work directory; m, the merged view; and p, the same view
// before any command, with an upper layer in q that nobody writes.
type part struct {
	at      string // where commands see it
	dir     string
	lowers  []string // topmost first
	disk    int64    // bytes
	files   int
	mounted bool
}

func (p *part) merged() string   { return filepath.Join(p.dir, "m") }
func (p *part) pristine() string { return filepath.Join(p.dir, "p") }
func (p *part) upper() string    { return filepath.Join(p.dir, "t", "upper") }
func (p *part) scratch() string  { return filepath.Join(p.dir, "t") }
func (p *part) idle() string     { return filepath.Join(p.dir, "q") }

// name is how commands name a place of the part.
func (p *part) name(place string) string { return path.Join(p.at, place) }

// place is what the part calls what commands call where; false if it is not in
// the part.
func (p *part) place(where string) (string, bool) {
	if p.at == "/" {
		return where, true
	}
	return below(p.at, where)
}

// newPart makes the part's directories and mounts its pristine view.
func newPart(at, dir string, lowers []string, disk int64, files int) (*part, error) {
	p := &part{at: at, dir: dir, lowers: lowers, disk: disk, files: files}
	for _, d := range []string{p.merged(), p.pristine(), p.scratch(), p.idle()} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, err
		}
	}
	// Its upper layer is on a file system of its own, like the real one's, so
	// that both views number the lower files alike.
	if err := mountOverlay(lowers, p.idle(), p.pristine(), 1<<20, 64); err != nil {
		return nil, fmt.Errorf("mounting the pristine view of %s: %w", at, err)
	}
	return p, nil
}

// mountOverlay mounts a tmpfs of the given size at scratch and, with its upper
// layer in there, an overlay at merged.
func mountOverlay(lowers []string, scratch, merged string, bytes int64, files int) error {
	size := fmt.Sprintf("size=%d,nr_inodes=%d,mode=755", bytes, files)
	if err := unix.Mount("tmpfs", scratch, "tmpfs", unix.MS_NOSUID, size); err != nil {
		return fmt.Errorf("scratch space: %w", err)
	}
	upper, work := filepath.Join(scratch, "upper"), filepath.Join(scratch, "work")
	err := errors.Join(unix.Mkdir(upper, 0o755), unix.Mkdir(work, 0o755), unix.Lchown(upper, idShift, idShift),
		pinTime(upper)) // it lends its attributes to the merged root
	if err == nil {
		// volatile: nothing here outlives the mount, so nothing is synced.
		err = unix.Mount("overlay", merged, "overlay", unix.MS_NOSUID|unix.MS_NOATIME, fmt.Sprintf(
			"lowerdir=%s,upperdir=%s,workdir=%s,volatile,%s", strings.Join(lowers, ":"), upper, work, overlayOptions()))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("overlay: %w", err), unix.Unmount(scratch, unix.MNT_DETACH))
	}
	return nil
}

func (p *part) mount() error {
	if p.mounted {
		return nil
	}
	if err := mountOverlay(p.lowers, p.scratch(), p.merged(), p.disk, p.files); err != nil {
		return fmt.Errorf("mounting %s: %w", p.at, err)
	}
	p.mounted = true
	return nil
}

// unmount throws everything written in the part away. Detaching lets the
// kernel free it even if something holds it open for a moment.
func (p *part) unmount() error {
	if !p.mounted {
		return nil
	}
	p.mounted = false
	return errors.Join(detach(p.merged()), detach(p.scratch()))
}

func (p *part) close() error {
	return errors.Join(p.unmount(), detach(p.pristine()), detach(p.idle()))
}

// detach unmounts what is mounted at a place, if anything is.
func detach(place string) error {
	if err := unix.Unmount(place, unix.MNT_DETACH); err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("unmounting %s: %w", place, err)
	}
	return nil
}

// clean says whether nothing at all was written in the part.
func (p *part) clean() (bool, error) {
	d, err := os.Open(p.upper())
	if err != nil {
		return false, err
	}
	defer d.Close()
	names, err := d.Readdirnames(1)
	return len(names) == 0, ignoreEOF(err)
}

// full says whether the part ran out of bytes or of files.
func (p *part) full() (bool, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(p.scratch(), &st); err != nil {
		return false, err
	}
	return st.Bfree == 0 || st.Ffree == 0, nil
}

// slotSize is what a command may write in a slot.
type slotSize struct {
	disk  int64 // bytes, of each part
	files int
}

// newSlot makes a slot of the given layers, topmost first, each a directory
// with the root's content; what lies below its usr belongs to the second part.
func newSlot(dir, fixture string, roots, usrs []string, size slotSize, reads *readLog) (*slot, error) {
	s := &slot{fixture: fixture, dir: dir, reads: reads}
	var err error
	if s.root, err = newPart("/", filepath.Join(dir, "root"), roots, size.disk, size.files); err != nil {
		return nil, err
	}
	if s.usr, err = newPart("/usr", filepath.Join(dir, "usr"), usrs, size.disk, size.files); err != nil {
		return nil, errors.Join(err, s.root.close())
	}
	return s, nil
}

func (s *slot) parts() []*part { return []*part{s.root, s.usr} }

// partOf returns the part that holds a place and the place within it.
func (s *slot) partOf(where string) (*part, string) {
	if rest, ok := below(s.usr.at, where); ok {
		return s.usr, rest
	}
	return s.root, where
}

// merged is the directory that commands are chrooted in.
func (s *slot) merged() string { return s.root.merged() }

// mount mounts a fresh root, unless a clean one is mounted.
func (s *slot) mount() error {
	if s.mounted {
		return nil
	}
	for _, p := range s.parts() {
		if err := p.mount(); err != nil {
			return errors.Join(fmt.Errorf("fixture %s: %w", s.fixture, err), s.discard())
		}
	}
	s.mounted = true
	const kernelFS = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	err := unix.Mount(s.usr.merged(), filepath.Join(s.merged(), s.usr.at), "", unix.MS_BIND, "")
	if err == nil {
		err = unix.Mount("proc", filepath.Join(s.merged(), "proc"), "proc", kernelFS, "")
	}
	if err == nil {
		err = bindDevices(s.merged())
	}
	if err == nil {
		err = s.reads.watch(s.merged())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("completing the root of %s: %w", s.fixture, err), s.discard())
	}
	return nil
}

// uncover unmounts what lies on the root's overlay.
func (s *slot) uncover() error {
	return errors.Join(unbindDevices(s.merged()), detach(filepath.Join(s.merged(), "proc")), detach(filepath.Join(s.merged(), s.usr.at)))
}

// discard throws the root away, but keeps a clean /usr for the next one.
func (s *slot) discard() error {
	s.mounted = false
	err := s.uncover()
	keep := false
	if s.usr.mounted && !s.frozen {
		var cleanErr error
		keep, cleanErr = s.usr.clean()
		err = errors.Join(err, cleanErr)
	}
	if !keep {
		err = errors.Join(err, s.usr.unmount())
	}
	s.frozen = false
	return errors.Join(err, s.root.unmount())
}

// freeze unmounts the views but keeps what was written, to be the layers of
// another slot.
func (s *slot) freeze() error {
	s.frozen = true
	err := s.uncover()
	for _, p := range s.parts() {
		err = errors.Join(err, detach(p.merged()))
	}
	return err
}

// dirty returns the parts in which something was written.
func (s *slot) dirty() ([]*part, error) {
	var dirty []*part
	for _, p := range s.parts() {
		clean, err := p.clean()
		if err != nil {
			return nil, err
		}
		if !clean {
			dirty = append(dirty, p)
		}
	}
	return dirty, nil
}

// close unmounts the slot for good.
func (s *slot) close() error {
	return errors.Join(s.discard(), s.root.close(), s.usr.close())
}
