package oracle

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fencediff/fencediff/fixtures"
)

// slotWait is how long a job waits for a slot before it counts as never started.
const slotWait = 30 * time.Second

// jobsPerWorker is how many jobs a worker may have in hand, so that it never
// waits for the launcher.
const jobsPerWorker = 2

// An UnavailableError says that no oracle could be started, or that it died.
type UnavailableError struct {
	Reason string
	Err    error
}

func (e *UnavailableError) Error() string {
	if e.Err == nil {
		return "oracle unavailable: " + e.Reason
	}
	return "oracle unavailable: " + e.Reason + ": " + e.Err.Error()
}

func (e *UnavailableError) Unwrap() error { return e.Err }

// A transport is a running agent as a launcher made it.
type transport struct {
	in     io.WriteCloser // the agent's standard input; closing it ends the agent
	out    io.Reader      // the agent's standard output
	stderr *tail          // what it said on standard error
	stop   func() error   // removes what the launcher made; called once, after in is closed
}

// A session is the client of one agent: an Oracle.
type session struct {
	transport
	info    Info
	limits  Limits
	workers int
	slots   chan struct{}
	wait    time.Duration

	mu      sync.Mutex // guards what follows and writes to in
	next    uint64
	pending map[uint64]chan AgentResult
	broken  error         // why the agent is gone
	gone    chan struct{} // closed when broken is set
	reader  sync.WaitGroup
	closing sync.Once
	closed  error
}

// connect shakes hands with an agent. On an error the transport is stopped.
func connect(ctx context.Context, t transport, config Config, info Info) (*session, error) {
	s := &session{
		transport: t, limits: config.Limits.WithDefaults(), workers: config.Workers, wait: slotWait,
		slots: make(chan struct{}, config.Workers*jobsPerWorker), pending: map[uint64]chan AgentResult{}, gone: make(chan struct{}),
	}
	abort := context.AfterFunc(ctx, func() { _ = t.in.Close() })
	defer abort()
	in := bufio.NewReaderSize(t.out, 1<<20)
	ready, err := s.shakeHands(in, config.Fixtures)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		if said := t.stderr.String(); said != "" {
			err = fmt.Errorf("%w (it said: %s)", err, strings.TrimSpace(said))
		}
		return nil, errors.Join(&UnavailableError{"the agent did not start", err}, t.in.Close(), t.stop())
	}
	s.info = ready.Info
	s.info.Launcher, s.info.Image = info.Launcher, info.Image
	s.reader.Go(func() { s.read(in) })
	return s, nil
}

func (s *session) shakeHands(in *bufio.Reader, own []fixtures.Recipe) (ready AgentReady, err error) {
	hello, err := json.Marshal(AgentHello{Protocol: ProtocolVersion, Workers: s.workers, Limits: s.limits, Fixtures: fixtures.Texts(own)})
	if err != nil {
		return ready, err
	}
	if _, err := s.in.Write(append(hello, '\n')); err != nil {
		return ready, err
	}
	line, err := in.ReadBytes('\n')
	if err != nil {
		return ready, fmt.Errorf("no answer: %w", err)
	}
	if err := json.Unmarshal(line, &ready); err != nil {
		return ready, fmt.Errorf("not an agent's answer: %q", line[:min(len(line), 200)])
	}
	switch {
	case ready.Error != "":
		return ready, errors.New(ready.Error)
	case ready.Protocol != ProtocolVersion:
		return ready, fmt.Errorf("the agent speaks protocol %d, this program %d", ready.Protocol, ProtocolVersion)
	}
	for _, recipe := range fixtures.AllWith(own) {
		if got := ready.Info.Fixtures[recipe.Name()]; got != recipe.Digest() {
			return ready, fmt.Errorf("the agent was built with another fixture %s", recipe.Name())
		}
	}
	return ready, nil
}

// read hands results to whom they belong until the agent ends.
func (s *session) read(in *bufio.Reader) {
	var err error
	for {
		var line []byte
		if line, err = in.ReadBytes('\n'); err != nil {
			break
		}
		var result AgentResult
		if err = json.Unmarshal(line, &result); err != nil {
			err = fmt.Errorf("not a result: %w", err)
			break
		}
		s.mu.Lock()
		answer, ok := s.pending[result.ID]
		delete(s.pending, result.ID)
		s.mu.Unlock()
		if !ok {
			err = fmt.Errorf("a result nobody asked for (id %d)", result.ID)
			break
		}
		answer <- result
		<-s.slots
	}
	s.fail(err)
}

func (s *session) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("it ended")
	}
	if said := s.stderr.String(); said != "" {
		err = fmt.Errorf("%w (it said: %s)", err, strings.TrimSpace(said))
	}
	s.broken = &UnavailableError{"the agent is gone", err}
	close(s.gone)
}

// Observe implements Oracle.
func (s *session) Observe(ctx context.Context, job Job) ([]Observation, error) {
	names := job.fixtures()
	timer := time.NewTimer(s.wait)
	defer timer.Stop()
	select {
	case s.slots <- struct{}{}:
	case <-s.gone:
		return nil, s.broken
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return neverStarted(names, s.wait), nil
	}
	// The clock starts at launch, but no run outlives the deadline of its caller.
	capped := false
	if end, ok := ctx.Deadline(); ok {
		full := cmp.Or(job.Time, s.limits.Time)
		job.Time = min(full, max(time.Until(end), time.Millisecond))
		capped = job.Time < full
	}
	answer := make(chan AgentResult, 1)
	if err := s.send(job, names, answer); err != nil {
		s.fail(err)
	}
	select {
	case result := <-answer:
		if capped && slices.ContainsFunc(result.Observations, func(o Observation) bool { return o.Status == Timeout }) {
			return nil, context.DeadlineExceeded // the caller's time was up, not the command's
		}
		return result.Observations, nil
	case <-s.gone:
		return nil, s.broken
	case <-ctx.Done(): // the agent finishes the job; read frees its slot
		return nil, ctx.Err()
	}
}

func (s *session) send(job Job, names []string, answer chan AgentResult) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	line, err := json.Marshal(AgentJob{
		ID: s.next, Command: []byte(job.Command), Cwd: []byte(job.Cwd), Setup: []byte(job.Setup), TTY: job.TTY, Env: job.Env, Fixtures: names, Time: job.Time,
	})
	if err != nil {
		return err
	}
	s.pending[s.next] = answer
	_, err = s.in.Write(append(line, '\n'))
	return err
}

// fixtures names the fixtures the job runs in.
func (j Job) fixtures() []string {
	if len(j.Fixtures) == 0 {
		return fixtures.Plain()
	}
	return j.Fixtures
}

func neverStarted(names []string, wait time.Duration) []Observation {
	observations := make([]Observation, len(names))
	for i, name := range names {
		observations[i] = Observation{
			Fixture: name, Status: NeverStarted, Exit: -1, Effects: []Effect{}, Attempts: []Attempt{}, Execs: []ExecRecord{},
			Reads: []string{}, Leftovers: []string{},
			Error: fmt.Sprintf("never started: no oracle slot opened within %.0fs, so nothing ran", wait.Seconds()),
		}
	}
	return observations
}

// Key implements Oracle.
func (s *session) Key(job Job) string { return KeyOf(job, s.limits, s.info) }

// Workers implements Oracle.
func (s *session) Workers() int { return s.workers }

// Info implements Oracle.
func (s *session) Info() Info { return s.info }

// Close implements Oracle. It waits until the agent is gone.
func (s *session) Close() error {
	s.closing.Do(func() {
		s.closed = errors.Join(s.in.Close(), s.stop())
		s.reader.Wait()
	})
	return s.closed
}

// A tail is a writer that keeps the end of what it is given. It is safe for
// concurrent use; the zero value is ready.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// tailSize is how many bytes a tail keeps.
const tailSize = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if over := len(t.data) - tailSize; over > 0 {
		t.data = bytes.Clone(t.data[over:])
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Text(t.data)
}
