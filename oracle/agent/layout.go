package agent

import "path/filepath"

// idShift is added to every owner of the copied root and is where the
// commands' user namespace begins. With an identity map user 0 of the
// namespace would count as the global root for files of /proc/sys.
const idShift = 100000

// idCount is how many ids the commands' user namespace maps.
const idCount = 65536

// A layout names the places below the agent's state directory, which is a
// tmpfs that lives as long as the agent.
type layout string

// root is the shifted copy of the image's root, the lowest layer of every overlay.
func (l layout) root() string { return filepath.Join(string(l), "root") }

// fixture is the layer of one fixture, laid over root.
func (l layout) fixture(name string) string { return filepath.Join(string(l), "fixture", name) }

// worker is a worker's own directory.
func (l layout) worker(id string) string { return filepath.Join(string(l), "worker", id) }
