package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

var errNothingToObserve error = &vacuousError{"there was no command to observe"}

type observeOptions struct {
	oracleFlags
	fence string
	plan  bool
}

func observeVerb() *cobra.Command {
	o := &observeOptions{}
	verb := &cobra.Command{
		Use:   "observe [FILE...]",
		Short: "Let real bash show what commands do",
		Long: `Observe reads request lines from the files, or from standard input when none is
named or one is -, runs each command in real bash in both fixtures, and answers
with one line each: {"id","label","observations":[{"fixture","status","exit",
"stdout","stderr","effects","attempts","execs","reads","leftovers"}]}.

With --plan the fence is asked about each request, and what runs is the plan of
those that it admits; "judged" holds the verdict.

The oracle's image is built when it is missing. Planted commands are run before
the first command and after the last; if one is misread the exit code is 3.`,
		Example: `  echo '{"command":"sort -o x notes.txt"}' | fencediff observe
  fencediff observe requests.jsonl | jq -r '[.id, .label] | @tsv'
  fencediff observe --store observations.db requests.jsonl
  echo '{"command":"git log"}' | fencediff observe --plan --fence walk`,
		RunE: func(cmd *cobra.Command, files []string) (err error) {
			if o.plan != (o.fence != "") {
				return usagef("--plan and --fence go together: the plan to run is that of a fence")
			}
			e := &engine.Engine{Plans: o.plan}
			if o.plan {
				var closeFence func() error
				if e.Fence, closeFence, err = openFence(cmd.Context(), o.fence); err != nil {
					return err
				}
				defer func() { err = errors.Join(err, closeFence()) }()
			}
			source, err := requestFiles(cmd, files)
			if err != nil {
				return err
			}
			count, err := source.Survey()
			if err != nil {
				return err
			}
			if count == 0 {
				return errNothingToObserve
			}
			return o.observe(cmd, e, source)
		},
	}
	o.register(verb)
	o.registerOwn(verb)
	verb.Flags().BoolVar(&o.plan, "plan", false, "run the plans that the fence makes of the commands")
	fenceFlag(verb, &o.fence)
	return verb
}

// observe answers every request of the source; e lacks its oracle.
func (o *oracleFlags) observe(cmd *cobra.Command, e *engine.Engine, source engine.Source) (err error) {
	s, err := o.open(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	n := 0
	e.Oracle, e.Prove = s, s.prove
	_, err = e.Observe(cmd.Context(), source.Requests, func(line reports.Observed) error {
		n++
		return answer(cmd, line)
	})
	if err == nil && n == 0 {
		err = errNothingToObserve
	}
	return err
}
