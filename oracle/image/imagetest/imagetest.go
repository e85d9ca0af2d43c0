// Package imagetest gives tests the real image: an engine to ask, and a
// container to run a script in.
package imagetest

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/ory/dockertest/v3/docker"

	"github.com/fencediff/fencediff/oracle/image"
)

// label marks the containers of tests, so that one left by a killed test can be found.
const label = "dev.fencediff.test"

// Engine returns a client of the Docker engine that the environment names. A
// test that needs an engine is skipped where none answers, but never with CI
// set in the environment: there it fails.
func Engine(t testing.TB) *docker.Client {
	t.Helper()
	client, err := docker.NewClientFromEnv()
	if err == nil {
		err = client.Ping()
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("no Docker engine: %v", err)
		}
		t.Skipf("no Docker engine: %v", err)
	}
	return client
}

// Answers says whether a Docker engine answers.
func Answers() bool {
	client, err := docker.NewClientFromEnv()
	return err == nil && client.Ping() == nil
}

// Image returns the name of the oracle's image, which it builds where the
// engine does not have it.
func Image(t testing.TB, client *docker.Client) string {
	t.Helper()
	ref, err := image.Ensure(context.Background(), client, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// Run runs a bash script in a new container of the oracle's image, without a
// network, and returns what it wrote and its exit status. The container is
// gone when Run returns.
func Run(t testing.TB, script string) (stdout, stderr string, exit int) {
	t.Helper()
	client := Engine(t)
	container, err := client.CreateContainer(docker.CreateContainerOptions{
		Config: &docker.Config{
			Image:  Image(t, client),
			Cmd:    []string{"bash", "-c", script},
			Env:    []string{"LC_ALL=C.UTF-8", "HOME=/root", "TZ=UTC0"},
			Labels: map[string]string{label: t.Name()},
		},
		HostConfig: &docker.HostConfig{NetworkMode: "none"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		err := client.RemoveContainer(docker.RemoveContainerOptions{ID: container.ID, Force: true})
		if err != nil {
			t.Error(err)
		}
	}()
	if err := client.StartContainer(container.ID, nil); err != nil {
		t.Fatal(err)
	}
	if exit, err = client.WaitContainer(container.ID); err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	err = client.Logs(docker.LogsOptions{
		Container: container.ID, Stdout: true, Stderr: true, OutputStream: &out, ErrorStream: &complaints,
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), complaints.String(), exit
}
