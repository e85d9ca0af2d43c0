package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/reports"
)

func diffVerb() *cobra.Command {
	c := &comparison{}
	verb := &cobra.Command{
		Use:   "diff BASE HEAD --source SOURCE",
		Short: "Show which commands two fences judge differently",
		Long: `Diff asks two sides about every command and shows those that they judge
differently, with what bash says of each: a hole opened or closed, an over-block
introduced or removed, or neither. What was loosened and what was tightened stand
apart. Commands that one cause explains (the rules that decided on each side) are
one group, with the command that shows it best, and that command shrunk: the smallest
around it that the sides judge as differently, and that bash shows to be the same.
Where bash does not say what the command is, only the verdicts are kept, and the
output says so. Groups are shrunk from the worst on, within a fixed budget of tries;
where a side is a snapshot none is, because it cannot judge a new command.

` + sideHelp + `

A source is what it is for fencediff run. What a command does comes from the store
where that knows it, else from bash. With --oracle none, or where there is no
oracle, what the store does not know is inconclusive.

The exit code is 5 if anything was loosened or a new plan opened a hole, else 1 if
anything was tightened or could not be told, else 0.`,
		Example: `  fencediff diff main HEAD --source grid:smoke --store observations.db
  fencediff diff naive readonly --source file:commands.txt
  fencediff diff v1.2.0 HEAD --fence go:./guard#Allow --source grid:smoke --out out/
  fencediff diff readonly.jsonl HEAD
  fencediff diff 'exec:./old.sh' 'exec:./new.sh' --source grid:smoke --format markdown`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := c.compare(cmd, args[0], args[1])
			if err != nil {
				return err
			}
			if err := c.render(cmd, found, nil); err != nil {
				return err
			}
			return diffOutcome(found.summary)
		},
	}
	c.register(verb)
	return verb
}

// A loosenedError says that head lets through what base did not.
type loosenedError struct{ message string }

func (e *loosenedError) Error() string { return "loosened: " + e.message }

// A tightenedError says that head differs from base, and lets nothing through
// that base did not.
type tightenedError struct{ message string }

func (e *tightenedError) Error() string { return "tightened: " + e.message }

// diffOutcome is the error that a complete comparison ends with.
func diffOutcome(s *reports.ChangeSummary) error {
	if s.Opened() {
		opened := 0
		for _, c := range reports.Changes() {
			opened += s.Changes[c][reports.HoleOpened]
		}
		return &loosenedError{fmt.Sprintf("%d loosened, %d of all changes opened a hole", s.Count(reports.Loosened), opened)}
	}
	undecided := s.Count(reports.SupportChanged) + s.Changes[reports.PlanOnly][reports.Undecided]
	if n := s.Count(reports.Tightened); n+undecided > 0 {
		return &tightenedError{fmt.Sprintf("%d tightened, %d could not be told", n, undecided)}
	}
	return nil
}
