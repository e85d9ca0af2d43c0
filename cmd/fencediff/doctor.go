package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ory/dockertest/v3/docker"
	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image"
)

func doctorVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check that the oracle can be had and be believed",
		Long: `Doctor checks, one after the other, that a Docker engine answers, that the
oracle's image is there, that the oracle starts in it, and that every planted
command, of which it is known what it does, is read right. It builds nothing.
At the first check that fails it says what to do and exits with 3.`,
		Example: `  fencediff doctor
  DOCKER_HOST=unix:///run/user/1000/docker.sock fencediff doctor`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return examine(cmd.Context(), cmd.OutOrStdout())
		},
	}
}

// A patient is what the checks find out on their way.
type patient struct {
	client *docker.Client
	oracle oracle.Oracle
}

// checks are made in this order; each needs those before it. A check returns
// what it found, or an error that says what to do.
var checks = []struct {
	name  string
	check func(context.Context, *patient) (string, error)
}{
	{"engine", checkEngine},
	{"image", checkImage},
	{"oracle", checkOracle},
	{"planted", checkPlanted},
}

func examine(ctx context.Context, w io.Writer) (err error) {
	p := &patient{}
	defer func() {
		if p.oracle != nil {
			err = errors.Join(err, p.oracle.Close())
		}
	}()
	for _, c := range checks {
		found, err := c.check(ctx, p)
		if err != nil {
			fmt.Fprintf(w, "FAIL  %s\n", c.name)
			return err
		}
		if _, err := fmt.Fprintf(w, "ok    %-8s %s\n", c.name, found); err != nil {
			return err
		}
	}
	return nil
}

func checkEngine(_ context.Context, p *patient) (found string, err error) {
	if p.client, err = engineClient(); err != nil {
		return "", err
	}
	version, err := p.client.Version()
	if err != nil {
		return "", &oracle.UnavailableError{Reason: "the Docker engine does not tell its version", Err: err}
	}
	return fmt.Sprintf("Docker %s, %s/%s, kernel %s, at %s",
		version.Get("Version"), version.Get("Os"), version.Get("Arch"), version.Get("KernelVersion"), p.client.Endpoint()), nil
}

func checkImage(_ context.Context, p *patient) (string, error) {
	present, err := image.Present(p.client)
	if err != nil {
		return "", &oracle.UnavailableError{Reason: "the Docker engine does not tell its images", Err: err}
	}
	if !present {
		return "", &oracle.UnavailableError{Reason: "the image " + image.Ref() + " is missing; build it with fencediff image"}
	}
	return image.Ref(), nil
}

func checkOracle(ctx context.Context, p *patient) (found string, err error) {
	if p.oracle, err = oracle.Open(ctx, oracle.Config{Image: image.Ref()}); err != nil {
		return "", err
	}
	info := p.oracle.Info()
	return fmt.Sprintf("bash %s, kernel %s, toolset %s, %d workers", info.Bash, info.Kernel, info.Toolset, p.oracle.Workers()), nil
}

func checkPlanted(ctx context.Context, p *patient) (string, error) {
	start := time.Now()
	if err := oracle.Prove(ctx, p.oracle); err != nil {
		return "", err
	}
	return fmt.Sprintf("every planted command was read right, in %s", time.Since(start).Round(time.Millisecond)), nil
}
