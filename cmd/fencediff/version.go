package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/oracle"
)

func versionVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Version prints the program's version, what it was built with and for, and the
oracle's version: observations of another one are not comparable.`,
		Example: `  fencediff version`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "fencediff %s, %s %s/%s, oracle version %d\n",
				version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, oracle.Version)
			return err
		},
	}
}

// version is the module's version, which says the commit when it was built from
// a checkout.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown version)"
	}
	return info.Main.Version
}
