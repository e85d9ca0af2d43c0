package image

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ory/dockertest/v3/docker"
)

// Root returns a directory with the image's system unpacked, for running
// without an engine. It is kept in the user's cache folder and made by
// Bootstrap when it is not there; one process makes it while others wait. Its
// files belong to the caller: the agent copies them.
func Root(ctx context.Context, progress io.Writer) (string, error) {
	return root(ctx, progress, func(dir string) error { return Bootstrap(ctx, dir, progress) })
}

// RootFrom is Root, but takes the system out of the engine's image, which must
// be there, when it is not unpacked yet.
func RootFrom(ctx context.Context, client *docker.Client, progress io.Writer) (string, error) {
	return root(ctx, progress, func(dir string) error {
		fmt.Fprintf(progress, "image: unpacking %s to %s, for running without an engine\n", Ref(), strings.TrimSuffix(dir, makingSuffix))
		return export(ctx, client, dir)
	})
}

// RootDir returns the directory that Root returns, and whether it is there; it
// makes nothing.
func RootDir() (dir string, present bool, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", false, fmt.Errorf("image: no folder for the unpacked system: %w", err)
	}
	_, tag, _ := strings.Cut(Ref(), ":")
	dir = filepath.Join(cache, "fencediff", "root-"+tag)
	if _, err = os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return dir, false, nil
	}
	return dir, err == nil, err
}

// makingSuffix marks a directory that is not finished.
const makingSuffix = ".making"

// root returns the unpacked system, which make makes where it is missing.
func root(ctx context.Context, progress io.Writer, make func(dir string) error) (string, error) {
	dir, present, err := RootDir()
	if err != nil || present {
		return dir, err
	}
	unlock, err := lock(ctx, progress)
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	making := dir + makingSuffix
	if err := os.RemoveAll(making); err != nil {
		return "", fmt.Errorf("image: %w", err)
	}
	if err := make(making); err != nil {
		return "", errors.Join(err, os.RemoveAll(making))
	}
	if err := os.Rename(making, dir); err != nil {
		return "", fmt.Errorf("image: %w", err)
	}
	return dir, nil
}

// export unpacks the image's files into a new directory. They come out of a
// container that is made for it and never started.
func export(ctx context.Context, client *docker.Client, dir string) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("image: %w", err)
	}
	container, err := client.CreateContainer(docker.CreateContainerOptions{
		Context: ctx, Config: &docker.Config{Image: Ref(), Cmd: []string{"true"}},
		HostConfig: &docker.HostConfig{NetworkMode: "none"},
	})
	if err != nil {
		return fmt.Errorf("image: unpack %s: %w", Ref(), err)
	}
	defer func() {
		err = errors.Join(err, client.RemoveContainer(docker.RemoveContainerOptions{ID: container.ID, Force: true}))
	}()
	unpack := exec.CommandContext(ctx, "tar", "--extract", "--directory", dir, "--no-same-owner", "--preserve-permissions", "--delay-directory-restore",
		"--anchored", "--exclude=dev/*", "--exclude=proc/*", "--exclude=sys/*", "--exclude=.dockerenv")
	var complaints bytes.Buffer
	unpack.Stderr = &complaints
	in, err := unpack.StdinPipe()
	if err != nil {
		return fmt.Errorf("image: %w", err)
	}
	if err := unpack.Start(); err != nil {
		return fmt.Errorf("image: unpack %s: %w", Ref(), err)
	}
	exportErr := client.ExportContainer(docker.ExportContainerOptions{ID: container.ID, OutputStream: in, Context: ctx})
	if err := errors.Join(exportErr, in.Close(), unpack.Wait()); err != nil {
		return fmt.Errorf("image: unpack %s: %w: %s", Ref(), err, lastLines(complaints.Bytes()))
	}
	return nil
}
