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
		Long: `A grid is a list of families, each a product of finite alphabets: of programs,
options, operands, separators, redirects. A product that is too large is a
covering array of it: every combination of any two, or three, of its axes stands
in a cell. Cells have ids that stay the same when a family grows.`,
		Example: `  fencediff grid list
  fencediff grid count smoke
  fencediff grid families full
  fencediff grid show cd-join/semicolon/present-or-absent/leak`,
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
			Use:   "families NAME",
			Short: "Say what each family of a grid is there to catch",
			Long: `Families prints a line a family, with tabs between: its name, its number of
commands, how many axes at a time it crosses completely and of how many commands
the whole product is, why it is there, and a public report of the shape.`,
			Example:           `  fencediff grid families full | column -t -s "$(printf '\t')"`,
			Args:              cobra.ExactArgs(1),
			ValidArgsFunction: cobra.FixedCompletions(grid.Names(), cobra.ShellCompDirectiveNoFileComp),
			RunE:              listFamilies,
		},
		&cobra.Command{
			Use:   "show NAME|ID...",
			Short: "Print the commands of grids, or cells by their ids, as request lines",
			Example: `  fencediff grid show smoke | fencediff judge --fence naive
  fencediff grid show cd-join/semicolon/present-or-absent/leak | fencediff observe`,
			Args:              cobra.MinimumNArgs(1),
			ValidArgsFunction: cobra.FixedCompletions(grid.Names(), cobra.ShellCompDirectiveNoFileComp),
			RunE:              showGrid,
		},
		faultsVerb(),
		gridFixturesVerb(),
	)
	return verb
}

// lookupGrid finds a grid.
func lookupGrid(name string) (grid.Grid, error) {
	g, ok := grid.Lookup(name)
	if !ok {
		return g, usagef("no grid is named %q; fencediff grid list lists them", name)
	}
	return g, nil
}

func countGrid(cmd *cobra.Command, args []string) error {
	g, err := lookupGrid(args[0])
	if err != nil {
		return err
	}
	for _, family := range g.Families {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%d\n", family.Name, family.Count()); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "total\t%d\n", g.Count())
	return err
}

func listFamilies(cmd *cobra.Command, args []string) error {
	g, err := lookupGrid(args[0])
	if err != nil {
		return err
	}
	for _, f := range g.Families {
		crossed := "all"
		if f.Strength > 0 {
			crossed = fmt.Sprint(f.Strength)
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%d\t%s of %d\t%s\t%s\n", f.Name, f.Count(), crossed, f.Product(), f.Reason, f.Source)
		if err != nil {
			return err
		}
	}
	return nil
}

func showGrid(cmd *cobra.Command, args []string) error {
	for _, name := range args {
		if err := showCells(cmd, name); err != nil {
			return err
		}
	}
	return nil
}

// showCells shows a grid, or one cell of any.
func showCells(cmd *cobra.Command, name string) error {
	if g, ok := grid.Lookup(name); ok {
		for cell := range g.Cells() {
			if err := answer(cmd, engine.RequestOf(cell)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, known := range grid.Names() {
		g, _ := grid.Lookup(known)
		if cell, ok := g.Cell(name); ok {
			return answer(cmd, engine.RequestOf(cell))
		}
	}
	return usagef("%q is neither a grid nor the id of a cell; fencediff grid list lists the grids", name)
}
