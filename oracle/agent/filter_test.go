package agent

import (
	"testing"

	"golang.org/x/sys/unix"
)

// evaluate runs a filter as the kernel does: loads of absolute words, compares, returns.
func evaluate(t *testing.T, program []unix.SockFilter, arch, nr uint32, args [6]uint64) uint32 {
	t.Helper()
	var word uint32
	for pc := 0; pc < len(program); pc++ {
		in := program[pc]
		switch in.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			switch {
			case in.K == seccompNR:
				word = nr
			case in.K == seccompArch:
				word = arch
			case in.K >= seccompArgs && in.K < seccompArgs+48:
				value := args[(in.K-seccompArgs)/8]
				if (in.K-seccompArgs)%8 == 4 {
					value >>= 32
				}
				word = uint32(value)
			default:
				t.Fatalf("instruction %d loads offset %d", pc, in.K)
			}
		case unix.BPF_RET | unix.BPF_K:
			return in.K
		default:
			var yes bool
			switch in.Code {
			case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
				yes = word == in.K
			case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
				yes = word >= in.K
			case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
				yes = word&in.K != 0
			default:
				t.Fatalf("instruction %d has code %#x", pc, in.Code)
			}
			if yes {
				pc += int(in.Jt)
			} else {
				pc += int(in.Jf)
			}
		}
	}
	t.Fatal("the filter ends without an answer")
	return 0
}

func TestFilter(t *testing.T) {
	const magic = 0x1122334455667788
	program := filterProgram(magic)
	const amd64, i386 = unix.AUDIT_ARCH_X86_64, unix.AUDIT_ARCH_I386
	tests := []struct {
		name string
		arch uint32
		nr   uint32
		args [6]uint64
		want uint32
	}{
		{"read", amd64, unix.SYS_READ, [6]uint64{}, actionAllow},
		{"32-bit unlink", i386, 10, [6]uint64{}, actionNoCall},
		{"x32 mkdir", amd64, x32Bit + 83, [6]uint64{}, actionNoCall},
		{"io_uring", amd64, unix.SYS_IO_URING_SETUP, [6]uint64{}, actionNoCall},
		{"clone3", amd64, unix.SYS_CLONE3, [6]uint64{}, actionNoCall},
		{"clone", amd64, unix.SYS_CLONE, [6]uint64{uint64(unix.SIGCHLD)}, actionAllow},
		{"clone untraced", amd64, unix.SYS_CLONE, [6]uint64{unix.CLONE_UNTRACED}, actionNoPerm},
		{"open to read", amd64, unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_RDONLY | unix.O_CLOEXEC | unix.O_DIRECTORY}, actionAllow},
		{"open to write", amd64, unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_WRONLY}, actionTrace},
		{"open to create", amd64, unix.SYS_OPEN, [6]uint64{0, unix.O_CREAT}, actionTrace},
		{"open to truncate", amd64, unix.SYS_OPEN, [6]uint64{0, unix.O_TRUNC}, actionTrace},
		{"open without a name", amd64, unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_TMPFILE | unix.O_RDWR}, actionTrace},
		{"openat2", amd64, unix.SYS_OPENAT2, [6]uint64{}, actionTrace},
		{"unlink", amd64, unix.SYS_UNLINKAT, [6]uint64{}, actionTrace},
		{"test for a process", amd64, unix.SYS_KILL, [6]uint64{1, 0}, actionAllow},
		{"signal", amd64, unix.SYS_KILL, [6]uint64{1, 9}, actionTrace},
		{"a request that changes nothing", amd64, unix.SYS_IOCTL, [6]uint64{1, unix.TCGETS}, actionAllow},
		{"a filter", amd64, unix.SYS_SECCOMP, [6]uint64{unix.SECCOMP_SET_MODE_FILTER}, actionAllow},
		{"a filter with a listener", amd64, unix.SYS_SECCOMP, [6]uint64{unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER}, actionNoPerm},
		{"connect", amd64, unix.SYS_CONNECT, [6]uint64{3, 0, 110}, actionTrace},
		{"execve", amd64, unix.SYS_EXECVE, [6]uint64{}, actionTrace},
		{"the agent's execve", amd64, unix.SYS_EXECVE, [6]uint64{0, 0, 0, magic}, actionAllow},
		{"half its mark", amd64, unix.SYS_EXECVE, [6]uint64{0, 0, 0, magic & 0xffffffff}, actionTrace},
		{"the other half", amd64, unix.SYS_EXECVE, [6]uint64{0, 0, 0, magic &^ 0xffffffff}, actionTrace},
	}
	for _, test := range tests {
		if got := evaluate(t, program, test.arch, test.nr, test.args); got != test.want {
			t.Errorf("%s: %#x, want %#x", test.name, got, test.want)
		}
	}
	for _, c := range tracedCalls {
		args := [6]uint64{1, 1, 1, 1, 1, 1}
		if c.when.set {
			args[c.when.arg] = uint64(c.when.mask | 2)
		}
		for _, value := range c.when.any {
			args[c.when.arg] = uint64(value)
			if got := evaluate(t, program, amd64, c.nr, args); got != actionTrace {
				t.Errorf("%s with %#x does not stop: %#x", c.name, value, got)
			}
		}
		if got := evaluate(t, program, amd64, c.nr, args); got != actionTrace {
			t.Errorf("%s does not stop: %#x", c.name, got)
		}
	}
	if len(program) > 4096 {
		t.Errorf("%d instructions: the kernel takes 4096", len(program))
	}
}

func TestTableNamesEachCallOnce(t *testing.T) {
	seen := map[uint32]string{}
	for _, c := range tracedCalls {
		if other, ok := seen[c.nr]; ok {
			t.Errorf("%s and %s have the same number", c.name, other)
		}
		seen[c.nr] = c.name
		if c.family == 0 || c.name == "" {
			t.Errorf("row %d is incomplete", c.nr)
		}
	}
	for _, nr := range deniedCalls {
		if name, ok := seen[nr]; ok {
			t.Errorf("%s is denied and traced", name)
		}
	}
}
