package agent

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/oracle"
)

// watchInterval is how often the worker looks at what a command uses. Most
// commands end before the first time.
const watchInterval = 50 * time.Millisecond

// watch ends a run whose processes take more memory together than they may, or
// more time.
func watch(limits oracle.Limits, r *reaper) {
	ticker := time.NewTicker(min(watchInterval, limits.Time))
	defer ticker.Stop()
	left := patience{limit: limits.Time}
	for before, cpu := time.Now(), cpuTime(nil); ; {
		select {
		case <-r.over:
			return
		case <-ticker.C:
		}
		list := pids()
		var memory int64
		for _, pid := range list {
			memory += residentBytes(pid)
		}
		if memory > limits.Memory {
			r.cut(oracle.MemoryLimit)
			return
		}
		stats := statsOf(list)
		now, used := time.Now(), cpuTime(stats)
		if left.pass(now.Sub(before), used-cpu, wantsToRun(stats)) {
			r.cut(oracle.Timeout)
			return
		}
		before, cpu = now, used
	}
}

// starvedFactor is how many times its time limit a command may take by the
// clock on the wall while the machine does not let it run.
const starvedFactor = 5

// patience counts a command's time against its limit. Time in which the command
// wants to run and mostly cannot, because others have the machine, is not its
// own: a busy machine makes no timeout.
type patience struct {
	limit time.Duration
	spent time.Duration // the command's own
	wall  time.Duration
}

// pass takes note of a while, of what the command used of the processor in it
// and of whether it wants more, and says whether the limit is reached.
func (p *patience) pass(elapsed, used time.Duration, wants bool) bool {
	p.wall += elapsed
	if !wants || used >= elapsed/2 {
		p.spent += elapsed
	}
	return p.spent >= p.limit || p.wall >= starvedFactor*p.limit
}

// A stat is what /proc/PID/stat tells of a process.
type stat struct {
	name  string
	state byte
	cpu   time.Duration // its own and that of its children that ended
}

// statOf reads a process's stat; false for one that is gone.
func statOf(pid int) (stat, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}, false
	}
	return parseStat(text)
}

// parseStat reads a line of /proc/PID/stat. Source: proc_pid_stat(5).
func parseStat(text []byte) (stat, bool) {
	// The name, in parentheses, may hold anything; the rest follows the last one.
	begin, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	if begin < 0 || end < begin {
		return stat{}, false
	}
	fields := bytes.Fields(text[end+1:]) // from the third on: the state
	const utime, cstime = 14 - 3, 17 - 3
	if len(fields) <= cstime || len(fields[0]) != 1 {
		return stat{}, false
	}
	s := stat{name: string(text[begin+1 : end]), state: fields[0][0]}
	for _, field := range fields[utime : cstime+1] {
		ticks, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return stat{}, false
		}
		s.cpu += time.Duration(ticks) * clockTick
	}
	return s, true
}

// clockTick is the unit of times in /proc: USER_HZ is 100 on every Linux that Go
// runs on. Source: proc_pid_stat(5), sysconf(_SC_CLK_TCK).
const clockTick = time.Second / 100

func statsOf(pids []int) []stat {
	stats := make([]stat, 0, len(pids))
	for _, pid := range pids {
		if s, ok := statOf(pid); ok {
			stats = append(stats, s)
		}
	}
	return stats
}

// cpuTime is what the processes, those that ended and the worker, which works
// for them, have had of the processor.
func cpuTime(stats []stat) time.Duration {
	var total time.Duration
	for _, s := range stats {
		total += s.cpu
	}
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var usage unix.Rusage
		if unix.Getrusage(who, &usage) == nil {
			total += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return total
}

// wantsToRun says whether any process runs or waits for the machine: for a
// processor, a disk or its tracer.
func wantsToRun(stats []stat) bool {
	for _, s := range stats {
		switch s.state {
		case 'R', 'D', 't':
			return true
		}
	}
	return false
}
