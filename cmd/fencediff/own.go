package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fixtures"
)

// ownFlags are those of the verbs that run commands in a workspace of the
// user's.
type ownFlags struct {
	dir    string
	target string
}

// registerOwn adds them.
func (f *ownFlags) registerOwn(verb *cobra.Command) {
	verb.Flags().StringVar(&f.dir, "fixture", "", "run in a copy of `DIR` instead of the built-in workspace")
	verb.Flags().StringVar(&f.target, "target", fixtures.Target, "the directory `NAME` below DIR that the fixture present has, an empty one if DIR has none, and absent has not")
}

// recipes returns the fixtures of the user's workspace, nil for the built-in one.
func (f *ownFlags) recipes() ([]fixtures.Recipe, error) {
	switch {
	case f.dir == "" && f.target != "" && f.target != fixtures.Target:
		return nil, usagef("--target %s is for a workspace of your own; give --fixture, too", f.target)
	case f.dir == "":
		return nil, nil
	}
	recipes, err := fixtures.FromDirectory(f.dir, f.target)
	if err != nil {
		return nil, usagef("cannot use --fixture: %v", err)
	}
	return recipes, nil
}

// replay are the flags that make a replay line run in the user's workspace.
func (f *ownFlags) replay() ([]string, error) {
	if f.dir == "" {
		return nil, nil
	}
	dir, err := filepath.Abs(f.dir)
	return []string{"--fixture", dir, "--target", f.target}, err
}
