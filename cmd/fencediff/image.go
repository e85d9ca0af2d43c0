package main

import (
	"fmt"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"
	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image"
)

func imageVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "image",
		Short: "Build the oracle's image if it is missing, and print its name",
		Long: `Image builds the image that commands run in. Where its base cannot be pulled it
makes one of Debian packages, and says so. Run and observe do this themselves.`,
		Example: `  fencediff image`,
		Hidden:  true,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			client, err := engineClient()
			if err != nil {
				return err
			}
			ref, err := image.Ensure(cmd.Context(), client, cmd.ErrOrStderr())
			if err != nil {
				return &oracle.UnavailableError{Reason: "the image cannot be built", Err: err}
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), ref)
			return err
		},
	}
}

// engineClient connects to the Docker engine that the environment names.
func engineClient() (*docker.Client, error) {
	pool, err := dockertest.NewPool("")
	if err != nil {
		return nil, &oracle.UnavailableError{Reason: "DOCKER_HOST names no Docker engine", Err: err}
	}
	if err := pool.Client.Ping(); err != nil {
		return nil, &oracle.UnavailableError{
			Reason: "no Docker engine answers at " + pool.Client.Endpoint() + "; start one (systemctl start docker, or dockerd) or set DOCKER_HOST",
			Err:    err,
		}
	}
	return pool.Client, nil
}
