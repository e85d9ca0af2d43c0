package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

func judgeVerb() *cobra.Command {
	var fenceName string
	verb := &cobra.Command{
		Use:   "judge --fence NAME [FILE...]",
		Short: "Ask a fence about requests",
		Long: `Judge reads request lines from the files, or from standard input when none is
named or one is -, asks the fence about each, and answers with one line each:
{"id","verdict","rule","offset","detail","next","cwd","plan"}. Nothing is run.

A request line is {"id","command","command_b64","cwd","network","policy":{"root",
"mode","confined"},"setup","tty"}; only the command is needed.

` + fenceHelp,
		Example: `  echo '{"command":"sort -o x notes.txt"}' | fencediff judge --fence readonly
  fencediff grid show smoke | fencediff judge --fence naive
  fencediff judge --fence 'exec:./is-safe.sh --check' requests.jsonl
  fencediff judge --fence naive requests.jsonl | jq -r 'select(.verdict=="admit").id'`,
		RunE: func(cmd *cobra.Command, files []string) (err error) {
			f, closeFence, err := openFence(cmd.Context(), fenceName)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, closeFence()) }()
			source, err := requestFiles(cmd, files)
			if err != nil {
				return err
			}
			e := &engine.Engine{Fence: f}
			n, err := e.Judge(cmd.Context(), source.Requests, func(j reports.Judgement) error { return answer(cmd, j) })
			if err == nil && n == 0 {
				err = &vacuousError{"there was no request to judge"}
			}
			return err
		},
	}
	fenceFlag(verb, &fenceName)
	return verb
}

// requestFiles opens files of request lines, standard input if none is named.
func requestFiles(cmd *cobra.Command, paths []string) (engine.Source, error) {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	sources := make([]engine.Source, len(paths))
	for i, path := range paths {
		source, err := engine.OpenSource("cases:"+path, cmd.InOrStdin())
		if err != nil {
			return engine.Source{}, err
		}
		sources[i] = source
	}
	return engine.Join(sources...), nil
}

// answer writes one line to standard output at once, so that a program on the
// other side of a pipe can wait for it before it asks again.
func answer(cmd *cobra.Command, line any) error {
	if err := reports.WriteLine(cmd.OutOrStdout(), line); err != nil {
		return fmt.Errorf("cannot write the answer: %w", err)
	}
	return nil
}
