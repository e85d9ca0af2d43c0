package agent

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/oracle"
)

// run runs one command in a slot and observes it. The slot is clean before and
// afterwards; an error means that the harness failed.
func (w *worker) run(s *slot, command, cwd string) (oracle.Observation, error) {
	o := blank(s.fixture)
	if err := s.mount(); err != nil {
		return o, err
	}
	e, err := w.execute(s, &o, command, cwd)
	if err != nil {
		var cwdErr *cwdError
		if errors.As(err, &cwdErr) {
			// A tool whose working directory is missing runs nothing.
			o.Status, o.Exit, o.Stderr = oracle.Exited, 126, "fencediff: "+err.Error()+"\n"
			return o, nil
		}
		return o, errors.Join(err, s.unmount())
	}
	return o, w.conclude(s, &o, e)
}

// execute launches the command, collects its output and waits for its end.
func (w *worker) execute(s *slot, o *oracle.Observation, command, cwd string) (ending, error) {
	resetPIDs()
	stdout, err := newStream(w.Limits.Output)
	if err != nil {
		return ending{}, err
	}
	stderr, err := newStream(w.Limits.Output)
	if err != nil {
		stdout.abandon()
		return ending{}, err
	}
	pid, err := start(sandbox{
		root: s.merged(), dir: workingDirectory(cwd), userns: w.userns,
		stdin: w.null, stdout: stdout.write, stderr: stderr.write, processes: w.Limits.Processes,
	}, command, environmentFor(false), nil)
	if err != nil {
		stdout.abandon()
		stderr.abandon()
		return ending{}, err
	}
	r := newReaper()
	for _, out := range []*stream{stdout, stderr} {
		out.closeWrite()
		go out.pump(func() { r.cut(oracle.OutputLimit) })
	}
	e := await(pid, w.Limits, r)
	stdout.finish()
	stderr.finish()
	o.Stdout, o.StdoutCut = oracle.Text(stdout.data), stdout.cut()
	o.Stderr, o.StderrCut = oracle.Text(stderr.data), stderr.cut()
	return e, nil
}

// conclude fills in the observation from how the command ended and from what
// it left in the slot, and cleans the slot.
func (w *worker) conclude(s *slot, o *oracle.Observation, e ending) error {
	switch {
	case !e.ended:
		o.Status = e.cut
	case e.status.Signaled():
		o.Status, o.Exit = oracle.Signaled, 128+int(e.status.Signal())
	default:
		o.Status, o.Exit = oracle.Exited, e.status.ExitStatus()
	}
	if e.cut != 0 {
		o.Status = e.cut
	}
	for _, line := range e.leftovers {
		text := oracle.Text([]byte(line))
		o.Leftovers = append(o.Leftovers, text)
		o.Effects = append(o.Effects, oracle.Effect{Kind: oracle.Leftover, Path: text})
	}
	if len(e.leftovers) >= w.Limits.Processes {
		o.Status = oracle.ProcessLimit
	}
	clean, err := s.clean()
	if err != nil {
		return errors.Join(err, s.unmount())
	}
	if clean {
		return nil
	}
	full, err := s.full()
	if err == nil && full {
		o.Status = oracle.DiskLimit
	}
	effects, cut, err2 := collect(s, w.Limits.Effects)
	o.Effects, o.EffectsCut = append(o.Effects, effects...), cut
	sortEffects(o.Effects)
	return errors.Join(err, err2, s.unmount())
}

// resetPIDs makes the next process of this pid namespace get the same id in
// every run. Without the privilege ids differ, and nothing else does.
func resetPIDs() {
	f, err := os.OpenFile("/proc/sys/kernel/ns_last_pid", os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteString("1000")
}

// A setup is a slot with an extra layer: what the setup commands wrote.
type setup struct {
	*slot
	base *slot
}

// setUp runs a job's setup in a fresh mount of the slot and makes a slot of
// the outcome.
func (w *worker) setUp(base *slot, job *oracle.AgentJob) (*setup, error) {
	if err := base.mount(); err != nil {
		return nil, err
	}
	o := blank(base.fixture)
	e, err := w.execute(base, &o, string(job.Setup), "")
	if err == nil && e.cut != 0 {
		err = errors.New("the setup ran into a limit: " + e.cut.String())
	}
	if err == nil {
		err = unix.Unmount(filepath.Join(base.merged(), "proc"), unix.MNT_DETACH)
	}
	if err == nil {
		err = unix.Unmount(base.merged(), unix.MNT_DETACH)
	}
	if err != nil {
		return nil, errors.Join(err, base.unmount())
	}
	s, err := w.newSlot(base.fixture+".setup", base.fixture, append([]string{base.upper()}, base.lowers...)...)
	if err != nil {
		return nil, errors.Join(err, base.unmount())
	}
	return &setup{slot: s, base: base}, nil
}

func (s *setup) close() error { return errors.Join(s.slot.close(), s.base.unmount()) }
