package external

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A Host says what an agent does with each raw answer. An answer that is not in
// the table has no known effect, so that the verdict is unsupported.
type Host map[Raw]Effective

// DefaultHost is the name of the host that a Spec has when it names none: it
// takes the four answers at their word, and what it does after an error is not
// known.
const DefaultHost = "plain"

// hosts are the agents of which the effect of every raw answer is known.
var hosts = map[string]Host{
	DefaultHost: {Allow: Runs, Ask: Prompts, Deny: Blocked, Abstain: Prompts},
	// anthropics/claude-code, CHANGELOG.md and issue 84656: no decision, a
	// crash or a time-out runs the ordinary permission flow; a failed hook runs
	// the tool.
	"claude-code": {Allow: Runs, Ask: Prompts, Deny: Blocked, Abstain: Prompts, Error: Runs},
	// openai/codex, codex-rs/hooks/src/engine/output_parser.rs: ask is not
	// supported, marks the hook failed and lets the command go on.
	"codex": {Allow: Runs, Ask: Runs, Deny: Blocked, Abstain: Runs, Error: Runs},
	// github/copilot-cli, changelog.md, 1.0.57: a hook error denies.
	"copilot-cli": {Allow: Runs, Ask: Prompts, Deny: Blocked, Abstain: Prompts, Error: Blocked},
	// MoonshotAI/kimi-cli, src/kimi_cli/hooks/runner.py: only a deny counts.
	"kimi-cli": {Allow: Runs, Ask: Runs, Deny: Blocked, Abstain: Runs, Error: Runs},
}

// Hosts returns the names of the known hosts, sorted.
func Hosts() []string { return slices.Sorted(maps.Keys(hosts)) }

func lookupHost(name string) (Host, error) {
	host, ok := hosts[name]
	if !ok {
		return nil, fmt.Errorf("unknown host %q; known are %s", name, strings.Join(Hosts(), ", "))
	}
	return host, nil
}

// A reply is what came of asking an external fence once.
type reply struct {
	raw Raw
	// rule and reason are the fence's own words, both optional; of an error
	// reason is what went wrong.
	rule, reason string
}

// verdict is what a reply amounts to in that host.
func (h Host) verdict(r reply) fence.Verdict {
	v := fence.Verdict{Offset: -1, Rule: r.rule, Detail: r.reason, Raw: r.raw.String(), Effective: h[r.raw].String()}
	switch h[r.raw] {
	case Runs:
		v.Decision = fence.Admit
	case Prompts, Blocked:
		v.Decision = fence.Refuse
	default:
		v.Decision = fence.Unsupported
	}
	if v.Rule == "" && v.Decision != fence.Admit {
		v.Rule = v.Raw
	}
	return v
}

// unsupported is the verdict of a request that cannot be put to a fence.
func unsupported(reason string) fence.Verdict {
	return fence.Verdict{Decision: fence.Unsupported, Offset: -1, Rule: "not expressible", Detail: reason}
}
