package oracle

import (
	"context"
	"time"
)

// A Job is one command for the oracle. The oracle never sees the fence, so a
// job knows nothing of verdicts.
type Job struct {
	// Command is what `bash -c` gets, byte for byte; it must hold no NUL
	// (an argument cannot): a job that does ends as StatusError.
	Command string `json:"command"`
	// Cwd is the directory bash starts in: empty means the workspace, a
	// relative path starts below it.
	Cwd string `json:"cwd,omitempty"`
	// Setup is bash code run in the fixture beforehand, unobserved; it is part
	// of the fixture and of its key.
	Setup string `json:"setup,omitempty"`
	// TTY gives the command a terminal.
	TTY bool `json:"tty,omitempty"`
	// Env replaces the whole environment, NAME=value, when it is not nil: a plan
	// brings its own.
	Env []string `json:"env,omitempty"`
	// Time bounds this job's runs instead of Limits.Time when it is not zero.
	Time time.Duration `json:"time,omitempty"`
	// Fixtures names the fixtures to run in; empty means the plain two,
	// present and absent.
	Fixtures []string `json:"fixtures,omitempty"`
}

// Limits bound one run. A zero field means its default.
type Limits struct {
	// Time is the wall clock a run may take from its launch; default 2 s.
	Time time.Duration `json:"time,omitempty"`
	// Output is how many bytes of standard output and of standard error are
	// kept, each; default 256 KiB.
	Output int `json:"output,omitempty"`
	// Processes is how many processes a command may have at once; default 100.
	Processes int `json:"processes,omitempty"`
	// Memory is how many bytes a command's processes may have in memory
	// together; default 512 MiB.
	Memory int64 `json:"memory,omitempty"`
	// Disk is the size in bytes of what a command may write; default 256 MiB.
	Disk int64 `json:"disk,omitempty"`
	// Files is how many files a command may make; default 65536.
	Files int `json:"files,omitempty"`
	// Effects is how many effects an observation lists; default 20000.
	Effects int `json:"effects,omitempty"`
	// Grace is how long background processes may outlive bash before they
	// count as left over; default 50 ms.
	Grace time.Duration `json:"grace,omitempty"`
}

// An Oracle observes commands. Implementations are safe for concurrent use;
// concurrency up to Workers makes them faster.
type Oracle interface {
	// Observe runs the job once in each of its fixtures and returns one
	// observation a fixture, in the order of Job.Fixtures. An error means that
	// the oracle is gone; a harness fault in one run is an observation with
	// StatusError instead.
	Observe(ctx context.Context, job Job) ([]Observation, error)
	// Key is the digest under which observations of the job are kept.
	Key(job Job) string
	// Workers is how many jobs run at once.
	Workers() int
	// Info describes what runs the commands.
	Info() Info
	// Close ends the oracle and removes its container.
	Close() error
}

// Info describes an oracle, for reports and doctor.
type Info struct {
	// Launcher is "docker" or "local".
	Launcher string `json:"launcher"`
	// Image is the image's name, empty for the local launcher.
	Image string `json:"image,omitempty"`
	// Toolset is the digest of the image's file system without the agent.
	Toolset string `json:"toolset"`
	// Bash is bash's own version, for instance "5.2.15(1)-release".
	Bash string `json:"bash"`
	// Kernel is the kernel release.
	Kernel string `json:"kernel"`
	// Fixtures maps each fixture's name to its digest.
	Fixtures map[string]string `json:"fixtures"`
}
