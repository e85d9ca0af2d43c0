package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

func snapshotVerb() *cobra.Command {
	var fenceName string
	var sources []string
	verb := &cobra.Command{
		Use:   "snapshot SIDE --source SOURCE",
		Short: "Keep what a fence says about many commands",
		Long: `Snapshot asks one side about every command and prints what it says as JSON Lines:
a header, then a line a request, sorted and without ids, so that in git a change of
the fence is a change of the lines it is about. Fencediff diff and gate take the
file for a side, and then also for the source.

Every request is asked twice; a fence that gives two answers ends it with 3.

` + sideHelp,
		Example: `  fencediff snapshot readonly --source grid:smoke > readonly.jsonl
  fencediff snapshot HEAD --fence go:./guard#Allow --source file:commands.txt > guard.jsonl
  fencediff diff readonly.jsonl HEAD`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return takeSnapshot(cmd, args[0], fenceName, sources)
		},
	}
	verb.Flags().StringVar(&fenceName, "fence", defaultSubject, "the fence that a git revision is asked for")
	verb.Flags().StringArrayVar(&sources, "source", nil, "where the commands come from, `SOURCE`; may be repeated")
	complete(verb, "source", engine.SourceKinds())
	return verb
}

func takeSnapshot(cmd *cobra.Command, name, fenceName string, sources []string) (err error) {
	ctx := cmd.Context()
	subject, err := subjectOf(fenceName)
	if err != nil {
		return err
	}
	s, err := openSide(name, subject)
	if err != nil {
		return err
	}
	source, err := openSources(sources, cmd.InOrStdin())
	if err != nil {
		return err
	}
	all := &fences{}
	defer func() { err = errors.Join(err, all.Close()) }()
	if err := all.prepare(ctx, s); err != nil {
		return err
	}
	asked, err := all.ask(ctx, s)
	if err != nil {
		return err
	}
	snapshot := reports.NewSnapshot(name, sources)
	n, err := engine.Ask(ctx, asked, source.Requests, snapshot.Add)
	if err != nil {
		return err
	}
	if n == 0 {
		return &vacuousError{"there is no command in " + source.Spec}
	}
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<18)
	if err := errors.Join(snapshot.Write(out), out.Flush()); err != nil {
		return fmt.Errorf("cannot write the snapshot: %w", err)
	}
	return nil
}
