package external

import (
	"context"
	"errors"
	"fmt"

	"github.com/fencediff/fencediff/fence"
)

// The commands by which a fence shows that it is alive, unless its Spec names
// others: any fence worth asking admits the first and refuses the second.
const (
	LiveAdmits  = "ls"
	LiveRefuses = "rm -rf ./" + bait
)

// A Fence is an external fence that is open.
type Fence interface {
	fence.Fence
	// Resident says whether one program answers all requests, so that an answer
	// costs microseconds; else each request starts one, which costs milliseconds.
	Resident() bool
	// Close ends the fence's program and removes its folder.
	Close() error
}

// Open starts an external fence and makes sure that it is alive. The error is a
// *NotLiveError, or the context's. The fence must be closed.
func Open(ctx context.Context, spec Spec) (Fence, error) {
	f, err := open(ctx, spec.withDefaults())
	if err == nil || ctx.Err() != nil {
		return f, errors.Join(err, ctx.Err())
	}
	if _, ok := errors.AsType[*NotLiveError](err); !ok {
		err = &NotLiveError{Fence: spec.Name, Reason: "its program does not answer", Err: err}
	}
	return nil, err
}

func open(ctx context.Context, spec Spec) (Fence, error) {
	host, err := lookupHost(spec.Host)
	if err != nil {
		return nil, err
	}
	argv, err := locate(spec.Argv)
	if err != nil {
		return nil, err
	}
	dir, err := newFolder()
	if err != nil {
		return nil, err
	}
	var f Fence
	switch spec.Kind {
	case Exec:
		f = newExec(spec, host, argv, dir)
	case JSONL:
		if f, err = startJSONL(ctx, spec, host, argv, dir); err != nil {
			dir.remove()
			return nil, err
		}
	default:
		dir.remove()
		return nil, fmt.Errorf("invalid kind %d", spec.Kind)
	}
	if err := prove(ctx, f, spec, dir); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// prove asks the liveness pair.
func prove(ctx context.Context, f fence.Fence, spec Spec, dir folder) error {
	for _, known := range []struct {
		command string
		want    fence.Decision
	}{{spec.Admits, fence.Admit}, {spec.Refuses, fence.Refuse}} {
		verdict, err := f.Judge(ctx, fence.Request{Command: known.command, Policy: fence.DefaultPolicy()})
		if err != nil {
			return err
		}
		if verdict.Decision != known.want {
			reason := fmt.Sprintf("it must %s %q and says %s", known.want, known.command, verdict.Decision)
			if verdict.Raw != "" {
				reason += " (" + verdict.Raw + ")"
			}
			if verdict.Detail != "" {
				reason += ": " + verdict.Detail
			}
			return &NotLiveError{Fence: spec.Name, Reason: reason}
		}
	}
	if !dir.untouched() {
		return &NotLiveError{Fence: spec.Name, Reason: "it ran what it was asked about, or writes into its working folder"}
	}
	return nil
}
