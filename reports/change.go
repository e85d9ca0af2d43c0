package reports

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/fencediff/fencediff/fence"
)

// Change says how the verdicts of two sides on one request differ. The zero
// value is invalid.
type Change uint8

// The changes, in the order in which a report shows them.
const (
	// Loosened: refused before, admitted now.
	Loosened Change = iota + 1
	// Tightened: admitted before, refused now.
	Tightened
	// PlanOnly: admitted by both, to be executed in another way.
	PlanOnly
	// SupportChanged: one side could not be asked about the request.
	SupportChanged
	// RuleOnly: the same decision for another reason.
	RuleOnly
	// Unchanged: the sides say the same.
	Unchanged
)

var changeNames = []string{
	Loosened: "loosened", Tightened: "tightened", PlanOnly: "plan-only", SupportChanged: "unsupported", RuleOnly: "rule-only",
	Unchanged: "unchanged",
}

// Changes returns every change but Unchanged, in the order in which a report
// shows them.
func Changes() []Change {
	all := enumAll[Change](changeNames)
	return all[:len(all)-1]
}

// String returns the change's name on the wire.
func (c Change) String() string { return enumString(changeNames, "change", c) }

// MarshalText implements encoding.TextMarshaler; an invalid change is an error.
func (c Change) MarshalText() ([]byte, error) { return enumText(changeNames, "change", c) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (c *Change) UnmarshalText(text []byte) (err error) {
	*c, err = enumValue[Change](changeNames, "change", text)
	return err
}

// An Answer is what one side says about a request, as far as two sides are
// compared by it: a verdict whose plan is its digest, without the words that
// only advise. It is what a snapshot keeps.
type Answer struct {
	Decision fence.Decision `json:"verdict"`
	Rule     string         `json:"rule,omitempty"`
	Offset   int            `json:"offset"`
	Detail   string         `json:"detail,omitempty"`
	// Plan is a digest of how an admitted request would be executed; empty when
	// it would be given to bash as it is.
	Plan      string `json:"plan,omitempty"`
	Raw       string `json:"raw,omitempty"`
	Effective string `json:"effective,omitempty"`
}

// planDigits is how many hexadecimal digits of the digest stand for a plan: no
// two of the plans that a report compares are likely to share them.
const planDigits = 16

// AnswerOf is what is compared of a verdict. Bytes that are no UTF-8 become
// U+FFFD as in JSON, so that an answer is the same before and after it was kept.
func AnswerOf(v fence.Verdict) Answer {
	text := func(s string) string { return string([]rune(s)) }
	a := Answer{
		Decision: v.Decision, Rule: text(v.Rule), Offset: v.Offset, Detail: text(v.Detail), Raw: v.Raw, Effective: v.Effective,
	}
	if v.Plan != nil {
		text, err := json.Marshal(v.Plan)
		if err != nil {
			panic(fmt.Sprintf("reports: a plan always marshals: %v", err))
		}
		sum := sha256.Sum256(text)
		a.Plan = hex.EncodeToString(sum[:])[:planDigits]
	}
	return a
}

// cause is what decided, in a word or two.
func (a Answer) cause() string {
	if a.Decision == fence.Refuse {
		return cmp.Or(a.Rule, a.Decision.String())
	}
	if a.Rule == "" {
		return a.Decision.String()
	}
	return a.Decision.String() + ": " + a.Rule
}

// changes is the change between every pair of decisions, base before head; the
// same decision twice is for the rest of the answers to tell.
var changes = [...][fence.Unsupported + 1]Change{
	fence.Admit:       {fence.Refuse: Tightened, fence.Unsupported: SupportChanged},
	fence.Refuse:      {fence.Admit: Loosened, fence.Unsupported: SupportChanged},
	fence.Unsupported: {fence.Admit: SupportChanged, fence.Refuse: SupportChanged},
}

// ChangeOf says how head differs from base. With an invalid decision on either
// side the change is invalid. What an external fence itself said counts only
// where both are such.
func ChangeOf(base, head Answer) Change {
	if base.Raw == "" || head.Raw == "" {
		base.Raw, base.Effective, head.Raw, head.Effective = "", "", "", ""
	}
	switch {
	case base.Decision == 0 || head.Decision == 0 || int(base.Decision) >= len(changes) || int(head.Decision) >= len(changes):
		return 0
	case base.Decision != head.Decision:
		return changes[base.Decision][head.Decision]
	case base.Plan != head.Plan:
		return PlanOnly
	case base != head:
		return RuleOnly
	}
	return Unchanged
}

// SameChange says whether answer differs from base as a change of that kind does:
// in the decision, the plan or the rest.
func SameChange(c Change, base, answer Answer) bool {
	switch c {
	case PlanOnly:
		return answer.Decision != base.Decision || answer.Plan != base.Plan
	case RuleOnly:
		return answer != base
	}
	return answer.Decision != base.Decision
}

// String is the answer in a line: the decision, the rule and what it objects to.
func (a Answer) String() string {
	text := a.cause()
	if a.Decision == fence.Refuse && a.Rule != "" {
		text = "refuse: " + a.Rule
	}
	if a.Detail != "" {
		text += " " + Escape(a.Detail)
	}
	return text
}
