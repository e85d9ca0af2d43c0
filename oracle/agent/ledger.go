package agent

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// A ledger sets what was called against what changed. The two captures are
// independent, so that a fault in either shows as a disagreement instead of a
// missing effect.
type ledger struct {
	slot     *slot
	image    func(string, *unix.Stat_t) error // lstat in the image's own root
	changed  map[string]oracle.Effect         // the overlay's effects by path
	holders  map[string]bool                  // directories with an effect below
	touched  map[string]bool                  // paths that a successful call named
	moved    []string                         // directories that a rename put where they are
	claims   []claim
	byPath   map[string][]int // claims by path
	expect   map[string]bool  // path to whether it must exist, by the last call about it
	complete bool             // effects are all that the overlay shows
	known    bool             // expect covers all calls
	seen     map[string]bool  // effects and attempts already listed

	effects  []oracle.Effect
	attempts []oracle.Attempt
}

// A claim is a change that a successful call made.
type claim struct {
	kind    oracle.Kind
	path    string
	program string
	detail  string
}

// maxMoves bounds how many renames of directories are followed; beyond it the
// captures are compared no further.
const maxMoves = 64

// maxAttempts bounds the attempts of an observation.
const maxAttempts = 1000

// A DisagreementError says that the two captures of a run contradict each other.
type DisagreementError struct {
	Path, Changed, Called string
}

func (e *DisagreementError) Error() string {
	return fmt.Sprintf("the captures disagree about %s: on disk %s, in the calls %s", e.Path, e.Changed, e.Called)
}

// reconcile merges the traced calls into the effects that the overlay shows.
func reconcile(s *slot, image func(string, *unix.Stat_t) error, effects []oracle.Effect, complete bool, t *tracer) (*ledger, error) {
	l := &ledger{
		slot: s, image: image, effects: effects, changed: map[string]oracle.Effect{}, holders: map[string]bool{}, touched: map[string]bool{},
		byPath: map[string][]int{}, expect: map[string]bool{}, complete: complete, known: !t.cut, seen: map[string]bool{},
		attempts: []oracle.Attempt{},
	}
	for i := range t.records {
		l.record(&t.records[i])
	}
	for _, e := range effects {
		l.changed[e.Path] = e
		for dir := path.Dir(e.Path); dir != "/" && !l.holders[dir]; dir = path.Dir(dir) {
			l.holders[dir] = true
		}
	}
	if l.known {
		if err := l.agree(); err != nil {
			return nil, err
		}
	}
	l.transient()
	sortEffects(l.effects)
	slices.SortFunc(l.attempts, func(a, b oracle.Attempt) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Call, b.Call), cmp.Compare(a.Errno, b.Errno))
	})
	return l, nil
}

func (l *ledger) record(r *record) {
	switch {
	case r.call.family == familyNetwork:
		l.add(oracle.Network, r.target, cmp.Or(r.detail, r.call.name), false)
	case r.call.family == familySignal:
		l.signal(r)
	case r.call.family == familyExec:
		l.exec(r)
	case r.call.family == familyKernel:
		l.kernel(r)
	case r.unknown:
		l.touch(r.target)
		l.touch(r.source)
		delete(l.expect, r.target)
		delete(l.expect, r.source)
	case !path.IsAbs(r.target):
		// a pipe, a socket, or a file without a name
	case r.errno != 0:
		l.failed(r)
	case r.call.family == familyOpen:
		l.opened(r)
	case r.call.family == familyMove:
		l.movedTo(r)
	default:
		l.claim(r.call.kind, r)
		l.expect[r.target] = !r.call.gone
	}
}

// kindOf is the effect that a failed call would have had.
func kindOf(r *record) oracle.Kind {
	if r.call.family != familyOpen {
		return r.call.kind
	}
	if r.flags&unix.O_CREAT != 0 && !r.existed {
		return oracle.Create
	}
	return oracle.Write
}

func isBenign(program string, kind oracle.Kind, where string) bool {
	return fault != faultBenign && oracle.IsBenign(program, kind, where)
}

func isPermission(errno unix.Errno) bool {
	return errno == unix.EACCES || errno == unix.EPERM || errno == unix.EROFS
}

func (l *ledger) failed(r *record) {
	if r.target == terminal && r.errno == unix.ENXIO && r.flags&unix.O_CREAT == 0 {
		return // every bash asks for a terminal once
	}
	if isBenign(r.program, kindOf(r), r.target) {
		return
	}
	if isPermission(r.errno) {
		l.add(kindOf(r), r.target, r.call.name, true)
		return
	}
	l.attempt(r)
}

func (l *ledger) attempt(r *record) {
	name := unix.ErrnoName(r.errno)
	key := "attempt " + r.call.name + " " + r.target + " " + name
	if l.seen[key] || len(l.attempts) >= maxAttempts {
		return
	}
	l.seen[key] = true
	l.attempts = append(l.attempts, oracle.Attempt{Call: r.call.name, Path: oracle.Text([]byte(r.target)), Errno: name})
}

// add lists an effect that only the calls show.
func (l *ledger) add(kind oracle.Kind, where, detail string, blocked bool) {
	key := fmt.Sprint("effect ", kind, where, detail, blocked)
	if l.seen[key] {
		return
	}
	l.seen[key] = true
	e := effectAt(kind, where, detail)
	e.Blocked = blocked
	l.effects = append(l.effects, e)
}

// terminal is the controlling terminal's name, terminals where all are.
const (
	terminal  = "/dev/tty"
	terminals = "/dev/pts/"
)

func (l *ledger) opened(r *record) {
	if r.flags&unix.O_CREAT != 0 && !r.existed {
		l.claim(oracle.Create, r)
		l.expect[r.target] = true
		return
	}
	var st unix.Stat_t
	if unix.Lstat(l.slot.merged()+r.target, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFCHR {
		// Asking for it is no writing; a redirection asks to create it too.
		if (r.target == terminal || strings.HasPrefix(r.target, terminals)) && r.flags&unix.O_CREAT != 0 {
			l.add(oracle.TTY, r.target, r.call.name, false)
		}
		return
	}
	switch {
	case r.flags&unix.O_TMPFILE == unix.O_TMPFILE:
		// A file without a name; giving it one is a call of its own.
	case r.flags&unix.O_TRUNC != 0 || strings.HasPrefix(r.target, "/proc/"):
		l.claim(oracle.Write, r)
	default:
		l.touch(r.target) // what was written shows on disk
	}
}

func (l *ledger) movedTo(r *record) {
	if r.call.kind == oracle.Link {
		l.claim(oracle.Link, r)
		l.expect[r.target] = true
		return
	}
	// What happened to the file before goes with it.
	var st unix.Stat_t
	isDir := unix.Lstat(l.slot.merged()+r.target, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR
	if isDir || len(l.moved) > 0 {
		l.moveBelow(r)
	}
	for _, i := range l.byPath[r.source] {
		if l.claims[i].kind != oracle.Rename { // that it moved before stays true of its old place
			l.claims[i].path = r.target
			l.byPath[r.target] = append(l.byPath[r.target], i)
		}
	}
	delete(l.byPath, r.source)
	l.claim(oracle.Rename, r)
	l.touch(r.source)
	l.expect[r.target] = true
	l.expect[r.source] = false
	if r.flags&unix.RENAME_EXCHANGE != 0 {
		l.expect[r.source] = true
	}
}

// moveBelow moves what is known of a directory's files along with it.
func (l *ledger) moveBelow(r *record) {
	l.moved = append(l.moved, oracle.Text([]byte(r.target)))
	if len(l.moved) > maxMoves {
		l.known = false
		return
	}
	for i := range l.claims {
		if rest, ok := below(r.source, l.claims[i].path); ok && rest != "/" {
			l.claims[i].path = r.target + rest
			l.byPath[r.target+rest] = append(l.byPath[r.target+rest], i)
			l.touch(r.target + rest)
		}
	}
	for where := range l.expect {
		if rest, ok := below(r.source, where); ok && rest != "/" {
			delete(l.expect, where)
		}
	}
}

func (l *ledger) touch(where string) {
	if where != "" {
		l.touched[oracle.Text([]byte(where))] = true
	}
}

func (l *ledger) claim(kind oracle.Kind, r *record) {
	l.touch(r.target)
	detail := r.detail
	if r.source != "" {
		detail = "from " + r.source
	}
	l.byPath[r.target] = append(l.byPath[r.target], len(l.claims))
	l.claims = append(l.claims, claim{kind, r.target, r.program, detail})
}

func (l *ledger) signal(r *record) {
	switch {
	case r.errno == 0:
		l.add(oracle.Signal, r.target, r.call.name, false)
	case isPermission(r.errno) || r.target == everyProcess:
		l.add(oracle.Signal, r.target, r.call.name, true)
	default:
		l.attempt(r)
	}
}

func (l *ledger) exec(r *record) {
	if l.inImage(r.target) || (r.errno != 0 && !isPermission(r.errno)) {
		return
	}
	l.add(oracle.Exec, r.target, r.call.name, r.errno != 0)
}

// inImage says whether a file is the image's own, unchanged.
func (l *ledger) inImage(where string) bool {
	var st unix.Stat_t
	if !path.IsAbs(where) || l.image(where, &st) != nil {
		return false
	}
	p, place := l.slot.partOf(where)
	return unix.Lstat(p.upper()+place, &st) != nil
}

func (l *ledger) kernel(r *record) {
	where := r.target
	if where == "" {
		where = r.call.name
	}
	if r.errno == 0 || isPermission(r.errno) {
		l.add(oracle.Special, where, r.call.name, r.errno != 0)
		return
	}
	l.attempt(r)
}

// Places are compared as observations spell them, see oracle.Text; the file
// system is asked with the bytes themselves.

// agree compares the captures: whatever changed was called for, and whatever
// was called for and not undone changed.
func (l *ledger) agree() error {
	for _, e := range l.effects {
		switch e.Kind {
		case oracle.Leftover, oracle.Network, oracle.Signal, oracle.Exec, oracle.ReadOutside, oracle.TTY:
			continue
		}
		if e.Blocked || l.wasTouched(e.Path) || l.changed[e.Path].Kind == 0 {
			continue
		}
		return &DisagreementError{e.Path, e.Kind.String(), "nothing"}
	}
	for where, want := range l.expect {
		if strings.HasPrefix(where, "/proc/") {
			continue
		}
		_, err := os.Lstat(l.slot.merged() + where)
		if errors.Is(err, unix.ENAMETOOLONG) {
			continue
		}
		exists := err == nil
		if exists != want {
			return &DisagreementError{oracle.Text([]byte(where)), presence(exists), presence(want)}
		}
		if exists && l.complete && l.isNew(where) && l.changed[oracle.Text([]byte(where))].Kind == 0 {
			return &DisagreementError{oracle.Text([]byte(where)), "nothing new", "made"}
		}
	}
	return nil
}

// isNew says whether nothing was at a place before the command.
func (l *ledger) isNew(where string) bool {
	p, place := l.slot.partOf(where)
	_, err := os.Lstat(p.pristine() + place)
	return errors.Is(err, os.ErrNotExist)
}

func presence(exists bool) string {
	if exists {
		return "present"
	}
	return "gone"
}

func (l *ledger) wasTouched(where string) bool {
	if l.touched[where] {
		return true
	}
	for _, dir := range l.moved {
		if rest, ok := below(dir, where); ok && rest != "/" {
			return true
		}
	}
	return false
}

// transient lists the claims that left nothing on disk.
func (l *ledger) transient() {
	listed := map[string]bool{}
	for _, c := range l.claims {
		where := oracle.Text([]byte(c.path))
		if listed[where] || l.explained(where, c.kind) || isBenign(c.program, c.kind, c.path) {
			continue
		}
		listed[where] = true
		e := effectAt(c.kind, c.path, c.detail)
		e.Transient = !l.redated(c)
		l.effects = append(l.effects, e)
	}
}

// explained says whether the overlay shows a claim: as a change of that place,
// as the end of a directory it was in, or, for a directory that was removed and
// made again, as changes in it.
func (l *ledger) explained(where string, kind oracle.Kind) bool {
	if l.changed[where].Kind != 0 {
		return true
	}
	if (kind == oracle.Delete || kind == oracle.Mkdir) && l.holders[where] {
		return true
	}
	for dir := path.Dir(where); dir != "/"; dir = path.Dir(dir) {
		if l.changed[dir].Kind == oracle.Delete {
			return true
		}
	}
	return false
}

// redated says that a claim is about a directory's time, which the overlay
// alone cannot tell from a change inside it.
func (l *ledger) redated(c claim) bool {
	var before, after unix.Stat_t
	p, place := l.slot.partOf(c.path)
	return c.kind == oracle.Times && unix.Lstat(p.pristine()+place, &before) == nil &&
		unix.Lstat(l.slot.merged()+c.path, &after) == nil && before.Mtim != after.Mtim
}

// inWorkspace says whether a path is the workspace or in it.
func inWorkspace(where string) bool {
	return where == fixtures.Workspace || strings.HasPrefix(where, fixtures.Workspace+"/")
}
