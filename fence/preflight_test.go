package fence_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
)

var (
	confined   = fence.Policy{Root: "/ws", Mode: fence.ReadOnly, Confined: true}
	writing    = fence.Policy{Root: "/ws", Mode: fence.WorkspaceWrite, Confined: true}
	noMode     = fence.Policy{Root: "/ws", Confined: true}
	unconfined = fence.Policy{Root: "/ws", Mode: fence.ReadOnly}
	danger     = fence.Policy{Root: "/ws", Mode: fence.DangerFullAccess, Confined: true}
	slash      = fence.Policy{Root: "/", Mode: fence.ReadOnly, Confined: true}
	noRoot     = fence.Policy{Mode: fence.ReadOnly, Confined: true}
	noRootOpen = fence.Policy{Mode: fence.WorkspaceWrite}
	noRootAll  = fence.Policy{Mode: fence.DangerFullAccess}
	relative   = fence.Policy{Root: "ws", Mode: fence.DangerFullAccess}
)

// How a preflight refuses.
const (
	isOutside = "is outside the session workspace"
	climbsOut = "climbs out of the session workspace"
	noRootIs  = "no session workspace is known"
	notRooted = "is not an absolute path"
	holdsNUL  = "holds a NUL byte"
)

// preflightRows say where a cwd leads under a policy: to dir, or, with a text
// of a refusal instead, nowhere.
var preflightRows = []struct {
	name   string
	policy fence.Policy
	cwd    string
	dir    string
	refuse string
}{
	{"empty is the root", confined, "", "/ws", ""},
	{"the root", confined, "/ws", "/ws", ""},
	{"the root with a slash", confined, "/ws/", "/ws", ""},
	{"the root with slashes", confined, "//ws//", "/ws", ""},
	{"the root as .", confined, ".", "/ws", ""},
	{"below", confined, "/ws/a/b", "/ws/a/b", ""},
	{"below with a dot", confined, "/ws/./a", "/ws/a", ""},
	{"below with a slash", confined, "/ws/a/", "/ws/a", ""},
	{".. inside", confined, "/ws/a/../b", "/ws/b", ""},
	{".. back to the root", confined, "/ws/a/..", "/ws", ""},
	{".. out and in", confined, "/ws/../ws/a", "/ws/a", ""},
	{"relative", confined, "a", "/ws/a", ""},
	{"relative with a dot", confined, "./a/.", "/ws/a", ""},
	{"relative .. inside", confined, "a/../b", "/ws/b", ""},
	{"relative .. out and in", confined, "../ws/a", "/ws/a", ""},
	{"a name that begins with dots", confined, "..a/...", "/ws/..a/...", ""},
	{"a blank", confined, " ", "/ws/ ", ""},
	{"a tilde is a name here", confined, "~", "/ws/~", ""},
	{"a newline is a name here", confined, "a\nb", "/ws/a\nb", ""},
	{"the file system's root", confined, "/", "", isOutside},
	{"the parent", confined, "/ws/..", "", isOutside},
	{"elsewhere", confined, "/etc", "", isOutside},
	{"a look-alike", confined, "/ws-evil", "", isOutside},
	{"a longer look-alike", confined, "/wsx/ws", "", isOutside},
	{"a shorter one", confined, "/w", "", isOutside},
	{"the same name elsewhere", confined, "/x/ws", "", isOutside},
	{"absolute .. to a look-alike", confined, "/ws/../ws-evil", "", isOutside},
	{"absolute .. far out", confined, "/ws/../../../etc", "", isOutside},
	{"another case", confined, "/WS", "", isOutside},
	{"relative parent", confined, "..", "", climbsOut},
	{"relative parent with a slash", confined, "../", "", climbsOut},
	{"relative behind an inside prefix", confined, "a/../..", "", climbsOut},
	{"relative look-alike", confined, "../ws-evil", "", climbsOut},
	{"relative far out", confined, "../../..", "", climbsOut},
	{"relative to elsewhere", confined, "../etc", "", climbsOut},
	{"NUL", confined, "a\x00b", "", holdsNUL},
	{"NUL outside", confined, "/etc\x00", "", holdsNUL},
	{"a mode that writes is judged", writing, "/etc", "", isOutside},
	{"a mode that writes, inside", writing, "a", "/ws/a", ""},
	{"a mode nobody set is judged", noMode, "/etc", "", isOutside},
	{"full access is not judged", danger, "/etc", "/etc", ""},
	{"full access, relative and out", danger, "../etc", "/etc", ""},
	{"full access, inside", danger, "a", "/ws/a", ""},
	{"full access, NUL", danger, "a\x00", "", holdsNUL},
	{"nothing confines", unconfined, "/etc", "/etc", ""},
	{"nothing confines, relative and out", unconfined, "../..", "/", ""},
	{"nothing confines, NUL", unconfined, "\x00", "", holdsNUL},
	{"the root / contains everything", slash, "/etc", "/etc", ""},
	{"the root / contains itself", slash, "", "/", ""},
	{"the root / cannot be climbed out of", slash, "../..", "/", ""},
	{"no root", noRoot, "", "", noRootIs},
	{"no root, absolute", noRoot, "/etc", "", noRootIs},
	{"no root, nothing confines", noRootOpen, "a", "", noRootIs},
	{"no root, full access", noRootAll, "", "/", ""},
	{"no root, full access, relative", noRootAll, "a", "/a", ""},
	{"no root, full access, absolute", noRootAll, "/etc/..", "/", ""},
	{"a root that is not absolute", relative, "a", "", notRooted},
	{"a root with a slash", fence.Policy{Root: "/ws/", Confined: true}, "/ws/a", "/ws/a", ""},
	{"a root with dots", fence.Policy{Root: "/x/../ws/.", Confined: true}, "a", "/ws/a", ""},
	{"a root with a NUL", fence.Policy{Root: "/ws\x00", Confined: true}, "", "", notRooted},
}

func TestPreflight(t *testing.T) {
	for _, row := range preflightRows {
		t.Run(row.name, func(t *testing.T) {
			dir, err := fence.Preflight(row.cwd, row.policy)
			if row.refuse == "" {
				if err != nil || dir != row.dir {
					t.Fatalf("got %q, %v; want %q", dir, err, row.dir)
				}
				return
			}
			if dir != "" || !errors.Is(err, fence.RuleWorkdir) || !strings.Contains(err.Error(), row.refuse) {
				t.Fatalf("got %q, %v; want a refusal that says %q", dir, err, row.refuse)
			}
		})
	}
}

func TestPreflightWords(t *testing.T) {
	for cwd, want := range map[string]string{
		"/etc":  `invalid workdir: "/etc" is outside the session workspace "/ws"; use a relative path instead of an absolute one`,
		"../..": `invalid workdir: "../.." climbs out of the session workspace "/ws"; use a path without .. that leads out`,
	} {
		if _, err := fence.Preflight(cwd, confined); err == nil || err.Error() != want {
			t.Errorf("%q is refused with\n%v\nwant\n%s", cwd, err, want)
		}
	}
	if d := fence.WorkdirDescription; strings.Count(d, ".") != 1 || !strings.HasSuffix(d, ".") {
		t.Errorf("the parameter's description is not one sentence: %q", d)
	}
}

// TestPreflightSpeaksFirst: a command is judged in the directory of the
// preflight, and not at all without one.
func TestPreflightSpeaksFirst(t *testing.T) {
	readonly := variant(t, "readonly")
	for _, row := range preflightRows {
		r := fence.Request{Command: "rm x", Cwd: row.cwd, Policy: row.policy}
		want := "program"
		if row.refuse != "" {
			want = "workdir"
		}
		if got := says(readonly, r); got != want {
			t.Errorf("%s: %s, want %s", row.name, got, want)
		}
		r.Command = "ls"
		plan, err := readonly.Decide(r)
		switch {
		case row.refuse != "":
		case !below(row.policy.Root, row.dir):
			// Nobody judged the directory, but it counts as a path operand.
			if !errors.Is(err, fence.RulePath) {
				t.Errorf("%s: %v, want a refusal by rule path", row.name, err)
			}
		case err != nil || plan.Cwd != row.dir:
			t.Errorf("%s: %v, want a plan in %q", row.name, err, row.dir)
		}
	}
}

// below says whether dir is root or lies below it; no root is "/".
func below(root, dir string) bool {
	if root == "" {
		root = "/"
	}
	rel, err := filepath.Rel(filepath.Clean(root), dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}
