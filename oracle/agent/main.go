package agent

import (
	"fmt"
	"os"
	"runtime"
)

// Main is the agent's entry point, called by the binary's own main when its
// first argument is "agent", before anything else. It never returns.
func Main() {
	// Namespaces, credentials and ptrace belong to a thread, not to a process:
	// everything that touches them stays on this one.
	runtime.LockOSThread()
	role := ""
	if len(os.Args) > 2 {
		role = os.Args[2]
	}
	err := findRootless()
	if err == nil {
		err = play(role, os.Args)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "fencediff agent: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// play does what the process was started for; its arguments follow the role.
func play(role string, args []string) error {
	switch role {
	case "serve":
		return serve(args[3:])
	case "bench":
		return bench(args[3:])
	case "enter":
		return enter(args[3:])
	case "hold":
		return hold()
	case "worker":
		return work(args[3:])
	}
	return fmt.Errorf("unknown role %q: the agent is started by the oracle, not by hand", role)
}
