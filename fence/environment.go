package fence

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync/atomic"
)

// searchPath is where a plan finds its programs: fixed, so that nothing of the
// caller's PATH reaches it.
var searchPath = []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}

// parent stands in a Var for the directory that holds the root.
const parent = "{parent}"

// listable says whether the root's parent can stand in a list of directories. A
// ":" separates those of GIT_CEILING_DIRECTORIES and cannot be quoted there: git
// would read two other directories, have no ceiling, and find the repository
// above the root.
func listable(root string) bool { return !strings.Contains(path.Dir(root), ":") }

// environments gives plans their environment. Plans with the same programs and
// root share one list.
type environments struct {
	base []Var
	sets [][]Var // what programs add; set i has bit i

	last atomic.Pointer[rootLists]
}

// rootLists are the lists of the last root asked for, by the bits of the
// programs; they are never changed.
type rootLists struct {
	root  string
	lists map[uint][]string
}

// add registers what a program adds and returns its bit.
func (e *environments) add(vars []Var) uint {
	e.sets = append(e.sets, vars)
	return 1 << (len(e.sets) - 1)
}

// of returns the environment of a plan below root whose programs' bits are used.
func (e *environments) of(root string, used uint) []string {
	last := e.last.Load()
	if last != nil && last.root == root {
		if list, ok := last.lists[used]; ok {
			return list
		}
	}
	// Two goroutines may both come here; the one that is lost costs a rebuild.
	next := &rootLists{root: root, lists: map[uint][]string{used: e.list(root, used)}}
	if last != nil && last.root == root {
		maps.Copy(next.lists, last.lists)
	}
	e.last.Store(next)
	return next.lists[used]
}

func (e *environments) list(root string, used uint) []string {
	fill := strings.NewReplacer(parent, path.Dir(root), "{path}", pathWithout(root))
	var list []string
	add := func(vars []Var) {
		for _, v := range vars {
			if entry := v.Name + "=" + fill.Replace(v.Value); !slices.Contains(list, entry) {
				list = append(list, entry)
			}
		}
	}
	add(e.base)
	for i, vars := range e.sets {
		if used&(1<<i) != 0 {
			add(vars)
		}
	}
	return list[:len(list):len(list)]
}

// pathWithout is the search path without what lies in the root, where a command
// could have put programs of its own. The root "/" is no workspace: all stays.
func pathWithout(root string) string {
	var dirs []string
	for _, d := range searchPath {
		if root == "/" || !inside(root, d) {
			dirs = append(dirs, d)
		}
	}
	return strings.Join(dirs, ":")
}
