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
	var err error
	switch role {
	case "serve":
		err = serve(os.Args[3:])
	case "bench":
		err = bench(os.Args[3:])
	case "hold":
		err = hold()
	case "worker":
		err = work(os.Args[3:])
	default:
		err = fmt.Errorf("unknown role %q: the agent is started by the oracle, not by hand", role)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "fencediff agent: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}
