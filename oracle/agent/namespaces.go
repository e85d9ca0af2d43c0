package agent

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaces are what commands join when they start.
type namespaces struct {
	user int // users 0.. are the unprivileged ids from idShift on
	net  int // nothing but a loopback that is up: names can be asked for, and nobody answers
}

// makeNamespaces makes them and returns descriptors that keep them. A
// short-lived child has to, because a process with several threads cannot, and
// because the loopback belongs to the namespace's own root.
func makeNamespaces() (namespaces, error) {
	mapping := []syscall.SysProcIDMap{{ContainerID: 0, HostID: idShift, Size: idCount}}
	cmd := exec.Command("/proc/self/exe", "agent", "hold")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET, UidMappings: mapping, GidMappings: mapping,
		GidMappingsEnableSetgroups: true, Pdeathsig: syscall.SIGKILL,
		Credential: &syscall.Credential{}, // the namespace's root, or executing would drop every capability
	}
	cmd.Stderr = os.Stderr
	hold, err := cmd.StdinPipe()
	if err != nil {
		return namespaces{}, err
	}
	if err := cmd.Start(); err != nil {
		return namespaces{}, fmt.Errorf("making namespaces for commands: %w", err)
	}
	open := func(kind string) (int, error) {
		return unix.Open(fmt.Sprintf("/proc/%d/ns/%s", cmd.Process.Pid, kind), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	}
	var n namespaces
	var errs [2]error
	n.user, errs[0] = open("user")
	n.net, errs[1] = open("net")
	if err := errors.Join(errs[0], errs[1], hold.Close(), cmd.Wait()); err != nil {
		return namespaces{}, fmt.Errorf("keeping the namespaces of commands: %w", err)
	}
	return n, nil
}

// hold brings the loopback up and waits for the end of its standard input, so
// that the namespaces it is in can be opened.
func hold() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("a socket for the loopback: %w", err)
	}
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo); err != nil {
		return fmt.Errorf("bringing the loopback up: %w", err)
	}
	_, err = os.Stdin.Read(make([]byte, 1))
	return ignoreEOF(err)
}
