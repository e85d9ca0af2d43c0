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

// A which says of which refusals of a rule it speaks.
type which struct {
	shown string
	is    func(fence.Verdict) bool
}

var anyDetail = which{"", func(fence.Verdict) bool { return true }}

// about speaks of refusals by their detail.
func about(shown string, is func(detail string) bool) which {
	return which{" of what " + shown, func(v fence.Verdict) bool { return is(v.Detail) }}
}

// Refusals by their detail.
var (
	absolute = about("begins with /", func(text string) bool { return strings.HasPrefix(text, "/") })
	relative = about("does not begin with /", func(text string) bool { return !strings.HasPrefix(text, "/") })
	deepDots = about("begins neither with / nor with ..", func(text string) bool {
		return !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "..")
	})
	longOption = about("begins with --", func(text string) bool { return strings.HasPrefix(text, "--") })
)

// advises speaks of refusals by how their next step begins.
func advises(next string) which {
	return which{fmt.Sprintf(" that advises to %q", next), func(v fence.Verdict) bool { return strings.HasPrefix(v.Next, next) }}
}

// refusals admits what a rule refuses.
func refusals(rule fence.RuleID, of which) ruling {
	return ruling{fmt.Sprintf("a refusal by rule %s%s admits", rule, of.shown), func(v fence.Verdict) fence.Verdict {
		if v.Decision == fence.Refuse && v.Rule == string(rule) && of.is(v) {
			return fence.Verdict{Decision: fence.Admit, Offset: -1}
		}
		return v
	}}
}
