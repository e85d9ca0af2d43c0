package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// defaultSubject is the fence of a revision when --fence names none.
const defaultSubject = "readonly"

// noOracle is the launcher of who wants nothing run.
const noOracle = "none"

// A comparison is what diff and gate do alike: it builds two sides, asks both
// about every request, and has the store or bash say what the commands do that
// are judged differently.
type comparison struct {
	oracleFlags
	fence   string
	sources []string
	format  string
	out     string
}

func (c *comparison) register(verb *cobra.Command) {
	flags := verb.Flags()
	flags.StringVar(&c.fence, "fence", defaultSubject, "the fence that a git revision is asked for")
	flags.StringArrayVar(&c.sources, "source", nil, "where the commands come from, `SOURCE`; may be repeated (default: a side that is a snapshot)")
	complete(verb, "source", engine.SourceKinds())
	flags.StringVar(&c.launcher, "oracle", "auto", "what runs commands that the store does not know: auto (docker where an engine answers, else local, or none where neither can be had), docker, local, none")
	complete(verb, "oracle", append(slices.Clone(launchers), noOracle))
	flags.StringVar(&c.store, "store", "", "keep observations in `FILE` and take those that are there")
	flags.IntVar(&c.workers, "workers", 0, "run `N` commands at once (default: one a processor)")
	flags.StringVar(&c.format, "format", "text", "what to print: "+strings.Join(changeFormats(), ", "))
	complete(verb, "format", changeFormats())
	flags.StringVar(&c.out, "out", "", "leave changes.jsonl, comment.md and report.txt in `DIR`")
}

// A compared is what a comparison found, and how long each stage took.
type compared struct {
	summary *reports.ChangeSummary
	changes []reports.VerdictChange
	stages  stages
}

// stages say how long the parts of a comparison took.
type stages struct{ build, judge, label, shrink, render time.Duration }

// String is for the progress on standard error; no report holds a time.
func (s stages) String() string {
	r := func(d time.Duration) time.Duration { return d.Round(10 * time.Millisecond) }
	return fmt.Sprintf("built in %v, judged in %v, labelled in %v, shrunk in %v, rendered in %v",
		r(s.build), r(s.judge), r(s.label), r(s.shrink), r(s.render))
}

// timed runs do and adds how long it took to total.
func timed(total *time.Duration, do func() error) error {
	start := time.Now()
	err := do()
	*total += time.Since(start)
	return err
}

// compare compares two sides.
func (c *comparison) compare(cmd *cobra.Command, baseName, headName string) (found *compared, err error) {
	ctx := cmd.Context()
	if err := c.check(); err != nil {
		return nil, err
	}
	subject, err := subjectOf(c.fence)
	if err != nil {
		return nil, err
	}
	all := &fences{}
	defer func() { err = errors.Join(err, all.Close()) }()
	found = &compared{}
	base, err := openSide(baseName, subject)
	if err != nil {
		return nil, err
	}
	head, err := openSide(headName, subject)
	if err != nil {
		return nil, err
	}
	source, specs, err := c.source(cmd.InOrStdin(), base, head)
	if err != nil {
		return nil, err
	}
	if err := timed(&found.stages.build, func() error { return all.prepare(ctx, base, head) }); err != nil {
		return nil, err
	}
	found.summary = reports.NewChangeSummary(base.Side, head.Side, specs)
	var sides [2]engine.Side
	var differences []engine.Difference
	if err := timed(&found.stages.judge, func() (err error) {
		sides, differences, err = all.judge(ctx, base, head, source, found.summary)
		return err
	}); err != nil {
		return nil, err
	}
	if found.summary.Compared == 0 {
		return nil, &vacuousError{"there is no command in " + source.Spec}
	}
	labeller, closeLabeller, err := c.labeller(cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeLabeller()) }()
	var evidence []reports.ChangeEvidence
	if err := timed(&found.stages.label, func() (err error) {
		evidence, found.summary.Labels, err = labeller.Label(ctx, differences)
		return err
	}); err != nil {
		return nil, err
	}
	verb := c.verb(baseName, headName)
	found.changes = make([]reports.VerdictChange, len(differences))
	for i, d := range differences {
		if found.changes[i], err = reports.NewVerdictChange(d.Request, d.Base, d.Head, evidence[i], verb); err != nil {
			return nil, err
		}
		found.summary.Add(found.changes[i])
	}
	found.summary.Close()
	if base.snapshot != nil || head.snapshot != nil {
		return found, nil
	}
	return found, timed(&found.stages.shrink, func() error {
		return labeller.Shrink(ctx, sides[0], sides[1], found.summary.Shown(shownBuckets))
	})
}

func (c *comparison) check() error {
	names := append(slices.Clone(launchers), noOracle)
	switch {
	case c.workers < 0:
		return usagef("--workers %d is less than none", c.workers)
	case !slices.Contains(names, c.launcher):
		return usagef("--oracle %q is none of %s", c.launcher, strings.Join(names, ", "))
	case !slices.Contains(changeFormats(), c.format):
		return usagef("--format %q is none of %s", c.format, strings.Join(changeFormats(), ", "))
	}
	return nil
}

// source opens every --source; without one, a snapshot is its own.
func (c *comparison) source(stdin io.Reader, sides ...*side) (source engine.Source, specs []string, err error) {
	if len(c.sources) == 0 {
		for _, s := range sides {
			if s.snapshot != nil {
				return engine.Source{Spec: s.Name, Requests: s.snapshot.Requests(s.Name)}, []string{s.Name}, nil
			}
		}
	}
	source, err = openSources(c.sources, stdin)
	return source, c.sources, err
}

// judge asks both sides, base before head, unless they are one binary.
func (a *fences) judge(ctx context.Context, base, head *side, source engine.Source, s *reports.ChangeSummary) (sides [2]engine.Side, differences []engine.Difference, err error) {
	if s.Identical = identical(base, head); s.Identical {
		for _, err := range source.Requests {
			if err != nil {
				return sides, nil, err
			}
			s.Compared++
		}
		return sides, nil, nil
	}
	for i, side := range []*side{base, head} {
		if sides[i], err = a.ask(ctx, side); err != nil {
			return sides, nil, err
		}
	}
	s.Compared, err = engine.Compare(ctx, sides[0], sides[1], source.Requests, func(d engine.Difference) error {
		differences = append(differences, d)
		return nil
	})
	return sides, differences, err
}

// labeller is what finds out what bash shows of what is judged differently; end
// closes its store and the oracle that it started.
func (c *comparison) labeller(progress io.Writer) (labeller *engine.Labeller, end func() error, err error) {
	labeller, end = &engine.Labeller{}, func() error { return nil }
	var store *oracle.Store
	if c.store != "" {
		if store, err = oracle.OpenStore(c.store); err != nil {
			return nil, nil, usagef("cannot use --store: %v", err)
		}
		end = store.Close
		stored, err := oracle.Stored(store, nil)
		switch {
		case err == nil:
			labeller.Stored = stored
		case !is[*oracle.UnavailableError](err): // else it knows nothing yet
			return nil, nil, errors.Join(err, end())
		}
	}
	if c.launcher == noOracle {
		return labeller, end, nil
	}
	// An oracle is started once, or missed once.
	var (
		once   sync.Once
		opened oracle.Oracle
		prove  func(context.Context) error
		missed error
	)
	labeller.Open = func(ctx context.Context) (oracle.Oracle, func(context.Context) error, error) {
		once.Do(func() { opened, prove, missed = c.openOracle(ctx, store, progress) })
		return opened, prove, missed
	}
	closeStore := end
	return labeller, func() error {
		if opened == nil {
			return closeStore()
		}
		return errors.Join(opened.Close(), closeStore())
	}, nil
}

// openOracle starts an oracle that keeps what it observes in the store, if there is
// one, and returns with it what proves it.
func (c *comparison) openOracle(ctx context.Context, store *oracle.Store, progress io.Writer) (oracle.Oracle, func(context.Context) error, error) {
	real, err := oracle.Open(ctx, oracle.Config{Launcher: c.launcher, Workers: c.workers, Progress: progress})
	if err != nil {
		if c.launcher != "auto" && is[*oracle.UnavailableError](err) {
			// Who names an oracle does not want to go on without it.
			err = &missingOracleError{err}
		}
		return nil, nil, err
	}
	if store != nil {
		cached := oracle.Cached(real, store)
		return cached, func(ctx context.Context) error { return cached.Prove(ctx, nil) }, nil
	}
	return real, func(ctx context.Context) error { return oracle.Prove(ctx, real) }, nil
}

// A missingOracleError says that the oracle that was named is not there.
type missingOracleError struct{ err error }

func (e *missingOracleError) Error() string { return e.err.Error() }

// verb is the command line that compares the sides again.
func (c *comparison) verb(base, head string) []string {
	verb := []string{"diff", base, head}
	if c.fence != defaultSubject {
		verb = append(verb, "--fence", c.fence)
	}
	return verb
}
