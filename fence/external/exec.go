package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/fencediff/fencediff/fence"
)

// execFence starts a program for every command and reads its exit status.
type execFence struct {
	spec   Spec
	host   Host
	argv   []string
	folder folder
	// running bounds the programs that run at once to the processors there are.
	running chan struct{}
}

func newExec(spec Spec, host Host, argv []string, f folder) *execFence {
	return &execFence{spec, host, argv, f, make(chan struct{}, runtime.NumCPU())}
}

// Name implements fence.Fence.
func (e *execFence) Name() string { return e.spec.Name }

// Resident implements Fence.
func (e *execFence) Resident() bool { return false }

// Judge implements fence.Fence. Only a program that cannot be started at all is
// an error; a crash is an answer.
func (e *execFence) Judge(ctx context.Context, r fence.Request) (fence.Verdict, error) {
	if strings.Contains(r.Command, "\x00") {
		return unsupported("an argument cannot hold NUL"), nil
	}
	select {
	case e.running <- struct{}{}:
		defer func() { <-e.running }()
	case <-ctx.Done():
		return fence.Verdict{}, ctx.Err()
	}
	answer, err := e.ask(ctx, r.Command)
	if err != nil {
		return fence.Verdict{}, err
	}
	return e.host.verdict(answer), nil
}

// Close implements Fence.
func (e *execFence) Close() error {
	e.folder.remove()
	return nil
}

// with puts a command into the arguments.
func (e *execFence) with(command string) []string {
	argv, placed := make([]string, len(e.argv), len(e.argv)+1), false
	for i, word := range e.argv {
		if i > 0 && word == "{}" {
			word, placed = command, true
		}
		argv[i] = word
	}
	if !placed {
		argv = append(argv, command)
	}
	return argv
}

func (e *execFence) ask(ctx context.Context, command string) (reply, error) {
	var said head
	cmd := e.folder.command(e.with(command))
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return reply{}, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	limit := time.NewTimer(e.spec.Timeout)
	defer limit.Stop()
	select {
	case err := <-ended:
		// A child that was left behind may not outlive the answer.
		kill(cmd)
		return e.reply(cmd, err, said.firstLine()), nil
	case <-limit.C:
		kill(cmd)
		<-ended
		return reply{raw: Error, reason: fmt.Sprintf("no answer within %v", e.spec.Timeout)}, nil
	case <-ctx.Done():
		kill(cmd)
		<-ended
		return reply{}, ctx.Err()
	}
}

func (e *execFence) reply(cmd *exec.Cmd, err error, said string) reply {
	// ErrWaitDelay is about a child that keeps standard error open.
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited && !errors.Is(err, exec.ErrWaitDelay) {
		return reply{raw: Error, reason: err.Error()}
	}
	status := cmd.ProcessState.ExitCode()
	if raw, ok := e.spec.Exits[status]; ok && cmd.ProcessState.Exited() {
		return reply{raw: raw, reason: said}
	}
	return reply{raw: Error, reason: cmp.Or(said, cmd.ProcessState.String())}
}
