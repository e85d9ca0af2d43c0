package engine

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// wordFence admits commands that begin with "ls" and breaks at "break".
type wordFence struct{}

func (wordFence) Name() string { return "word" }

func (wordFence) Judge(_ context.Context, r fence.Request) (fence.Verdict, error) {
	switch {
	case r.Command == "break":
		return fence.Verdict{}, fmt.Errorf("the program died")
	case strings.HasPrefix(r.Command, "ls"):
		return fence.Verdict{Decision: fence.Admit, Offset: -1}, nil
	default:
		return fence.Verdict{Decision: fence.Refuse, Rule: "program", Detail: r.Command}, nil
	}
}

// textOracle takes a command's text for what it does: "write" makes a file,
// "lost" loses the oracle, all else reads. A gate, if there is one, is waited
// for in every run, after started has been told how many there were.
type textOracle struct {
	oracle.Oracle
	gate    chan struct{}
	started func(runs int64)
	runs    atomic.Int64
	running atomic.Int64
}

func (o *textOracle) Workers() int { return 3 }

func (o *textOracle) Observe(ctx context.Context, job oracle.Job) ([]oracle.Observation, error) {
	o.running.Add(1)
	defer o.running.Add(-1)
	if n := o.runs.Add(1); o.started != nil {
		o.started(n)
	}
	if o.gate != nil {
		select {
		case <-o.gate:
		case <-ctx.Done():
			for range 1000 { // it takes a while to stop
				runtime.Gosched()
			}
			return nil, ctx.Err()
		}
	}
	if strings.Contains(job.Command, "lost") {
		return nil, fmt.Errorf("the container went away")
	}
	observations := []oracle.Observation{
		{Fixture: "present", Status: oracle.Exited, Stdout: job.Command + "\n"},
		{Fixture: "absent", Status: oracle.Exited, Stdout: job.Command + "\n"},
	}
	if strings.Contains(job.Command, "write") {
		observations[0].Effects = []oracle.Effect{{Kind: oracle.Create, Path: "/srv/ws/" + job.Command, Inside: true}}
	}
	return observations, nil
}

func believed(context.Context) error { return nil }

// requestsFor yields a request a command, named by its place.
func requestsFor(commands ...string) iter.Seq2[reports.Request, error] {
	return func(yield func(reports.Request, error) bool) {
		for i, command := range commands {
			if !yield(reports.NewRequest(fmt.Sprintf("r%d", i), command), nil) {
				return
			}
		}
	}
}

func thousand() []string {
	commands := make([]string, 0, 1000)
	for i := range 1000 {
		commands = append(commands, []string{"ls %d", "ls write %d", "rm %d", "write %d"}[i%4])
		commands[i] = fmt.Sprintf(commands[i], i)
	}
	return commands
}
