package oracle

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/fencediff/fencediff/fixtures"
)

// A fakeAgent answers the protocol in this process.
type fakeAgent struct {
	in      *io.PipeReader
	out     *io.PipeWriter
	ready   AgentReady
	answers func(job AgentJob) *AgentResult // nil: keeps silent
	wg      sync.WaitGroup
}

func goodReady() AgentReady {
	digests := map[string]string{}
	for _, r := range fixtures.All() {
		digests[r.Name()] = r.Digest()
	}
	return AgentReady{Protocol: ProtocolVersion, Info: Info{Toolset: "sha256:1", Bash: "5.2", Fixtures: digests}}
}

func (f *fakeAgent) serve() {
	defer f.out.Close()
	in := bufio.NewReader(f.in)
	enc := json.NewEncoder(f.out)
	if _, err := in.ReadBytes('\n'); err != nil {
		return
	}
	if enc.Encode(f.ready) != nil {
		return
	}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var job AgentJob
		if json.Unmarshal(line, &job) != nil {
			return
		}
		if result := f.answers(job); result != nil {
			if enc.Encode(result) != nil {
				return
			}
		}
	}
}

// dial connects a session to a fake agent.
func dial(t *testing.T, f *fakeAgent, said string) (*session, error) {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	f.in, f.out = inRead, outWrite
	f.wg.Go(f.serve)
	stderr := &tail{}
	_, _ = stderr.Write([]byte(said))
	return connect(context.Background(), transport{
		in: inWrite, out: outRead, stderr: stderr,
		stop: func() error { f.wg.Wait(); return inRead.Close() },
	}, Config{Workers: 1}, Info{Launcher: "fake"})
}

func echoAnswer(job AgentJob) *AgentResult {
	result := &AgentResult{ID: job.ID}
	for _, name := range job.Fixtures {
		result.Observations = append(result.Observations, Observation{Fixture: name, Status: Exited, Stdout: string(job.Command)})
	}
	return result
}

func TestSessionAnswersManyAtOnce(t *testing.T) {
	defer goleak.VerifyNone(t)
	s, err := dial(t, &fakeAgent{ready: goodReady(), answers: echoAnswer}, "")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			command := strings.Repeat("x", i+1)
			got, err := s.Observe(t.Context(), Job{Command: command})
			if err != nil || len(got) != 2 || got[0].Stdout != command || got[1].Fixture != "absent" {
				t.Errorf("job %d: %v %+v", i, err, got)
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestSessionNeverStarted(t *testing.T) {
	defer goleak.VerifyNone(t)
	s, err := dial(t, &fakeAgent{ready: goodReady(), answers: func(AgentJob) *AgentResult { return nil }}, "")
	if err != nil {
		t.Fatal(err)
	}
	s.wait = time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	for range jobsPerWorker { // take every slot
		go func() { _, _ = s.Observe(ctx, Job{Command: "true"}) }()
	}
	for len(s.slots) < jobsPerWorker {
		time.Sleep(time.Millisecond)
	}
	got, err := s.Observe(t.Context(), Job{Command: "true"})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range got {
		if o.Status != NeverStarted || !strings.HasPrefix(o.Error, "never started: no oracle slot opened within ") {
			t.Errorf("got %+v", o)
		}
	}
	if label := LabelOf(got); label != LabelOracleError {
		t.Errorf("label %s", label)
	}
	if want := "never started: no oracle slot opened within 30s, so nothing ran"; neverStarted([]string{"present"}, slotWait)[0].Error != want {
		t.Errorf("the default says %q", neverStarted([]string{"present"}, slotWait)[0].Error)
	}
	cancel()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestNoRunOutlivesItsCallersDeadline(t *testing.T) {
	defer goleak.VerifyNone(t)
	limit := make(chan time.Duration, 4)
	s, err := dial(t, &fakeAgent{ready: goodReady(), answers: func(job AgentJob) *AgentResult {
		limit <- job.Time
		result := echoAnswer(job)
		if string(job.Command) == "late" {
			result.Observations[1].Status = Timeout
		}
		return result
	}}, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	for _, ctx := range []context.Context{t.Context(), ctx} {
		if _, err := s.Observe(ctx, Job{Command: "true"}); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Observe(ctx, Job{Command: "late"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a run that the caller's deadline cut gave %v %v", got, err)
	}
	if got, err := s.Observe(t.Context(), Job{Command: "late"}); err != nil || got[1].Status != Timeout {
		t.Errorf("a run that its own limit cut gave %v %v", got, err)
	}
	if free, bound := <-limit, <-limit; free != 0 || bound <= 0 || bound > time.Second {
		t.Errorf("without a deadline %v, with one second %v", free, bound)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestSessionOfADeadAgent(t *testing.T) {
	defer goleak.VerifyNone(t)
	f := &fakeAgent{ready: goodReady()}
	f.answers = func(AgentJob) *AgentResult { _ = f.out.Close(); return nil }
	s, err := dial(t, f, "out of luck")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Observe(t.Context(), Job{Command: "true"})
	var unavailable *UnavailableError
	if !errors.As(err, &unavailable) || !strings.Contains(err.Error(), "out of luck") {
		t.Errorf("got %v", err)
	}
	_ = s.Close()
}

func TestHandshakeRefusals(t *testing.T) {
	tests := []struct {
		name  string
		ready AgentReady
		want  string
	}{
		{"the agent's own reason", AgentReady{Protocol: ProtocolVersion, Error: "no overlay"}, "no overlay"},
		{"another protocol", AgentReady{Protocol: ProtocolVersion + 1}, "the agent speaks protocol"},
		{"other fixtures", AgentReady{Protocol: ProtocolVersion}, "built with another fixture"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer goleak.VerifyNone(t)
			_, err := dial(t, &fakeAgent{ready: test.ready}, "")
			var unavailable *UnavailableError
			if !errors.As(err, &unavailable) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestKeyDependsOnEverything(t *testing.T) {
	base := Info{Toolset: "sha256:1", Fixtures: map[string]string{"present": "p", "absent": "a"}}
	other := Info{Toolset: "sha256:2", Fixtures: base.Fixtures}
	recipe := Info{Toolset: "sha256:1", Fixtures: map[string]string{"present": "q", "absent": "a"}}
	keys := map[string]string{}
	for name, key := range map[string]string{
		"plain":    KeyOf(Job{Command: "ls"}, Limits{}, base),
		"command":  KeyOf(Job{Command: "ls "}, Limits{}, base),
		"bytes":    KeyOf(Job{Command: "ls\xff"}, Limits{}, base),
		"bytes 2":  KeyOf(Job{Command: "ls\xfe"}, Limits{}, base),
		"cwd":      KeyOf(Job{Command: "ls", Cwd: "sub"}, Limits{}, base),
		"setup":    KeyOf(Job{Command: "ls", Setup: "true"}, Limits{}, base),
		"tty":      KeyOf(Job{Command: "ls", TTY: true}, Limits{}, base),
		"fixtures": KeyOf(Job{Command: "ls", Fixtures: []string{"present"}}, Limits{}, base),
		"limits":   KeyOf(Job{Command: "ls"}, Limits{Output: 1}, base),
		"time":     KeyOf(Job{Command: "ls", Time: time.Second}, Limits{}, base),
		"env":      KeyOf(Job{Command: "ls", Env: []string{}}, Limits{}, base),
		"toolset":  KeyOf(Job{Command: "ls"}, Limits{}, other),
		"recipe":   KeyOf(Job{Command: "ls"}, Limits{}, recipe),
	} {
		if same, ok := keys[key]; ok {
			t.Errorf("%s and %s have the same key", name, same)
		}
		keys[key] = name
	}
	same := KeyOf(Job{Command: "ls", Fixtures: []string{"present", "absent"}, Time: 2 * time.Second}, Limits{}.WithDefaults(), base)
	if keys[same] != "plain" {
		t.Error("defaults spelled out change the key")
	}
}
