package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/fencediff/fencediff/oracle/agent"
	"github.com/fencediff/fencediff/reports"
)

func main() {
	// The same binary is the agent within the oracle's container. It comes
	// first: nothing of a command line program may have happened by then.
	if len(os.Args) > 1 && os.Args[1] == "agent" {
		agent.Main()
	}
	os.Exit(int(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)))
}

// run is the program without its process.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) exitCode {
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer restore()
	// The first signal lets the verb clean up, a second one ends the program.
	context.AfterFunc(ctx, restore)

	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	if ctx.Err() != nil {
		kept := "no file was written"
		if unfinished, ok := errors.AsType[*unfinishedError](err); ok {
			kept = reports.EscapeLine(unfinished.advice())
		}
		fmt.Fprintln(stderr, "fencediff: interrupted; "+kept)
		return exitInterrupted
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintln(stderr, "fencediff: "+reports.EscapeLine(strings.TrimSuffix(line, "\n")))
	}
	return codeOf(err)
}
