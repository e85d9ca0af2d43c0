package mutant

import (
	"fmt"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A ruling is what a fence makes of its verdict, and says so.
type ruling struct {
	shown  string
	decide func(fence.Verdict) fence.Verdict
}

// overrules is the mistake of admitting what rules refuse.
func overrules(id, breaks string, r ruling) Mutation {
	return Mutation{ID: id, Breaks: breaks, Decides: r.decide, shown: r.shown}
}

// A detail says of which refusals of a rule it speaks, by their detail.
type detail struct {
	shown string
	is    func(string) bool
}

// The details.
var (
	anyDetail    = detail{"", func(string) bool { return true }}
	absolute     = detail{" of what begins with /", func(text string) bool { return strings.HasPrefix(text, "/") }}
	relative     = detail{" of what does not begin with /", func(text string) bool { return !strings.HasPrefix(text, "/") }}
	climbsInside = detail{" of what begins neither with / nor with ..", func(text string) bool {
		return !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "..")
	}}
	longOption = detail{" of what begins with --", func(text string) bool { return strings.HasPrefix(text, "--") }}
)

// refusals admits what a rule refuses of some details.
func refusals(rule fence.RuleID, of detail) ruling {
	return ruling{fmt.Sprintf("a refusal by rule %s%s admits", rule, of.shown), func(v fence.Verdict) fence.Verdict {
		if v.Decision == fence.Refuse && v.Rule == string(rule) && of.is(v.Detail) {
			return fence.Verdict{Decision: fence.Admit, Offset: -1}
		}
		return v
	}}
}
