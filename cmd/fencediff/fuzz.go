package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

type fuzzOptions struct {
	runOptions
	corpus string
}

func fuzzVerb() *cobra.Command {
	o := &fuzzOptions{}
	verb := &cobra.Command{
		Use:   "fuzz --fence NAME --for TIME",
		Short: "Search for commands on which a fence and real bash disagree",
		Long: `Fuzz makes random commands, takes each to the fence and through real bash, and
learns: a command that pairs a rule, a program, an operator or a redirection of
the fence's plan for the first time with what bash showed, by label and kinds of
effect, is changed further, and the less often the more commands show that pair,
or the same finding. Of many commands the one is tried that the fence admits
though it seldom admits such; a fence that starts a program for each answer is not
asked about so many. At the end what was found is made as small as it can be, and
findings that then show one cause stand together: with the smallest command, how
many there were, and the request that was the first.

With --corpus the smallest command for each behaviour is kept in a folder: the
same command line goes on from there, after it was killed too, and another seed
begins with what is there. A seed makes the same commands for any number of
workers.

` + fenceHelp,
		Example: `  fencediff fuzz --fence readonly --for 10m --corpus corpus/ --store labels.db
  fencediff fuzz --fence naive --limit 2000 --seed 7`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.fuzz(cmd) },
	}
	fenceFlag(verb, &o.fence)
	o.oracleFlags.register(verb)
	verb.Flags().Uint64Var(&o.seed, "seed", engine.DefaultSeed, "make the commands of seed `N`")
	verb.Flags().DurationVar(&o.bound.Budget, "for", 0, "take new commands for this long, for instance 10m")
	verb.Flags().IntVar(&o.bound.Limit, "limit", 0, "take `N` commands")
	verb.Flags().StringVar(&o.corpus, "corpus", "", "keep what behaves in a new way in `DIR`")
	verb.Flags().Var(&o.failOn, "fail-on", "exit with 1 if there are findings of these classes: "+strings.Join(findingClasses(), ", "))
	complete(verb, "fail-on", findingClasses())
	o.confirm = confirmations
	return verb
}

const (
	// shrinkTries is how many commands are compared to make a finding small.
	shrinkTries = 500
	// shrunkBuckets is how many buckets of a class have a finding made small.
	shrunkBuckets = 60
)

func (o *fuzzOptions) fuzz(cmd *cobra.Command) (err error) {
	if o.bound.Limit < 0 || o.bound.Budget < 0 || o.bound.Limit == 0 && o.bound.Budget == 0 {
		return usagef("how long? give --for, for instance --for 10m, or --limit")
	}
	f, closeFence, err := openFence(cmd.Context(), o.fence)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeFence()) }()
	kept, done, err := o.openCorpus()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	before := kept.Len()
	o.sources = []string{fmt.Sprintf("fuzz@%d", o.seed)}
	hunt := engine.NewHunt(cmd.Context(), f, o.seed, kept)
	defer hunt.Close()
	source := engine.Source{Spec: o.sources[0], Requests: hunt.Requests(cmd.Context())}
	count := engine.Unknown
	if o.bound.Limit > 0 {
		count = o.bound.Limit
	}
	o.learn = hunt.Learn
	o.after = func(e *engine.Engine, s *reports.Summary) error {
		s.Rates = hunt.Rates()
		return e.Causes(cmd.Context(), s, shrunkBuckets, shrinkTries)
	}
	e := &engine.Engine{Fence: f, Confirmations: o.confirm}
	summary, err := o.compare(cmd, e, source, count, nil)
	if err != nil {
		return err
	}
	if err := reports.WriteText(cmd.OutOrStdout(), summary, shownBuckets); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "corpus: %d behaviours, %d of them new\n", kept.Len(), kept.Len()-before); err != nil {
		return err
	}
	return o.outcome(summary)
}

// openCorpus opens the corpus, one that is thrown away if none is to be kept.
func (o *fuzzOptions) openCorpus() (kept *engine.CorpusFile, done func() error, err error) {
	dir, remove := o.corpus, func() error { return nil }
	if dir == "" {
		if dir, err = os.MkdirTemp("", "fencediff-corpus-"); err != nil {
			return nil, nil, err
		}
		remove = func() error { return os.RemoveAll(dir) }
	}
	if kept, err = engine.OpenCorpus(dir, o.seed); err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	return kept, func() error { return errors.Join(kept.Close(), remove()) }, nil
}
