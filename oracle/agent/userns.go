package agent

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// makeUserNamespace makes the namespace whose users 0.. are the unprivileged
// ids from idShift on, and returns a descriptor that keeps it. A short-lived
// child has to make it, because a process with several threads cannot.
func makeUserNamespace() (int, error) {
	mapping := []syscall.SysProcIDMap{{ContainerID: 0, HostID: idShift, Size: idCount}}
	cmd := exec.Command("/proc/self/exe", "agent", "hold")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, UidMappings: mapping, GidMappings: mapping,
		GidMappingsEnableSetgroups: true, Pdeathsig: syscall.SIGKILL,
	}
	hold, err := cmd.StdinPipe()
	if err != nil {
		return -1, err
	}
	if err := cmd.Start(); err != nil {
		return -1, fmt.Errorf("making a user namespace: %w", err)
	}
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/ns/user", cmd.Process.Pid), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	err = errors.Join(err, hold.Close(), cmd.Wait())
	if err != nil {
		return -1, fmt.Errorf("keeping the user namespace: %w", err)
	}
	return fd, nil
}

// hold waits for the end of its standard input, so that the namespace it is
// in can be opened.
func hold() error {
	_, err := os.Stdin.Read(make([]byte, 1))
	return ignoreEOF(err)
}
