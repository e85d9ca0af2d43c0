package agent

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/oracle"
)

// The overlay's own marks, kept in extended attributes of the upper layer.
// Source: Documentation/filesystems/overlayfs.rst of the Linux kernel.
const (
	xattrOpaque   = "overlay.opaque"   // "y": the lower directory is hidden
	xattrRedirect = "overlay.redirect" // the lower directory's old place
)

// xattrSpace is the name space that the marks are in.
func xattrSpace() string {
	if rootless {
		return "user."
	}
	return "trusted."
}

// A collector turns the upper layer into effects: what is in it, compared with
// the pristine view.
type collector struct {
	part    *part
	max     int
	effects []oracle.Effect
	cut     bool
	gone    map[uint64][]string // inode to paths, of files no longer where they were
	goneDir map[string]string   // former to present place, of directories no longer where they were
	moved   map[string]bool     // former places of directories that stand elsewhere now
	born    []birth             // files with no former self at their place
	inodes  map[uint64][]string // inode of the upper layer to paths, of files with several names
	copies  map[string]string   // present to former place of directories that moved as copies, see moveByCopy
}

// A birth is a file that stands where none of the same kind stood before:
// created, linked or moved there.
type birth struct {
	path string
	stat unix.Stat_t // in the merged view
	own  uint64      // inode in the upper layer
	over bool        // another file stood there
}

// collect lists the effects on the file system that the dirty parts show, sorted.
func collect(dirty []*part, copies map[string]string, maxEffects int) (effects []oracle.Effect, cut bool, err error) {
	for _, p := range dirty {
		c := &collector{
			part: p, max: maxEffects, gone: map[uint64][]string{}, goneDir: map[string]string{},
			moved: map[string]bool{}, inodes: map[uint64][]string{}, copies: map[string]string{},
		}
		for now, former := range copies {
			place, ok := p.place(now)
			was, also := p.place(former)
			if ok && also {
				c.copies[place] = was
			}
		}
		if err := c.dir("/", "/", true); err != nil {
			return nil, false, fmt.Errorf("reading the upper layer of %s: %w", p.at, err)
		}
		c.settle()
		effects, cut = append(effects, c.effects...), cut || c.cut
	}
	sortEffects(effects)
	if len(effects) > maxEffects {
		effects, cut = effects[:maxEffects], true
	}
	return effects, cut, nil
}

func sortEffects(effects []oracle.Effect) {
	slices.SortFunc(effects, func(a, b oracle.Effect) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Detail, b.Detail))
	})
}

func (c *collector) add(kind oracle.Kind, where, detail string) {
	if len(c.effects) > 2*c.max { // one more than is kept is enough to know of the cut
		c.cut = true
		return
	}
	c.effects = append(c.effects, effectAt(kind, c.part.name(where), detail))
}

// effectAt makes an effect of a raw path.
func effectAt(kind oracle.Kind, where, detail string) oracle.Effect {
	return oracle.Effect{
		Kind: kind, Path: oracle.Text([]byte(where)), Detail: oracle.Text([]byte(detail)),
		Inside: inWorkspace(where),
	}
}

// dir compares one directory of the upper layer, place, with the pristine
// directory was; known is false when there was none.
func (c *collector) dir(place, was string, known bool) error {
	entries, err := os.ReadDir(c.part.upper() + place)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		err := c.entry(path.Join(place, entry.Name()), path.Join(was, entry.Name()), known)
		if errors.Is(err, unix.ENAMETOOLONG) {
			c.cut = true // deeper than any path can say
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *collector) entry(place, was string, known bool) error {
	var upper, before, after unix.Stat_t
	if err := unix.Lstat(c.part.upper()+place, &upper); err != nil {
		return &os.PathError{Op: "lstat", Path: place, Err: err}
	}
	existed := known && unix.Lstat(c.part.pristine()+was, &before) == nil
	if upper.Mode&unix.S_IFMT == unix.S_IFCHR && upper.Rdev == 0 { // a whiteout
		if existed {
			c.lost(place, was, &before)
		}
		return nil
	}
	if err := unix.Lstat(c.part.merged()+place, &after); err != nil {
		return &os.PathError{Op: "lstat", Path: place, Err: err}
	}
	if after.Mode&unix.S_IFMT == unix.S_IFDIR {
		return c.subdir(place, was, existed, &before, &after)
	}
	if existed && before.Mode&unix.S_IFMT != after.Mode&unix.S_IFMT {
		c.lost(place, was, &before)
		existed = false
	}
	if !existed {
		c.born = append(c.born, birth{path: place, stat: after, own: upper.Ino})
	} else if before.Ino != after.Ino && !c.isCopy(place) {
		c.born = append(c.born, birth{path: place, stat: after, own: upper.Ino, over: true})
	} else if err := c.changed(place, was, &before, &after); err != nil {
		return err
	}
	// The merged view numbers the names of one file differently when only one
	// of them was there before; the upper layer does not.
	if upper.Mode&unix.S_IFMT == unix.S_IFREG && upper.Nlink > 1 {
		c.inodes[upper.Ino] = append(c.inodes[upper.Ino], place)
	}
	return nil
}

func (c *collector) subdir(place, was string, existed bool, before, after *unix.Stat_t) error {
	if old, ok := c.copies[place]; ok {
		if existed {
			c.lost(place, was, before)
		}
		c.moved[old] = true
		c.add(oracle.Rename, place, "from "+c.part.name(old))
		return errors.Join(c.hidden(place, old), c.dir(place, old, true))
	}
	redirect, err := c.xattr(place, xattrRedirect)
	if err != nil {
		return err
	}
	if redirect != "" {
		old := redirect
		if !path.IsAbs(old) {
			old = path.Join(path.Dir(was), old)
		}
		if existed {
			c.lost(place, was, before)
		}
		c.moved[old] = true
		c.add(oracle.Rename, place, "from "+c.part.name(old))
		return c.dir(place, old, true)
	}
	opaque, err := c.xattr(place, xattrOpaque)
	if err != nil {
		return err
	}
	switch {
	case !existed:
		c.add(oracle.Mkdir, place, "")
	case before.Mode&unix.S_IFMT != unix.S_IFDIR:
		c.lost(place, was, before)
		c.add(oracle.Mkdir, place, "")
		existed = false
	default:
		c.metadata(place, before, after)
		if opaque == "y" {
			if err := c.hidden(place, was); err != nil {
				return err
			}
		}
	}
	return c.dir(place, was, existed)
}

// isCopy says whether a place is in a directory that moved as a copy, whose
// files have numbers of their own.
func (c *collector) isCopy(place string) bool {
	for dir := path.Dir(place); dir != "/"; dir = path.Dir(dir) {
		if _, ok := c.copies[dir]; ok {
			return true
		}
	}
	return false
}

// hidden reports what an opaque directory no longer shows.
func (c *collector) hidden(place, was string) error {
	entries, err := os.ReadDir(c.part.pristine() + was)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var before, now unix.Stat_t
		if unix.Lstat(path.Join(c.part.merged()+place, entry.Name()), &now) == nil {
			continue
		}
		if err := unix.Lstat(path.Join(c.part.pristine()+was, entry.Name()), &before); err != nil {
			return err
		}
		c.lost(path.Join(place, entry.Name()), path.Join(was, entry.Name()), &before)
	}
	return nil
}

// lost notes that something is not where it was; settle decides whether it was
// deleted or moved.
func (c *collector) lost(place, was string, before *unix.Stat_t) {
	if before.Mode&unix.S_IFMT == unix.S_IFDIR {
		// A moved directory shows itself by its redirect, not by its inode.
		c.goneDir[was] = place
		return
	}
	c.gone[before.Ino] = append(c.gone[before.Ino], place)
}

// changed compares a file that is still where it was.
func (c *collector) changed(place, was string, before, after *unix.Stat_t) error {
	if after.Mode&unix.S_IFMT == unix.S_IFREG {
		same, err := sameContent(c.part.pristine()+was, c.part.merged()+place, before, after)
		if err != nil {
			return err
		}
		if !same {
			c.add(oracle.Write, place, "")
		} else if before.Mtim != after.Mtim {
			c.add(oracle.Times, place, "")
		}
	} else if before.Mtim != after.Mtim {
		c.add(oracle.Times, place, "")
	}
	c.metadata(place, before, after)
	return c.xattrs(place, was)
}

func (c *collector) metadata(place string, before, after *unix.Stat_t) {
	if before.Mode&0o7777 != after.Mode&0o7777 {
		c.add(oracle.ModeChange, place, fmt.Sprintf("%04o to %04o", before.Mode&0o7777, after.Mode&0o7777))
	}
	if before.Uid != after.Uid || before.Gid != after.Gid {
		c.add(oracle.Owner, place, fmt.Sprintf("%d:%d to %d:%d",
			int(before.Uid)-idShift, int(before.Gid)-idShift, int(after.Uid)-idShift, int(after.Gid)-idShift))
	}
}

// xattrs compares the extended attributes that a command can set.
func (c *collector) xattrs(place, was string) error {
	before, err := xattrsOf(c.part.pristine() + was)
	if err != nil {
		return err
	}
	after, err := xattrsOf(c.part.merged() + place)
	if err != nil {
		return err
	}
	if !slices.Equal(before, after) {
		c.add(oracle.Xattr, place, strings.Join(after, " "))
	}
	return nil
}

// settle tells moved from created and deleted: a file keeps its inode number
// when it moves, from the lower layers to the upper one too.
func (c *collector) settle() {
	for _, b := range c.born {
		old := c.gone[b.stat.Ino]
		switch {
		case fault == faultUpper && len(old) == 0:
		case len(old) > 0:
			c.gone[b.stat.Ino] = old[1:]
			c.add(oracle.Rename, b.path, "from "+c.part.name(old[0]))
		case b.over:
			c.add(oracle.Write, b.path, "replaced")
		case b.stat.Mode&unix.S_IFMT == unix.S_IFLNK:
			target, _ := os.Readlink(c.part.merged() + b.path)
			c.add(oracle.Link, b.path, "symbolic to "+target)
		case b.stat.Mode&unix.S_IFMT == unix.S_IFREG:
			if other := c.otherName(b); other != "" {
				c.add(oracle.Link, b.path, "hard to "+c.part.name(other))
			} else {
				c.add(oracle.Create, b.path, "")
			}
		default:
			c.add(oracle.Special, b.path, specialName(b.stat.Mode))
		}
	}
	for _, places := range c.gone {
		for _, place := range places {
			c.add(oracle.Delete, place, "")
		}
	}
	for was, place := range c.goneDir {
		if !c.moved[was] {
			c.add(oracle.Delete, place, "")
		}
	}
}

// otherName returns the first name of a file with several, unless b is it and
// all of them are new.
func (c *collector) otherName(b birth) string {
	names := c.inodes[b.own]
	for _, name := range names {
		isNew := slices.ContainsFunc(c.born, func(o birth) bool { return o.path == name })
		if name != b.path && (!isNew || name < b.path) {
			return name
		}
	}
	return ""
}

func specialName(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFIFO:
		return "fifo"
	case unix.S_IFSOCK:
		return "socket"
	case unix.S_IFCHR:
		return "character device"
	}
	return "block device"
}

func (c *collector) xattr(place, name string) (string, error) {
	buf := make([]byte, 4096)
	n, err := unix.Lgetxattr(c.part.upper()+place, xattrSpace()+name, buf)
	switch {
	case errors.Is(err, unix.ENODATA) || errors.Is(err, unix.ENOTSUP):
		return "", nil
	case err != nil:
		return "", &os.PathError{Op: "getxattr", Path: place, Err: err}
	}
	return string(buf[:n]), nil
}

// xattrsOf lists name=value of every attribute that the overlay lets through.
func xattrsOf(file string) ([]string, error) {
	buf := make([]byte, 64<<10)
	n, err := unix.Llistxattr(file, buf)
	if err != nil {
		if errors.Is(err, unix.ENOTSUP) {
			return nil, nil
		}
		return nil, &os.PathError{Op: "listxattr", Path: file, Err: err}
	}
	var list []string
	for name := range bytes.SplitSeq(buf[:n], []byte{0}) {
		if len(name) == 0 {
			continue
		}
		value := make([]byte, 64<<10)
		m, err := unix.Lgetxattr(file, string(name), value)
		if err != nil {
			continue // gone or not ours to read
		}
		list = append(list, fmt.Sprintf("%s=%q", name, value[:m]))
	}
	slices.Sort(list)
	return list, nil
}

func sameContent(was, now string, before, after *unix.Stat_t) (bool, error) {
	if before.Size != after.Size {
		return false, nil
	}
	a, err := os.Open(was)
	if err != nil {
		return false, err
	}
	defer a.Close()
	b, err := os.Open(now)
	if err != nil {
		return false, err
	}
	defer b.Close()
	bufA, bufB := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, errA := io.ReadFull(a, bufA)
		m, errB := io.ReadFull(b, bufB)
		if n != m || !bytes.Equal(bufA[:n], bufB[:m]) {
			return false, nil
		}
		if errA != nil || errB != nil {
			return true, nil // both ended, as the sizes were equal
		}
	}
}
