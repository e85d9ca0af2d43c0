// Package agent is the resident half of the oracle. One agent lives in the
// container (or in namespaces of the host) for a whole run and executes every
// command of it, because a container or a helper process a command costs more
// than bash itself.
//
// `serve` copies the image's root to a tmpfs once, with every owner shifted to
// unprivileged ids, lays the fixtures over it and starts the workers. A worker
// is process 1 of its own process, mount, ipc, uts and network namespaces.
// It keeps one overlay mounted per fixture; a command runs chrooted in the
// overlay as user 0 of a user namespace that maps to the unprivileged ids, so
// that it may write anywhere and reaches nothing. What it changed lies in the
// overlay's upper layer afterwards. A clean overlay is used again; a dirty one
// is thrown away.
package agent
