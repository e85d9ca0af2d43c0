package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// oracleFlags are the flags of every verb that has commands run.
type oracleFlags struct {
	launcher string
	store    string
	workers  int
	ownFlags
}

// launchers are the values of --oracle.
var launchers = []string{"auto", "docker", "local"}

// register adds all of them.
func (f *oracleFlags) register(verb *cobra.Command) {
	f.registerLauncher(verb)
	verb.Flags().StringVar(&f.store, "store", "", "keep observations in `FILE` and take those that are there")
}

// registerLauncher adds those of a verb that always runs its commands.
func (f *oracleFlags) registerLauncher(verb *cobra.Command) {
	verb.Flags().StringVar(&f.launcher, "oracle", "auto", "where commands run: docker, local (namespaces of this host) or auto, which is docker where an engine answers")
	verb.Flags().IntVar(&f.workers, "workers", 0, "run `N` commands at once (default: one a processor)")
	complete(verb, "oracle", launchers)
}

// check finds what is wrong with the flags.
func (f *oracleFlags) check() error {
	switch {
	case f.workers < 0:
		return usagef("--workers %d is less than none", f.workers)
	case !slices.Contains(launchers, f.launcher):
		return usagef("--oracle %q is none of %s", f.launcher, strings.Join(launchers, ", "))
	}
	return nil
}

// A session is an oracle together with the store in front of it, if there is
// one.
type session struct {
	// Oracle answers from the store where it can.
	oracle.Oracle
	// real runs every command it is given, or is the store where no oracle can
	// be had.
	real     oracle.Oracle
	store    *oracle.Store
	cached   *oracle.CachedOracle
	progress io.Writer
	// planted are the fixtures of the planted commands; nil means the plain ones.
	planted []string
}

// open starts the oracle; what takes long is told to progress. Where none can
// be had and there is a store, the store is the oracle.
func (f *oracleFlags) open(ctx context.Context, progress io.Writer) (*session, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	own, err := f.recipes()
	if err != nil {
		return nil, err
	}
	s := &session{progress: progress}
	if own != nil {
		s.planted = fixtures.Planted()
	}
	if f.store != "" {
		store, err := oracle.OpenStore(f.store)
		if err != nil {
			return nil, usagef("cannot use --store: %v", err)
		}
		s.store = store
	}
	real, err := oracle.Open(ctx, oracle.Config{Launcher: f.launcher, Fixtures: own, Workers: f.workers, Progress: progress})
	if err == nil {
		s.real = real
		s.ask(real)
		return s, nil
	}
	if s.store == nil || !is[*oracle.UnavailableError](err) || ctx.Err() != nil {
		return nil, errors.Join(err, s.closeStore())
	}
	stored, storeErr := oracle.Stored(s.store, own)
	if storeErr != nil {
		return nil, errors.Join(err, s.closeStore())
	}
	fmt.Fprintf(progress, "no oracle: %s\nanswering from the store %s alone\n", reports.EscapeLine(err.Error()), f.store)
	s.Oracle, s.real = stored, stored
	return s, nil
}

// ask puts the store, if there is one, in front of an oracle.
func (s *session) ask(o oracle.Oracle) {
	s.Oracle = o
	if s.store != nil {
		s.cached = oracle.Cached(o, s.store)
		s.Oracle = s.cached
	}
}

// askTwice has every command that the store does not know run twice.
func (s *session) askTwice() *oracle.Twice {
	twice := oracle.NewTwice(s.real)
	s.ask(twice)
	return twice
}

// Confirm implements oracle.Confirmer.
func (s *session) Confirm(ctx context.Context, job oracle.Job, first []oracle.Observation, n int) (oracle.Record, error) {
	return oracle.Confirm(ctx, s.Oracle, job, first, n)
}

// prove runs the planted commands: in real bash, not from the store, unless the
// store is all there is.
func (s *session) prove(ctx context.Context) error {
	if s.cached != nil {
		return s.cached.Prove(ctx, s.planted)
	}
	return oracle.Prove(ctx, oracle.In(s.real, s.planted))
}

// Close ends the oracle, then closes the store.
func (s *session) Close() error {
	if s.cached != nil {
		hits, misses := s.cached.Hits(), s.cached.Misses()
		fmt.Fprintf(s.progress, "store %s: %d of %d commands were known\n", reports.EscapeLine(s.store.Path()), hits, hits+misses)
	}
	return errors.Join(s.real.Close(), s.closeStore())
}

func (s *session) closeStore() error {
	if s.store == nil {
		return nil
	}
	return s.store.Close()
}
