package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

func storeVerb() *cobra.Command {
	verb := &cobra.Command{
		Use:   "store",
		Short: "Look into a store of observations, check, shrink and exchange it",
		Long: `A store keeps what bash showed, by all that an observation depends on, so that
a command runs once and every later fence is judged against what is kept: see
--store of run and observe. Where no oracle can be had, a store that has every
command answers alone.`,
		Example: `  fencediff run --fence naive --source grid:smoke --store observations.db
  fencediff store stats observations.db
  fencediff store export observations.db | gzip > observations.jsonl.gz`,
	}
	verb.AddCommand(storeStatsVerb(), storeVerifyVerb(), storeCompactVerb(), storeExportVerb(), storeImportVerb())
	return verb
}

// readStore opens a store to read, calls use, and closes it.
func readStore(path string, use func(*oracle.Store) error) error {
	return withStore(oracle.ReadStore, path, use)
}

func withStore(open func(string) (*oracle.Store, error), path string, use func(*oracle.Store) error) error {
	store, err := open(path)
	if err != nil {
		return usagef("cannot use the store: %v", err)
	}
	return errors.Join(use(store), store.Close())
}

func storeStatsVerb() *cobra.Command {
	asJSON := false
	verb := &cobra.Command{
		Use:   "stats FILE",
		Short: "Count what a store holds and what it takes",
		Example: `  fencediff store stats observations.db
  fencediff store stats --json observations.db | jq .labels`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return readStore(args[0], func(store *oracle.Store) error {
				stats, err := store.Stats()
				if err != nil {
					return err
				}
				if asJSON {
					return answer(cmd, stats)
				}
				return writeStats(cmd.OutOrStdout(), stats)
			})
		},
	}
	verb.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return verb
}

func writeStats(w io.Writer, s oracle.StoreStats) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "records\t%d, %d of them by the oracle below and this version\n", s.Records, s.Current)
	fmt.Fprintf(table, "observations\t%d, of %d runs of bash\n", s.Observations, s.Runs)
	fmt.Fprintf(table, "effect sets\t%d, used %d times\n", s.EffectSets, s.EffectUses)
	var labels []string
	for l := oracle.LabelEffect; l <= oracle.LabelHarmless; l++ {
		labels = append(labels, fmt.Sprintf("%d %s", s.Labels[l], l))
	}
	fmt.Fprintf(table, "labels\t%s\n", strings.Join(labels, ", "))
	fmt.Fprintf(table, "file\t%d bytes, %d of them free", s.Bytes, s.FreeBytes)
	if s.Observations > 0 {
		fmt.Fprintf(table, ", %d an observation", s.Bytes/int64(s.Observations))
	}
	fmt.Fprintf(table, "\noracle\t%s, bash %s, kernel %s, toolset %s\n",
		reports.Escape(s.Origin.Launcher), reports.Escape(s.Origin.Bash), reports.Escape(s.Origin.Kernel), reports.Escape(s.Origin.Toolset))
	return table.Flush()
}

// A contradictedError says that bash shows something else than a store.
type contradictedError struct{ wrong, compared int }

func (e *contradictedError) Error() string {
	return fmt.Sprintf("the store cannot be believed: bash shows something else for %d of %d commands; remove the file", e.wrong, e.compared)
}

func storeVerifyVerb() *cobra.Command {
	o := &oracleFlags{}
	sample, seed := 0, uint64(0)
	verb := &cobra.Command{
		Use:   "verify FILE",
		Short: "Run a sample of a store's commands again and compare",
		Long: `Verify has bash run a random sample of the commands in a store again and compares
label, endings and effect kinds. A command that shows something else three times
is named, and the exit code is 3. It changes nothing.`,
		Example: `  fencediff store verify observations.db
  fencediff store verify --sample 1000 --seed 7 observations.db`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if sample < 1 {
				return usagef("--sample %d is less than one command", sample)
			}
			return readStore(args[0], func(store *oracle.Store) error { return o.verify(cmd, store, sample, seed) })
		},
	}
	o.registerLauncher(verb)
	verb.Flags().IntVar(&sample, "sample", 200, "run `N` commands")
	verb.Flags().Uint64Var(&seed, "seed", 1, "which sample: the same `SEED` chooses the same commands")
	return verb
}

func (f *oracleFlags) verify(cmd *cobra.Command, store *oracle.Store, sample int, seed uint64) (err error) {
	s, err := f.open(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.prove(cmd.Context()); err != nil {
		return err
	}
	v, err := store.Verify(cmd.Context(), s, sample, seed)
	if err != nil {
		return err
	}
	for _, d := range v.Differences {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: kept %s, now %s\n", reports.Escape(d.Command), reports.Escape(d.First), reports.Escape(d.Second)); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%d of %d records can be compared, %d were, %d differ\n", v.Current, v.Records, v.Compared, len(v.Differences)); err != nil {
		return err
	}
	switch {
	case v.Compared == 0:
		return &vacuousError{"no record of the store can be compared with this oracle"}
	case len(v.Differences) > 0:
		return &contradictedError{len(v.Differences), v.Compared}
	}
	return nil
}

func storeCompactVerb() *cobra.Command {
	return &cobra.Command{
		Use:     "compact FILE",
		Short:   "Write a store anew without the space that nothing uses",
		Example: `  fencediff store compact observations.db`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			before, after, err := oracle.CompactStore(args[0])
			if err != nil {
				return usagef("cannot use the store: %v", err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d bytes before, %d bytes after\n", before, after)
			return err
		},
	}
}

func storeExportVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE",
		Short: "Print a store as JSON Lines",
		Long: `Export prints the store's origin and then a line a record: {"key","job","runs"},
in the order of the keys, so that the same records are the same bytes.`,
		Example: `  fencediff store export observations.db | jq -r 'select(.job).job.command'`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return readStore(args[0], func(store *oracle.Store) error {
				_, err := store.Export(cmd.OutOrStdout())
				return err
			})
		},
	}
}

func storeImportVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE [LINES...]",
		Short: "Put exported records into a store",
		Long: `Import reads what export printed, from the files or from standard input when none
is named or one is -, into a store, which is made if it is not there. Of two
records of one key that of more runs is kept. What the lines say is believed;
check it with fencediff store verify.`,
		Example: `  gunzip < observations.jsonl.gz | fencediff store import observations.db`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(oracle.OpenStore, args[0], func(store *oracle.Store) error { return importLines(cmd, store, args[1:]) })
		},
	}
}

func importLines(cmd *cobra.Command, store *oracle.Store, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	added := 0
	for _, path := range paths {
		n, err := importFile(cmd, store, path)
		if added += n; err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%d records were new\n", added)
	return err
}

func importFile(cmd *cobra.Command, store *oracle.Store, path string) (int, error) {
	lines := cmd.InOrStdin()
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return 0, &engine.SourceError{Spec: path, Err: err}
		}
		defer file.Close()
		lines = file
	}
	n, err := store.Import(lines)
	if malformed, ok := errors.AsType[*oracle.StoreLineError](err); ok {
		err = &engine.LineError{Name: path, Line: malformed.Line, Err: malformed.Err}
	}
	return n, err
}
