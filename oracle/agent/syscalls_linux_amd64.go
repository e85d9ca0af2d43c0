package agent

import (
	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/oracle"
)

// A family is how the tracer reads a traced system call. The zero value is invalid.
type family uint8

const (
	// familyChange: the call changes the file its target names, as kind says.
	familyChange family = iota + 1
	// familyOpen: an open that may create or write; the flags tell.
	familyOpen
	// familyMove: a rename or link from source to target.
	familyMove
	// familyExec: execve and execveat.
	familyExec
	// familyNetwork: a socket address is argument 1, or 4 for sendto.
	familyNetwork
	// familySignal: argument 0 names the receiver.
	familySignal
	// familyKernel: it changes the kernel's state: mounts, clocks, names, modules.
	familyKernel
)

// A condition picks the calls worth a stop by their arguments.
type condition struct {
	arg  int    // index of the argument, whose low 32 bits are tested
	mask uint32 // stop when any of these bits is set; 0: see value
	// value: with mask 0, stop when the argument differs from it.
	value uint32
	set   bool // false: every call stops
	// any: where there are some, stop when the argument is one of them.
	any []uint32
}

// An operand is a file name among a call's arguments, by index; -1 for none.
type operand struct {
	dirfd, path int
	follow      bool // the last component, when it is a symbolic link
	flags       int  // argument with AT_SYMLINK_NOFOLLOW or AT_SYMLINK_FOLLOW; -1 for none
}

func at(dirfd, path int) operand   { return operand{dirfd, path, false, -1} }
func to(dirfd, path int) operand   { return operand{dirfd, path, true, -1} }
func (o operand) by(f int) operand { o.flags = f; return o }

var nothing = operand{-1, -1, false, -1}

// A tracedCall is one row of the table of system calls that stop.
type tracedCall struct {
	nr     uint32
	name   string
	family family
	when   condition
	kind   oracle.Kind
	target operand
	source operand
	gone   bool // a success leaves nothing at target
}

// writeFlags are the open flags that can change something. O_RDWR and O_WRONLY
// are the two low bits. __O_TMPFILE is O_TMPFILE without O_DIRECTORY.
const writeFlags = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND | 0o20000000

// tracedCalls lists what stops. Everything else that a command may call changes
// nothing the oracle reports, or works on a descriptor whose opening stopped.
var tracedCalls = []tracedCall{
	{unix.SYS_OPEN, "open", familyOpen, condition{arg: 1, mask: writeFlags, set: true}, 0, to(-1, 0), nothing, false},
	{unix.SYS_OPENAT, "openat", familyOpen, condition{arg: 2, mask: writeFlags, set: true}, 0, to(0, 1), nothing, false},
	{unix.SYS_OPENAT2, "openat2", familyOpen, condition{}, 0, to(0, 1), nothing, false},
	{unix.SYS_CREAT, "creat", familyOpen, condition{}, 0, to(-1, 0), nothing, false},

	{unix.SYS_UNLINK, "unlink", familyChange, condition{}, oracle.Delete, at(-1, 0), nothing, true},
	{unix.SYS_UNLINKAT, "unlinkat", familyChange, condition{}, oracle.Delete, at(0, 1), nothing, true},
	{unix.SYS_RMDIR, "rmdir", familyChange, condition{}, oracle.Delete, at(-1, 0), nothing, true},
	{unix.SYS_MKDIR, "mkdir", familyChange, condition{}, oracle.Mkdir, at(-1, 0), nothing, false},
	{unix.SYS_MKDIRAT, "mkdirat", familyChange, condition{}, oracle.Mkdir, at(0, 1), nothing, false},
	{unix.SYS_MKNOD, "mknod", familyChange, condition{}, oracle.Special, at(-1, 0), nothing, false},
	{unix.SYS_MKNODAT, "mknodat", familyChange, condition{}, oracle.Special, at(0, 1), nothing, false},
	{unix.SYS_SYMLINK, "symlink", familyChange, condition{}, oracle.Link, at(-1, 1), nothing, false},
	{unix.SYS_SYMLINKAT, "symlinkat", familyChange, condition{}, oracle.Link, at(1, 2), nothing, false},
	{unix.SYS_TRUNCATE, "truncate", familyChange, condition{}, oracle.Write, to(-1, 0), nothing, false},
	{unix.SYS_FTRUNCATE, "ftruncate", familyChange, condition{}, oracle.Write, at(0, -1), nothing, false},
	{unix.SYS_CHMOD, "chmod", familyChange, condition{}, oracle.ModeChange, to(-1, 0), nothing, false},
	{unix.SYS_FCHMOD, "fchmod", familyChange, condition{}, oracle.ModeChange, at(0, -1), nothing, false},
	{unix.SYS_FCHMODAT, "fchmodat", familyChange, condition{}, oracle.ModeChange, to(0, 1), nothing, false},
	{unix.SYS_FCHMODAT2, "fchmodat2", familyChange, condition{}, oracle.ModeChange, to(0, 1).by(3), nothing, false},
	{unix.SYS_CHOWN, "chown", familyChange, condition{}, oracle.Owner, to(-1, 0), nothing, false},
	{unix.SYS_LCHOWN, "lchown", familyChange, condition{}, oracle.Owner, at(-1, 0), nothing, false},
	{unix.SYS_FCHOWN, "fchown", familyChange, condition{}, oracle.Owner, at(0, -1), nothing, false},
	{unix.SYS_FCHOWNAT, "fchownat", familyChange, condition{}, oracle.Owner, to(0, 1).by(4), nothing, false},
	{unix.SYS_UTIME, "utime", familyChange, condition{}, oracle.Times, to(-1, 0), nothing, false},
	{unix.SYS_UTIMES, "utimes", familyChange, condition{}, oracle.Times, to(-1, 0), nothing, false},
	{unix.SYS_FUTIMESAT, "futimesat", familyChange, condition{}, oracle.Times, to(0, 1), nothing, false},
	{unix.SYS_UTIMENSAT, "utimensat", familyChange, condition{}, oracle.Times, to(0, 1).by(3), nothing, false},
	{unix.SYS_SETXATTR, "setxattr", familyChange, condition{}, oracle.Xattr, to(-1, 0), nothing, false},
	{unix.SYS_LSETXATTR, "lsetxattr", familyChange, condition{}, oracle.Xattr, at(-1, 0), nothing, false},
	{unix.SYS_FSETXATTR, "fsetxattr", familyChange, condition{}, oracle.Xattr, at(0, -1), nothing, false},
	{unix.SYS_REMOVEXATTR, "removexattr", familyChange, condition{}, oracle.Xattr, to(-1, 0), nothing, false},
	{unix.SYS_LREMOVEXATTR, "lremovexattr", familyChange, condition{}, oracle.Xattr, at(-1, 0), nothing, false},
	{unix.SYS_FREMOVEXATTR, "fremovexattr", familyChange, condition{}, oracle.Xattr, at(0, -1), nothing, false},

	{unix.SYS_IOCTL, "ioctl", familyChange, condition{arg: 1, set: true, any: changingRequests}, oracle.ModeChange, at(0, -1), nothing, false},

	{unix.SYS_RENAME, "rename", familyMove, condition{}, oracle.Rename, at(-1, 1), at(-1, 0), false},
	{unix.SYS_RENAMEAT, "renameat", familyMove, condition{}, oracle.Rename, at(2, 3), at(0, 1), false},
	{unix.SYS_RENAMEAT2, "renameat2", familyMove, condition{}, oracle.Rename, at(2, 3), at(0, 1), false},
	{unix.SYS_LINK, "link", familyMove, condition{}, oracle.Link, at(-1, 1), at(-1, 0), false},
	{unix.SYS_LINKAT, "linkat", familyMove, condition{}, oracle.Link, at(2, 3), at(0, 1).by(4), false},

	{unix.SYS_EXECVE, "execve", familyExec, condition{}, oracle.Exec, to(-1, 0), nothing, false},
	{unix.SYS_EXECVEAT, "execveat", familyExec, condition{}, oracle.Exec, to(0, 1).by(4), nothing, false},

	{unix.SYS_CONNECT, "connect", familyNetwork, condition{}, oracle.Network, nothing, nothing, false},
	{unix.SYS_BIND, "bind", familyNetwork, condition{}, oracle.Network, nothing, nothing, false},
	{unix.SYS_LISTEN, "listen", familyNetwork, condition{}, oracle.Network, nothing, nothing, false},
	{unix.SYS_SENDTO, "sendto", familyNetwork, condition{}, oracle.Network, nothing, nothing, false},
	{unix.SYS_SENDMSG, "sendmsg", familyNetwork, condition{}, oracle.Network, nothing, nothing, false},
	{unix.SYS_SENDMMSG, "sendmmsg", familyNetwork, condition{}, oracle.Network, nothing, nothing, false},

	{unix.SYS_KILL, "kill", familySignal, condition{arg: 1, value: 0, set: true}, oracle.Signal, nothing, nothing, false},
	{unix.SYS_TKILL, "tkill", familySignal, condition{}, oracle.Signal, nothing, nothing, false},
	{unix.SYS_TGKILL, "tgkill", familySignal, condition{}, oracle.Signal, nothing, nothing, false},
	{unix.SYS_RT_SIGQUEUEINFO, "rt_sigqueueinfo", familySignal, condition{}, oracle.Signal, nothing, nothing, false},
	{unix.SYS_RT_TGSIGQUEUEINFO, "rt_tgsigqueueinfo", familySignal, condition{}, oracle.Signal, nothing, nothing, false},
	{unix.SYS_PIDFD_SEND_SIGNAL, "pidfd_send_signal", familySignal, condition{}, oracle.Signal, nothing, nothing, false},

	{unix.SYS_MOUNT, "mount", familyKernel, condition{}, oracle.Special, to(-1, 1), nothing, false},
	{unix.SYS_UMOUNT2, "umount2", familyKernel, condition{}, oracle.Special, to(-1, 0), nothing, false},
	{unix.SYS_PIVOT_ROOT, "pivot_root", familyKernel, condition{}, oracle.Special, to(-1, 0), nothing, false},
	{unix.SYS_CHROOT, "chroot", familyKernel, condition{}, oracle.Special, to(-1, 0), nothing, false},
	{unix.SYS_MOVE_MOUNT, "move_mount", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_FSOPEN, "fsopen", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_OPEN_TREE, "open_tree", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_MOUNT_SETATTR, "mount_setattr", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_UNSHARE, "unshare", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SETNS, "setns", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_PTRACE, "ptrace", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_PROCESS_VM_WRITEV, "process_vm_writev", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SHMGET, "shmget", familyKernel, condition{arg: 2, mask: ipcCreate, set: true}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SEMGET, "semget", familyKernel, condition{arg: 2, mask: ipcCreate, set: true}, oracle.Special, nothing, nothing, false},
	{unix.SYS_MSGGET, "msgget", familyKernel, condition{arg: 1, mask: ipcCreate, set: true}, oracle.Special, nothing, nothing, false},
	{unix.SYS_MQ_OPEN, "mq_open", familyKernel, condition{arg: 1, mask: unix.O_CREAT, set: true}, oracle.Special, nothing, nothing, false},
	{unix.SYS_REBOOT, "reboot", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SETHOSTNAME, "sethostname", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SETDOMAINNAME, "setdomainname", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SETTIMEOFDAY, "settimeofday", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_CLOCK_SETTIME, "clock_settime", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_INIT_MODULE, "init_module", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_FINIT_MODULE, "finit_module", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_DELETE_MODULE, "delete_module", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_KEXEC_LOAD, "kexec_load", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_BPF, "bpf", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SWAPON, "swapon", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
	{unix.SYS_SWAPOFF, "swapoff", familyKernel, condition{}, oracle.Special, nothing, nothing, false},
}

// changingRequests are requests of ioctl(2) that change a file's attributes
// through a descriptor that may be open for reading alone. Source:
// include/uapi/linux/fs.h.
var changingRequests = []uint32{
	0x40086602, // FS_IOC_SETFLAGS
	0x401c5820, // FS_IOC_FSSETXATTR
}

// ipcCreate is IPC_CREAT: what it makes outlives its maker. Source:
// include/uapi/linux/ipc.h.
const ipcCreate = 0o1000

// deniedCalls are answered with ENOSYS, because a tracer cannot see what they
// do (io_uring acts on files without system calls), because they keep state
// outside the disposable root (keyrings), or because programs fall back to
// calls that can be read (clone3 passes its flags in memory).
var deniedCalls = []uint32{
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_USERFAULTFD, unix.SYS_PERF_EVENT_OPEN, unix.SYS_CLONE3,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_LOOKUP_DCOOKIE,
}
