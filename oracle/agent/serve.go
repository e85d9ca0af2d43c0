package agent

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// maxLine bounds a protocol line in bytes: a command is below 128 KiB, an
// observation is bounded by the limits.
const maxLine = 256 << 20

// serve is the agent's first process. Its arguments are the state directory
// and the directory that holds the image's root.
func serve(args []string) error {
	if len(args) != 2 {
		return errors.New("serve wants a state directory and a root directory")
	}
	if args[1] != "/" { // no container around, whose tmpfs the state is on
		if err := mountState(args[0]); err != nil {
			return err
		}
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	s := &server{layout: layout(args[0]), out: json.NewEncoder(os.Stdout)}
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("no hello: %w", err)
	}
	var hello oracle.AgentHello
	if err := json.Unmarshal(line, &hello); err != nil {
		return fmt.Errorf("not a hello: %w", err)
	}
	ready := oracle.AgentReady{Protocol: oracle.ProtocolVersion}
	if hello.Protocol != oracle.ProtocolVersion {
		ready.Error = fmt.Sprintf("the agent speaks protocol %d, the launcher %d", oracle.ProtocolVersion, hello.Protocol)
	} else if err = fixtures.Install(hello.Fixtures); err != nil {
		ready.Error = err.Error()
	} else if ready.Info, err = s.prepare(hello, args[1]); err != nil {
		ready.Error = err.Error()
	}
	defer s.close()
	if err := s.out.Encode(ready); err != nil || ready.Error != "" {
		return err
	}
	return s.jobs(in)
}

// mountState makes the state lie in memory and go with the agent: on a tmpfs
// that only the agent's own mount namespace has, whatever the host has there.
func mountState(dir string) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making mounts private: %w", restricted(err))
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID, "mode=755"); err != nil {
		return fmt.Errorf("mounting the state directory: %w", err)
	}
	return checkRootless(dir)
}

// A server hands jobs to workers and their results back.
type server struct {
	layout  layout
	limits  oracle.Limits
	workers []*workerProcess
	// fixtures are made on first use: most runs need the plain ones only.
	fixtures map[string]*fixture
	making   sync.Mutex // held while one is made
	mu       sync.Mutex // guards out
	out      *json.Encoder
}

// A fixture is the layer of one recipe, made once.
type fixture struct {
	recipe fixtures.Recipe
	once   sync.Once
	err    error
}

// ready makes the fixtures that a worker is about to use. What is not there at
// all the worker reports.
func (s *server) ready(w *workerProcess, names []string) error {
	for _, name := range names {
		f := s.fixtures[name]
		if f == nil {
			continue
		}
		f.once.Do(func() {
			s.making.Lock()
			defer s.making.Unlock()
			if f.err = prepareFixture(s.layout, f.recipe); f.err == nil {
				f.err = w.warm(name)
			}
		})
		if f.err != nil {
			return f.err
		}
	}
	return nil
}

// observe has a worker run a job in fixtures that are ready.
func (s *server) observe(w *workerProcess, job oracle.AgentJob) oracle.AgentResult {
	if err := s.ready(w, job.Fixtures); err != nil {
		return allFaulty(job, err)
	}
	return w.observe(job)
}

// prepare makes the root and the fixtures and starts the workers.
func (s *server) prepare(hello oracle.AgentHello, source string) (oracle.Info, error) {
	var info oracle.Info
	s.limits = hello.Limits.WithDefaults()
	toolset, err := copyRoot(source, s.layout.root())
	if err != nil {
		return info, err
	}
	info.Toolset = toolset
	info.Fixtures, s.fixtures = map[string]string{}, map[string]*fixture{}
	for _, recipe := range fixtures.All() {
		info.Fixtures[recipe.Name()] = recipe.Digest()
		s.fixtures[recipe.Name()] = &fixture{recipe: recipe}
	}
	if err := splitRoot(s.layout); err != nil {
		return info, fmt.Errorf("splitting the root: %w", err)
	}
	for i := range max(hello.Workers, 1) {
		w := &workerProcess{config: workerConfig{ID: fmt.Sprint(i), State: s.layout, Limits: s.limits, Fixtures: hello.Fixtures}, core: i}
		if err := w.start(); err != nil {
			return info, err
		}
		s.workers = append(s.workers, w)
	}
	if err := s.ready(s.workers[0], fixtures.Plain()); err != nil {
		return info, err
	}
	version := s.workers[0].observe(oracle.AgentJob{Command: []byte(`printf %s "$BASH_VERSION"`), Fixtures: fixtures.Plain()[:1]})
	first := version.Observations[0]
	if first.Status != oracle.Exited || first.Exit != 0 || len(first.Effects) > 0 {
		return info, fmt.Errorf("the first command went wrong: %s %d %s%s", first.Status, first.Exit, first.Stderr, first.Error)
	}
	info.Bash = first.Stdout
	var uts unix.Utsname
	if err := unix.Uname(&uts); err != nil {
		return info, err
	}
	info.Kernel = unix.ByteSliceToString(uts.Release[:])
	return info, nil
}

// jobs serves until the launcher closes the agent's standard input.
func (s *server) jobs(in *bufio.Reader) error {
	queue := make(chan oracle.AgentJob)
	var wg sync.WaitGroup
	for _, w := range s.workers {
		wg.Go(func() {
			for job := range queue {
				s.answer(s.observe(w, job))
			}
		})
	}
	var err error
	for {
		var line []byte
		line, err = in.ReadBytes('\n')
		if err != nil {
			break
		}
		if len(line) > maxLine {
			err = errors.New("a job line is too long")
			break
		}
		var job oracle.AgentJob
		if err = json.Unmarshal(line, &job); err != nil {
			err = fmt.Errorf("not a job: %w", err)
			break
		}
		queue <- job
	}
	close(queue)
	wg.Wait()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func (s *server) answer(result oracle.AgentResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.out.Encode(result); err != nil {
		// The launcher is gone; nobody is left to serve.
		os.Exit(0)
	}
}

func (s *server) close() {
	for _, w := range s.workers {
		w.stop()
	}
}
