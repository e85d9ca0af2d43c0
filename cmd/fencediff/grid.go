package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/internal/engine"
)

func gridVerb() *cobra.Command {
	verb := &cobra.Command{
		Use:   "grid",
		Short: "List, count and show the grids of commands",
		Long: `A grid is an exact product of finite alphabets: of programs, options, operands,
separators, redirects. Its cells have names that stay the same when it grows.`,
		Example: `  fencediff grid list
  fencediff grid count smoke
  fencediff grid show smoke | head`,
	}
	verb.AddCommand(
		&cobra.Command{
			Use:     "list",
			Short:   "List the grids, each with its number of commands",
			Example: `  fencediff grid list`,
			Args:    cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				for _, name := range grid.Names() {
					g, _ := grid.Lookup(name)
					if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%d\n", name, g.Count()); err != nil {
						return err
					}
				}
				return nil
			},
		},
		&cobra.Command{
			Use:               "count NAME",
			Short:             "Count a grid's commands, by family and in all",
			Example:           `  fencediff grid count smoke`,
			Args:              cobra.ExactArgs(1),
			ValidArgsFunction: cobra.FixedCompletions(grid.Names(), cobra.ShellCompDirectiveNoFileComp),
			RunE:              countGrid,
		},
		&cobra.Command{
			Use:               "show NAME",
			Short:             "Print a grid's commands as request lines",
			Example:           `  fencediff grid show smoke | fencediff judge --fence naive`,
			Args:              cobra.ExactArgs(1),
			ValidArgsFunction: cobra.FixedCompletions(grid.Names(), cobra.ShellCompDirectiveNoFileComp),
			RunE:              showGrid,
		},
	)
	return verb
}

func countGrid(cmd *cobra.Command, args []string) error {
	g, ok := grid.Lookup(args[0])
	if !ok {
		return usagef("no grid is named %q; fencediff grid list lists them", args[0])
	}
	for _, family := range g.Families {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%d\n", family.Name, family.Count()); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "total\t%d\n", g.Count())
	return err
}

func showGrid(cmd *cobra.Command, args []string) error {
	source, err := engine.OpenSource("grid:"+args[0], nil)
	if err != nil {
		return err
	}
	for request := range source.Requests {
		if err := answer(cmd, request); err != nil {
			return err
		}
	}
	return nil
}
