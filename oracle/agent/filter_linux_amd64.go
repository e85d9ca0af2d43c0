package agent

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data. Source: include/uapi/linux/seccomp.h.
const (
	seccompNR   = 0
	seccompArch = 4
	seccompArgs = 16
)

// x32Bit marks calls of the x32 interface, which share the architecture of the
// 64-bit ones. Source: __X32_SYSCALL_BIT in asm/unistd.h.
const x32Bit = 0x40000000

// Actions of a filter. Source: include/uapi/linux/seccomp.h.
const (
	actionAllow  = 0x7fff0000
	actionTrace  = 0x7ff00000
	actionNoCall = 0x00050000 | uint32(unix.ENOSYS)
	actionNoPerm = 0x00050000 | uint32(unix.EPERM)
)

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func answer(action uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
}

// jump compares the loaded word with k and skips yes or no instructions.
func jump(op uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | op | unix.BPF_K, Jt: yes, Jf: no, K: k}
}

// filterProgram builds the system-call filter of every command: the denied
// calls fail, the traced ones stop, the rest pass. An execve whose fourth
// argument is magic passes: it is the agent's own, made before the tracer can
// answer. The kernel remembers which calls always pass, so the length costs
// nothing for them.
func filterProgram(magic uint64) []unix.SockFilter {
	arg := func(i int) uint32 { return seccompArgs + 8*uint32(i) }
	program := []unix.SockFilter{
		load(seccompArch),
		jump(unix.BPF_JEQ, unix.AUDIT_ARCH_X86_64, 1, 0),
		answer(actionNoCall),
		load(seccompNR),
		jump(unix.BPF_JGE, x32Bit, 0, 1),
		answer(actionNoCall),
	}
	rule := func(nr uint32, body ...unix.SockFilter) {
		program = append(program, jump(unix.BPF_JEQ, nr, 0, uint8(len(body))))
		program = append(program, body...)
	}
	for _, nr := range deniedCalls {
		rule(nr, answer(actionNoCall))
	}
	// A clone that asks not to be traced would take its children out of sight.
	rule(unix.SYS_CLONE, load(arg(0)), jump(unix.BPF_JSET, unix.CLONE_UNTRACED, 0, 1), answer(actionNoPerm), answer(actionAllow))
	rule(unix.SYS_EXECVE,
		load(arg(3)), jump(unix.BPF_JEQ, uint32(magic), 0, 3),
		load(arg(3)+4), jump(unix.BPF_JEQ, uint32(magic>>32), 0, 1),
		answer(actionAllow), answer(actionTrace))
	// A listener of the command's own would answer the calls that are to stop.
	rule(unix.SYS_SECCOMP, load(arg(1)), jump(unix.BPF_JSET, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, 0, 1), answer(actionNoPerm), answer(actionAllow))
	for _, c := range tracedCalls {
		switch {
		case c.nr == unix.SYS_EXECVE:
		case !c.when.set, c.family == familyOpen && rootless: // every open may be a read of the outside zone
			rule(c.nr, answer(actionTrace))
		case len(c.when.any) > 0:
			body := []unix.SockFilter{load(arg(c.when.arg))}
			for i, value := range c.when.any {
				body = append(body, jump(unix.BPF_JEQ, value, uint8(len(c.when.any)-i), 0))
			}
			rule(c.nr, append(body, answer(actionAllow), answer(actionTrace))...)
		case c.when.mask != 0:
			rule(c.nr, load(arg(c.when.arg)), jump(unix.BPF_JSET, c.when.mask, 1, 0), answer(actionAllow), answer(actionTrace))
		default:
			rule(c.nr, load(arg(c.when.arg)), jump(unix.BPF_JEQ, c.when.value, 0, 1), answer(actionAllow), answer(actionTrace))
		}
	}
	return append(program, answer(actionAllow))
}

// traceSteps are the child's last steps before execve: to be traced, and to
// load the filter, which must stay reachable as long as the steps are used.
func traceSteps(filter *unix.SockFprog) []step {
	return []step{
		{name: "ptrace", nr: unix.SYS_PTRACE, args: [6]uintptr{unix.PTRACE_TRACEME}},
		// SPEC_ALLOW: the filter guards nothing secret, so its processes need no slower speculation.
		{name: "seccomp", nr: unix.SYS_SECCOMP, args: [6]uintptr{
			unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(filter)),
		}},
	}
}
