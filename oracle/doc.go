// Package oracle says what a command really does: it has real bash run it in
// throw-away fixtures and reports what changed, what was called, executed,
// read and contacted, and what was left running.
//
// The oracle never sees a fence. Bash runs once per key (see [KeyOf]) and the
// observation is kept; any number of fences are judged against it later.
//
// # Two captures
//
// What changed on disk comes from the upper layer of an overlay; what was
// called comes from the system calls themselves, stopped by a filter and read
// with ptrace. Neither alone is enough. The upper layer alone would miss what
// was undone, refused or tried in vain, the programs executed, the addresses
// contacted and the signals sent. The calls alone would miss what was written
// through a mapping or a descriptor, and would call a write whatever was opened
// for it. A change that was not called for, or a call whose change is not there,
// is an oracle-error that names both. Reads of the outside zone come from a third
// source, the kernel's notification of opened files.
//
// What a tracer cannot see is denied: io_uring, the 32-bit and x32 entries and
// clones that ask not to be traced.
//
// # Isolation
//
// The container has what the agent needs and nothing else:
//
//	--network none           nothing a command sends leaves the machine
//	--read-only              the image cannot be changed; the state is a tmpfs
//	--cap-drop ALL           and added again, for the agent alone:
//	  SYS_ADMIN              mount the disposable roots, make namespaces, watch reads
//	  SYS_CHROOT             chroot commands
//	  SETUID, SETGID         map the ids of the commands' user namespace
//	  CHOWN                  shift the owners of the root's copy
//	  DAC_OVERRIDE, FOWNER   read, date and compare files of the shifted owners
//	  MKNOD                  make /dev/null and its kin
//	no-new-privileges        set-id programs of the image give nothing
//	apparmor=unconfined      the default profile forbids mounts; the rest stands
//	seccomp=unconfined       a call that the default profile refuses is not seen to be
//	                         tried; the agent's own filter denies what cannot be traced
//	--pids-limit, --memory   a backstop behind the agent's own limits; no swap
//	log driver none          the protocol does not fill the host's disk
//	labels, AutoRemove       the container ends with its client, however that ends;
//	                         one that was missed is removed by the next client
//
// Without an engine the agent is in namespaces of the host instead, with a
// network that has no interface, and its state on a tmpfs that nobody else sees.
// Started by root it has root's capabilities. Started by an ordinary user it is
// root of a user namespace alone, whose ids are the user's subordinate ones; what
// the kernel withholds there it makes up for, see oracle/agent/rootless.go. There is
// no memory group around it: the agent's own look at memory stands alone.
//
// A command has less. It is user 0 of a user namespace that maps to ids no one
// on the host has, in process, mount, ipc, uts and network namespaces of its
// worker (the ipc one is its own), chrooted in a root that exists for it, with
// seven capabilities over its own files and processes and none over the kernel,
// no descriptor but its three standard ones, a pinned environment, no new
// privileges, and limits of time, processes, memory, output, disk and files,
// each of which ends it with a status of that name. Nothing it does reaches the
// host, the agent, another command or the next one: the test list "hostile" in
// this package says what was tried, and after each row the next observation must
// equal that of a fresh container.
package oracle
