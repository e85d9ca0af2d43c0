package agent

import (
	"os"
	"strconv"
	"strings"
)

// Memory is bounded twice. The worker looks at what a command's processes have
// in memory, and ends it at its own limit; for growth that is quicker than its
// looks there is the container's memory group, in which the kernel kills, and
// counts what it killed.

// residentBytes is what a process alone has in memory; 0 for one that is gone.
func residentBytes(pid int) int64 {
	statm, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(statm)) // size, resident, shared, ... in pages
	if len(fields) < 3 {
		return 0
	}
	resident, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	shared, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return 0
	}
	return max(resident-shared, 0) * int64(os.Getpagesize())
}

// oomCounters are where the kernel counts what it killed for memory in this
// group, in the two versions of control groups.
var oomCounters = []string{"/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"}

// A memoryWatch tells whether the kernel killed for memory since mark.
type memoryWatch struct{ before int }

func (m *memoryWatch) mark() { m.before = oomKills() }

func (m *memoryWatch) killed() bool { return oomKills() > m.before }

// oomKills reads the counter; 0 where there is none.
func oomKills() int {
	for _, name := range oomCounters {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if value, ok := strings.CutPrefix(line, "oom_kill "); ok {
				n, _ := strconv.Atoi(strings.TrimSpace(value))
				return n
			}
		}
	}
	return 0
}
