package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

var errNothingToObserve error = &vacuousError{"there was no command to observe"}

func observeVerb() *cobra.Command {
	o := &oracleFlags{}
	verb := &cobra.Command{
		Use:   "observe [FILE...]",
		Short: "Let real bash show what commands do",
		Long: `Observe reads request lines from the files, or from standard input when none is
named or one is -, runs each command in real bash in both fixtures, and answers
with one line each: {"id","label","observations":[{"fixture","status","exit",
"stdout","stderr","effects","attempts","execs","reads","leftovers"}]}.

The oracle's image is built when it is missing. Planted commands are run before
the first command and after the last; if one is misread the exit code is 3.`,
		Example: `  echo '{"command":"sort -o x notes.txt"}' | fencediff observe
  fencediff observe requests.jsonl | jq -r '[.id, .label] | @tsv'
  fencediff observe --store observations.db requests.jsonl`,
		RunE: func(cmd *cobra.Command, files []string) error {
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
			return o.observe(cmd, source)
		},
	}
	o.register(verb)
	return verb
}

func (o *oracleFlags) observe(cmd *cobra.Command, source engine.Source) (err error) {
	s, err := o.open(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	n := 0
	e := &engine.Engine{Oracle: s, Prove: s.prove}
	_, err = e.Observe(cmd.Context(), source.Requests, func(line reports.Observed) error {
		n++
		return answer(cmd, line)
	})
	if err == nil && n == 0 {
		err = errNothingToObserve
	}
	return err
}
