package agent

import (
	"bytes"
	"errors"
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
	mu     sync.Mutex
	reason oracle.Status // why it was told to; zero: not yet, or at the end of the grace
	killed bool
	over   chan struct{} // closed when nothing is left to kill
}

func newReaper() *reaper { return &reaper{over: make(chan struct{})} }

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
		for {
			_ = unix.Kill(-1, unix.SIGKILL)
			select {
			case <-r.over:
				return
			case <-time.After(5 * time.Millisecond): // a fork may have slipped past
			}
		}
	}()
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
	var mu sync.Mutex // guards e.leftovers, written by the grace timer
	limit := time.AfterFunc(limits.Time, func() { r.cut(oracle.Timeout) })
	var grace *time.Timer
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
		grace = time.AfterFunc(limits.Grace, func() {
			left := processes()
			mu.Lock()
			e.leftovers = left
			mu.Unlock()
			r.kill(0)
		})
	}
	limit.Stop()
	if grace != nil {
		grace.Stop()
	}
	e.cut = r.finish()
	mu.Lock()
	defer mu.Unlock()
	return e
}

// processes lists the command lines of all processes of the namespace but the worker.
func processes() []string {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var lines []string
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		if line, ok := commandLineOf(pid); ok {
			lines = append(lines, line)
		}
	}
	return lines
}

// commandLineOf returns a process's words joined by blanks; false for one that
// is gone or only waits to be reaped.
func commandLineOf(pid int) (string, bool) {
	dir := "/proc/" + strconv.Itoa(pid)
	stat, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return "", false
	}
	// The name, in parentheses, may hold anything; the state follows the last one.
	end := bytes.LastIndexByte(stat, ')')
	if end < 0 || end+2 >= len(stat) || stat[end+2] == 'Z' || stat[end+2] == 'X' {
		return "", false
	}
	words, err := os.ReadFile(dir + "/cmdline")
	if err != nil {
		return "", false
	}
	line := strings.TrimRight(string(bytes.ReplaceAll(words, []byte{0}, []byte{' '})), " ")
	if line == "" {
		start := bytes.IndexByte(stat, '(')
		line = "[" + string(stat[start+1:end]) + "]"
	}
	return line, true
}
