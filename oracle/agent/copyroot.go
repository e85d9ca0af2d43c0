package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
)

// notCopied lists what is not part of the image: kernel file systems, the
// agent's own state, and files that the engine writes into every container.
var notCopied = map[string]bool{
	"/proc": true, "/sys": true, "/dev": true, "/oracle": true, "/.dockerenv": true,
	"/etc/hostname": true, "/etc/hosts": true, "/etc/resolv.conf": true, "/etc/mtab": true,
}

// pinnedFiles stand in for the files that the engine writes.
var pinnedFiles = map[string]string{
	"/etc/hostname":    hostName + "\n",
	"/etc/hosts":       "127.0.0.1\tlocalhost\n127.0.1.1\t" + hostName + "\n",
	"/etc/resolv.conf": "",
}

// pinnedTime is when whatever the agent makes was last changed, so that no
// output tells when the agent started.
var pinnedTime = fixtures.ModTime

func pinTime(path string) error {
	t := unix.NsecToTimespec(pinnedTime.UnixNano())
	return unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{t, t}, unix.AT_SYMLINK_NOFOLLOW)
}

// hostName is the host name that commands see.
const hostName = "fencediff"

// devices are the nodes of the sandbox's /dev.
var devices = []struct {
	name         string
	major, minor uint32
}{
	{"null", 1, 3}, {"zero", 1, 5}, {"full", 1, 7}, {"random", 1, 8}, {"urandom", 1, 9}, {"tty", 5, 0},
}

// deviceLinks are the symbolic links of the sandbox's /dev.
var deviceLinks = map[string]string{
	"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2",
	"ptmx": "pts/ptmx",
}

// copyRoot copies the image's root from src to dst with shifted owners and
// returns the toolset digest: the hash over sorted path, type, mode and
// content digest of everything copied.
func copyRoot(src, dst string) (toolset string, err error) {
	if err := os.MkdirAll(dst, 0o755); err != nil {
		return "", err
	}
	c := &rootCopier{src: src, dst: dst, seen: map[[2]uint64]*copiedFile{}}
	err = filepath.WalkDir(src, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := "/" + rel(src, path)
		if notCopied[name] {
			info, err := os.Lstat(path)
			if err == nil && info.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		return c.entry(name)
	})
	if err = errors.Join(err, c.copyFiles()); err != nil {
		return "", fmt.Errorf("copying the root: %w", err)
	}
	if err := addSystemFiles(dst); err != nil {
		return "", fmt.Errorf("completing the root: %w", err)
	}
	if err := c.finishDirs(); err != nil {
		return "", fmt.Errorf("dating the root's directories: %w", err)
	}
	return c.digest(), nil
}

func rel(base, path string) string {
	r, err := filepath.Rel(base, path)
	if err != nil || r == "." {
		return ""
	}
	return r
}

type rootCopier struct {
	src, dst string
	seen     map[[2]uint64]*copiedFile // files with several names, by device and inode
	files    []*copiedFile
	dirs     []copiedDir
	lines    []string // digest lines of everything but regular files
}

type copiedDir struct {
	name string
	stat unix.Stat_t
}

type copiedFile struct {
	name   string
	others []string // its other names; engines keep them or make files of them
	stat   unix.Stat_t
	digest [sha256.Size]byte
}

// entry copies one directory, link or special file at once and notes a regular
// file for copyFiles.
func (c *rootCopier) entry(name string) error {
	from, to := filepath.Join(c.src, name), filepath.Join(c.dst, name)
	var st unix.Stat_t
	if err := unix.Lstat(from, &st); err != nil {
		return err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		c.lines = append(c.lines, fmt.Sprintf("%s %o dir", name, st.Mode&0o7777))
		if err := os.Mkdir(to, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		c.dirs = append(c.dirs, copiedDir{name, st})
		return nil // finishDirs does the rest
	case unix.S_IFLNK:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		c.lines = append(c.lines, fmt.Sprintf("%s link %s", name, target))
		if err := os.Symlink(target, to); err != nil {
			return err
		}
	case unix.S_IFREG:
		if st.Nlink > 1 {
			key := [2]uint64{st.Dev, st.Ino}
			if first, ok := c.seen[key]; ok {
				first.others = append(first.others, name)
				return os.Link(filepath.Join(c.dst, first.name), to)
			}
		}
		copied := &copiedFile{name: name, stat: st}
		c.files, c.seen[[2]uint64{st.Dev, st.Ino}] = append(c.files, copied), copied
		f, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		return f.Close()
	default:
		return nil // sockets and devices of an image are of no use to a command
	}
	return applyStat(to, &st)
}

// copyFiles fills the regular files, one goroutine a core.
func (c *rootCopier) copyFiles() error {
	work := make(chan *copiedFile)
	errs := make([]error, runtime.NumCPU())
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			for f := range work {
				if errs[i] == nil {
					errs[i] = c.fill(f)
				}
			}
		})
	}
	for _, f := range c.files {
		work <- f
	}
	close(work)
	wg.Wait()
	return errors.Join(errs...)
}

func (c *rootCopier) fill(f *copiedFile) error {
	to := filepath.Join(c.dst, f.name)
	in, err := os.Open(filepath.Join(c.src, f.name))
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer out.Close()
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(out, hash), in); err != nil {
		return err
	}
	hash.Sum(f.digest[:0])
	return applyStat(to, &f.stat)
}

// finishDirs gives the directories their attributes once nothing is added to
// them any more. Their times are pinned, since they tell when the image was
// built; those of files are not, since compiled Python names its source's.
func (c *rootCopier) finishDirs() error {
	for i := len(c.dirs) - 1; i >= 0; i-- {
		d := &c.dirs[i]
		d.stat.Mtim = unix.NsecToTimespec(pinnedTime.UnixNano())
		if err := applyStat(filepath.Join(c.dst, d.name), &d.stat); err != nil {
			return err
		}
	}
	return nil
}

func (c *rootCopier) digest() string {
	lines := c.lines
	if rootless {
		// Owners other than the user's own are lost, and listings show them.
		lines = append(lines, "rootless")
	}
	for _, f := range c.files {
		for _, name := range append(f.others, f.name) {
			lines = append(lines, fmt.Sprintf("%s %o file %x", name, f.stat.Mode&0o7777, f.digest))
		}
	}
	sort.Strings(lines)
	hash := sha256.New()
	for _, line := range lines {
		fmt.Fprintf(hash, "%q\n", line)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// applyStat gives path the owner, shifted, the mode and the times of st.
// Changing the owner clears set-id bits, so the mode comes after.
func applyStat(path string, st *unix.Stat_t) error {
	if err := unix.Lchown(path, int(st.Uid)+idShift, int(st.Gid)+idShift); err != nil {
		return &os.PathError{Op: "chown", Path: path, Err: err}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFLNK {
		if err := unix.Chmod(path, st.Mode&0o7777); err != nil {
			return &os.PathError{Op: "chmod", Path: path, Err: err}
		}
	}
	times := []unix.Timespec{st.Mtim, st.Mtim}
	return unix.UtimesNanoAt(unix.AT_FDCWD, path, times, unix.AT_SYMLINK_NOFOLLOW)
}

// addSystemFiles adds mount points, devices and the pinned files.
func addSystemFiles(root string) error {
	for _, dir := range []string{"/proc", "/sys", "/dev", "/dev/pts", "/dev/shm"} {
		mode := os.FileMode(0o755)
		if dir == "/dev/shm" {
			mode = 0o777 | os.ModeSticky
		}
		if err := os.MkdirAll(root+dir, 0o755); err != nil {
			return err
		}
		if err := os.Chmod(root+dir, mode); err != nil {
			return err
		}
	}
	for _, d := range devices {
		path := root + "/dev/" + d.name
		if rootless { // see bindDevices
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				return err
			}
			continue
		}
		if err := unix.Mknod(path, unix.S_IFCHR|0o666, int(unix.Mkdev(d.major, d.minor))); err != nil {
			return &os.PathError{Op: "mknod", Path: path, Err: err}
		}
		if err := os.Chmod(path, 0o666); err != nil {
			return err
		}
	}
	for name, target := range deviceLinks {
		if err := os.Symlink(target, root+"/dev/"+name); err != nil {
			return err
		}
	}
	for name, text := range pinnedFiles {
		if err := os.WriteFile(root+name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	for name := range pinnedFiles {
		if err := pinTime(root + name); err != nil {
			return err
		}
	}
	for _, dir := range []string{"/proc", "/sys", "/dev"} {
		err := filepath.WalkDir(root+dir, func(path string, _ fs.DirEntry, err error) error {
			return errors.Join(err, pinTime(path))
		})
		if err != nil {
			return err
		}
	}
	return shiftOwners(root)
}

// shiftOwners shifts every owner below dir that is not shifted yet.
func shiftOwners(dir string) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(path, &st); err != nil {
			return err
		}
		if int(st.Uid) >= idShift {
			return nil
		}
		return applyStat(path, &st)
	})
}
