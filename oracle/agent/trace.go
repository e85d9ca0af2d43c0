package agent

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// A record is one traced system call with its outcome.
type record struct {
	call    *tracedCall
	program string // the file the calling process executes
	target  string // resolved; an address for the network
	source  string
	detail  string
	existed bool // target existed when the call began
	flags   uint64
	errno   unix.Errno // 0: it succeeded
	unknown bool       // the process was killed inside the call
}

// A process is what the tracer knows of one traced thread.
type process struct {
	started bool
	execs   int // programs executed on the way to this one
	program string
	open    *record // the call it is in
	copied  bool    // that call moves a copy, see moveByCopy
	argv    []string
}

// A tracer follows everything a command runs, system call by system call, as
// far as the filter stops. All its methods run on the thread that launched the
// command: ptrace is bound to it.
type tracer struct {
	root      string // the merged view
	first     int    // bash
	processes map[int]*process
	own       map[int]bool // every process there ever was
	calls     map[uint32]*tracedCall
	records   []record
	execs     []execution
	reads     map[string]bool   // places of the outside zone opened, where this tells them, see rootless
	copies    map[string]string // present to former place of directories that moved as copies
	limit     int               // most processes at once
	crowded   func()            // called when there are more
	cut       bool              // more was called than is kept
	err       error
}

// Bounds of what a run may make the tracer keep.
const (
	maxRecords = 200_000
	maxExecs   = 10_000
)

var callsByNumber = func() map[uint32]*tracedCall {
	m := make(map[uint32]*tracedCall, len(tracedCalls))
	for i := range tracedCalls {
		m[tracedCalls[i].nr] = &tracedCalls[i]
	}
	return m
}()

func newTracer(root string, pid, limit int, crowded func()) *tracer {
	return &tracer{
		root: root, first: pid, limit: limit, crowded: crowded, calls: callsByNumber,
		reads: map[string]bool{}, copies: map[string]string{},
		processes: map[int]*process{pid: {program: resolve(root, pid, "/", shell, true)}}, own: map[int]bool{pid: true},
	}
}

// traceOptions make every descendant traced from its first instruction and
// kill all of them should the worker die.
const traceOptions = unix.PTRACE_O_TRACESECCOMP | unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_TRACEFORK |
	unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_EXITKILL

// stopped handles one stop of a traced process and lets it go on.
func (t *tracer) stopped(pid int, status unix.WaitStatus) {
	p := t.processes[pid]
	if p == nil { // a child may stop before its parent's event tells of it
		p = t.born(pid)
	}
	signal := status.StopSignal()
	switch {
	case !p.started:
		p.started = true
		if pid == t.first {
			if err := unix.PtraceSetOptions(pid, traceOptions); err != nil {
				t.fail(fmt.Errorf("setting trace options: %w", err))
			}
		}
		resume(unix.PTRACE_CONT, pid, 0)
	case signal == unix.SIGTRAP|0x80:
		t.exited(pid, p)
		resume(unix.PTRACE_CONT, pid, 0)
	case signal == unix.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_SECCOMP:
		if t.entered(pid, p) {
			resume(unix.PTRACE_SYSCALL, pid, 0)
		} else {
			resume(unix.PTRACE_CONT, pid, 0)
		}
	case signal == unix.SIGTRAP && status.TrapCause() > 0:
		t.event(pid, p, status.TrapCause())
		resume(unix.PTRACE_CONT, pid, 0)
	default:
		resume(unix.PTRACE_CONT, pid, signal)
	}
}

func (t *tracer) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

func (t *tracer) born(pid int) *process {
	p := &process{}
	t.processes[pid], t.own[pid] = p, true
	if len(t.processes) > t.limit {
		t.crowded()
	}
	return p
}

// ended forgets a process. The outcome of a call it was killed in is unknown.
func (t *tracer) ended(pid int) {
	if p := t.processes[pid]; p != nil && p.open != nil {
		p.open.unknown = true
		t.keep(*p.open)
	}
	delete(t.processes, pid)
}

// event handles a fork or an execve that succeeded.
func (t *tracer) event(pid int, p *process, cause int) {
	message, err := unix.PtraceGetEventMsg(pid)
	if err != nil {
		return // killed meanwhile
	}
	other := int(message)
	if cause == unix.PTRACE_EVENT_EXEC {
		if other != pid { // a thread executed and took the leader's place
			if was := t.processes[other]; was != nil {
				p.open, p.argv, p.execs, p.program = was.open, was.argv, was.execs, was.program
				delete(t.processes, other)
			}
		}
		t.executed(pid, p)
		return
	}
	child := t.processes[other]
	if child == nil {
		child = t.born(other)
	}
	child.execs, child.program = p.execs, p.program
}

// An execution is a program that a process executed.
type execution struct {
	pid int
	oracle.ExecRecord
}

// programs lists what was executed, process by process: processes are numbered
// in the order of their making, while who executes first is chance.
func (t *tracer) programs() []oracle.ExecRecord {
	slices.SortStableFunc(t.execs, func(a, b execution) int { return a.pid - b.pid })
	list := make([]oracle.ExecRecord, len(t.execs))
	for i, e := range t.execs {
		list[i] = e.ExecRecord
	}
	return list
}

func (t *tracer) executed(pid int, p *process) {
	r := p.open
	p.open = nil
	if r == nil {
		return // bash itself, launched by the agent
	}
	if len(t.execs) < maxExecs {
		t.execs = append(t.execs, execution{pid, oracle.ExecRecord{Argv: texts(p.argv), Path: oracle.Text([]byte(r.target)), Depth: p.execs}})
	} else {
		t.cut = true
	}
	p.execs++
	p.program = r.target
	t.keep(*r)
}

func texts(words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = oracle.Text([]byte(w))
	}
	return list
}

func (t *tracer) keep(r record) {
	if fault == faultCalls && r.call.family == familyOpen {
		return
	}
	if len(t.records) >= maxRecords {
		t.cut = true
		return
	}
	t.records = append(t.records, r)
}

// entered reads a call that is about to run; false says that its outcome does
// not matter.
func (t *tracer) entered(pid int, p *process) bool {
	info, err := getSyscallInfo(pid)
	if err != nil || info.op != syscallSeccomp {
		if err == nil {
			t.fail(fmt.Errorf("process %d stopped for no system call (op %d)", pid, info.op))
		}
		return false
	}
	c := t.calls[uint32(info.data[0])]
	if c == nil {
		return false // a filter of the command's own stopped it
	}
	args := info.data[1:7]
	r := record{call: c, program: p.program}
	r.target, r.existed = t.name(pid, c.target, args)
	r.source, _ = t.name(pid, c.source, args)
	switch c.family {
	case familyOpen:
		r.flags = openFlags(pid, c, args)
		if c.nr == unix.SYS_OPENAT2 {
			t.inRoot(pid, &r, args)
		}
		if r.flags&writeFlags == 0 && !rootless {
			return false
		}
		if r.flags&unix.O_NOFOLLOW != 0 || r.flags&(unix.O_CREAT|unix.O_EXCL) == unix.O_CREAT|unix.O_EXCL {
			unfollowed := c.target
			unfollowed.follow = false
			r.target, r.existed = t.name(pid, unfollowed, args)
		}
	case familyMove:
		if c.nr == unix.SYS_RENAMEAT2 {
			r.flags = args[4]
		}
	case familyChange:
		if c.target.path < 0 && !path.IsAbs(r.target) {
			return false // a descriptor of a pipe or socket
		}
	case familyExec:
		vector := args[1]
		if c.nr == unix.SYS_EXECVEAT {
			vector = args[2]
		}
		p.argv = peekArguments(pid, vector)
	case familyNetwork:
		if where, ok := t.socketFile(pid, c, args); ok {
			r.call = &socketFile
			r.target, r.existed = where, false
			break
		}
		if name, ok := question(payload(pid, c, args)); ok {
			r.target, r.detail = name, "looked up"
		} else if r.target, ok = t.address(pid, c, args); !ok {
			return false
		}
	case familySignal:
		receiver, own := t.receiver(pid, c, args)
		if own {
			return false
		}
		r.target = receiver
	}
	p.open = &r
	return true
}

// exited reads the outcome of the call a process is in.
func (t *tracer) exited(pid int, p *process) {
	r := p.open
	p.open = nil
	if r == nil {
		return
	}
	info, err := getSyscallInfo(pid)
	if err != nil || info.op != syscallExit {
		return // killed meanwhile
	}
	if value := int64(info.data[0]); value < 0 && value > -4096 {
		r.errno = unix.Errno(-value)
	}
	if r.call.kind == oracle.Rename && rootless {
		if copied := p.copied; r.errno == unix.EXDEV && !copied {
			if p.copied = t.moveByCopy(pid, r); p.copied {
				return
			}
		} else if p.copied = false; r.errno == 0 {
			t.moved(r, copied)
		}
	}
	if r.call.family == familyOpen && rootless {
		if r.errno == 0 && r.flags&unix.O_PATH == 0 && fault != faultReads && fixtures.OutsideZone(r.target) {
			t.reads[r.target] = true
		}
		if r.flags&writeFlags == 0 {
			return
		}
	}
	t.keep(*r)
}

// openFlags returns the flags of any of the open calls.
func openFlags(pid int, c *tracedCall, args []uint64) uint64 {
	switch c.nr {
	case unix.SYS_CREAT:
		return unix.O_CREAT | unix.O_WRONLY | unix.O_TRUNC
	case unix.SYS_OPENAT2: // the first member of struct open_how
		flags, _ := peekWord(pid, args[2])
		return flags
	}
	return args[c.when.arg]
}

// name resolves a file name operand and says whether it exists.
func (t *tracer) name(pid int, o operand, args []uint64) (string, bool) {
	if o == nothing {
		return "", false
	}
	text := ""
	if o.path >= 0 {
		text = peekString(pid, args[o.path], unix.PathMax)
	}
	link := "cwd"
	if o.dirfd >= 0 {
		link = linkOf(int32(args[o.dirfd]))
	}
	follow := o.follow
	if o.flags >= 0 {
		switch {
		case args[o.flags]&unix.AT_SYMLINK_NOFOLLOW != 0:
			follow = false
		case args[o.flags]&unix.AT_SYMLINK_FOLLOW != 0:
			follow = true
		}
	}
	where, ok := t.place(pid, link, text, follow)
	var st unix.Stat_t
	return where, ok && unix.Lstat(t.root+where, &st) == nil
}

// place resolves a name that process pid gives, relative to what one of its
// links in /proc stands for; the empty name is that itself. False says that the
// result is no place in the root: a pipe, a socket, or unknown.
func (t *tracer) place(pid int, link, name string, follow bool) (string, bool) {
	dir := ""
	if !path.IsAbs(name) {
		target, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/" + link)
		if err != nil {
			return name, false
		}
		if nameless(target) {
			return unnamed, false
		}
		inside, ok := below(t.root, target)
		if !ok {
			return target, false
		}
		if name == "" {
			return inside, true
		}
		dir = inside
	}
	where := resolve(t.root, pid, dir, name, follow)
	return where, path.IsAbs(where)
}

// nameless says of what a link in /proc stands for that it has no name any
// more: a file can be called so, too.
func nameless(target string) bool {
	return strings.HasSuffix(target, deleted) && unix.Access(target, unix.F_OK) != nil
}

// resolveInRoot is RESOLVE_IN_ROOT. Source: include/uapi/linux/openat2.h.
const resolveInRoot = 0x10

// inRoot places the name of an openat2(2) that takes its directory for the root.
func (t *tracer) inRoot(pid int, r *record, args []uint64) {
	how, _ := peekWord(pid, args[2]+16) // the third member of struct open_how
	if how&resolveInRoot == 0 {
		return
	}
	top, ok := t.place(pid, linkOf(int32(args[0])), "", false)
	if !ok {
		return
	}
	var st unix.Stat_t
	r.target = path.Join(top, path.Clean("/"+peekString(pid, args[1], unix.PathMax)))
	r.existed = unix.Lstat(t.root+r.target, &st) == nil
}

// linkOf is the link in /proc/PID that stands for a directory descriptor.
func linkOf(dirfd int32) string {
	if dirfd == unix.AT_FDCWD {
		return "cwd"
	}
	return "fd/" + strconv.Itoa(int(dirfd))
}

// maxAddress is the longest socket address worth reading, in bytes.
const maxAddress = 128

// address reads the socket address of a network call; false for an address
// that is not of the network, or none.
func (t *tracer) address(pid int, c *tracedCall, args []uint64) (string, bool) {
	if c.nr == unix.SYS_LISTEN {
		return "any address", isInternet(pid, int(int32(args[0])))
	}
	pointer, length := args[1], args[2]
	switch c.nr {
	case unix.SYS_SENDTO:
		pointer, length = args[4], args[5]
	case unix.SYS_SENDMSG, unix.SYS_SENDMMSG: // msg_name and msg_namelen lead struct msghdr
		name, _ := peekWord(pid, args[1])
		size, _ := peekWord(pid, args[1]+8)
		pointer, length = name, size&0xffffffff
	}
	if pointer == 0 {
		return "", false
	}
	raw := peek(pid, pointer, int(min(length, maxAddress)))
	if len(raw) < 2 {
		return "", false
	}
	family := binary.LittleEndian.Uint16(raw)
	if family == unix.AF_UNSPEC && c.nr != unix.SYS_CONNECT { // where it ends a connection
		family = unix.AF_INET // so the kernel takes it
	}
	switch {
	case family == unix.AF_INET && len(raw) >= 8:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(raw[4:8])), binary.BigEndian.Uint16(raw[2:])).String(), true
	case family == unix.AF_INET6 && len(raw) >= 24:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(raw[8:24])).Unmap(), binary.BigEndian.Uint16(raw[2:])).String(), true
	case family == unix.AF_UNIX, family == unix.AF_NETLINK, family == unix.AF_UNSPEC:
		return "", false
	default:
		return fmt.Sprintf("address family %d", family), true
	}
}

// isInternet says whether a descriptor of a process is a socket of the network.
func isInternet(pid, fd int) bool {
	process, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false
	}
	defer unix.Close(process)
	socket, err := unix.PidfdGetfd(process, fd, 0)
	if err != nil {
		return false
	}
	defer unix.Close(socket)
	domain, err := unix.GetsockoptInt(socket, unix.SOL_SOCKET, unix.SO_DOMAIN)
	return err == nil && (domain == unix.AF_INET || domain == unix.AF_INET6)
}

// payload is the first message that a send call carries.
func payload(pid int, c *tracedCall, args []uint64) []byte {
	pointer, length := args[1], args[2]
	switch c.nr {
	case unix.SYS_SENDTO:
	case unix.SYS_SENDMSG, unix.SYS_SENDMMSG: // msg_iov is the third word of struct msghdr
		vector, _ := peekWord(pid, args[1]+16)
		pointer, _ = peekWord(pid, vector)
		length, _ = peekWord(pid, vector+8)
	default:
		return nil
	}
	return peek(pid, pointer, int(min(length, maxQuestion)))
}

// socketFile is bind of a Unix-domain address with a name: it makes a file.
var socketFile = tracedCall{nr: unix.SYS_BIND, name: "bind", family: familyChange, kind: oracle.Special, target: nothing, source: nothing}

// socketFile returns the place of the file that a bind would make.
func (t *tracer) socketFile(pid int, c *tracedCall, args []uint64) (string, bool) {
	if c.nr != unix.SYS_BIND {
		return "", false
	}
	raw := peek(pid, args[1], int(min(args[2], maxAddress)))
	if len(raw) < 3 || binary.LittleEndian.Uint16(raw) != unix.AF_UNIX || raw[2] == 0 {
		return "", false
	}
	name, _, _ := strings.Cut(string(raw[2:]), "\x00")
	return t.place(pid, "cwd", name, false)
}

// receiver names whom a signal is for and says whether that is one of the
// command's own processes.
func (t *tracer) receiver(sender int, c *tracedCall, args []uint64) (string, bool) {
	pid := int(int32(args[0]))
	switch c.nr {
	case unix.SYS_TGKILL, unix.SYS_RT_TGSIGQUEUEINFO:
		pid = int(int32(args[1]))
	case unix.SYS_PIDFD_SEND_SIGNAL:
		pid = pidOf(sender, pid)
	}
	switch {
	case pid == 0 || pid < -1: // a process group: the command has its own session
		return "", true
	case pid == -1:
		return everyProcess, false
	}
	return "process " + strconv.Itoa(pid), t.own[pid]
}

// everyProcess is the receiver of a signal to process -1.
const everyProcess = "every process"

// pidOf returns the process that a descriptor of process pid stands for, or 0.
func pidOf(pid, fd int) int {
	info, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", pid, fd))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(info)) {
		if value, ok := strings.CutPrefix(line, "Pid:"); ok {
			other, _ := strconv.Atoi(strings.TrimSpace(value))
			return other
		}
	}
	return 0
}
