package agent

import (
	"os"
	"path"
	"strconv"
	"strings"
)

// maxLinks is how many symbolic links one path may go through, as in Linux.
const maxLinks = 40

// deleted is what the kernel adds to the name of a file that has none any more.
const deleted = " (deleted)"

// unnamed stands for a file without a name.
const unnamed = "a file without a name"

// resolve follows a path as the kernel would for process pid chrooted in root,
// and returns it without links, relative to root. What does not exist is kept
// as it stands. Names that are no paths (pipes, sockets) come back without a
// leading slash.
func resolve(root string, pid int, dir, name string, follow bool) string {
	if !path.IsAbs(name) {
		name = dir + "/" + name
	}
	pending := strings.Split(name, "/")
	at := "/"
	for links := 0; len(pending) > 0; {
		part := pending[0]
		pending = pending[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, part)
		last := !hasName(pending)
		// /proc/self is the process that looks, and that is not this one.
		if next == "/proc/self" || next == "/proc/thread-self" {
			at = "/proc/" + strconv.Itoa(pid)
			continue
		}
		if last && !follow {
			return next
		}
		target, err := os.Readlink(root + next)
		if err != nil || links >= maxLinks {
			at = next
			continue
		}
		links++
		if strings.HasPrefix(next, "/proc/") {
			// A magic link names the file as the agent would see it.
			if nameless(target) {
				return unnamed
			}
			inside, ok := below(root, target)
			if !ok {
				return target
			}
			at = inside
			continue
		}
		if path.IsAbs(target) {
			at = "/"
		}
		pending = append(strings.Split(target, "/"), pending...)
	}
	return at
}

func hasName(parts []string) bool {
	for _, p := range parts {
		if p != "" && p != "." {
			return true
		}
	}
	return false
}

// below cuts root off an absolute path below it.
func below(root, name string) (string, bool) {
	if name == root {
		return "/", true
	}
	rest, ok := strings.CutPrefix(name, root)
	if !ok || !strings.HasPrefix(rest, "/") {
		return "", false
	}
	return rest, true
}
