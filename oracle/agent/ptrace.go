package agent

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ptraceGetSyscallInfo is missing from package unix. Source: include/uapi/linux/ptrace.h.
const ptraceGetSyscallInfo = 0x420e

// Operations that syscallInfo tells of.
const (
	syscallExit    = 2
	syscallSeccomp = 3
)

// syscallInfo is struct ptrace_syscall_info; data is its union.
type syscallInfo struct {
	op   uint8
	_    [3]uint8
	arch uint32
	ip   uint64
	sp   uint64
	data [9]uint64
}

func getSyscallInfo(pid int) (syscallInfo, error) {
	var info syscallInfo
	_, _, errno := unix.RawSyscall6(unix.SYS_PTRACE, ptraceGetSyscallInfo, uintptr(pid),
		unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	if errno != 0 {
		return info, fmt.Errorf("reading a system call of process %d: %w", pid, errno)
	}
	return info, nil
}

// resume lets a stopped process go on, with a signal or 0. A process that was
// killed meanwhile is no error: its end will be reported.
func resume(request, pid int, signal unix.Signal) {
	_, _, _ = unix.RawSyscall6(unix.SYS_PTRACE, uintptr(request), uintptr(pid), 0, uintptr(signal), 0, 0)
}

// peek reads n bytes of a stopped process's memory, fewer at the end of a
// mapping. process_vm_readv would be quicker, but older engines refuse it.
func peek(pid int, address uint64, n int) []byte {
	data := make([]byte, 0, n+8)
	var word [8]byte
	for len(data) < n {
		at := (address + uint64(len(data))) &^ 7
		skip := int(address + uint64(len(data)) - at)
		_, _, errno := unix.RawSyscall6(unix.SYS_PTRACE, unix.PTRACE_PEEKDATA, uintptr(pid), uintptr(at),
			uintptr(unsafe.Pointer(&word)), 0, 0)
		if errno != 0 {
			break
		}
		data = append(data, word[skip:]...)
	}
	return data[:min(len(data), n)]
}

// peekString reads a NUL-terminated string of at most limit bytes.
func peekString(pid int, address uint64, limit int) string {
	if address == 0 {
		return ""
	}
	var text []byte
	for len(text) < limit {
		part := peek(pid, address+uint64(len(text)), 8-int((address+uint64(len(text)))&7))
		if i := bytes.IndexByte(part, 0); i >= 0 {
			return string(append(text, part[:i]...))
		}
		if len(part) == 0 {
			break
		}
		text = append(text, part...)
	}
	return string(text)
}

// peekWord reads one 64-bit word.
func peekWord(pid int, address uint64) (uint64, bool) {
	raw := peek(pid, address, 8)
	if len(raw) < 8 {
		return 0, false
	}
	return binary.LittleEndian.Uint64(raw), true
}

// Bounds of what is kept of a program's arguments.
const (
	maxArguments   = 256
	maxArgumentLen = 4096
)

func peekArguments(pid int, address uint64) []string {
	var words []string
	for i := uint64(0); i < maxArguments; i++ {
		pointer, ok := peekWord(pid, address+8*i)
		if !ok || pointer == 0 {
			break
		}
		words = append(words, peekString(pid, pointer, maxArgumentLen))
	}
	return words
}
