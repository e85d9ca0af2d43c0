package oracle

// Version is part of every observation's key. Raise it by hand when the
// meaning of an observation changes.
const Version = 2

// Status says how a run ended. The zero value is invalid.
type Status uint8

// The statuses. Only Exited and Signaled are complete runs; after any other a
// limit cut the run short, and StatusError means that the harness failed.
const (
	// Exited: bash ended by itself; Exit holds its status.
	Exited Status = iota + 1
	// Signaled: a signal that the oracle did not send ended bash; Exit holds 128 + signal.
	Signaled
	// Timeout: the time limit passed.
	Timeout
	// OutputLimit: the command wrote more than the output limit and was killed.
	OutputLimit
	// ProcessLimit: the command ran into the process limit.
	ProcessLimit
	// MemoryLimit: the kernel killed a process of the command for memory.
	MemoryLimit
	// DiskLimit: the command filled the disposable root.
	DiskLimit
	// NeverStarted: no slot opened in time, so nothing ran.
	NeverStarted
	// StatusError: the harness failed; Error says how.
	StatusError
)

var statusNames = []string{
	Exited: "exited", Signaled: "signaled", Timeout: "timeout", OutputLimit: "output-limit",
	ProcessLimit: "process-limit", MemoryLimit: "memory-limit", DiskLimit: "disk-limit",
	NeverStarted: "never-started", StatusError: "error",
}

// String returns the status's name on the wire.
func (s Status) String() string { return enumString(statusNames, "status", s) }

// MarshalText implements encoding.TextMarshaler; an invalid status is an error.
func (s Status) MarshalText() ([]byte, error) { return enumText(statusNames, "status", s) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (s *Status) UnmarshalText(text []byte) (err error) {
	*s, err = enumValue[Status](statusNames, "status", text)
	return err
}

// An Observation is what the oracle saw of one command in one fixture.
type Observation struct {
	// Fixture is the fixture's name, "present" or "absent" for the plain two.
	Fixture string `json:"fixture"`
	Status  Status `json:"status"`
	// Exit is bash's exit status, 128 + N after signal N; -1 when bash never ended.
	Exit int `json:"exit"`
	// Stdout and Stderr are at most the output limit; bytes that are not UTF-8
	// stand as \xNN. The Cut flags say that more was written than is kept.
	Stdout    string `json:"stdout"`
	Stderr    string `json:"stderr"`
	StdoutCut bool   `json:"stdout_cut,omitempty"`
	StderrCut bool   `json:"stderr_cut,omitempty"`
	// Effects are sorted by path, then kind.
	Effects []Effect `json:"effects"`
	// EffectsCut says that there were more effects than are kept.
	EffectsCut bool         `json:"effects_cut,omitempty"`
	Attempts   []Attempt    `json:"attempts"`
	Execs      []ExecRecord `json:"execs"`
	// Reads lists the paths of the outside zone that were opened or listed.
	Reads []string `json:"reads"`
	// Leftovers lists the command lines of processes that outlived bash.
	Leftovers []string `json:"leftovers"`
	// Error is set with StatusError and NeverStarted.
	Error string `json:"error,omitempty"`
}
