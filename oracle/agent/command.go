package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A commandLine is a command made ready for execve: every string a prepared
// step points to, kept reachable here.
type commandLine struct {
	keep [][]byte
	argv []uintptr
	envp []uintptr
}

// cString returns the address of a NUL-terminated copy of s.
func (c *commandLine) cString(s string) (uintptr, error) {
	if strings.IndexByte(s, 0) >= 0 {
		return 0, errors.New("holds a NUL byte, which no argument can")
	}
	b := make([]byte, len(s)+1)
	copy(b, s)
	c.keep = append(c.keep, b)
	return uintptr(unsafe.Pointer(&b[0])), nil
}

func (c *commandLine) vector(words []string) ([]uintptr, error) {
	pointers := make([]uintptr, 0, len(words)+1)
	for _, w := range words {
		p, err := c.cString(w)
		if err != nil {
			return nil, err
		}
		pointers = append(pointers, p)
	}
	return append(pointers, 0), nil
}

// A sandbox says where and as whom a command runs.
type sandbox struct {
	root      string // directory to chroot in
	dir       string // directory below root that bash starts in
	join      namespaces
	stdin     int
	stdout    int
	stderr    int
	terminal  bool // stdin is a terminal, to be the controlling one
	processes int  // RLIMIT_NPROC, a backstop
}

// A cwdError says that the directory a command should start in cannot be
// entered. It is a fact about the fixture, not a fault of the harness.
type cwdError struct {
	dir string
	err error
}

func (e *cwdError) Error() string {
	return fmt.Sprintf("cannot enter the working directory %s: %v", e.dir, e.err)
}

// start launches `bash -c -- command` in the sandbox and returns its process
// id. Without the dashes a command that begins with one would be bash's option.
// The extra steps come last before execve, whose fourth argument, which the
// kernel ignores, is magic: by it the filter knows the agent's own execve.
func start(box sandbox, command string, env []string, magic uint64, extra []step) (int, error) {
	c := &commandLine{}
	var err error
	if c.argv, err = c.vector([]string{"bash", "-c", "--", command}); err != nil {
		return 0, fmt.Errorf("the command %w", err)
	}
	if c.envp, err = c.vector(env); err != nil {
		return 0, fmt.Errorf("the environment %w", err)
	}
	// By descriptor: the folders above may be closed to the command's user.
	root, err := unix.Open(box.root, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, &os.PathError{Op: "open", Path: box.root, Err: err}
	}
	defer unix.Close(root)
	here, err := c.cString(".")
	if err != nil {
		return 0, err
	}
	dir, err := c.cString(filepath.Clean(box.dir))
	if err != nil {
		return 0, &cwdError{box.dir, unix.EINVAL}
	}
	path, err := c.cString(shell)
	if err != nil {
		return 0, err
	}
	limits := []struct {
		resource uintptr
		limit    *unix.Rlimit
	}{
		{unix.RLIMIT_NPROC, &unix.Rlimit{Cur: uint64(box.processes), Max: uint64(box.processes)}},
		{unix.RLIMIT_CORE, &unix.Rlimit{}},
		{unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 1024, Max: 4096}},
	}

	call := func(name string, nr uintptr, args ...uintptr) step {
		s := step{name: name, nr: nr}
		copy(s.args[:], args)
		return s
	}
	steps := []step{
		call("setsid", unix.SYS_SETSID),
		call("dup3 stdin", unix.SYS_DUP3, uintptr(box.stdin), 0, 0),
		call("dup3 stdout", unix.SYS_DUP3, uintptr(box.stdout), 1, 0),
		call("dup3 stderr", unix.SYS_DUP3, uintptr(box.stderr), 2, 0),
		call("setns user", unix.SYS_SETNS, uintptr(box.join.user), unix.CLONE_NEWUSER),
		call("setns net", unix.SYS_SETNS, uintptr(box.join.net), unix.CLONE_NEWNET),
		call("fchdir", unix.SYS_FCHDIR, uintptr(root)),
		call("close_range", unix.SYS_CLOSE_RANGE, 3, ^uintptr(0)>>32, 0),
		call("setgroups", unix.SYS_SETGROUPS, 0, 0),
		call("setresgid", unix.SYS_SETRESGID, 0, 0, 0),
		call("setresuid", unix.SYS_SETRESUID, 0, 0, 0),
		call("chroot", unix.SYS_CHROOT, here),
		call("chdir", unix.SYS_CHDIR, dir),
		call("umask", unix.SYS_UMASK, umask),
	}
	if box.terminal {
		steps = append(steps, call("controlling terminal", unix.SYS_IOCTL, 0, unix.TIOCSCTTY, 0))
	}
	for i := range limits {
		l := &limits[i]
		steps = append(steps, call("prlimit64", unix.SYS_PRLIMIT64, 0, l.resource, uintptr(unsafe.Pointer(l.limit)), 0))
	}
	for capability := 0; capability <= lastCapability; capability++ {
		if _, kept := keptCapabilities[capability]; kept {
			continue
		}
		s := call("drop capability", unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, uintptr(capability), 0, 0, 0)
		s.soft = true // EINVAL: the kernel does not know this capability
		steps = append(steps, s)
	}
	steps = append(steps, call("no_new_privs", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	steps = append(steps, extra...)
	steps = append(steps, call("execve", unix.SYS_EXECVE, path,
		uintptr(unsafe.Pointer(&c.argv[0])), uintptr(unsafe.Pointer(&c.envp[0])), uintptr(magic)))

	l := &launch{steps: steps}
	// A fresh ipc namespace: shared memory of one command must not meet the next.
	pid, err := l.fork(unix.CLONE_NEWIPC)
	runtime.KeepAlive(c)
	runtime.KeepAlive(limits)
	runtime.KeepAlive(extra)
	if err != nil {
		return 0, fmt.Errorf("clone: %w", err)
	}
	if l.failed < 0 {
		return pid, nil
	}
	reapFailed(pid)
	s := l.steps[l.failed]
	switch {
	case s.nr == unix.SYS_CHDIR:
		return 0, &cwdError{box.dir, l.failedNo}
	case s.nr == unix.SYS_EXECVE && l.failedNo == syscall.E2BIG:
		return 0, fmt.Errorf("the command is too long for one argument (%d bytes; Linux allows 131071)", len(command))
	}
	return 0, fmt.Errorf("launching bash: %s: %w", s.name, l.failedNo)
}

// reapFailed reaps a child that ended before it executed anything.
func reapFailed(pid int) {
	for {
		if _, err := unix.Wait4(pid, nil, unix.WALL, nil); err != unix.EINTR {
			return
		}
	}
}
