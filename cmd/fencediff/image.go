package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image"
)

func imageVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "image",
		Short: "Build the oracle's image if it is missing, and print its name",
		Long: `Image builds the image that commands run in, and leaves its system unpacked in
the cache folder, for running without an engine. Where the image's base cannot
be pulled it makes one of Debian packages, and says so. Where no engine answers
it makes the unpacked system alone, and prints its folder. Run and observe do
this themselves.`,
		Example: `  fencediff image`,
		Hidden:  true,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			made, err := makeImage(cmd.Context(), cmd.ErrOrStderr())
			if err != nil {
				return &oracle.UnavailableError{Reason: "the image cannot be built", Err: err}
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), made)
			return err
		},
	}
}

// makeImage makes what commands run in, as far as this host allows, and
// returns its name: the image's, or the folder of the unpacked system.
func makeImage(ctx context.Context, progress io.Writer) (string, error) {
	pool, err := oracle.Engine(ctx)
	if err != nil {
		fmt.Fprintln(progress, "image: no Docker engine answers, so the system is unpacked on this host")
		return image.Root(ctx, progress)
	}
	ref, err := image.Ensure(ctx, pool.Client, progress)
	if err == nil {
		_, err = image.RootFrom(ctx, pool.Client, progress)
	}
	return ref, err
}
