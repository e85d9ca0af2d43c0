package oracle

// Kind is what sort of effect a command had. The zero value is invalid.
type Kind uint8

// The effect kinds.
const (
	// Create: a regular file came into being.
	Create Kind = iota + 1
	// Write: the content of an existing file changed.
	Write
	// Delete: a file or directory went away.
	Delete
	// Rename: an existing file or directory has another name; Detail names the old one.
	Rename
	// Link: a hard or symbolic link came into being; Detail says which and to what.
	Link
	// Mkdir: a directory came into being.
	Mkdir
	// ModeChange: permission bits of an existing file changed.
	ModeChange
	// Owner: user or group of an existing file changed.
	Owner
	// Xattr: extended attributes of an existing file changed.
	Xattr
	// Times: an existing file has another modification time and nothing else.
	Times
	// Special: a fifo, socket or device came into being.
	Special
	// Exec: a file that is not part of the image was executed.
	Exec
	// Network: an address was contacted or a name looked up.
	Network
	// ReadOutside: something in the outside zone was opened, listed or printed.
	ReadOutside
	// Leftover: a process still ran after bash had ended and its grace was over.
	Leftover
	// Signal: a signal was sent to a process that the command did not start.
	Signal
	// TTY: the terminal itself was written to.
	TTY
)

var kindNames = []string{
	Create: "create", Write: "write", Delete: "delete", Rename: "rename", Link: "link", Mkdir: "mkdir",
	ModeChange: "mode", Owner: "owner", Xattr: "xattr", Times: "times", Special: "special", Exec: "exec",
	Network: "network", ReadOutside: "read-outside", Leftover: "leftover", Signal: "signal", TTY: "tty",
}

// Kinds returns every effect kind in declaration order.
func Kinds() []Kind {
	kinds := make([]Kind, 0, len(kindNames)-1)
	for k := Create; int(k) < len(kindNames); k++ {
		kinds = append(kinds, k)
	}
	return kinds
}

// String returns the kind's name on the wire.
func (k Kind) String() string { return enumString(kindNames, "effect kind", k) }

// MarshalText implements encoding.TextMarshaler; an invalid kind is an error.
func (k Kind) MarshalText() ([]byte, error) { return enumText(kindNames, "effect kind", k) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (k *Kind) UnmarshalText(text []byte) (err error) {
	*k, err = enumValue[Kind](kindNames, "effect kind", text)
	return err
}

// An Effect is one thing that a command changed or reached.
type Effect struct {
	Kind Kind `json:"kind"`
	// Path is the absolute path inside the sandbox, or an address for Network,
	// or a command line for Leftover. Bytes that are not UTF-8 stand as \xNN.
	Path string `json:"path"`
	// Inside says that Path lies in the workspace.
	Inside bool `json:"inside"`
	// Transient says that the effect was undone within the run.
	Transient bool `json:"transient,omitempty"`
	// Blocked says that the effect was refused for permission (EACCES, EPERM
	// or EROFS).
	Blocked bool `json:"blocked,omitempty"`
	// Detail says what no other field does: an old name, a link's target, a token's name.
	Detail string `json:"detail,omitempty"`
}

// An Attempt is a mutating system call that failed for a reason other than
// permission, so that nothing changed.
type Attempt struct {
	Call  string `json:"call"`
	Path  string `json:"path"`
	Errno string `json:"errno"`
}

// An ExecRecord is one program that a command executed.
type ExecRecord struct {
	Argv []string `json:"argv"`
	// Path is the resolved path of the file.
	Path string `json:"path"`
	// Depth is 0 for what the first bash started.
	Depth int `json:"depth"`
}
