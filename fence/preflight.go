package fence

import (
	"path"
	"strconv"
	"strings"
)

// WorkdirDescription describes the working-directory parameter, for the tool's
// own parameter documentation.
const WorkdirDescription = "Directory to run the command in, relative to the session workspace; empty means the workspace itself, and it must not lead outside it."

// Preflight says which directory a request's working-directory field names. It
// is lexical and immediate, for a legible early answer: no stat and no symlink
// walk; the executor's confinement is the boundary. The result is absolute and
// clean. The error is a *Refusal of RuleWorkdir.
//
// An empty cwd is the root, a relative one starts below it. Without a root
// every cwd refuses, unless the mode is DangerFullAccess: there the root counts
// as "/". A cwd outside the root is refused only when the policy is confined
// and the mode is another than DangerFullAccess.
func Preflight(cwd string, p Policy) (string, error) {
	root, refusal := p.root()
	if refusal != nil {
		return "", refusal
	}
	dir, refusal := preflight(cwd, root, p)
	if refusal != nil {
		return "", refusal
	}
	return dir, nil
}

// preflight is Preflight below a known root.
func preflight(cwd, root string, p Policy) (string, *Refusal) {
	if strings.IndexByte(cwd, 0) >= 0 {
		return "", &Refusal{
			Rule: RuleWorkdir, Offset: -1,
			Detail: "invalid workdir: " + strconv.Quote(cwd) + " holds a NUL byte",
			Next:   "name a directory without it",
		}
	}
	dir := resolve(root, cwd)
	if p.Confined && p.Mode != DangerFullAccess && !inside(root, dir) {
		return "", outsideWorkdir(root, cwd, -1)
	}
	return dir, nil
}

// root returns the clean root that a request is judged against.
func (p Policy) root() (string, *Refusal) {
	switch {
	case p.Root != "" && p.Root[0] == '/' && strings.IndexByte(p.Root, 0) < 0:
		return path.Clean(p.Root), nil
	case p.Root == "" && p.Mode == DangerFullAccess:
		return "/", nil
	}
	detail := "invalid workdir: no session workspace is known"
	if p.Root != "" {
		detail = "invalid workdir: the session workspace " + strconv.Quote(p.Root) + " is not an absolute path"
	}
	return "", &Refusal{Rule: RuleWorkdir, Offset: -1, Detail: detail, Next: "start the session in a workspace"}
}

// outsideWorkdir refuses a working directory that lies outside the root; offset
// is where a cd names it, or -1.
func outsideWorkdir(root, cwd string, offset int) *Refusal {
	r := &Refusal{Rule: RuleWorkdir, Offset: offset}
	if strings.HasPrefix(cwd, "/") {
		r.Detail = "invalid workdir: " + strconv.Quote(cwd) + " is outside the session workspace " + strconv.Quote(root)
		r.Next = "use a relative path instead of an absolute one"
	} else {
		r.Detail = "invalid workdir: " + strconv.Quote(cwd) + " climbs out of the session workspace " + strconv.Quote(root)
		r.Next = "use a path without .. that leads out"
	}
	return r
}
