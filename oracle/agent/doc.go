// Package agent is the resident half of the oracle. One agent lives in the
// container (or in namespaces of the host) for a whole run and executes every
// command of it, because a container or a helper process a command costs more
// than bash itself.
//
// serve copies the image's root to a tmpfs once, with every owner shifted to
// unprivileged ids, lays the fixtures over it and starts the workers. A worker
// is process 1 of its own process, mount, ipc, uts and network namespaces, and
// one thread of it does everything: launching, tracing, reaping.
//
// A worker keeps one [slot] mounted per fixture: an overlay for the root and
// one for /usr. A command is launched by a vfork and a prepared list of system
// calls, chrooted in the slot as user 0 of a user namespace that maps to the
// unprivileged ids, so that it may write anywhere and reaches nothing. A filter
// stops the system calls that change something, a [tracer] reads them; when
// everything the command started is gone, a [collector] reads what changed
// from the upper layers, a [readLog] what was opened outside, and a [ledger]
// sets the one against the other. A slot that stayed clean is used again; a
// dirty one is thrown away.
package agent
