package fence

import (
	"path"
	"strings"
)

// Paths here are lexical: no stat, no symlink walk. Symlinks are the executor's.

// resolve returns where name leads from the absolute, clean directory dir.
func resolve(dir, name string) string {
	switch {
	case name == "" || name == ".":
		return dir
	case name[0] == '/':
		return path.Clean(name)
	default:
		return path.Join(dir, name)
	}
}

// inside says whether the absolute, clean name is the absolute, clean root or
// lies below it.
func inside(root, name string) bool {
	return strings.HasPrefix(name, root) && (len(root) == len(name) || root == "/" || name[len(root)] == '/')
}

// leads says whether name leads from dir to somewhere inside root.
func leads(root, dir, name string) bool {
	if (name == "" || name[0] != '/') && !strings.Contains(name, "..") {
		return inside(root, dir)
	}
	return inside(root, resolve(dir, name))
}
