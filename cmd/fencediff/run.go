package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// shownBuckets is how many findings of a class the table on standard output has;
// report.txt has them all.
const shownBuckets = 20

// confirmations is how often a would-be finding is run again by default.
const confirmations = 3

type runOptions struct {
	oracleFlags
	besideFlags
	fence   string
	sources []string
	seed    uint64
	bound   engine.Bound
	failOn  classList
	out     string
	twice   bool
	// learn, where set, gets every result, and after what came of them, while
	// the oracle is still there.
	learn   func(reports.Result)
	after   func(*engine.Engine, *reports.Summary) error
	confirm int
	adapt   bool
}

func runVerb() *cobra.Command {
	o := &runOptions{}
	verb := &cobra.Command{
		Use:   "run --fence NAME --source SOURCE [--out DIR]",
		Short: "Compare a fence with real bash on many commands",
		Long: `Run takes every command of its sources to the fence and through real bash in both
fixtures, classifies what the two say, and prints the findings as tables. With
--out it leaves results.jsonl (a line a command), summary.json and report.txt
(the tables, uncut) in a folder; they appear together when the run is complete.
Until then the folder has a journal: a run that was interrupted, killed or lost
its oracle is gone on with by the same command line, and its results are those of
a run that was not interrupted.

A source is one of

    grid:NAME   a grid of generated commands; fencediff grid list names them
    file:PATH   a file with a command a line
    cases:PATH  a file with a request line a line, as fencediff judge reads them
    fuzz:N      N random commands; --seed makes others

where - as PATH is standard input.

` + besideHelp + "\n\n" + fenceHelp,
		Example: `  fencediff run --fence naive --source grid:smoke --out out/
  fencediff run --fence readonly --source grid:smoke --fail-on hole,inconclusive
  fencediff run --fence naive --source file:commands.txt --limit 100
  fencediff run --fence walk --source grid:hostile --plan --fail-on hostile-hole
  fencediff run --fence naive --source cases:requests.jsonl --hostile all
  echo 'cat notes.txt > copy' | fencediff run --fence naive --source file:-`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	fenceFlag(verb, &o.fence)
	verb.Flags().StringArrayVar(&o.sources, "source", nil, "where the commands come from, `SOURCE`; may be repeated")
	verb.Flags().Uint64Var(&o.seed, "seed", engine.DefaultSeed, "make the random commands of seed `N`")
	complete(verb, "source", engine.SourceKinds())
	o.oracleFlags.register(verb)
	o.registerOwn(verb)
	o.besideFlags.register(verb)
	verb.Flags().DurationVar(&o.bound.Budget, "for", 0, "take new commands for this long only, for instance 90s")
	verb.Flags().IntVar(&o.bound.Limit, "limit", 0, "take only the first `N` commands")
	verb.Flags().Var(&o.failOn, "fail-on", "exit with 1 if there are findings of these classes: "+strings.Join(findingClasses(), ", "))
	complete(verb, "fail-on", findingClasses())
	verb.Flags().StringVar(&o.out, "out", "", "leave the results in `DIR`")
	verb.Flags().BoolVar(&o.twice, "twice", false, "run every command twice and report what differs")
	verb.Flags().IntVar(&o.confirm, "confirm", confirmations, "run what would be a finding `N` times more; if the runs differ it is flaky and none")
	verb.Flags().BoolVar(&o.adapt, "adapt", false, "run a command that missed files, directories or branches again where they exist")
	return verb
}

func (o *runOptions) run(cmd *cobra.Command) (err error) {
	f, closeFence, err := openFence(cmd.Context(), o.fence)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeFence()) }()
	if o.bound.Limit < 0 || o.bound.Budget < 0 || o.confirm < 0 {
		return usagef("--limit, --for and --confirm cannot be negative")
	}
	o.sources = seeded(o.sources, o.seed)
	source, err := openSources(o.sources, cmd.InOrStdin())
	if err != nil {
		return err
	}
	hostile, err := o.fixtures()
	if err != nil {
		return err
	}
	count, err := source.Survey()
	if err != nil {
		return err
	}
	if count == 0 {
		return &vacuousError{"there is no command in " + source.Spec}
	}
	files, err := o.openFiles()
	if err != nil {
		return err
	}
	defer func() { err = files.close(err) }()
	replay, err := o.replay()
	if err != nil {
		return err
	}
	e := &engine.Engine{
		Fence: f, Confirmations: o.confirm, Adapt: o.adapt, Plans: o.plan, Hostile: hostile, Target: o.target, ReplayFlags: replay,
	}
	summary, err := o.compare(cmd, e, source, o.bound.Cap(count), files)
	if err != nil {
		return err
	}
	if err := files.finish(summary); err != nil {
		return err
	}
	if err := reports.WriteText(cmd.OutOrStdout(), summary, shownBuckets); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	return o.outcome(summary)
}

// compare does the work between opening files and finishing them. Count is how
// many requests are expected; e lacks its oracle.
func (o *runOptions) compare(cmd *cobra.Command, e *engine.Engine, source engine.Source, count int, files *runFiles) (summary *reports.Summary, err error) {
	ctx := cmd.Context()
	s, err := o.open(ctx, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()

	var twice *oracle.Twice
	if o.twice {
		twice = s.askTwice()
	}
	known, err := files.begin(cmd, s.Info())
	if err != nil {
		return nil, err
	}
	e.Oracle, e.Prove, e.Known = s, s.prove, known
	summary = reports.NewSummary(e.Fence.Name(), o.sources, s.Info())
	requests, ended := o.bound.Apply(source.Requests)
	progress := engine.NewProgress(screenOf(cmd.ErrOrStderr()), count, nil)
	defer progress.Close()
	proofs, err := e.Run(ctx, requests, func(r reports.Result) error {
		summary.Add(r)
		progress.Add(r)
		if o.learn != nil {
			o.learn(r)
		}
		return files.add(r)
	})
	if err != nil {
		return nil, err
	}
	summary.Counts.Planted = proofs
	if twice != nil {
		summary.Twice = &reports.Twice{Compared: twice.Compared(), Differences: twice.Differences()}
	}
	summary.Close(*ended)
	if o.after != nil {
		err = o.after(e, summary)
	}
	return summary, err
}

// outcome is the error that a complete run ends with.
func (o *runOptions) outcome(s *reports.Summary) error {
	if s.Counts.Graded == 0 {
		return &vacuousError{"no command was executed and graded: " + s.Counts.String()}
	}
	var found []string
	for _, class := range o.failOn {
		if n := s.Found(class); n > 0 {
			found = append(found, fmt.Sprintf("%d %s", n, class))
		}
	}
	if len(found) > 0 {
		return &forbiddenError{strings.Join(found, ", ")}
	}
	return nil
}

// screenOf says whether progress goes to a terminal, and how wide that is.
func screenOf(w io.Writer) engine.Screen {
	screen := engine.Screen{Writer: w}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil {
			screen.Columns = columns
		}
	}
	return screen
}
