package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

// unindexed is how many mutants are also judged without the index of coverage.
const unindexed = 20

// defaultMutationSource is what mutants are judged on when --source names nothing.
const defaultMutationSource = "grid:smoke"

type mutateOptions struct {
	oracleFlags
	fence   string
	sources []string
	only    []string
	mutants []string
	seed    uint64
	timeout time.Duration
	list    bool
	asJSON  bool
	out     string
}

// mutationHelp says what the outcomes and the scores are.
const mutationHelp = `A mutant is killed by a command that it decides otherwise than the fence: semantically
if bash shows that the command has an effect or is harmless, so that a hole was opened or
closed, or an over-block introduced or removed; verdict-only if bash shows neither. One that
takes too long to judge is a timeout and not killed. Equivalent is only what a register says,
with a reason; it is judged on every command, and an entry that is not true ends the run.

    score = (semantic + verdict-only) / (mutants - equivalent)

The semantic score leaves verdict-only out. What a fence cannot be asked kills nothing.`

func mutateVerb() *cobra.Command {
	o := &mutateOptions{}
	verb := &cobra.Command{
		Use:   "mutate --fence NAME [--source SOURCE]",
		Short: "Say whether commands would notice if a rule of a fence were wrong",
		Long: `Mutate makes a fence wrong in one place at a time (a cap one higher, a separator that
proves what it does not, an option forgotten) and looks for the shortest command of its
sources that shows it. It prints the score of every family, and names who survived: the
difference in the rules, and a command that would kill it.

` + mutationHelp + `

With --mutant the fences that it names are graded instead, against --fence, which may then
be any fence. NAME is FAMILY/NAME, or of the family "external".

--out leaves mutation.json, mutation.md, report.txt (the tables, uncut, and every killer)
and stryker.json, a report for viewers of mutation tests, in a folder.

Mutants that do not apply to the rules, are one and the same or change nothing, a register
that is not true, an unmutated fence that is another than the original, and an index that
misses a command end it with 70. A source is what it is for fencediff run.

` + fenceHelp,
		Example: `  fencediff mutate --fence walk --store observations.db
  fencediff mutate --fence walk --source grid:full --store observations.db --out out/
  fencediff mutate --fence walk --only cap --only separator/no-pipe --json | jq .families
  fencediff mutate --fence walk --list
  fencediff mutate --fence jsonl:./fence --mutant 'cap/bytes=jsonl:./fence --bytes 9' --source file:commands.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	flags := verb.Flags()
	fenceFlag(verb, &o.fence)
	flags.StringArrayVar(&o.sources, "source", []string{defaultMutationSource}, "where the commands come from, `SOURCE`; may be repeated")
	complete(verb, "source", engine.SourceKinds())
	flags.StringArrayVar(&o.only, "only", nil, "grade only this `FAMILY or MUTANT`; may be repeated")
	flags.StringArrayVar(&o.mutants, "mutant", nil, "grade `NAME=FENCE` instead, a fence that somebody made wrong; may be repeated")
	flags.DurationVar(&o.timeout, "timeout", 0, "how long a mutant may judge, for instance 1m (default: 10s, and ten times what the fence takes)")
	flags.Uint64Var(&o.seed, "seed", engine.DefaultSeed, fmt.Sprintf("choose by `N` the %d mutants that are judged without the index, and random commands", unindexed))
	o.register(verb)
	flags.BoolVar(&o.list, "list", false, "list the mutants, and grade none")
	flags.BoolVar(&o.asJSON, "json", false, "print JSON")
	flags.StringVar(&o.out, "out", "", "leave the reports in `DIR`")
	return verb
}

func (o *mutateOptions) run(cmd *cobra.Command) error {
	if o.list {
		return o.writeList(cmd.OutOrStdout())
	}
	var files *engine.Files
	if o.out != "" {
		var err error
		if files, err = engine.OpenFiles(o.out); err != nil {
			return err
		}
		defer files.Abort()
	}
	report, err := o.grade(cmd)
	if err != nil {
		return err
	}
	if err := writeMutationFiles(files, report, nil); err != nil {
		return err
	}
	if o.asJSON {
		err = answer(cmd, report)
	} else if err = reports.WriteMutationText(cmd.OutOrStdout(), report, shownBuckets); err != nil {
		err = fmt.Errorf("cannot write the report: %w", err)
	}
	if why := report.Vacuous(); err == nil && why != "" {
		err = &vacuousError{why}
	}
	return err
}

// mutationFiles are what a grading leaves in its folder. The report comes last in
// JSON: where it is, the others are.
var mutationFiles = []struct {
	name  string
	write func(w io.Writer, r *reports.MutationReport, gate *reports.GateResult) error
}{
	{"report.txt", func(w io.Writer, r *reports.MutationReport, gate *reports.GateResult) error {
		return writeMutation(w, r, gate, 0)
	}},
	{"mutation.md", reports.WriteMutationMarkdown},
	{"stryker.json", func(w io.Writer, r *reports.MutationReport, _ *reports.GateResult) error {
		return reports.WriteMutationStryker(w, r)
	}},
	{"mutation.json", func(w io.Writer, r *reports.MutationReport, _ *reports.GateResult) error {
		return reports.WriteIndented(w, r)
	}},
}

// writeMutation writes a report as text, with what a gate says if there is one.
func writeMutation(w io.Writer, r *reports.MutationReport, gate *reports.GateResult, rows int) error {
	if gate == nil {
		return reports.WriteMutationText(w, r, rows)
	}
	return reports.WriteMutationGateText(w, r, gate, rows)
}

// writeMutationFiles writes every file; nil files are none.
func writeMutationFiles(files *engine.Files, r *reports.MutationReport, gate *reports.GateResult) error {
	if files == nil {
		return nil
	}
	for _, f := range mutationFiles {
		w, err := files.Create(f.name)
		if err != nil {
			return err
		}
		if err := f.write(w, r, gate); err != nil {
			return err
		}
	}
	return files.Commit()
}

// grade grades the mutants that the flags name.
func (o *mutateOptions) grade(cmd *cobra.Command) (report *reports.MutationReport, err error) {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.timeout < 0 {
		return nil, usagef("--timeout cannot be negative")
	}
	o.sources = seeded(o.sources, o.seed)
	source, err := openSources(o.sources, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	all := &fences{}
	defer func() { err = errors.Join(err, all.Close()) }()
	f, err := all.open(ctx, o.fence)
	if err != nil {
		return nil, err
	}
	requests, err := engine.Shortest(source.Requests)
	if err != nil {
		return nil, err
	}
	if len(requests) == 0 {
		return nil, &vacuousError{"there is no command in " + source.Spec}
	}
	start := time.Now()
	mutants, err := o.prepare(ctx, all, f, requests)
	if err != nil {
		return nil, err
	}
	e := &engine.Engine{Fence: f, Confirmations: confirmations}
	grading, err := e.Grading(ctx, requests, fenceWorkers(o.fence))
	if err != nil {
		return nil, err
	}
	if o.timeout > 0 {
		grading.Budget = o.timeout
	}
	if err := grading.CheckIndex(ctx, mutants, unindexed, o.seed); err != nil {
		return nil, err
	}
	fmt.Fprintf(stderr, "%d mutants, %d commands; prepared in %v\n", len(mutants), len(requests), time.Since(start).Round(time.Millisecond))

	s, err := o.open(ctx, stderr)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e.Oracle, e.Prove = s, s.prove
	report = reports.NewMutationReport(f.Name(), o.sources)
	report.Requests = len(requests)
	if d, ok := f.(fence.Describer); ok {
		report.Rules = d.Describe()
	}
	progress := engine.NewMutationProgress(screenOf(stderr), len(mutants), nil)
	start = time.Now()
	err = grading.Grade(ctx, mutants, func(m reports.Mutant) error {
		m.SetReplay(o.replay(m))
		report.Add(m)
		progress.Add(m)
		return nil
	})
	progress.Close()
	if err != nil {
		return nil, err
	}
	took := time.Since(start)
	fmt.Fprintf(stderr, "graded in %v, %.0f mutants a minute\n", took.Round(time.Millisecond), float64(len(mutants))/took.Minutes())
	report.Labels = grading.Labels()
	report.Close()
	return report, nil
}

// fenceWorkers is how many requests a fence is asked about at once: built-in ones
// are as quick alone, and each of their mutants has a worker of its own.
func fenceWorkers(name string) int {
	if isExternal(name) {
		return engine.ExternalWorkers
	}
	return 0
}

// replay is the command line that grades a mutant again.
func (o *mutateOptions) replay(m reports.Mutant) []string {
	verb := []string{"mutate", "--fence", o.fence}
	for _, source := range o.sources {
		verb = append(verb, "--source", source)
	}
	if o.timeout != 0 {
		verb = append(verb, "--timeout", o.timeout.String())
	}
	for _, name := range o.mutants {
		if id, _, _ := strings.Cut(name, "="); id == m.ID {
			return append(verb, "--mutant", name)
		}
	}
	return append(verb, "--only", m.ID)
}

// prepare returns the mutants that are to be graded.
func (o *mutateOptions) prepare(ctx context.Context, all *fences, f fence.Fence, requests []reports.Request) (mutants []engine.Mutant, err error) {
	if len(o.mutants) > 0 {
		mutants, err = all.mutants(ctx, o.mutants)
	} else {
		var v *fence.Variant
		if v, err = variantOf(f); err == nil {
			mutations := mutant.Generate(*v.Rules())
			mutants, err = engine.Mutants(v, requests, mutations, registerOf(v, mutations))
		}
	}
	if err != nil {
		return nil, err
	}
	return o.chosen(mutants)
}

// variantOf is a fence as one that has rules to be changed.
func variantOf(f fence.Fence) (*fence.Variant, error) {
	v, ok := f.(*fence.Variant)
	if !ok {
		return nil, usagef("fence %s has no rules that could be changed; give its mutants with --mutant NAME=FENCE", f.Name())
	}
	return v, nil
}

// registerOf is the register of equivalent mutants as far as it is about a fence.
// All of it is about the one that has the most rules, so that no entry can be
// about none.
func registerOf(v *fence.Variant, mutations []mutant.Mutation) []mutant.Equivalent {
	register := mutant.Equivalents()
	if v.Name() == faultsOf {
		return register
	}
	return slices.DeleteFunc(register, func(e mutant.Equivalent) bool {
		return !slices.ContainsFunc(mutations, func(m mutant.Mutation) bool { return m.ID == e.ID })
	})
}

// chosen are the mutants that --only names.
func (o *mutateOptions) chosen(mutants []engine.Mutant) ([]engine.Mutant, error) {
	if len(o.only) == 0 {
		return mutants, nil
	}
	for _, name := range o.only {
		if !slices.ContainsFunc(mutants, func(m engine.Mutant) bool { return m.ID == name || m.Family == name }) {
			return nil, usagef("--only %q is no family and no mutant; --list lists them", name)
		}
	}
	return slices.DeleteFunc(mutants, func(m engine.Mutant) bool {
		return !slices.Contains(o.only, m.ID) && !slices.Contains(o.only, m.Family)
	}), nil
}

// writeList lists the mutants of a built-in fence that --only names.
func (o *mutateOptions) writeList(w io.Writer) error {
	f, err := lookupFence(o.fence)
	if err != nil {
		return err
	}
	v, err := variantOf(f)
	if err != nil {
		return err
	}
	var mutants []engine.Mutant
	for _, m := range mutant.Generate(*v.Rules()) {
		mutants = append(mutants, engine.Mutant{ID: m.ID, Family: m.Family(), Difference: m.Breaks})
	}
	if mutants, err = o.chosen(mutants); err != nil {
		return err
	}
	for _, m := range mutants {
		if _, err := fmt.Fprintf(w, "%s\t%s\n", reports.EscapeLine(m.ID), reports.EscapeLine(m.Difference)); err != nil {
			return err
		}
	}
	return nil
}

// externalFamily is the family of a mutant whose name has none.
const externalFamily = "external"

// mutants starts the fences that --mutant names.
func (a *fences) mutants(ctx context.Context, specs []string) ([]engine.Mutant, error) {
	var mutants []engine.Mutant
	for _, text := range specs {
		id, spec, ok := strings.Cut(text, "=")
		if !ok || id == "" || spec == "" {
			return nil, usagef("--mutant %q is not NAME=FENCE", text)
		}
		family, name, named := strings.Cut(id, "/")
		if named && (family == "" || family == reports.AllFamilies || name == "") {
			return nil, usagef("--mutant %q is not FAMILY/NAME=FENCE, with a family of its own", text)
		}
		if slices.ContainsFunc(mutants, func(m engine.Mutant) bool { return m.ID == id }) {
			return nil, usagef("--mutant %s is there twice", id)
		}
		f, err := a.open(ctx, spec)
		if err != nil {
			return nil, err
		}
		if !named {
			family = externalFamily
		}
		mutants = append(mutants, engine.Mutant{
			ID: id, Family: family, Difference: spec, Workers: fenceWorkers(spec),
			Fence: func() (fence.Fence, error) { return f, nil },
		})
	}
	return mutants, nil
}
