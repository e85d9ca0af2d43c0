package oracle

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"

	"github.com/fencediff/fencediff/oracle/image"
)

// staticAgent builds the agent; package oracletest cannot be used from here.
func staticAgent(b *testing.B) string {
	b.Helper()
	out := filepath.Join(b.TempDir(), "agent")
	build := exec.Command("go", "build", "-trimpath", "-o", out, "./oracletest/agent")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		b.Fatalf("building the agent: %v\n%s", err, text)
	}
	return out
}

func benchPool(b *testing.B) *dockertest.Pool {
	b.Helper()
	pool, err := dockertest.NewPool("")
	if err == nil {
		err = pool.Client.Ping()
	}
	if err != nil {
		b.Skipf("no Docker engine: %v", err)
	}
	return pool
}

// BenchmarkOracle prints what the agent measures of itself: two-fixture probes
// against two runs of bare bash, taking turns in one container.
func BenchmarkOracle(b *testing.B) {
	pool := benchPool(b)
	config := Config{Agent: staticAgent(b), Workers: runtime.NumCPU()}
	var err error
	if config.Image, err = image.Ensure(b.Context(), pool.Client, io.Discard); err != nil {
		b.Fatal(err)
	}
	t, err := startContainer(b.Context(), pool, config, "bench")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = t.in.Close(); _ = t.stop() }()
	if err := json.NewEncoder(t.in).Encode(AgentHello{Protocol: ProtocolVersion, Workers: config.Workers}); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(t.out)
	for lines.Scan() {
		var name, unit string
		var value float64
		if _, err := fmt.Sscan(lines.Text(), &name, &value, &unit); err != nil {
			b.Fatalf("%q: %v", lines.Text(), err)
		}
		b.Run(strings.TrimPrefix(name, "oracle/"), func(b *testing.B) {
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(value, unit)
		})
	}
	if said := t.stderr.String(); said != "" {
		b.Error(said)
	}
}

// BenchmarkDockerRun prints how many times faster a command is observed, in
// both fixtures, than one container a command runs it in none, two at a time.
func BenchmarkDockerRun(b *testing.B) {
	pool := benchPool(b)
	o, err := Open(b.Context(), Config{Agent: staticAgent(b)})
	if err != nil {
		b.Fatal(err)
	}
	defer o.Close()
	name := o.Info().Image
	var ratios []float64
	for range 3 {
		runs := throughput(2, 4*time.Second, func() error { return runContainer(pool.Client, name) })
		probes := throughput(2*o.Workers(), time.Second, func() error {
			_, err := o.Observe(b.Context(), Job{Command: "true"})
			return err
		})
		if runs == 0 || probes == 0 {
			b.Fatal("nothing ran")
		}
		ratios = append(ratios, probes/runs)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(slicesMedian(ratios), "x-docker-run")
}

func slicesMedian(v []float64) float64 {
	lo, hi := min(v[0], v[1]), max(v[0], v[1])
	return max(lo, min(hi, v[2]))
}

func throughput(n int, d time.Duration, f func() error) float64 {
	var wg sync.WaitGroup
	counts := make([]int, n)
	start := time.Now()
	for i := range n {
		wg.Go(func() {
			for time.Since(start) < d && f() == nil {
				counts[i]++
			}
		})
	}
	wg.Wait()
	total := 0
	for _, c := range counts {
		total += c
	}
	return float64(total) / time.Since(start).Seconds()
}

// runContainer is `docker run --rm --network none IMAGE true` without the
// client program.
func runContainer(client *docker.Client, name string) error {
	c, err := client.CreateContainer(docker.CreateContainerOptions{
		Config: &docker.Config{Image: name, Cmd: []string{"true"}}, HostConfig: &docker.HostConfig{NetworkMode: "none"},
	})
	if err != nil {
		return err
	}
	defer func() { _ = removeContainer(client, c.ID) }()
	if err := client.StartContainer(c.ID, nil); err != nil {
		return err
	}
	_, err = client.WaitContainer(c.ID)
	return err
}
