package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
)

func fenceVerb() *cobra.Command {
	verb := &cobra.Command{
		Use:   "fence",
		Short: "List the built-in fences, show their rules, and hold any fence to relations",
		Long: `The built-in fences: readonly, which admits what it knows to be a read, walk, which
admits changes of directory too, and naive, a fence as many agents ship it, which
is here to be beaten.`,
		Example: `  fencediff fence list
  fencediff fence show readonly
  fencediff fence relations naive --source grid:smoke`,
	}
	verb.AddCommand(
		relationsVerb(),
		&cobra.Command{
			Use:     "list",
			Short:   "List the built-in fences",
			Example: `  fencediff fence list`,
			Args:    cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				for _, name := range fence.Names() {
					if _, err := fmt.Fprintln(cmd.OutOrStdout(), name); err != nil {
						return err
					}
				}
				return nil
			},
		},
		&cobra.Command{
			Use:               "show NAME",
			Short:             "Print the rules a fence decides by",
			Example:           `  fencediff fence show readonly`,
			Args:              cobra.ExactArgs(1),
			ValidArgsFunction: cobra.FixedCompletions(fence.Names(), cobra.ShellCompDirectiveNoFileComp),
			RunE: func(cmd *cobra.Command, args []string) error {
				f, err := lookupFence(args[0])
				if err != nil {
					return err
				}
				describer, ok := f.(fence.Describer)
				if !ok {
					return usagef("fence %s does not tell its rules", f.Name())
				}
				_, err = fmt.Fprint(cmd.OutOrStdout(), describer.Describe())
				return err
			},
		},
	)
	return verb
}
