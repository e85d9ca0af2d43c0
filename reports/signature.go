package reports

import "github.com/fencediff/fencediff/fence"

// A Signature is what a finding shows, whatever its command: two findings with
// one signature are cases of one mistake of a fence, as far as that can be told
// without the command. It is comparable.
type Signature struct {
	Class    Class
	Decision fence.Decision
	// Rule is the rule that decided; empty for an admission.
	Rule string
	// Objection is what of the command the rule objects to, without the names in
	// it; empty where the fence does not point at anything.
	Objection string
	// Severity is set for a hole.
	Severity Severity
	// Kinds are the kinds of effect that no grant allows.
	Kinds Kinds
}

// Signature returns what the result shows.
func (r Result) Signature() Signature {
	return Signature{
		Class: r.Class, Decision: r.Decision, Rule: r.Rule, Objection: objection(r.Request.Command, r.Detail),
		Severity: r.Severity, Kinds: effectKinds(r.Observations, r.Request.Grants),
	}
}
