package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/oracle"
)

// oracleFlags are the flags of every verb that has commands run.
type oracleFlags struct {
	launcher string
	store    string
	workers  int
}

// launchers are the values of --oracle.
var launchers = []string{"auto", "docker", "local"}

func (f *oracleFlags) register(verb *cobra.Command) {
	verb.Flags().StringVar(&f.launcher, "oracle", "auto", "where commands run: docker, local (namespaces of this host, as root) or auto, which is docker")
	verb.Flags().StringVar(&f.store, "store", "", "keep observations in `FILE` and take those that are there")
	verb.Flags().IntVar(&f.workers, "workers", 0, "run `N` commands at once (default: one a processor)")
	complete(verb, "oracle", launchers)
}

// A session is an oracle together with the store in front of it, if there is
// one.
type session struct {
	// Oracle answers from the store where it can.
	oracle.Oracle
	// real runs every command it is given.
	real  oracle.Oracle
	store *oracle.Store
}

// open starts the oracle; what takes long is told to progress.
func (f *oracleFlags) open(ctx context.Context, progress io.Writer) (*session, error) {
	switch {
	case f.workers < 0:
		return nil, usagef("--workers %d is less than none", f.workers)
	case !slices.Contains(launchers, f.launcher):
		return nil, usagef("--oracle %q is none of %s", f.launcher, strings.Join(launchers, ", "))
	}
	s := &session{}
	if f.store != "" {
		store, err := oracle.OpenStore(f.store)
		if err != nil {
			return nil, usagef("cannot use --store: %v", err)
		}
		s.store = store
	}
	real, err := oracle.Open(ctx, oracle.Config{Launcher: f.launcher, Workers: f.workers, Progress: progress})
	if err != nil {
		return nil, errors.Join(err, s.closeStore())
	}
	s.real = real
	s.ask(real)
	return s, nil
}

// ask puts the store, if there is one, in front of an oracle.
func (s *session) ask(o oracle.Oracle) {
	s.Oracle = o
	if s.store != nil {
		s.Oracle = oracle.Cached(o, s.store)
	}
}

// askTwice has every command that the store does not know run twice.
func (s *session) askTwice() *oracle.Twice {
	twice := oracle.NewTwice(s.real)
	s.ask(twice)
	return twice
}

// prove has real bash, not the store, run the planted commands.
func (s *session) prove(ctx context.Context) error { return oracle.Prove(ctx, s.real) }

// Close ends the oracle, then closes the store.
func (s *session) Close() error { return errors.Join(s.real.Close(), s.closeStore()) }

func (s *session) closeStore() error {
	if s.store == nil {
		return nil
	}
	return s.store.Close()
}
