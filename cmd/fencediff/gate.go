package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

// A gateOptions is a comparison that is held to a baseline.
type gateOptions struct {
	comparison
	baseline               string
	mutation, update       bool
	reason, owner, expires string
}

func gateVerb() *cobra.Command {
	o := &gateOptions{}
	verb := &cobra.Command{
		Use:   "gate BASE HEAD --baseline FILE --source SOURCE",
		Short: "Say whether a change of a fence may merge",
		Long: `Gate compares two sides like fencediff diff and holds what it finds to a baseline,
a committed JSON file: its policy says which changes fail, warn or pass, and its
accepted findings are groups that somebody answers for, each with a reason, an
owner and the last day on which it counts.

It is an exact ratchet. A group that the policy fails and nobody has accepted
fails; so does one that was accepted for other commands, one whose day is past,
and one that no longer occurs, until it is removed.

With --update the baseline is made to accept what there is, and what changed in it
is printed; --reason, --owner and --expires are for what is new in it. A baseline
that is not there yet is made, with a policy that fails everything that was
loosened, every hole opened, every over-block introduced and all that could not
be told.

With --mutation it takes no sides: the mutants of the fence that --fence names are
graded as by fencediff mutate, on the sources of the baseline unless --source names
others. It fails when a score falls, that of a family or of all, when nothing kills a
mutant that nobody has accepted, as that of a new rule without a command, and when one
that was accepted is killed or gone. A score that rises passes; --update keeps it.

The exit code is 5 if what fails lets through what BASE did not, 1 if anything
else fails, else 0. Verdicts that are not the same when asked again are shown and
never fail.

` + sideHelp,
		Example: `  fencediff gate origin/main HEAD --baseline fence-baseline.json --source grid:smoke --store observations.db
  fencediff gate main HEAD --baseline fence-baseline.json --source grid:smoke --out out/
  fencediff gate main HEAD --baseline fence-baseline.json --source grid:smoke --update \
      --reason 'sort -c only checks' --owner ann --expires 2027-06-30
  fencediff gate --mutation --fence walk --baseline mutation-baseline.json --source grid:full --store observations.db`,
		Args: func(cmd *cobra.Command, args []string) error {
			if o.mutation {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.ExactArgs(2)(cmd, args)
		},
		RunE: o.run,
	}
	o.register(verb)
	flags := verb.Flags()
	flags.StringVar(&o.baseline, "baseline", "", "the baseline, `FILE`")
	flags.BoolVar(&o.mutation, "mutation", false, "hold the mutants of the fence to the baseline, not a change")
	flags.BoolVar(&o.update, "update", false, "make the baseline accept what there is")
	flags.StringVar(&o.reason, "reason", "", "with --update: why what is new is right")
	flags.StringVar(&o.owner, "owner", "", "with --update: who answers for it")
	flags.StringVar(&o.expires, "expires", "", "with --update: the last `DAY` on which it counts, such as 2027-01-31")
	return verb
}

// A gateError says that a gate fails.
type gateError struct {
	failures []string
	// opens says that what fails lets through what base did not.
	opens bool
}

func (e *gateError) Error() string {
	return "the gate fails:\n" + strings.Join(e.failures, "\n")
}

func isGateError(opens bool) func(error) bool {
	return func(err error) bool {
		gate, ok := errors.AsType[*gateError](err)
		return ok && gate.opens == opens
	}
}

func (o *gateOptions) run(cmd *cobra.Command, args []string) error {
	if o.baseline == "" {
		return usagef("which baseline? give --baseline FILE")
	}
	if o.mutation {
		return o.runMutation(cmd)
	}
	today := time.Now()
	fresh, err := o.fresh(today)
	if err != nil {
		return err
	}
	baseline, err := readBaseline(o, reports.ReadBaseline, reports.NewBaseline)
	if err != nil {
		return err
	}
	found, err := o.compare(cmd, args[0], args[1])
	if err != nil {
		return err
	}
	if o.update {
		return o.write(cmd, baseline, baseline.Update(found.summary, today, fresh))
	}
	gate := baseline.Gate(found.summary, today)
	if err := o.render(cmd, found, gate); err != nil {
		return err
	}
	if gate.Passed {
		return nil
	}
	return &gateError{gate.Failures(), gate.Opens()}
}

// readBaseline reads the baseline; only --update may begin without one.
func readBaseline[B any](o *gateOptions, read func([]byte) (*B, error), empty func() *B) (*B, error) {
	text, err := os.ReadFile(o.baseline)
	if o.update && errors.Is(err, fs.ErrNotExist) {
		return empty(), nil
	}
	if err != nil {
		return nil, usagef("--baseline: %v; --update makes one", err)
	}
	baseline, err := read(text)
	if err != nil {
		return nil, usagef("--baseline %s %v", o.baseline, err)
	}
	return baseline, nil
}

// fresh is who answers for what --update accepts.
func (o *gateOptions) fresh(today time.Time) (fresh reports.AcceptedFinding, err error) {
	fresh.Reason, fresh.Owner = strings.TrimSpace(o.reason), strings.TrimSpace(o.owner)
	if o.expires == "" {
		return fresh, nil
	}
	if fresh.Expires, err = reports.ParseDay(o.expires); err != nil {
		return fresh, usagef("--expires: %v", err)
	}
	if string(fresh.Expires) < today.Format(time.DateOnly) {
		return fresh, usagef("--expires %s is over already", fresh.Expires)
	}
	return fresh, nil
}

// A checkedBaseline is a baseline of either kind.
type checkedBaseline interface {
	Check() error
	Write(io.Writer) error
}

// write replaces the baseline, unless somebody is missing who answers for what is
// new in it, and prints what changed.
func (o *gateOptions) write(cmd *cobra.Command, baseline checkedBaseline, lines []string) error {
	if err := baseline.Check(); err != nil {
		return usagef("%v; give --reason, --owner and --expires for what is new", err)
	}
	files, err := engine.OpenFiles(filepath.Dir(o.baseline))
	if err != nil {
		return err
	}
	defer files.Abort()
	w, err := files.Create(filepath.Base(o.baseline))
	if err != nil {
		return err
	}
	if err := baseline.Write(w); err != nil {
		return err
	}
	if err := files.Commit(); err != nil {
		return err
	}
	if len(lines) == 0 {
		lines = []string{"nothing changed"}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
			return err
		}
	}
	return nil
}
