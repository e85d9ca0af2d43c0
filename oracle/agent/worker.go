package agent

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// A worker runs commands, one at a time, on one thread.
type worker struct {
	workerConfig
	join   namespaces
	null   int
	slots  map[string]*slot
	reads  *readLog
	memory memoryWatch
	// magic marks the worker's own execve; commands cannot know it.
	magic      uint64
	filter     unix.SockFprog
	traceSteps []step
}

// work is a worker's main: it serves requests from descriptor 3 until the
// server closes it.
func work(args []string) error {
	if len(args) != 0 {
		return errors.New("a worker takes no arguments")
	}
	unix.CloseOnExec(3)
	conn := os.NewFile(3, "server")
	in, out := bufio.NewReaderSize(conn, 1<<20), json.NewEncoder(conn)
	w := &worker{slots: map[string]*slot{}}
	line, err := in.ReadBytes('\n')
	if err != nil {
		return err
	}
	if err := json.Unmarshal(line, &w.workerConfig); err != nil {
		return err
	}
	if err := errors.Join(fixtures.Install(w.Fixtures), w.enter()); err != nil {
		return err
	}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return ignoreEOF(err)
		}
		var request workerRequest
		if err := json.Unmarshal(line, &request); err != nil {
			return err
		}
		var answer any
		if request.Warm != "" {
			answer = w.warm(request.Warm)
		} else {
			answer = w.job(request.Job)
		}
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
}

// enter makes the worker's surroundings: mounts that nobody else sees, its own
// /proc, the host name and the commands' user namespace.
func (w *worker) enter() (err error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making mounts private: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("mounting proc: %w", err)
	}
	if err := unix.Sethostname([]byte(hostName)); err != nil {
		return fmt.Errorf("setting the host name: %w", err)
	}
	// When memory is short the kernel shall take a command, never the agent;
	// commands inherit this.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("900"), 0)
	if w.join, err = makeNamespaces(); err != nil {
		return err
	}
	w.magic = rand.Uint64()
	program := filterProgram(w.magic)
	w.filter = unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	w.traceSteps = traceSteps(&w.filter)
	if w.reads, err = newReadLog(); err != nil {
		return err
	}
	w.null, err = unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	return err
}

// slotFor returns the slot of a fixture, made on first use.
func (w *worker) slotFor(fixture string) (*slot, error) {
	if s, ok := w.slots[fixture]; ok {
		return s, nil
	}
	if _, ok := fixtures.Lookup(fixture); !ok {
		return nil, fmt.Errorf("no fixture is called %q", fixture)
	}
	if err := w.closeSpare(); err != nil {
		return nil, err
	}
	s, err := w.newSlot(fixture, fixture,
		[]string{w.State.fixture(fixture), w.State.root()},
		[]string{filepath.Join(w.State.fixture(fixture), "usr"), w.State.usr()})
	if err == nil {
		w.slots[fixture] = s
	}
	return s, err
}

// closeSpare closes the slots that are not of plain fixtures: the memory of the
// container is for those and one more.
func (w *worker) closeSpare() error {
	for name, s := range w.slots {
		if slices.Contains(fixtures.Plain(), name) {
			continue
		}
		delete(w.slots, name)
		if err := s.close(); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) newSlot(dir, fixture string, roots, usrs []string) (*slot, error) {
	return newSlot(filepath.Join(w.State.worker(w.ID), dir), fixture, roots, usrs,
		slotSize{w.Limits.Disk, w.Limits.Files}, w.reads)
}

// job runs a job in each of its fixtures.
func (w *worker) job(job *oracle.AgentJob) oracle.AgentResult {
	result := oracle.AgentResult{ID: job.ID}
	for _, name := range job.Fixtures {
		observation, err := w.observe(name, job)
		if err != nil {
			observation = faulty(name, err)
		}
		result.Observations = append(result.Observations, observation)
	}
	return result
}

func (w *worker) observe(fixture string, job *oracle.AgentJob) (o oracle.Observation, err error) {
	recipe, _ := fixtures.Lookup(fixture)
	s, err := w.slotFor(fixture)
	if err != nil {
		return o, err
	}
	if len(job.Setup) > 0 {
		prepared, err := w.setUp(s, job)
		if err != nil {
			return o, err
		}
		defer func() { err = errors.Join(err, prepared.close()) }()
		s = prepared.slot
	}
	o, err = w.run(s, job)
	if err == nil {
		findTokens(&o, recipe.Tokens(), string(job.Command))
	}
	return o, err
}

// workingDirectory resolves a job's cwd as a tool would: empty is the
// workspace, a relative path starts there.
func workingDirectory(cwd string) string {
	if path.IsAbs(cwd) {
		return cwd
	}
	return path.Join(fixtures.Workspace, cwd)
}

// findTokens adds a read outside for every secret whose token the command
// printed. A command that spells the token itself proves nothing by printing it.
func findTokens(o *oracle.Observation, tokens []fixtures.Token, command string) {
	for _, t := range tokens {
		if strings.Contains(command, t.Text) || !strings.Contains(o.Stdout+"\n"+o.Stderr, t.Text) {
			continue
		}
		o.Effects = append(o.Effects, effectAt(oracle.ReadOutside, t.Path, "token "+t.Name+" in the output"))
	}
	sortEffects(o.Effects)
}
