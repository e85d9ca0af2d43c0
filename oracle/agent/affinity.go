package agent

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// onCore calls f on a thread that runs on one core alone, the i-th of those
// this process may use, counted round; what f starts stays there. A worker, its
// command and the tracer between them take turns, so that one core serves them
// best, waking another costs a fifth of a run, and what a program makes of the
// number of cores is the same everywhere.
func onCore(i int, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return fmt.Errorf("reading the cores in use: %w", err)
	}
	one := nthCore(&all, i)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return fmt.Errorf("staying on one core: %w", err)
	}
	defer func() { _ = unix.SchedSetaffinity(0, &all) }()
	return f()
}

// nthCore is the set of one core of all, which is not empty.
func nthCore(all *unix.CPUSet, i int) unix.CPUSet {
	var one unix.CPUSet
	i %= all.Count()
	for core := 0; ; core++ {
		if !all.IsSet(core) {
			continue
		}
		if i == 0 {
			one.Set(core)
			return one
		}
		i--
	}
}
