package agent

// fault names a part of the agent to break, so that a test can see that it
// matters. It is empty but in binaries linked for such a test:
//
//	go build -ldflags '-X github.com/fencediff/fencediff/oracle/agent.fault=calls'
var fault string

// The faults.
const (
	faultUpper = "upper" // creations on disk are not seen
	faultCalls = "calls" // creations by calls are not seen
	faultReads = "reads" // nothing is read
	// faultBenign takes benign traffic for effects, to see that it still occurs.
	faultBenign = "benign"
)
