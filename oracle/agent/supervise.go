package agent

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/oracle"
)

// A reaper ends everything a command started. The worker is process 1 of its
// namespace, so kill(-1) reaches every other process in it and never itself.
type reaper struct {
	strike func() // kills all there is
	mu     sync.Mutex
	reason oracle.Status // why it was told to; zero: not yet, or at the end of the grace
	killed bool
	over   chan struct{} // closed when nothing is left to kill
}

// newReaper returns the reaper of one run.
func newReaper(strike func()) *reaper { return &reaper{strike: strike, over: make(chan struct{})} }

// killAll kills every process of the namespace but the worker.
func killAll() { _ = unix.Kill(-1, unix.SIGKILL) }

// cut ends the run because of a limit. Only the first reason counts.
func (r *reaper) cut(reason oracle.Status) { r.kill(reason) }

func (r *reaper) kill(reason oracle.Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.killed {
		return
	}
	select {
	case <-r.over:
		return
	default:
	}
	r.killed, r.reason = true, reason
	go func() {
		for r.again() {
			time.Sleep(5 * time.Millisecond) // a fork may have slipped past
		}
	}()
}

// again strikes once more, and says whether anything may be left. Under the
// lock, so that nothing is struck once the run is over: that would be the next
// run's.
func (r *reaper) again() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.over:
		return false
	default:
	}
	r.strike()
	return true
}

// finish says that no process is left and returns the reason of the cut.
func (r *reaper) finish() oracle.Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.over)
	return r.reason
}

// An ending is how a command's processes ended.
type ending struct {
	status    unix.WaitStatus // of bash
	ended     bool            // bash ended by itself
	sigkilled bool            // something died of a SIGKILL that was not ours
	cut       oracle.Status   // the limit that ended the run; zero for none
	leftovers []string
}

// await follows the command until nothing that it started is left.
func await(pid int, limits oracle.Limits, r *reaper, t *tracer) ending {
	var e ending
	go watch(limits, r)
	var leftovers chan []string
	for {
		var status unix.WaitStatus
		who, err := unix.Wait4(-1, &status, unix.WALL, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil { // ECHILD: nothing is left
			break
		}
		if status.Stopped() {
			t.stopped(who, status)
			continue
		}
		t.ended(who)
		r.mu.Lock()
		ours := r.killed
		r.mu.Unlock()
		if status.Signaled() && status.Signal() == unix.SIGKILL && !ours {
			e.sigkilled = true
		}
		if who != pid {
			continue
		}
		e.status, e.ended = status, !ours || !status.Signaled() || status.Signal() != unix.SIGKILL
		leftovers = make(chan []string, 1)
		go func() {
			left := outlive(limits.Grace, r.over)
			r.kill(0)
			leftovers <- left
		}()
	}
	e.cut = r.finish()
	if leftovers != nil {
		e.leftovers = <-leftovers
	}
	return e
}

// graceFactor is how many times its grace a background process may take while
// it is seen to do something: on a busy machine it is not its fault.
const graceFactor = 20

// outlive waits until over is closed, or until the processes that are left
// have had their grace and do nothing, and returns their command lines.
func outlive(grace time.Duration, over <-chan struct{}) []string {
	var before map[int]string
	for range graceFactor {
		select {
		case <-over:
			return nil
		case <-time.After(grace):
		}
		now := activity()
		if len(now) > 0 && maps.Equal(before, now) {
			break
		}
		before = now
	}
	return processes()
}

// activity returns, for each process of the namespace but the worker, words
// that change whenever it gets to run. A process that runs or waits for its
// tracer is never the same twice.
func activity() map[int]string {
	now := map[int]string{}
	for _, pid := range pids() {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil {
			continue
		}
		var words []string
		for line := range strings.Lines(string(status)) {
			switch name, value, _ := strings.Cut(line, ":"); name {
			case "State":
				switch value = strings.TrimSpace(value); value[0] {
				case 'Z', 'X':
				case 'R', 't':
					value = time.Now().String()
				}
				words = append(words, value)
			case "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches":
				words = append(words, strings.TrimSpace(value))
			}
		}
		now[pid] = strings.Join(words, " ")
	}
	return now
}

// pids lists the processes of the namespace but the worker.
func pids() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var list []int
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && pid != os.Getpid() {
			list = append(list, pid)
		}
	}
	return list
}

// processes lists the command lines of all processes of the namespace but the worker.
func processes() []string {
	var lines []string
	for _, pid := range pids() {
		if line, ok := commandLineOf(pid); ok {
			lines = append(lines, line)
		}
	}
	return lines
}

// commandLineOf returns a process's words joined by blanks; false for one that
// is gone or only waits to be reaped.
func commandLineOf(pid int) (string, bool) {
	s, ok := statOf(pid)
	if !ok || s.state == 'Z' || s.state == 'X' {
		return "", false
	}
	words, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		return "", false
	}
	line := strings.TrimRight(string(bytes.ReplaceAll(words, []byte{0}, []byte{' '})), " ")
	if line == "" {
		line = "[" + s.name + "]"
	}
	return line, true
}
