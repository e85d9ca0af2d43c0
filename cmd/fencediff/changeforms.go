package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

// changeForms are the forms in which a comparison is written: Rows bounds the
// groups that a section shows, 0 is all.
var changeForms = map[string]func(w io.Writer, found *compared, gate *reports.GateResult, rows int) error{
	"text": func(w io.Writer, found *compared, gate *reports.GateResult, rows int) error {
		return reports.WriteChangeText(w, found.summary, gate, rows)
	},
	"markdown": func(w io.Writer, found *compared, gate *reports.GateResult, _ int) error {
		return reports.WriteChangeMarkdown(w, found.summary, gate)
	},
	"jsonl": func(w io.Writer, found *compared, gate *reports.GateResult, _ int) error {
		for _, change := range found.changes {
			if err := reports.WriteLine(w, change); err != nil {
				return err
			}
		}
		if err := reports.WriteLine(w, found.summary); err != nil || gate == nil {
			return err
		}
		return reports.WriteLine(w, gate)
	},
}

func changeFormats() []string { return slices.Sorted(maps.Keys(changeForms)) }

// changeFiles are what a comparison leaves in its folder.
var changeFiles = []struct{ name, form string }{
	{"changes.jsonl", "jsonl"}, {"comment.md", "markdown"}, {"report.txt", "text"},
}

// render writes the files, if a folder was named, and then standard output.
func (c *comparison) render(cmd *cobra.Command, found *compared, gate *reports.GateResult) error {
	err := timed(&found.stages.render, func() error {
		if err := c.writeFiles(found, gate); err != nil {
			return err
		}
		if err := changeForms[c.format](cmd.OutOrStdout(), found, gate, shownBuckets); err != nil {
			return fmt.Errorf("cannot write the report: %w", err)
		}
		return nil
	})
	if err == nil {
		fmt.Fprintln(cmd.ErrOrStderr(), found.stages)
	}
	return err
}

func (c *comparison) writeFiles(found *compared, gate *reports.GateResult) error {
	if c.out == "" {
		return nil
	}
	files, err := engine.OpenFiles(c.out)
	if err != nil {
		return err
	}
	defer files.Abort()
	for _, f := range changeFiles {
		w, err := files.Create(f.name)
		if err != nil {
			return err
		}
		if err := changeForms[f.form](w, found, gate, 0); err != nil {
			return err
		}
	}
	return files.Commit()
}
