//go:build power

package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

func init() { extraVerbs = append(extraVerbs, powerVerb()) }

// powerVerb measures the search. It is for developers, takes long, and is not
// in the program as it is shipped.
func powerVerb() *cobra.Command {
	o := &oracleFlags{}
	p := engine.Power{Rules: fence.WalkRules}
	verb := &cobra.Command{
		Use:   "power",
		Short: "Count the commands that a search takes to find planted mistakes, guided and blind",
		Long: `Power plants the mistakes in the fence ` + faultsOf + ` that no cell of the smoke grid shows,
and counts the commands that the search of fencediff fuzz takes to find each,
guided and blind, with several seeds. It prints a line a mistake, with tabs
between: the median and the number of finds, guided, then blind, then the mistake
and the shortest command that showed it. A search that did not find a mistake
counts with the whole budget.`,
		Example: `  CGO_ENABLED=0 go run -tags power ./cmd/fencediff power --store observations.db`,
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.power(cmd, p) },
	}
	o.register(verb)
	verb.Flags().IntVar(&p.Seeds, "seeds", 5, "search with the seeds 1 to `N`")
	verb.Flags().IntVar(&p.Budget, "limit", 2000, "give up after `N` commands")
	return verb
}

func (o *oracleFlags) power(cmd *cobra.Command, p engine.Power) (err error) {
	f, err := lookupFence(faultsOf)
	if err != nil {
		return err
	}
	source, err := engine.OpenSource("grid:smoke", nil)
	if err != nil {
		return err
	}
	s, err := o.open(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e := &engine.Engine{Fence: f, Oracle: s, Prove: s.prove}
	err = e.Detect(cmd.Context(), p.Rules(), mutant.Planted(), source.Requests, func(d engine.Detection) error {
		if d.Found == nil {
			p.Mutations = append(p.Mutations, d.Mutation)
		}
		return nil
	})
	if err != nil {
		return err
	}
	tallies := map[string]*powerTally{}
	err = e.Power(cmd.Context(), p, func(t engine.Trial) error {
		fmt.Fprintf(cmd.ErrOrStderr(), "seed %d, blind %t: %s after %d\n", t.Seed, t.Blind, t.Mutation.ID, t.Tried)
		tally := tallies[t.Mutation.ID]
		if tally == nil {
			tally = &powerTally{}
			tallies[t.Mutation.ID] = tally
		}
		tally.add(t)
		return nil
	})
	if err != nil {
		return err
	}
	var whole powerTally
	for _, m := range p.Mutations {
		tally := tallies[m.ID]
		whole.merge(tally)
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\n", tally, m.ID, reports.Escape(tally.shortest)); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\tall of %d mistakes with %d seeds\n", &whole, len(p.Mutations), p.Seeds)
	return err
}

// A powerTally is what searches took to find a mistake: guided first, then blind.
type powerTally struct {
	tried    [2][]int
	found    [2]int
	shortest string
}

func (t *powerTally) add(trial engine.Trial) {
	way := 0
	if trial.Blind {
		way = 1
	}
	t.tried[way] = append(t.tried[way], trial.Tried)
	if trial.Class != 0 {
		t.found[way]++
		if t.shortest == "" || len(trial.Found) < len(t.shortest) {
			t.shortest = trial.Found
		}
	}
}

func (t *powerTally) merge(other *powerTally) {
	for way := range t.tried {
		t.tried[way] = append(t.tried[way], other.tried[way]...)
		t.found[way] += other.found[way]
	}
}

func (t *powerTally) String() string {
	text := ""
	for way, name := range []string{"guided", "blind"} {
		if way > 0 {
			text += "\t"
		}
		slices.Sort(t.tried[way])
		text += fmt.Sprintf("%s %d (%d of %d)", name, t.tried[way][len(t.tried[way])/2], t.found[way], len(t.tried[way]))
	}
	return text
}
