package agent

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// idCount is how many ids the commands' user namespace maps.
const idCount = 65536

// A layout names the places below the agent's state directory, which is a
// tmpfs that lives as long as the agent.
type layout string

// root is the shifted copy of the image's root, the lowest layer of every overlay.
func (l layout) root() string { return filepath.Join(string(l), "root") }

// usr is the shifted copy of the image's /usr, the lowest layer of the overlays there.
func (l layout) usr() string { return filepath.Join(string(l), "usr") }

// image is lstat of a path in the copy of the image's root.
func (l layout) image(where string, st *unix.Stat_t) error {
	if rest, ok := below("/usr", where); ok {
		return unix.Lstat(l.usr()+rest, st)
	}
	return unix.Lstat(l.root()+where, st)
}

// fixture is the layer of one fixture, laid over root.
func (l layout) fixture(name string) string { return filepath.Join(string(l), "fixture", name) }

// worker is a worker's own directory.
func (l layout) worker(id string) string { return filepath.Join(string(l), "worker", id) }
