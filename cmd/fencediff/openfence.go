package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/external"
	"github.com/fencediff/fencediff/fence/external/revision"
)

// fenceHelp says what --fence takes beside the name of a built-in fence.
const fenceHelp = `A fence is a built-in one (fencediff fence list) or somebody else's:

    exec:COMMAND          COMMAND is started for every request, which is its last
                          argument, or stands where {} is; its exit status is the
                          answer: 0 allow, 1 and 2 deny, 3 ask
    jsonl:COMMAND         COMMAND is started once and exchanges JSON Lines:
                          it begins with {"v":1,"hello":{"name":"...","features":[]}},
                          gets {"v":1,"id","command","cwd","network","policy"} and
                          answers {"id","verdict","rule","reason"}, in any order, where
                          verdict is allow, ask, deny or abstain
    go:PACKAGE@REV#FUNC   a Go function from a command to bool, error, (bool, rule),
                          a word or (word, rule), at a git revision of this
                          repository or a version of another module

exec and jsonl take options: exec[allow=0,deny=1+2,ask=3,host=codex,timeout=2s]:COMMAND.
The host says what an agent does with each answer; what prompts counts as refused.
The fence must admit "ls" and refuse "rm -rf ./bait" before it is asked anything
(options admits= and refuses= name others); else the exit code is 3.`

// fences opens fences and closes them together.
type fences struct {
	builder *revision.Builder
	opened  []external.Fence
}

// isExternal says whether --fence names somebody else's fence. Nothing here tells
// whether it is tomorrow what it is today: its program may read rules from anywhere.
func isExternal(name string) bool { return external.IsSpec(name) || revision.IsSpec(name) }

// openFence opens what --fence names; close ends its program.
func openFence(ctx context.Context, name string) (f fence.Fence, close func() error, err error) {
	all := &fences{}
	f, err = all.open(ctx, name)
	return f, all.Close, err
}

// Close ends every program that was started.
func (a *fences) Close() error {
	var errs []error
	for _, f := range a.opened {
		errs = append(errs, f.Close())
	}
	a.opened = nil
	return errors.Join(errs...)
}

func (a *fences) open(ctx context.Context, name string) (fence.Fence, error) {
	switch {
	case external.IsSpec(name):
		spec, err := external.ParseSpec(name)
		if err != nil {
			return nil, err
		}
		return a.start(ctx, spec)
	case revision.IsSpec(name):
		subject, rev, err := revision.ParseSpec(name)
		if err != nil {
			return nil, usagef("%v", err)
		}
		if rev == "" {
			return nil, usagef("fence %s: at which revision? want %s", name, subject.At("REVISION"))
		}
		program, err := a.build(ctx, subject, rev)
		if err != nil {
			return nil, err
		}
		return a.start(ctx, programSpec(name, program))
	}
	return lookupFence(name)
}

func (a *fences) start(ctx context.Context, spec external.Spec) (fence.Fence, error) {
	f, err := external.Open(ctx, spec)
	if err != nil {
		return nil, err
	}
	a.opened = append(a.opened, f)
	return f, nil
}

// programSpec says how to ask a fence that was built.
func programSpec(name string, program revision.Program) external.Spec {
	return external.Spec{Name: name, Kind: external.JSONL, Argv: []string{program.Path}}
}

// build builds a fence of the repository around the working directory.
func (a *fences) build(ctx context.Context, subject revision.Subject, rev string) (revision.Program, error) {
	builder, err := a.repository(ctx)
	if err != nil {
		return revision.Program{}, err
	}
	return builder.Build(ctx, subject, rev)
}

// repository is the builder of the repository around the working directory.
func (a *fences) repository(ctx context.Context) (*revision.Builder, error) {
	if a.builder != nil {
		return a.builder, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, usagef("there is no place to keep builds: %v", err)
	}
	a.builder, err = revision.NewBuilder(ctx, ".", filepath.Join(cache, "fencediff", "fences"))
	return a.builder, err
}
