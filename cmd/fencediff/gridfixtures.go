package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// gridFixturesVerb finds out which cells do one thing in one fixture and another
// in the other.
func gridFixturesVerb() *cobra.Command {
	o := &oracleFlags{}
	verb := &cobra.Command{
		Use:   "fixtures NAME",
		Short: "Say by which mechanism cells do another thing in each fixture",
		Long: `Fixtures has bash run the cells of a grid's families about directories in both
fixtures and counts those whose label in one is another than in the other: what a
fence has to hold for possible both ways. It prints a line a mechanism that has
such cells, with tabs between: the family, the mechanism, how many of its cells
differ, and the shortest of them with its labels where the directory is and where
it is not.`,
		Example:           `  fencediff grid fixtures smoke --store observations.db`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(grid.Names(), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.gridFixtures(cmd, args[0]) },
	}
	o.register(verb)
	return verb
}

func (o *oracleFlags) gridFixtures(cmd *cobra.Command, name string) (err error) {
	g, err := lookupGrid(name)
	if err != nil {
		return err
	}
	s, err := o.open(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e := &engine.Engine{Oracle: s, Prove: s.prove}
	asked := 0
	for _, family := range g.Families {
		if family.Mechanism == "" {
			continue
		}
		m := mechanisms{family: family, byName: make(map[string]*mechanism)}
		// All before the first is asked about: requests and answers are not of one goroutine.
		cells := make(map[string]grid.Cell)
		for cell := range family.Cells() {
			cells[cell.ID] = cell
		}
		asked += len(cells)
		_, err := e.Observe(cmd.Context(), func(yield func(reports.Request, error) bool) {
			for cell := range family.Cells() {
				if !yield(engine.RequestOf(cell), nil) {
					return
				}
			}
		}, func(observed reports.Observed) error {
			m.add(cells[observed.ID], observed.Observations)
			return nil
		})
		if err != nil {
			return err
		}
		if err := m.write(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	if asked == 0 {
		return errNothingToObserve
	}
	return nil
}

// mechanisms are what is known of a family, in the order of its cells.
type mechanisms struct {
	family grid.Family
	byName map[string]*mechanism
	order  []*mechanism
}

// A mechanism is a value of a family's mechanism axis, with how many of its
// cells differ between the fixtures and the shortest of those.
type mechanism struct {
	name            string
	cells, differ   int
	witness         grid.Cell
	present, absent oracle.Label
}

func (m *mechanisms) add(cell grid.Cell, observations []oracle.Observation) {
	name := m.family.MechanismOf(cell)
	known := m.byName[name]
	if known == nil {
		known = &mechanism{name: name}
		m.byName[name] = known
		m.order = append(m.order, known)
	}
	known.cells++
	if len(observations) != 2 {
		return
	}
	present, absent := oracle.LabelOf(observations[:1]), oracle.LabelOf(observations[1:])
	if present == absent {
		return
	}
	known.differ++
	if known.differ == 1 || len(cell.Request.Command) < len(known.witness.Request.Command) {
		known.witness, known.present, known.absent = cell, present, absent
	}
}

func (m *mechanisms) write(w io.Writer) error {
	for _, known := range m.order {
		if known.differ == 0 {
			continue
		}
		_, err := fmt.Fprintf(w, "%s\t%s\t%d of %d\t%s\t%s there, %s without\n",
			m.family.Name, known.name, known.differ, known.cells, reports.EscapeLine(known.witness.Request.Command), known.present, known.absent)
		if err != nil {
			return err
		}
	}
	return nil
}
