package oracle

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/fencediff/fencediff/fixtures"
)

// openWithFixtures starts an oracle whose agent is a copy of the configured one
// with the configured fixtures attached.
func openWithFixtures(ctx context.Context, config Config) (Oracle, error) {
	agent, err := attachFixtures(config.Agent, config.Fixtures)
	if err != nil {
		return nil, &UnavailableError{"the fixtures cannot be given to the agent", err}
	}
	config.Agent = agent
	o, err := launch(ctx, config)
	if err != nil {
		return nil, errors.Join(err, os.Remove(agent))
	}
	return &attached{o, agent}, nil
}

// attached is an oracle with an agent's file of its own.
type attached struct {
	Oracle
	agent string
}

// Close implements Oracle.
func (a *attached) Close() error {
	err := a.Oracle.Close()
	if removal := os.Remove(a.agent); !errors.Is(removal, os.ErrNotExist) { // closed before
		err = errors.Join(err, removal)
	}
	return err
}

// attachFixtures copies an agent to a temporary file and attaches fixtures.
func attachFixtures(agent string, own []fixtures.Recipe) (path string, err error) {
	from, err := os.Open(agent)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.CreateTemp("", "fencediff-agent-*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	if err == nil {
		err = fixtures.Attach(to, own)
	}
	if err = errors.Join(err, to.Chmod(0o755), to.Close()); err != nil {
		return "", errors.Join(err, os.Remove(to.Name()))
	}
	return to.Name(), nil
}

// In returns an oracle that runs every job that names no fixtures in those of
// the given names. Closing it closes o.
func In(o Oracle, names []string) Oracle { return elsewhere{o, names} }

type elsewhere struct {
	Oracle
	names []string
}

func (e elsewhere) in(job Job) Job {
	if len(job.Fixtures) == 0 {
		job.Fixtures = e.names
	}
	return job
}

// Observe implements Oracle.
func (e elsewhere) Observe(ctx context.Context, job Job) ([]Observation, error) {
	return e.Oracle.Observe(ctx, e.in(job))
}

// Key implements Oracle.
func (e elsewhere) Key(job Job) string { return e.Oracle.Key(e.in(job)) }
