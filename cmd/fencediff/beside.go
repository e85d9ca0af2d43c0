package main

import (
	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/internal/engine"
)

// besideFlags are the flags that have admitted commands run in other ways than
// as they were written in the plain fixtures.
type besideFlags struct {
	plan    bool
	hostile []string
}

const besideHelp = `An admitted command can be run in other ways as well, which never change its class:
with --plan, as the plan that the fence made of it, and where that does otherwise
it is a plan-divergence; with --hostile, in fixtures in each of which one trap is
laid, as its plan if it has one, and where the trap springs it is a hostile-hole.
A request line with "hostile":"NAME", such as those of grid:hostile, runs in that
fixture in any case. One with "kind":"hole" or "overblock" says what real bash
shows, and with "effect" and "fixture" how; where it does not it is unexpected.`

func (f *besideFlags) register(verb *cobra.Command) {
	verb.Flags().BoolVar(&f.plan, "plan", false, "run the plans of admitted commands too, and report where they do otherwise")
	verb.Flags().StringArrayVar(&f.hostile, "hostile", nil, "run admitted commands in the hostile fixture `NAME` too, or in all; may be repeated")
	names := []string{"all"}
	for _, recipe := range fixtures.Hostile() {
		names = append(names, recipe.Name())
	}
	complete(verb, "hostile", names)
}

// fixtures are those that --hostile names.
func (f *besideFlags) fixtures() ([]fixtures.Recipe, error) {
	recipes, err := engine.HostileFixtures(f.hostile...)
	if err != nil {
		return nil, usagef("--hostile: %v", err)
	}
	return recipes, nil
}
