package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

type relationsOptions struct {
	sources []string
	seed    uint64
	bound   engine.Bound
	failOn  lawList
	json    bool
}

func relationsVerb() *cobra.Command {
	o := &relationsOptions{}
	verb := &cobra.Command{
		Use:   "relations NAME --source SOURCE",
		Short: "Find answers of a fence that cannot all be right, without running anything",
		Long: `Relations asks a fence about every command of its sources and about others that
are made from it, of which is known how they stand to it: the same command quoted
otherwise, the command behind a launcher, in a loop, in a pipeline, beside one
that writes. Where two answers cannot both be right, both commands are shown. No
command runs, so which of the two is wrong is not told; fencediff run tells.

There are four laws:

    alike        both mean the same: both are admitted, or both refused
    conjunction  the second does at least what the first does: it is admitted
                 only if the first is
    closure      the second does nothing that the first does not: it is admitted
                 if the first is; what breaks it is no danger
    never        the second writes, whatever the first does: it is refused

With --json there is a line for every two answers that break a relation, then a
line a relation, with how often it was held to the fence.

` + fenceHelp,
		Example: `  fencediff fence relations naive --source grid:smoke
  fencediff fence relations 'exec:./is-safe.sh --check' --source grid:smoke --limit 200 --fail-on alike,conjunction,never
  fencediff fence relations readonly --source fuzz:2000 --json | jq -r 'select(.type=="violation").replay'`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(fence.Names(), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	verb.Flags().StringArrayVar(&o.sources, "source", nil, "where the commands come from, `SOURCE`; may be repeated")
	complete(verb, "source", engine.SourceKinds())
	verb.Flags().Uint64Var(&o.seed, "seed", engine.DefaultSeed, "make the random commands of seed `N`")
	verb.Flags().DurationVar(&o.bound.Budget, "for", 0, "take new commands for this long only, for instance 90s")
	verb.Flags().IntVar(&o.bound.Limit, "limit", 0, "take only the first `N` commands")
	verb.Flags().Var(&o.failOn, "fail-on", "exit with 1 if one of these laws is broken: "+strings.Join(lawNames(), ", "))
	complete(verb, "fail-on", lawNames())
	verb.Flags().BoolVar(&o.json, "json", false, "answer with JSON Lines")
	return verb
}

func (o *relationsOptions) run(cmd *cobra.Command, name string) (err error) {
	if o.bound.Limit < 0 || o.bound.Budget < 0 {
		return usagef("--limit and --for cannot be negative")
	}
	f, closeFence, err := openFence(cmd.Context(), name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeFence()) }()
	o.sources = seeded(o.sources, o.seed)
	source, err := openSources(o.sources, cmd.InOrStdin())
	if err != nil {
		return err
	}
	report := &reports.Relations{Fence: f.Name(), Sources: o.sources}
	requests, _ := o.bound.Apply(source.Requests)
	counted := func(yield func(reports.Request, error) bool) {
		for r, err := range requests {
			report.Requests++
			if !yield(r, err) {
				return
			}
		}
	}
	e := &engine.Engine{Fence: f}
	report.Counts, err = e.Relate(cmd.Context(), counted, fuzz.Relations(), func(v reports.Violation) error {
		report.Add(v)
		if o.json {
			return answer(cmd, v)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := o.write(cmd, report); err != nil {
		return err
	}
	return o.outcome(report)
}

func (o *relationsOptions) write(cmd *cobra.Command, report *reports.Relations) error {
	if !o.json {
		if err := report.WriteText(cmd.OutOrStdout()); err != nil {
			return fmt.Errorf("cannot write the report: %w", err)
		}
		return nil
	}
	for _, c := range report.Counts {
		if err := answer(cmd, c); err != nil {
			return err
		}
	}
	return nil
}

// outcome is the error that the verb ends with.
func (o *relationsOptions) outcome(report *reports.Relations) error {
	compared, broken := report.Compared()
	if compared == 0 {
		return &vacuousError{fmt.Sprintf("no two answers were compared: the relations say nothing of %s", strings.Join(o.sources, ", "))}
	}
	var found []string
	for _, law := range o.failOn {
		if n := broken[law]; n > 0 {
			found = append(found, fmt.Sprintf("%s broken %d times", law, n))
		}
	}
	if len(found) > 0 {
		return &forbiddenError{strings.Join(found, ", ")}
	}
	return nil
}

func lawNames() []string {
	var names []string
	for _, law := range fuzz.Laws() {
		names = append(names, law.String())
	}
	return names
}

// A lawList is the value of --fail-on: names of laws.
type lawList []string

// String implements pflag.Value.
func (l *lawList) String() string { return strings.Join(*l, ",") }

// Type implements pflag.Value.
func (l *lawList) Type() string { return "LAW,..." }

// Set implements pflag.Value; a second flag adds to the first.
func (l *lawList) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		if !slices.Contains(lawNames(), name) {
			return fmt.Errorf("want one or more of %s", strings.Join(lawNames(), ", "))
		}
		*l = append(*l, name)
	}
	return nil
}
