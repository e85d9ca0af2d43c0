package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

// mutationGateForms are the forms in which a gate on mutants is written.
var mutationGateForms = map[string]func(io.Writer, *reports.MutationReport, *reports.GateResult) error{
	"text": func(w io.Writer, r *reports.MutationReport, gate *reports.GateResult) error {
		return writeMutation(w, r, gate, shownBuckets)
	},
	"markdown": reports.WriteMutationMarkdown,
	"jsonl": func(w io.Writer, r *reports.MutationReport, gate *reports.GateResult) error {
		if err := reports.WriteLine(w, r); err != nil {
			return err
		}
		return reports.WriteLine(w, gate)
	},
}

// runMutation holds the mutants of a fence to a baseline.
func (o *gateOptions) runMutation(cmd *cobra.Command) error {
	if err := o.check(); err != nil {
		return err
	}
	fresh, err := o.fresh(time.Now())
	if err != nil {
		return err
	}
	baseline, err := readBaseline(o, reports.ReadMutationBaseline, func() *reports.MutationBaseline {
		return reports.NewMutationBaseline(o.fence, slices.Clone(o.sources))
	})
	if err != nil {
		return err
	}
	if len(o.sources) == 0 {
		o.sources = baseline.Sources
	}
	if len(o.sources) == 0 {
		o.sources = []string{defaultMutationSource}
	}
	if len(baseline.Sources) == 0 {
		baseline.Sources = o.sources
	}
	if baseline.Fence != o.fence || !slices.Equal(baseline.Sources, o.sources) {
		return usagef("--baseline %s is of the fence %s on %q, not of %s on %q: scores of others say nothing; make another",
			o.baseline, baseline.Fence, baseline.Sources, o.fence, o.sources)
	}
	var files *engine.Files
	if o.out != "" {
		if files, err = engine.OpenFiles(o.out); err != nil {
			return err
		}
		defer files.Abort()
	}
	graded := &mutateOptions{oracleFlags: o.oracleFlags, fence: o.fence, sources: o.sources, seed: engine.DefaultSeed}
	report, err := graded.grade(cmd)
	if err != nil {
		return err
	}
	if why := report.Vacuous(); why != "" {
		return &vacuousError{why}
	}
	if o.update {
		lines := baseline.Update(report, time.Now(), reports.AcceptedMutant{Reason: fresh.Reason, Owner: fresh.Owner, Expires: fresh.Expires})
		return o.write(cmd, baseline, lines)
	}
	gate := baseline.Gate(report, time.Now())
	if err := writeMutationFiles(files, report, gate); err != nil {
		return err
	}
	if err := mutationGateForms[o.format](cmd.OutOrStdout(), report, gate); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	if gate.Passed {
		return nil
	}
	return &gateError{gate.Failures(), gate.Opens()}
}
