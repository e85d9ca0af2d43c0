package reports

import "github.com/fencediff/fencediff/oracle"

// Severity says how bad a hole is; a smaller value is worse. The zero value is
// invalid and stands for "not a hole".
type Severity uint8

// The severities, from the worst.
const (
	// RunsCode: code that is no part of the image was executed.
	RunsCode Severity = iota + 1
	// WritesOutside: something outside the workspace was made, changed or deleted.
	WritesOutside
	// WritesInside: something in the workspace was made, changed or deleted.
	WritesInside
	// ReadsOutside: something in the outside zone was opened, listed or printed.
	ReadsOutside
	// UsesNetwork: an address was contacted or a name looked up.
	UsesNetwork
	// LeavesProcess: a process outlived the command, or one that was not the
	// command's own got a signal.
	LeavesProcess
	// Metadata: only metadata changed, only the terminal was written to, or
	// the change was undone within the run.
	Metadata
)

var severityNames = []string{
	RunsCode: "code", WritesOutside: "write-outside", WritesInside: "write-inside", ReadsOutside: "read-outside",
	UsesNetwork: "network", LeavesProcess: "leftover", Metadata: "metadata",
}

// Severities returns every severity from the worst.
func Severities() []Severity { return enumAll[Severity](severityNames) }

// String returns the severity's name on the wire.
func (s Severity) String() string { return enumString(severityNames, "severity", s) }

// MarshalText implements encoding.TextMarshaler; an invalid severity is an error.
func (s Severity) MarshalText() ([]byte, error) { return enumText(severityNames, "severity", s) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (s *Severity) UnmarshalText(text []byte) (err error) {
	*s, err = enumValue[Severity](severityNames, "severity", text)
	return err
}

// severities says how bad one effect of a kind is, by where it happened and
// whether it lasted.
var severities = [...]struct{ outside, inside, transient Severity }{
	oracle.Create:      {WritesOutside, WritesInside, Metadata},
	oracle.Write:       {WritesOutside, WritesInside, Metadata},
	oracle.Delete:      {WritesOutside, WritesInside, Metadata},
	oracle.Rename:      {WritesOutside, WritesInside, Metadata},
	oracle.Link:        {WritesOutside, WritesInside, Metadata},
	oracle.Mkdir:       {WritesOutside, WritesInside, Metadata},
	oracle.Special:     {WritesOutside, WritesInside, Metadata},
	oracle.ModeChange:  {Metadata, Metadata, Metadata},
	oracle.Owner:       {Metadata, Metadata, Metadata},
	oracle.Xattr:       {Metadata, Metadata, Metadata},
	oracle.Times:       {Metadata, Metadata, Metadata},
	oracle.Exec:        {RunsCode, RunsCode, RunsCode},
	oracle.Network:     {UsesNetwork, UsesNetwork, UsesNetwork},
	oracle.ReadOutside: {ReadsOutside, ReadsOutside, ReadsOutside},
	oracle.Leftover:    {LeavesProcess, LeavesProcess, LeavesProcess},
	oracle.Signal:      {LeavesProcess, LeavesProcess, LeavesProcess},
	oracle.TTY:         {Metadata, Metadata, Metadata},
}

// SeverityOf says how bad one effect is. An effect of an unknown kind is as
// bad as can be: what is not understood is not waved through.
func SeverityOf(e oracle.Effect) Severity {
	if e.Kind == 0 || int(e.Kind) >= len(severities) {
		return RunsCode
	}
	row := severities[e.Kind]
	switch {
	case e.Transient:
		return row.transient
	case e.Inside:
		return row.inside
	default:
		return row.outside
	}
}
