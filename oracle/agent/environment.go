package agent

import (
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// Everything a command could see of its surroundings is pinned, here and in
// oracle.Environment, and nothing of the host's environment is inherited.

// shell is the bash that runs every command.
const shell = "/bin/bash"

// firstPID is the process id after which a command's processes are numbered,
// so that $$ is the same in every run.
const firstPID = 1000

// umask is every command's file creation mask.
const umask = 0o022

// keptCapabilities are what user 0 of the commands' user namespace may do:
// what root does to files and to its own processes, and nothing to the kernel.
// By number, as in capabilities(7).
var keptCapabilities = map[int]string{
	0: "CAP_CHOWN: chown(1) works as for root, and is seen",
	1: "CAP_DAC_OVERRIDE: a write anywhere in the disposable root succeeds, and is seen",
	3: "CAP_FOWNER: chmod(1) works as for root, and is seen",
	4: "CAP_FSETID: set-id bits survive as for root",
	5: "CAP_KILL: signals to processes of other mapped ids",
	6: "CAP_SETGID: programs that drop their group",
	7: "CAP_SETUID: programs that drop their user",
}

// lastCapability is the highest capability of Linux 6.x (CAP_CHECKPOINT_RESTORE).
const lastCapability = 40

// environmentFor is the environment of a job in a fixture. What the fixture sets
// takes the place of what commands usually have.
func environmentFor(job *oracle.AgentJob, fixture string) []string {
	if job.Env != nil {
		return job.Env
	}
	env := slices.Clone(oracle.Environment)
	if job.TTY {
		env = append(env, "TERM=xterm")
	} else {
		env = append(env, "TERM=dumb")
	}
	recipe, _ := fixtures.Lookup(fixture)
	for _, entry := range recipe.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		env = slices.DeleteFunc(env, func(old string) bool { return strings.HasPrefix(old, name+"=") })
		env = append(env, entry)
	}
	return env
}
