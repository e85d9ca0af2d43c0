package oracle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// KeyOf returns the digest under which observations of a job are kept:
// everything an observation depends on. The image's and the agent's identity
// are not in it, the toolset's is.
func KeyOf(job Job, limits Limits, info Info) string {
	names := job.fixtures()
	digests := make([]string, len(names))
	limits = limits.WithDefaults()
	if job.Time != 0 {
		limits.Time = job.Time
	}
	for i, name := range names {
		digests[i] = name + " " + info.Fixtures[name]
	}
	environment := Environment
	if job.Env != nil {
		environment = job.Env
	}
	text, err := json.Marshal(struct {
		Version                   int
		Toolset                   string
		Environment, Fixtures     []string
		Command, Cwd, Setup       []byte
		Terminal                  bool
		StandardInput, User, Host string
		Limits                    Limits
	}{
		Version, info.Toolset, environment, digests,
		[]byte(job.Command), []byte(job.Cwd), []byte(job.Setup),
		job.TTY, "/dev/null", "0:0", "fencediff", limits,
	})
	if err != nil {
		panic(fmt.Sprintf("oracle: a key always marshals: %v", err))
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
