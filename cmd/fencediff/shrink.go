package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

type shrinkOptions struct {
	oracleFlags
	fences []string
	tries  int
	budget time.Duration
	json   bool
}

func shrinkVerb() *cobra.Command {
	o := &shrinkOptions{}
	verb := &cobra.Command{
		Use:   "shrink COMMAND --fence NAME [--fence NAME]",
		Short: "Make a command that shows something as small as it can be",
		Long: `Shrink takes parts of a command away as long as it shows the same: the same class
of finding, by the same rule of the fence, with the same kinds of effect in real
bash. It drops and unwraps parts of the command's syntax, simplifies words and
deletes single characters, until no deletion shows the same any more; then the
command is minimal, and the output says so.

With two fences it keeps them judging the command as differently as at first, and
bash is not asked.`,
		Example: `  fencediff shrink 'sort -r --key 1 -o notes.txt data.json notes.txt' --fence naive
  fencediff shrink 'ls -la sub && cd sub; git log --oneline' --fence readonly --fence walk`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd, reports.NewRequest("shrink", args[0]))
		},
	}
	verb.Flags().StringArrayVar(&o.fences, "fence", nil, "the fence to ask, as `NAME`; twice to keep two of them different")
	complete(verb, "fence", fence.Names())
	o.register(verb)
	verb.Flags().IntVar(&o.tries, "tries", 20000, "compare at most `N` commands")
	verb.Flags().DurationVar(&o.budget, "for", 0, "end after this long, for instance 30s")
	verb.Flags().BoolVar(&o.json, "json", false, "answer with one JSON object")
	return verb
}

func (o *shrinkOptions) run(cmd *cobra.Command, r reports.Request) (err error) {
	if len(o.fences) < 1 || len(o.fences) > 2 {
		return usagef("give --fence once, or twice to keep two fences different")
	}
	if o.tries < 1 || o.budget < 0 {
		return usagef("--tries must be positive, and --for not negative")
	}
	ctx := cmd.Context()
	opened := &fences{}
	defer func() { err = errors.Join(err, opened.Close()) }()
	list := make([]fence.Fence, len(o.fences))
	for i, name := range o.fences {
		if list[i], err = opened.open(ctx, name); err != nil {
			return err
		}
	}
	var shrunk fuzz.Shrunk
	var result *reports.Result
	if len(list) == 2 {
		within, cancel := o.within(ctx)
		defer cancel()
		shrunk, err = engine.ShrinkDifference(within, list[0], list[1], r, o.tries)
	} else {
		shrunk, result, err = o.shrinkFinding(cmd, list[0], r)
	}
	if err != nil {
		return err
	}
	if shrunk.Stop == fuzz.NotShown {
		return &vacuousError{"the fences judge the command alike: there is nothing to keep"}
	}
	report := reports.Shrinking{From: r.Command, Command: shrunk.Command, Stop: shrunk.Stop.String(), Tries: shrunk.Tries, Result: result}
	if o.json {
		return answer(cmd, report)
	}
	return report.WriteText(cmd.OutOrStdout())
}

// within bounds the work by --for.
func (o *shrinkOptions) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.budget == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, o.budget)
}

func (o *shrinkOptions) shrinkFinding(cmd *cobra.Command, f fence.Fence, r reports.Request) (shrunk fuzz.Shrunk, result *reports.Result, err error) {
	ctx := cmd.Context()
	s, err := o.open(ctx, cmd.ErrOrStderr())
	if err != nil {
		return shrunk, nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.prove(ctx); err != nil {
		return shrunk, nil, err
	}
	within, cancel := o.within(ctx)
	defer cancel()
	e := &engine.Engine{Fence: f, Oracle: s, Confirmations: confirmations}
	shrunk, smallest, err := e.Shrink(within, r, o.tries)
	if err == nil && !smallest.Class.IsFinding() {
		err = &vacuousError{fmt.Sprintf("the command is no finding (%s, %s): there is nothing to keep", smallest.Class, smallest.Label)}
	}
	if err == nil {
		err = s.prove(ctx)
	}
	return shrunk, &smallest, err
}
