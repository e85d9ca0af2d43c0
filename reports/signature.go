package reports

import (
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A Signature is what a finding shows, whatever its command: two findings with
// one signature are cases of one mistake of a fence, as far as that can be told
// without the command. It is comparable.
type Signature struct {
	Class    Class
	Decision fence.Decision
	// Rule is the rule that decided; empty for an admission.
	Rule string
	// Kinds are the kinds of effect that no grant allows, by name.
	Kinds string
}

// Signature returns what the result shows.
func (r Result) Signature() Signature {
	kinds := effectKinds(r.Observations, r.Request.Grants)
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return Signature{Class: r.Class, Decision: r.Decision, Rule: r.Rule, Kinds: strings.Join(names, " ")}
}
