package fence

import "fmt"

// Mode is how much a session may change. The zero value is invalid.
type Mode uint8

// The modes, from the narrowest.
const (
	// ReadOnly lets a session read inside the workspace only.
	ReadOnly Mode = iota + 1
	// WorkspaceWrite lets a session write inside the workspace.
	WorkspaceWrite
	// DangerFullAccess confines nothing.
	DangerFullAccess
)

var modeNames = [...]string{ReadOnly: "read-only", WorkspaceWrite: "workspace-write", DangerFullAccess: "danger-full-access"}

// String returns the mode's name on the wire, or "invalid mode N".
func (m Mode) String() string {
	if m == 0 || int(m) >= len(modeNames) {
		return fmt.Sprintf("invalid mode %d", uint8(m))
	}
	return modeNames[m]
}

// MarshalText implements encoding.TextMarshaler; an invalid mode is an error.
func (m Mode) MarshalText() ([]byte, error) {
	if m == 0 || int(m) >= len(modeNames) {
		return nil, fmt.Errorf("fence: invalid mode %d", uint8(m))
	}
	return []byte(modeNames[m]), nil
}

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (m *Mode) UnmarshalText(text []byte) error {
	for i, name := range modeNames {
		if name != "" && name == string(text) {
			*m = Mode(i)
			return nil
		}
	}
	return fmt.Errorf("fence: unknown mode %q (want read-only, workspace-write or danger-full-access)", text)
}
