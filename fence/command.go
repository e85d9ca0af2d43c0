package fence

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// bash is what runs plans.
const bash = "/bin/bash"

// Command returns the plan as a command ready to run: Line given to bash, in
// Cwd, with the environment of Environ, standard input from the null device.
// The first time that a plan holds a glob, bash is asked for its version: before
// 5.2 a pattern such as .* matches "..", so that Err is set and nothing runs.
func (p *Plan) Command(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, bash, "-c", p.Line())
	cmd.Dir = p.Cwd
	cmd.Env = p.Environ()
	if p.globs() {
		if err := globsSkipDots(); err != nil {
			cmd.Err = err
		}
	}
	return cmd
}

// Environ returns the whole environment of the plan: Add.Env, and PWD so that
// bash knows the directory by the name the request gave it.
func (p *Plan) Environ() []string {
	return append(p.Add.Env[:len(p.Add.Env):len(p.Add.Env)], "PWD="+p.Cwd)
}

func (p *Plan) globs() bool {
	for _, s := range p.Segments {
		for _, w := range s.Words {
			if w.Glob {
				return true
			}
		}
	}
	return false
}

// globsSkipDots says whether bash leaves "." and ".." out of what a pattern
// matches, which it does by default since version 5.2.
var globsSkipDots = sync.OnceValue(func() error {
	cmd := exec.Command(bash, "-c", `echo "${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]}"`)
	cmd.Env = []string{"LC_ALL=C"}
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("fence: ask bash for its version: %w", err)
	}
	return skipsDots(strings.TrimSpace(string(out)))
})

// skipsDots judges a version "major.minor".
func skipsDots(version string) error {
	major, minor, _ := strings.Cut(version, ".")
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(minor)
	if errA != nil || errB != nil || a < 5 || a == 5 && b < 2 {
		return fmt.Errorf("fence: bash %s would let a pattern match \"..\"; use bash 5.2 or later", version)
	}
	return nil
}
