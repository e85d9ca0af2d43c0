// Package oracletest gives tests a running oracle, so that every package that
// needs one starts it the same way and none is left behind.
package oracletest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image/imagetest"
)

// agentBinary builds the agent once a process. The file is static whatever the
// test binary is, and lies in the build cache's own temporary folder.
var agentBinary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "fencediff-agent-*")
	if err != nil {
		return "", err
	}
	out := filepath.Join(dir, "agent")
	build := exec.Command("go", "build", "-trimpath", "-o", out, "github.com/fencediff/fencediff/oracle/oracletest/agent")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the agent: %w\n%s", err, text)
	}
	return out, nil
})

// Agent returns the path of a static agent binary.
func Agent(t testing.TB) string {
	t.Helper()
	path, err := agentBinary()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Open starts an oracle in Docker that ends with the test. The test is skipped
// where no engine answers, but never with CI set: there it fails.
func Open(t testing.TB, config oracle.Config) oracle.Oracle {
	t.Helper()
	imagetest.Engine(t)
	config.Agent = Agent(t)
	o, err := oracle.Open(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Errorf("closing the oracle: %v", err)
		}
	})
	return o
}

// Observe runs one command in the plain fixtures.
func Observe(t testing.TB, o oracle.Oracle, command string) []oracle.Observation {
	t.Helper()
	observations, err := o.Observe(context.Background(), oracle.Job{Command: command})
	if err != nil {
		t.Fatalf("observing %q: %v", command, err)
	}
	return observations
}
