package agent

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// workerConfig is the first line a worker reads.
type workerConfig struct {
	ID     string        `json:"id"`
	State  layout        `json:"state"`
	Limits oracle.Limits `json:"limits"`
	// Fixtures are those that the agent was not built with.
	Fixtures []fixtures.Text `json:"fixtures,omitempty"`
}

// A workerRequest is any further line: warm the fixture of that name, or run a
// job.
type workerRequest struct {
	Warm string           `json:"warm,omitempty"`
	Job  *oracle.AgentJob `json:"job,omitempty"`
}

// warmed answers a warm request.
type warmed struct {
	Error string `json:"error,omitempty"`
}

// A workerProcess is the server's end of one worker. It is used by one
// goroutine at a time.
type workerProcess struct {
	config workerConfig
	core   int // the core it stays on, see onCore
	cmd    *exec.Cmd
	conn   *os.File
	in     *bufio.Reader
	out    *json.Encoder
}

// workerNamespaces are the namespaces that a worker is the first process of.
// The network one, in which it does nothing, has no interface that is up.
const workerNamespaces = unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWNET

// workerRuntime sets Go's runtime up for a worker. Its heap is small, so that
// collecting garbage seldom costs little memory. The thread that waits for the
// command does not keep the others waiting, even if there is one core.
var workerRuntime = []string{"GOGC=800", "GOMAXPROCS=2"}

func (w *workerProcess) start() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "worker"), os.NewFile(uintptr(pair[1]), "server")
	defer theirs.Close()
	cmd := exec.Command("/proc/self/exe", "agent", "worker")
	cmd.Env = workerRuntime
	cmd.Stderr = os.Stderr
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: workerNamespaces, Pdeathsig: syscall.SIGKILL}
	if err := onCore(w.core, cmd.Start); err != nil {
		return errors.Join(fmt.Errorf("starting a worker: %w", err), ours.Close())
	}
	w.cmd, w.conn = cmd, ours
	w.in, w.out = bufio.NewReaderSize(ours, 1<<20), json.NewEncoder(ours)
	if err := w.out.Encode(w.config); err != nil {
		return fmt.Errorf("configuring a worker: %w", err)
	}
	return nil
}

func (w *workerProcess) stop() {
	if w.cmd == nil {
		return
	}
	_ = w.conn.Close()
	_ = w.cmd.Process.Kill()
	_ = w.cmd.Wait()
	w.cmd = nil
}

// call sends one request and reads its answer.
func (w *workerProcess) call(request workerRequest, answer any) error {
	if err := w.out.Encode(request); err != nil {
		return err
	}
	line, err := w.in.ReadBytes('\n')
	if err != nil {
		return err
	}
	return json.Unmarshal(line, answer)
}

// warm has the worker warm a fixture.
func (w *workerProcess) warm(fixture string) error {
	if w.cmd == nil {
		if err := w.start(); err != nil {
			return err
		}
	}
	var answer warmed
	err := w.call(workerRequest{Warm: fixture}, &answer)
	if err == nil && answer.Error != "" {
		err = errors.New(answer.Error)
	}
	if err != nil {
		return fmt.Errorf("warming fixture %s: %w", fixture, err)
	}
	return nil
}

// observe has the worker run a job. A worker that fails is replaced, and what
// it was running ends as a fault of the harness.
func (w *workerProcess) observe(job oracle.AgentJob) oracle.AgentResult {
	result := oracle.AgentResult{ID: job.ID}
	var err error
	if w.cmd == nil {
		err = w.start()
	}
	if err == nil {
		err = w.call(workerRequest{Job: &job}, &result)
	}
	if err == nil && (result.ID != job.ID || len(result.Observations) != len(job.Fixtures)) {
		err = errors.New("the answer does not fit the job")
	}
	if err == nil {
		return result
	}
	w.stop()
	return allFaulty(job, fmt.Errorf("worker %s failed: %w", w.config.ID, err))
}

// allFaulty answers a job with a fault of the harness in every fixture.
func allFaulty(job oracle.AgentJob, err error) oracle.AgentResult {
	result := oracle.AgentResult{ID: job.ID}
	for _, name := range job.Fixtures {
		result.Observations = append(result.Observations, faulty(name, err))
	}
	return result
}

// faulty is the observation of a run in which the harness failed.
func faulty(fixture string, err error) oracle.Observation {
	o := blank(fixture)
	o.Status, o.Error = oracle.StatusError, err.Error()
	return o
}

// blank is an observation with nothing in it; its lists are empty, not null.
func blank(fixture string) oracle.Observation {
	return oracle.Observation{
		Fixture: fixture, Exit: -1, Effects: []oracle.Effect{}, Attempts: []oracle.Attempt{},
		Execs: []oracle.ExecRecord{}, Reads: []string{}, Leftovers: []string{},
	}
}
