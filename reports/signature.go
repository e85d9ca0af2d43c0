package reports

import (
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

// Cause names the mistake that a finding shows whose command is as small as it
// can be: by what it shows and by the form that is left. It is the same for
// findings that differ in names, or in what was taken away; of a command that
// is not the smallest it says nothing. Like a bucket's its name is the same in
// every run and everywhere.
func (r Result) Cause() string {
	s := r.Signature()
	severity := ""
	if s.Severity != 0 {
		severity = s.Severity.String()
	}
	return digest(s.Class.String(), s.Decision.String(), s.Rule, s.Objection, severity, form(r.Request.Command))
}
