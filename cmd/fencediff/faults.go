package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/internal/engine"
)

// faultsOf is the fence that mistakes are planted in.
const faultsOf = "walk"

// missed stands for the grid of a mistake that no cell shows.
const missed = "MISSED"

// faultsVerb finds out what the grids find.
func faultsVerb() *cobra.Command {
	o := &oracleFlags{}
	verb := &cobra.Command{
		Use:   "faults",
		Short: "Say which cell finds which mistake planted in a fence",
		Long: `Faults makes one known mistake after the other in the fence ` + faultsOf + ` and looks for
the first cell of the full grid that shows it: one that is decided otherwise than
without the mistake and that bash shows to be a hole, a suspect or an over-block.
It prints a line a mistake, with tabs between: the smallest grid that has such a
cell, the mistake, the class, the cell, and what the mistake is. ` + missed + ` says that
there is none: a cell is missing.`,
		Example: `  fencediff grid faults --store observations.db
  fencediff grid faults | awk '$1 == "` + missed + `"'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.faults(cmd) },
	}
	o.register(verb)
	return verb
}

func (o *oracleFlags) faults(cmd *cobra.Command) (err error) {
	f, err := lookupFence(faultsOf)
	if err != nil {
		return err
	}
	source, err := engine.OpenSource("grid:full", nil)
	if err != nil {
		return err
	}
	smoke, err := lookupGrid("smoke")
	if err != nil {
		return err
	}
	s, err := o.open(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e := &engine.Engine{Fence: f, Oracle: s, Prove: s.prove}
	planted := mutant.Planted()
	bySmoke, byFull := 0, 0
	err = e.Detect(cmd.Context(), fence.WalkRules(), planted, source.Requests, func(d engine.Detection) error {
		name, class, cell := missed, "-", "-"
		if d.Found != nil {
			name, class, cell = "full", d.Class.String(), d.Found.ID
			byFull++
			if isOf(smoke, cell) {
				name = smoke.Name
				bySmoke++
			}
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\t%s\t%s\n", name, d.Mutation.ID, class, cell, d.Mutation.Breaks)
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "of %d mistakes smoke finds %d, full %d\n", len(planted), bySmoke, byFull)
	return err
}

// isOf says whether a grid has a cell.
func isOf(g grid.Grid, id string) bool {
	_, ok := g.Cell(id)
	return ok
}
