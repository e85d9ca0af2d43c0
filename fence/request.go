package fence

import "context"

// A Fence classifies shell requests. The built-in variants and every external
// fence stand behind this one interface. Judge must be safe for concurrent use
// and must not run the command. A returned error means that the fence itself
// could not answer (an external program died); a refusal is not an error here,
// it is a Verdict.
type Fence interface {
	// Name is the name the command line and the reports use.
	Name() string
	// Judge decides one request.
	Judge(ctx context.Context, r Request) (Verdict, error)
}

// A Request is what a fence judges: one command line as `bash -c` would get it
// and the circumstances in which it would run.
type Request struct {
	// Command is the exact bytes of the command; they need not be UTF-8.
	Command string
	// Cwd is the tool's working-directory field: empty means the root, a
	// relative path starts below the root.
	Cwd string
	// Policy says where the request may act.
	Policy Policy
	// Grants says what the session allows beyond the policy.
	Grants Grants
}

// A Policy is the confinement a request runs under.
type Policy struct {
	// Root is the canonical, absolute workspace root; empty means that no
	// root is known.
	Root string
	// Mode is the effective mode, after any escalation.
	Mode Mode
	// Confined says that a confining executor is mounted.
	Confined bool
}

// Grants are the permissions of a session beyond its policy. The zero value
// grants nothing.
type Grants struct {
	// Network admits programs whose reading needs the network.
	Network bool
}

// DefaultPolicy is the policy of a request line that names none: the fixture
// workspace, read-only, confined.
func DefaultPolicy() Policy {
	return Policy{Root: "/srv/ws", Mode: ReadOnly, Confined: true}
}
