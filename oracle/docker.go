package oracle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"

	"github.com/fencediff/fencediff/oracle/image"
)

// Labels of the oracle's containers. A container whose client is gone is
// removed by the next client on the same host.
const (
	labelOracle = "com.fencediff.oracle"
	labelHost   = "com.fencediff.host"
	labelPID    = "com.fencediff.pid"
)

// Places in the container. The state is a tmpfs; the agent comes in through
// standard input, so that no image has to be built for it and a remote engine
// serves as well as a local one.
const (
	containerState  = "/oracle/state"
	containerScript = `head -c "$0" >/oracle/agent && chmod 755 /oracle/agent && exec /oracle/agent agent "$1" ` + containerState + ` /`
)

// capabilities are what the agent needs in the container, each with what fails
// without it. A command has none of them.
var capabilities = map[string]string{
	"SYS_ADMIN":    "mount the disposable roots and make the namespaces",
	"SYS_CHROOT":   "let commands be chrooted",
	"SETUID":       "map the users of the commands' user namespace",
	"SETGID":       "map its groups",
	"CHOWN":        "shift the owners of the root's copy",
	"DAC_OVERRIDE": "read and compare files of the shifted owners",
	"FOWNER":       "set modes and times of files of the shifted owners",
	"MKNOD":        "make /dev/null and its kin in the root's copy",
}

// rootCopySize is the most that the copy of the image's root and the fixtures
// may take, in bytes.
const rootCopySize = 1 << 30

// agentMemory is what the agent itself may take, and once more each worker
// beyond its command's limit, in bytes.
const agentMemory = 256 << 20

// disksPerWorker is how many disposable file systems a worker may have at
// once: two for each of the plain fixtures and for one other.
const disksPerWorker = 6

func openDocker(ctx context.Context, config Config) (Oracle, error) {
	pool, err := Engine(ctx)
	if err != nil {
		return nil, err
	}
	return openContainer(ctx, pool, config)
}

// Engine connects to the Docker engine that the environment names. An
// *UnavailableError says that none answers, or none that this user may talk to.
func Engine(ctx context.Context) (*dockertest.Pool, error) {
	pool, err := dockertest.NewPool("")
	if err != nil {
		return nil, &UnavailableError{"DOCKER_HOST names no Docker engine", err}
	}
	if err := pool.Client.PingWithContext(ctx); err != nil {
		return nil, silentEngine(pool.Client.Endpoint(), err)
	}
	return pool, nil
}

// silentEngine says what to do about an engine that gave an error for an answer.
func silentEngine(endpoint string, err error) *UnavailableError {
	if errors.Is(err, fs.ErrPermission) {
		return &UnavailableError{"this user may not talk to the Docker engine at " + endpoint + "; join the group of its socket, or run without it (--oracle local)", err}
	}
	return &UnavailableError{"no Docker engine answers at " + endpoint + "; start one (systemctl start docker, or dockerd) or set DOCKER_HOST", err}
}

func openContainer(ctx context.Context, pool *dockertest.Pool, config Config) (Oracle, error) {
	client := pool.Client
	var err error
	if config.Image == "" {
		if config.Image, err = image.Ensure(ctx, client, config.Progress); err != nil {
			return nil, &UnavailableError{"the oracle image is missing and cannot be built", err}
		}
	}
	if err := sweep(ctx, client); err != nil {
		fmt.Fprintf(config.Progress, "could not remove the containers of dead clients: %v\n", err)
	}
	t, err := startContainer(ctx, pool, config, "serve")
	if err != nil {
		return nil, &UnavailableError{"the oracle's container does not start", err}
	}
	s, err := connect(ctx, t, config, Info{Launcher: "docker", Image: config.Image})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// containerOptions is the whole confinement of the oracle's container.
func containerOptions(config Config, role string, agentSize int64) docker.CreateContainerOptions {
	limits := config.Limits.WithDefaults()
	memory := rootCopySize + agentMemory + int64(config.Workers)*(disksPerWorker*limits.Disk+limits.Memory+agentMemory)
	options := docker.CreateContainerOptions{
		Config: &docker.Config{
			Image:      config.Image,
			Entrypoint: []string{"/bin/bash", "-c", containerScript, strconv.FormatInt(agentSize, 10), role},
			Env:        []string{"PATH=/usr/bin:/bin"},
			User:       "0:0",
			WorkingDir: "/",
			Labels:     map[string]string{labelOracle: "1", labelHost: hostName(), labelPID: strconv.Itoa(os.Getpid())},
			// The container ends with its standard input, so it cannot outlive this process.
			OpenStdin: true, StdinOnce: true, AttachStdin: true, AttachStdout: true, AttachStderr: true,
		},
		HostConfig: &docker.HostConfig{
			AutoRemove:     true,
			NetworkMode:    "none",
			ReadonlyRootfs: true,
			CapDrop:        []string{"ALL"},
			// apparmor: its default profile forbids mounts; nothing changes where there is none.
			// seccomp: what its default profile refuses the tracer would not see; the
			// agent's own filter denies what no tracer sees.
			SecurityOpt: []string{"no-new-privileges", "apparmor=unconfined", "seccomp=unconfined"},
			PidsLimit:   int64(config.Workers*(ProcessBackstop*limits.Processes+32) + 128),
			Memory:      memory,
			MemorySwap:  memory, // no swap on top
			Tmpfs:       map[string]string{"/oracle": fmt.Sprintf("exec,dev,size=%d,mode=755", int64(rootCopySize))},
			LogConfig:   docker.LogConfig{Type: "none"}, // the protocol must not fill the host's disk
		},
	}
	for name := range capabilities {
		options.HostConfig.CapAdd = append(options.HostConfig.CapAdd, name)
	}
	return options
}

// startContainer starts the agent in the given role in a container of its own.
func startContainer(ctx context.Context, pool *dockertest.Pool, config Config, role string) (t transport, err error) {
	client := pool.Client
	agent, err := os.Open(config.Agent)
	if err != nil {
		return t, err
	}
	defer agent.Close()
	info, err := agent.Stat()
	if err != nil {
		return t, err
	}
	options := containerOptions(config, role, info.Size())
	options.Context = ctx
	container, err := client.CreateContainer(options)
	if err != nil {
		return t, err
	}
	t.stderr = &tail{}
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	attached := make(chan struct{})
	waiter, err := client.AttachToContainerNonBlocking(docker.AttachToContainerOptions{
		Container: container.ID, InputStream: inRead, OutputStream: outWrite, ErrorStream: t.stderr,
		Stream: true, Stdin: true, Stdout: true, Stderr: true, Success: attached,
	})
	if err != nil {
		return t, errors.Join(err, removeContainer(client, container.ID))
	}
	<-attached
	attached <- struct{}{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = outWrite.CloseWithError(errors.Join(waiter.Wait(), io.EOF))
		_ = inRead.CloseWithError(io.ErrClosedPipe)
	}()
	t.in, t.out = inWrite, outRead
	t.stop = func() error {
		err := waitContainer(client, container.ID)
		_ = waiter.Close()
		<-ended
		return err
	}
	if err := client.StartContainerWithContext(container.ID, nil, ctx); err != nil {
		return t, errors.Join(err, inWrite.Close(), removeContainer(client, container.ID), waiter.Close())
	}
	if _, err := io.Copy(inWrite, agent); err != nil {
		return t, errors.Join(fmt.Errorf("sending the agent: %w", err), inWrite.Close(), removeContainer(client, container.ID), t.stop())
	}
	return t, nil
}

// stopGrace is how long a container may take to end by itself once its
// standard input is closed.
const stopGrace = 10 * time.Second

// waitContainer waits for the end of a container that was told to end, and
// removes it if it does not.
func waitContainer(client *docker.Client, id string) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	_, err := client.WaitContainerWithContext(id, ctx)
	var gone *docker.NoSuchContainer
	if err == nil || errors.As(err, &gone) {
		return nil
	}
	return removeContainer(client, id)
}

func removeContainer(client *docker.Client, id string) error {
	err := client.RemoveContainer(docker.RemoveContainerOptions{ID: id, Force: true, RemoveVolumes: true})
	var gone *docker.NoSuchContainer
	if errors.As(err, &gone) {
		return nil
	}
	return err
}

// sweep removes the containers of clients of this host that are gone. A killed
// client's container ends by itself; this is for engines that missed it.
func sweep(ctx context.Context, client *docker.Client) error {
	containers, err := client.ListContainers(docker.ListContainersOptions{
		All: true, Context: ctx, Filters: map[string][]string{"label": {labelOracle + "=1", labelHost + "=" + hostName()}},
	})
	if err != nil {
		return err
	}
	var errs []error
	for _, c := range containers {
		pid, err := strconv.Atoi(c.Labels[labelPID])
		if err == nil && (pid == os.Getpid() || syscall.Kill(pid, 0) != syscall.ESRCH) {
			continue
		}
		errs = append(errs, removeContainer(client, c.ID))
	}
	return errors.Join(errs...)
}

func hostName() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}
