package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/external"
	"github.com/fencediff/fencediff/fence/external/revision"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

// sideHelp says what a side of a comparison can be.
const sideHelp = `A side is one of

    NAME                  a built-in fence of this program
    REVISION              a git revision of this repository: the fence that --fence
                          names, built in a worktree of its own
    FILE.jsonl            a snapshot, as fencediff snapshot writes it
    exec:COMMAND, jsonl:COMMAND, go:PACKAGE@REV#FUNC
                          somebody else's fence; see fencediff judge --help

--fence is a built-in fence, or go:PACKAGE#FUNC, a function of a package of this
repository. Builds are kept in the user's cache folder by the digest of the binary;
where both sides have the same, nothing needs to be asked. Where a name means
several things, the first of these counts; refs/heads/NAME is always a branch.`

// snapshotSuffix is how the name of a snapshot ends.
const snapshotSuffix = ".jsonl"

// A side is one of the two fences that are compared. No program of it runs yet.
type side struct {
	reports.Side
	// snapshot, fence and spec are what the side is made of: one is set, spec of
	// what has to be built once it is.
	snapshot *reports.Snapshot
	fence    fence.Fence
	spec     *external.Spec
	// subject at rev is what has to be built; rev is empty otherwise.
	subject revision.Subject
	rev     string
}

// subjectOf reads --fence as the fence of a revision.
func subjectOf(name string) (revision.Subject, error) {
	if !revision.IsSpec(name) {
		if external.IsSpec(name) || strings.ContainsAny(name, ":@#\"\\") || name == "" {
			return revision.Subject{}, usagef("--fence %q is no fence of a revision; give one of %s, or go:PACKAGE#FUNC", name, strings.Join(fence.Names(), ", "))
		}
		return revision.Subject{Variant: name}, nil
	}
	subject, rev, err := revision.ParseSpec(name)
	if err == nil && rev != "" {
		err = fmt.Errorf("fence %s: the sides say which revisions; give --fence %s", name, subject)
	}
	if err != nil {
		return subject, usagef("%v", err)
	}
	return subject, nil
}

// openSide finds out what a side's name means; it builds nothing.
func openSide(name string, subject revision.Subject) (*side, error) {
	s := &side{Side: reports.Side{Name: name}}
	f, builtin := fence.Lookup(name)
	switch {
	case builtin:
		s.fence = f
		return s, nil
	case external.IsSpec(name):
		spec, err := external.ParseSpec(name)
		s.spec = &spec
		return s, err
	case strings.HasSuffix(name, snapshotSuffix):
		var err error
		s.snapshot, err = readSnapshot(name)
		return s, err
	}
	s.subject, s.rev = subject, name
	if revision.IsSpec(name) {
		var err error
		if s.subject, s.rev, err = revision.ParseSpec(name); err != nil {
			return nil, usagef("%v", err)
		}
		if s.rev == "" {
			return nil, usagef("side %s: at which revision? want %s", name, s.subject.At("REVISION"))
		}
	}
	return s, nil
}

// prepare builds what the sides need built.
func (a *fences) prepare(ctx context.Context, sides ...*side) error {
	for _, s := range sides {
		if s.rev == "" {
			continue
		}
		program, err := a.build(ctx, s.subject, s.rev)
		if err != nil {
			return err
		}
		s.Revision, s.Digest = program.Revision, program.Digest
		s.spec = new(programSpec(s.Name, program))
	}
	return nil
}

func readSnapshot(path string) (*reports.Snapshot, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, usagef("snapshot %v", err)
	}
	defer file.Close()
	s, err := reports.ReadSnapshot(file)
	if err != nil {
		return nil, usagef("snapshot %s: %v", path, err)
	}
	return s, nil
}

// ask makes the side one that can be asked; its program is started if it has one.
func (a *fences) ask(ctx context.Context, s *side) (engine.Side, error) {
	if s.snapshot != nil {
		return engine.SnapshotSide(s.Name, s.snapshot), nil
	}
	f := s.fence
	if s.spec != nil {
		var err error
		if f, err = a.start(ctx, *s.spec); err != nil {
			return engine.Side{}, err
		}
	}
	return engine.FenceSide(f), nil
}

// identical says that one binary is both sides.
func identical(base, head *side) bool { return base.Digest != "" && base.Digest == head.Digest }
