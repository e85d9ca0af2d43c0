//go:build man

package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// The manual pages are made by a build of their own, so that the program, which
// is also the agent, carries no Markdown.
func init() {
	extraVerbs = append(extraVerbs, &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the manual pages",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return doc.GenManTree(cmd.Root(), &doc.GenManHeader{Title: "FENCEDIFF", Section: "1", Source: "fencediff"}, args[0])
		},
	})
}
