package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// An ordinary user's agent lives in a user namespace, see the local launcher.
// There the kernel withholds four things, and each has a stand-in of the same
// worth: device nodes are bound from the host, the overlay keeps its marks in
// user attributes, reads of the outside zone are found by stopping every open,
// and a directory is copied before it moves, see [tracer.moveByCopy].

// rootless says that the agent is in a user namespace that is not the first.
// It is set once, by Main.
var rootless bool

// idShift is added to every owner of the copied root and is where the
// commands' user namespace begins. With an identity map user 0 of the
// namespace would count as the global root for files of /proc/sys. A rootless
// agent is 0 in its namespace, and has the next idCount ids beside.
var idShift = 100000

func findRootless() error {
	text, err := os.ReadFile("/proc/self/uid_map")
	if err != nil {
		return fmt.Errorf("reading the map of users: %w", err)
	}
	// The first namespace maps every id to itself. Source: user_namespaces(7).
	if rootless = strings.Join(strings.Fields(string(text)), " ") != "0 0 4294967295"; rootless {
		idShift = 1
	}
	return nil
}

// checkRootless says what a host lacks for a rootless agent whose state is in dir.
func checkRootless(dir string) error {
	if !rootless {
		return nil
	}
	// The overlay's marks. The call as such needs no privilege.
	err := unix.Setxattr(dir, "user.fencediff", []byte("y"), 0)
	if errors.Is(err, unix.ENOTSUP) {
		return errors.New("this kernel keeps no user attributes in a tmpfs, as overlays of ordinary users need; Linux 6.6 does, or be root")
	}
	if err != nil {
		return fmt.Errorf("setting an attribute of %s: %w", dir, err)
	}
	return unix.Removexattr(dir, "user.fencediff")
}

// restricted explains why a mount was refused to a namespace's root.
func restricted(err error) error {
	if rootless && (errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES)) {
		return fmt.Errorf("%w: this host takes the privileges of namespaces of ordinary users away (sysctl kernel.apparmor_restrict_unprivileged_userns=0 gives them back)", err)
	}
	return err
}

// enter waits until the launcher has mapped the ids of the namespace that this
// process is in, and becomes the agent as its root: only executing as root gives
// the capabilities over the namespace.
func enter(args []string) error {
	mapped := os.NewFile(3, "mapped")
	n, err := mapped.Read(make([]byte, 1))
	if err = errors.Join(ignoreEOF(err), mapped.Close()); err != nil {
		return fmt.Errorf("waiting for the map of users: %w", err)
	}
	if n == 0 {
		return errors.New("the launcher did not map the ids")
	}
	if err := syscall.Exec("/proc/self/exe", append([]string{os.Args[0], "agent"}, args...), os.Environ()); err != nil {
		return fmt.Errorf("becoming the namespace's root: %w", err)
	}
	return nil
}

// overlayOptions are how an overlay behaves beside its directories.
func overlayOptions() string {
	// xino: a file keeps its inode number when it is copied up.
	if rootless {
		return "xino=on,userxattr"
	}
	// redirect_dir: rename(2) of a directory works as on a plain disk.
	return "xino=on,redirect_dir=on"
}

// bindDevices puts the host's device nodes over the files that stand for them
// in a root, where the agent may make none.
func bindDevices(root string) error {
	if !rootless {
		return nil
	}
	for _, d := range devices {
		if err := unix.Mount("/dev/"+d.name, filepath.Join(root, "dev", d.name), "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("binding /dev/%s: %w", d.name, err)
		}
	}
	return nil
}

// unbindDevices undoes bindDevices.
func unbindDevices(root string) error {
	if !rootless {
		return nil
	}
	var errs []error
	for _, d := range devices {
		errs = append(errs, detach(filepath.Join(root, "dev", d.name)))
	}
	return errors.Join(errs...)
}
