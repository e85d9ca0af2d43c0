package agent

// fault names a capture to break, so that a test can see that a broken capture
// is noticed. It is empty but in binaries linked for such a test:
//
//	go build -ldflags '-X github.com/fencediff/fencediff/oracle/agent.fault=calls'
var fault string

// The captures that can be broken.
const (
	faultUpper = "upper" // creations on disk are not seen
	faultCalls = "calls" // creations by calls are not seen
	faultReads = "reads" // nothing is read
)
