// Package oracletest gives tests a running oracle, so that every package that
// needs one starts it the same way and none is left behind.
package oracletest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image/imagetest"
)

// Agent builds a static agent binary, whatever the test binary is, and returns
// its path. The build cache makes all but the first build quick.
func Agent(t testing.TB) string { return Build(t, "oracle/oracletest/agent", "") }

// BrokenAgent is Agent with one of its captures broken: "upper", "calls" or "reads".
func BrokenAgent(t testing.TB, fault string) string {
	return Build(t, "oracle/oracletest/agent", fault)
}

// Build builds one of the module's commands as a static binary, with a fault
// of the agent linked in unless it is empty.
func Build(t testing.TB, command, fault string) string {
	t.Helper()
	const module = "github.com/fencediff/fencediff/"
	out := filepath.Join(t.TempDir(), filepath.Base(command))
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-X "+module+"oracle/agent.fault="+fault, "-o", out, module+command)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", command, err, text)
	}
	return out
}

// With both variables set, Open starts the agent that the first names in
// namespaces of the host, over the unpacked system that the second names: so a
// test runs other tests as another user.
const (
	EnvAgent = "FENCEDIFF_TEST_AGENT"
	EnvRoot  = "FENCEDIFF_TEST_ROOT"
)

// Open starts an oracle that ends with the test: in Docker where an engine
// answers, else in namespaces of the host. The test is skipped where neither
// can be had, but never with CI set: there it needs the engine.
func Open(t testing.TB, config oracle.Config) oracle.Oracle {
	t.Helper()
	if root := os.Getenv(EnvRoot); root != "" {
		config.Launcher, config.Root, config.Agent = "local", root, os.Getenv(EnvAgent)
	}
	if config.Launcher == "" && os.Geteuid() == 0 && os.Getenv("CI") == "" && !imagetest.Answers() {
		config.Launcher = "local"
	}
	if config.Launcher != "local" {
		imagetest.Engine(t)
	}
	if config.Agent == "" {
		config.Agent = Agent(t)
	}
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
