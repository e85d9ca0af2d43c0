package oracle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/oracle/image"
)

// localNamespaces hold the agent where there is no container around it.
const localNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWNET

// openLocal runs the agent in namespaces of the host: as root, or in a user
// namespace as an ordinary user, see rootless.go.
func openLocal(ctx context.Context, config Config) (Oracle, error) {
	var ids *subordinateIDs
	if os.Geteuid() != 0 {
		var err error
		if ids, err = findSubordinateIDs(); err != nil {
			return nil, err
		}
	}
	if config.Root == "" {
		root, err := image.Root(ctx, config.Progress)
		if err != nil {
			return nil, &UnavailableError{"the oracle's system cannot be unpacked", err}
		}
		config.Root = root
	}
	t, err := startLocal(ctx, config, ids)
	if err != nil {
		return nil, &UnavailableError{"the agent does not start on this host", err}
	}
	s, err := connect(ctx, t, config, Info{Launcher: "local"})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// startLocal starts the agent in namespaces; ids is nil for root.
func startLocal(ctx context.Context, config Config, ids *subordinateIDs) (t transport, err error) {
	// The agent mounts a tmpfs here that nobody else sees.
	state, err := os.MkdirTemp("", "fencediff-oracle-*")
	if err != nil {
		return t, err
	}
	t.stderr = &tail{}
	cmd := exec.Command(config.Agent, "agent", "serve", state, config.Root)
	cmd.Env, cmd.Dir, cmd.Stderr = []string{"PATH=/usr/bin:/bin"}, "/", t.stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: localNamespaces, Pdeathsig: syscall.SIGKILL}
	start := cmd.Start
	if ids != nil {
		start = func() error { return ids.start(ctx, cmd) }
	}
	if t.in, err = cmd.StdinPipe(); err != nil {
		return t, errors.Join(err, os.Remove(state))
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return t, errors.Join(err, os.Remove(state))
	}
	t.out = out
	if err := start(); err != nil {
		return t, errors.Join(fmt.Errorf("starting %s in namespaces: %w", config.Agent, err), os.Remove(state))
	}
	t.stop = func() error { return errors.Join(cmd.Wait(), os.Remove(state)) }
	return t, nil
}
