package agent

import (
	"errors"
	"os"
	"strconv"

	"github.com/fencediff/fencediff/oracle"
)

// run runs one command in a slot and observes it. The slot is clean before and
// afterwards; an error means that the harness failed.
func (w *worker) run(s *slot, job *oracle.AgentJob) (oracle.Observation, error) {
	o := blank(s.fixture)
	if err := s.mount(); err != nil {
		return o, err
	}
	e, t, err := w.execute(s, &o, job)
	if err != nil {
		var cwdErr *cwdError
		if errors.As(err, &cwdErr) {
			// A tool whose working directory is missing runs nothing.
			o.Status, o.Exit, o.Stderr = oracle.Exited, 126, "fencediff: "+err.Error()+"\n"
			return o, nil
		}
		return o, errors.Join(err, s.discard())
	}
	return o, w.conclude(s, &o, e, t)
}

// execute launches the command, collects its output and waits for its end.
func (w *worker) execute(s *slot, o *oracle.Observation, job *oracle.AgentJob) (ending, *tracer, error) {
	resetPIDs()
	w.memory.mark()
	box := sandbox{
		root: s.merged(), dir: workingDirectory(string(job.Cwd)), join: w.join, stdin: w.null,
		terminal: job.TTY, processes: oracle.ProcessBackstop * w.Limits.Processes,
	}
	streams, err := w.connect(s, &box)
	if err != nil {
		return ending{}, nil, err
	}
	pid, err := start(box, string(job.Command), environmentFor(job, s.fixture), w.magic, w.traceSteps)
	if err != nil {
		for _, out := range streams {
			out.abandon()
		}
		return ending{}, nil, err
	}
	r := newReaper(killAll)
	for _, out := range streams {
		out.closeWrite()
		go out.pump(func() { r.cut(oracle.OutputLimit) })
	}
	t := newTracer(s.merged(), pid, w.Limits.Processes, func() { r.cut(oracle.ProcessLimit) })
	limits := w.Limits
	if job.Time > 0 {
		limits.Time = job.Time
	}
	e := await(pid, limits, r, t)
	for _, out := range streams {
		out.finish()
	}
	o.Stdout, o.StdoutCut = oracle.Text(streams[0].data), streams[0].cut()
	if len(streams) > 1 {
		o.Stderr, o.StderrCut = oracle.Text(streams[1].data), streams[1].cut()
	}
	return e, t, t.err
}

// connect makes what the command's standard streams lead to: two pipes, or one
// terminal for all three.
func (w *worker) connect(s *slot, box *sandbox) ([]*stream, error) {
	if box.terminal {
		screen, err := newTerminal(s.merged(), w.Limits.Output)
		if err != nil {
			return nil, err
		}
		box.stdin, box.stdout, box.stderr = screen.write, screen.write, screen.write
		return []*stream{screen}, nil
	}
	stdout, err := newStream(w.Limits.Output)
	if err != nil {
		return nil, err
	}
	stderr, err := newStream(w.Limits.Output)
	if err != nil {
		stdout.abandon()
		return nil, err
	}
	box.stdout, box.stderr = stdout.write, stderr.write
	return []*stream{stdout, stderr}, nil
}

// conclude fills in the observation from how the command ended and from what
// it left in the slot, and cleans the slot.
func (w *worker) conclude(s *slot, o *oracle.Observation, e ending, t *tracer) error {
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
	if e.sigkilled && w.memory.killed() {
		o.Status = oracle.MemoryLimit
	}
	o.Execs = t.programs()
	reads, err := s.reads.drain(s.merged(), t.reads)
	if err != nil {
		return errors.Join(err, s.discard())
	}
	for _, where := range reads {
		o.Reads = append(o.Reads, oracle.Text([]byte(where)))
		o.Effects = append(o.Effects, effectAt(oracle.ReadOutside, where, "opened"))
	}
	dirty, err := s.dirty()
	if err != nil {
		return errors.Join(err, s.discard())
	}
	if len(dirty) > 0 {
		err = errors.Join(w.changes(s, o, t, dirty), s.discard())
	} else {
		err = w.changes(s, o, t, nil)
	}
	sortEffects(o.Effects)
	return err
}

// changes adds what both captures tell of the run.
func (w *worker) changes(s *slot, o *oracle.Observation, t *tracer, dirty []*part) error {
	for _, p := range dirty {
		full, err := p.full()
		if err != nil {
			return err
		}
		if full {
			o.Status = oracle.DiskLimit
		}
	}
	if len(dirty) > 0 {
		// What the agent itself opens from here on is of no interest.
		if err := s.reads.unwatch(s.merged()); err != nil {
			return err
		}
	}
	changed, cut, err := collect(dirty, t.copies, w.Limits.Effects)
	if err != nil {
		return err
	}
	l, err := reconcile(s, w.State.image, changed, !cut, t)
	if err != nil {
		return err
	}
	o.Effects, o.EffectsCut, o.Attempts = append(o.Effects, l.effects...), cut, l.attempts
	return nil
}

// resetPIDs makes the next process of this pid namespace get the same id in
// every run. Without the privilege ids differ, and nothing else does.
func resetPIDs() {
	f, err := os.OpenFile("/proc/sys/kernel/ns_last_pid", os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteString(strconv.Itoa(firstPID))
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
	e, t, err := w.execute(base, &o, &oracle.AgentJob{Command: job.Setup})
	if err == nil && e.cut != 0 {
		err = errors.New("the setup ran into a limit: " + e.cut.String())
	}
	if err == nil {
		_, err = base.reads.drain(base.merged(), t.reads)
	}
	if err == nil {
		err = base.reads.unwatch(base.merged())
	}
	if err == nil {
		err = base.freeze()
	}
	if err != nil {
		return nil, errors.Join(err, base.discard())
	}
	s, err := w.newSlot(base.fixture+".setup", base.fixture,
		append([]string{base.root.upper()}, base.root.lowers...), append([]string{base.usr.upper()}, base.usr.lowers...))
	if err != nil {
		return nil, errors.Join(err, base.discard())
	}
	return &setup{slot: s, base: base}, nil
}

func (s *setup) close() error { return errors.Join(s.slot.close(), s.base.discard()) }
