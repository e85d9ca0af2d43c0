package oracle

import (
	"time"

	"github.com/fencediff/fencediff/fixtures"
)

// The launcher (in the client) and the agent (in the container or in
// namespaces of the host) talk in JSON Lines over the agent's standard input
// and output: one AgentHello, one AgentReady, then any number of AgentJob and
// AgentResult lines in any order. Command output travels inside results as
// JSON, so nothing a command prints can imitate the protocol.

// ProtocolVersion is checked in the handshake; raise it when a line changes.
const ProtocolVersion = 1

// AgentHello is the first line, from launcher to agent.
type AgentHello struct {
	Protocol int    `json:"protocol"`
	Workers  int    `json:"workers"`
	Limits   Limits `json:"limits"`
	// Fixtures are those that the agent was not built with.
	Fixtures []fixtures.Text `json:"fixtures,omitempty"`
}

// AgentReady is the agent's answer to AgentHello.
type AgentReady struct {
	Protocol int `json:"protocol"`
	// Info is what the agent found; the launcher fills in the rest.
	Info Info `json:"info"`
	// Error says why the agent cannot serve; the rest is then empty.
	Error string `json:"error,omitempty"`
}

// AgentJob is one command to run once in each of its fixtures.
type AgentJob struct {
	ID      uint64 `json:"id"`
	Command []byte `json:"command"`
	Cwd     []byte `json:"cwd,omitempty"`
	Setup   []byte `json:"setup,omitempty"`
	TTY     bool   `json:"tty,omitempty"`
	// Env is nil for the default environment.
	Env      []string `json:"env"`
	Fixtures []string `json:"fixtures"`
	// Time is in nanoseconds; 0 is the time of the limits.
	Time time.Duration `json:"time,omitempty"`
}

// AgentResult answers the AgentJob of the same ID, one observation a fixture.
type AgentResult struct {
	ID           uint64        `json:"id"`
	Observations []Observation `json:"observations"`
}
