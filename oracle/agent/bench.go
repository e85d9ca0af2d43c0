package agent

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// benchCommands are what is measured, by the name of the figure.
var benchCommands = []struct{ name, command string }{
	{"true", "true"},
	{"read", "ls | head -3; git log --oneline -3"},
	{"write", "rm -rf build; echo x > out.txt"},
}

// Machines are noisy, so that what is compared takes turns in short slices and
// the middle of the rounds' ratios counts.
const (
	benchSlice  = 250 * time.Millisecond
	benchRounds = 9
)

// bench is the agent as its own benchmark: it measures two-fixture probes
// against two runs of bare bash each, in the same container, on the same
// cores, and prints one figure a line: name, value, unit.
func bench(args []string) error {
	if len(args) != 2 {
		return errors.New("bench wants a state directory and a root directory")
	}
	line, err := bufio.NewReader(os.Stdin).ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("no hello: %w", err)
	}
	var hello oracle.AgentHello
	if err := json.Unmarshal(line, &hello); err != nil {
		return fmt.Errorf("not a hello: %w", err)
	}
	s := &server{layout: layout(args[0])}
	if _, err := s.prepare(hello, args[1]); err != nil {
		return err
	}
	defer s.close()
	roots := make([]string, len(s.workers))
	for i := range roots {
		if roots[i], err = bareRoot(s.layout, i); err != nil {
			return err
		}
	}
	for _, c := range benchCommands {
		probe := func(i int) error { return s.probe(i, c.command) }
		bare := func(i int) error { return bareBash(roots[i], c.command) }
		var ratios, rates, scales []float64
		for range benchRounds {
			probes, err := rate(len(s.workers), probe)
			if err != nil {
				return err
			}
			bares, err := rate(len(s.workers), bare)
			if err != nil {
				return err
			}
			ratios, rates = append(ratios, bares/2/probes), append(rates, probes)
			if c.name != "read" || len(s.workers) < 2 {
				continue
			}
			oneProbe, err := rate(1, probe)
			if err != nil {
				return err
			}
			oneBare, err := rate(1, bare)
			if err != nil {
				return err
			}
			scales = append(scales, (probes/oneProbe)/(bares/oneBare))
		}
		fmt.Printf("oracle/%s %.2f x-bare\n", c.name, median(ratios))
		fmt.Printf("oracle/%s-rate %.0f probes/s\n", c.name, median(rates))
		if len(scales) > 0 {
			fmt.Printf("oracle/scale %.2f of-bare\n", median(scales))
		}
	}
	growth, err := s.growth()
	if err != nil {
		return err
	}
	fmt.Printf("oracle/memory-growth %.0f B/command\n", growth)
	return nil
}

// Commands before and between the two looks at the workers' memory: the heap
// has its size by the first one.
const (
	growthWarmUp   = 300
	growthCommands = 3000
)

// growth is by how many bytes a worker grows for each command.
func (s *server) growth() (float64, error) {
	w := s.workers[0]
	repeat := func(n int) error {
		for range n {
			if err := s.probe(0, "true"); err != nil {
				return err
			}
		}
		return nil
	}
	if err := repeat(growthWarmUp); err != nil {
		return 0, err
	}
	before := residentBytes(w.cmd.Process.Pid)
	if err := repeat(growthCommands); err != nil {
		return 0, err
	}
	return float64(residentBytes(w.cmd.Process.Pid)-before) / growthCommands, nil
}

// probe has worker i observe a command in the plain fixtures.
func (s *server) probe(i int, command string) error {
	result := s.workers[i].observe(oracle.AgentJob{Command: []byte(command), Fixtures: fixtures.Plain()})
	for _, o := range result.Observations {
		if o.Status != oracle.Exited {
			return fmt.Errorf("%q ended as %s: %s", command, o.Status, o.Error)
		}
	}
	return nil
}

// bareRoot makes a root like a command's with nothing done about isolation:
// one overlay, changed in place.
func bareRoot(l layout, i int) (string, error) {
	name := fmt.Sprintf("bare%d", i)
	fixture := l.fixture(fixtures.Plain()[0])
	s, err := newSlot(l.worker(name), name, []string{fixture, l.root()}, []string{fixture + "/usr", l.usr()}, slotSize{256 << 20, 65536}, nil)
	if err != nil {
		return "", err
	}
	return s.merged(), s.mount()
}

// bareBash runs bash as a program would that wants its output and nothing else.
func bareBash(root, command string) error {
	cmd := exec.Command(shell, "-c", command)
	cmd.Dir, cmd.Env = fixtures.Workspace, environmentFor(&oracle.AgentJob{}, fixtures.Plain()[0])
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: uint32(idShift), Gid: uint32(idShift), NoSetGroups: true}}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("bare %q: %w: %s", command, err, out)
	}
	return nil
}

// rate runs f over and over on n goroutines for a slice and returns how many a
// second were done.
func rate(n int, f func(i int) error) (float64, error) {
	var wg sync.WaitGroup
	counts, errs := make([]int, n), make([]error, n)
	start := time.Now()
	for i := range n {
		wg.Go(func() {
			for time.Since(start) < benchSlice && errs[i] == nil {
				errs[i] = f(i)
				counts[i]++
			}
		})
	}
	wg.Wait()
	total := 0
	for _, c := range counts {
		total += c
	}
	return float64(total) / time.Since(start).Seconds(), errors.Join(errs...)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
