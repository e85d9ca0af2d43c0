package agent

import (
	"runtime"
	"syscall"
	_ "unsafe" // for go:linkname

	"golang.org/x/sys/unix"
)

// os/exec cannot place a process where a command must run (its own user
// namespace that outlives it, a dropped bounding set, a system-call filter)
// without one helper process per command, which alone costs more than bash
// does. So the agent forks the way package syscall does: vfork-style clone and
// a prepared list of raw system calls in the child. The three runtime hooks
// are the ones that the Go runtime keeps linkable for container runtimes.

//go:linkname runtimeBeforeFork syscall.runtime_BeforeFork
func runtimeBeforeFork()

//go:linkname runtimeAfterFork syscall.runtime_AfterFork
func runtimeAfterFork()

//go:linkname runtimeAfterForkInChild syscall.runtime_AfterForkInChild
func runtimeAfterForkInChild()

func rawVforkClone(flags uintptr) (pid, errno uintptr)

// A step is one system call of the child between clone and execve. A failing
// step ends the child, unless it is soft.
type step struct {
	name string
	nr   uintptr
	args [6]uintptr
	soft bool
}

// A launch is a prepared child: the steps, the last of which is execve, and
// where the child reports a failure. The child shares the parent's memory
// until it executes, so the parent reads the fields after fork returns.
type launch struct {
	steps    []step
	failed   int // index of the step that failed, or -1
	failedNo syscall.Errno
}

// vforkFailed is the exit status of a child that could not execute.
const vforkFailed = 121

// fork starts the child with the given extra clone flags and returns its pid.
// It must be called on a locked OS thread when a step asks to be traced.
// Everything that step arguments point to must stay reachable until it returns.
func (l *launch) fork(flags uintptr) (int, error) {
	l.failed = -1
	pid, errno := l.vfork(flags | unix.CLONE_VM | unix.CLONE_VFORK | uintptr(unix.SIGCHLD))
	runtime.KeepAlive(l)
	if errno != 0 {
		return 0, syscall.Errno(errno)
	}
	return int(pid), nil
}

// vfork must not be inlined or instrumented, and nothing between the clone and
// the end of the child may grow the stack, allocate or write a pointer.
//
//go:noinline
//go:norace
func (l *launch) vfork(flags uintptr) (pid, errno uintptr) {
	steps := l.steps
	runtimeBeforeFork()
	pid, errno = rawVforkClone(flags)
	if errno != 0 || pid != 0 {
		runtimeAfterFork()
		return pid, errno
	}
	runtimeAfterForkInChild()
	for i := range steps {
		s := &steps[i]
		_, _, e := syscall.RawSyscall6(s.nr, s.args[0], s.args[1], s.args[2], s.args[3], s.args[4], s.args[5])
		if e != 0 && !s.soft {
			l.failed, l.failedNo = i, e
			break
		}
	}
	for {
		syscall.RawSyscall6(unix.SYS_EXIT_GROUP, vforkFailed, 0, 0, 0, 0, 0)
	}
}
