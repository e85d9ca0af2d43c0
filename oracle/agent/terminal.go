package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Size of the terminal that a command gets, in characters.
const (
	terminalRows    = 24
	terminalColumns = 80
)

// newTerminal makes a terminal and a stream of what is written to it: the
// transcript. The terminal belongs to a device file system of its own, mounted
// in the command's root, so that programs find it by name.
func newTerminal(root string, keep int) (*stream, error) {
	pts := filepath.Join(root, "dev", "pts")
	options := fmt.Sprintf("newinstance,ptmxmode=0666,mode=620,uid=%d,gid=%d", idShift, idShift)
	if err := unix.Mount("devpts", pts, "devpts", unix.MS_NOSUID|unix.MS_NOEXEC, options); err != nil {
		return nil, fmt.Errorf("mounting devpts: %w", err)
	}
	master, err := unix.Open(filepath.Join(pts, "ptmx"), unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening a terminal: %w", err), detach(pts))
	}
	err = errors.Join(
		unix.IoctlSetPointerInt(master, unix.TIOCSPTLCK, 0),
		unix.IoctlSetWinsize(master, unix.TIOCSWINSZ, &unix.Winsize{Row: terminalRows, Col: terminalColumns}))
	slave := -1
	if err == nil {
		slave, err = unix.Open(filepath.Join(pts, "0"), unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	}
	if err == nil {
		err = unix.Fchown(slave, idShift, idShift)
	}
	if err != nil {
		_ = unix.Close(master)
		return nil, errors.Join(fmt.Errorf("preparing a terminal: %w", err), detach(pts))
	}
	return &stream{
		read: os.NewFile(uintptr(master), "terminal"), write: slave, keep: keep, done: make(chan struct{}),
		closed: func() error { return detach(pts) },
	}, nil
}
