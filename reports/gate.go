package reports

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fencediff/fencediff/reports/schema"
)

// A Baseline is the committed file that a gate holds a comparison to: what
// fails, and the findings that somebody has answered for.
type Baseline struct {
	// Schema is the $id of the schema that the file follows.
	Schema string `json:"schema"`
	// Policy says what becomes of a group; the first rule that matches counts.
	Policy []PolicyRule `json:"policy"`
	// Accepted are the findings that do not fail, sorted by group.
	Accepted []AcceptedFinding `json:"accepted"`
}

// A PolicyRule says what becomes of groups of a change and an outcome.
type PolicyRule struct {
	// Change and Outcome match what they name; left out, they match all.
	Change  Change  `json:"change,omitzero"`
	Outcome Outcome `json:"outcome,omitzero"`
	Then    Action  `json:"then"`
}

// Action is what a gate does with a group. The zero value is invalid.
type Action uint8

// The actions.
const (
	// Fail: the gate fails unless the group is accepted.
	Fail Action = iota + 1
	// Warn: the group is listed and does not fail.
	Warn
	// Pass: it is not listed.
	Pass
)

var actionNames = []string{Fail: "fail", Warn: "warn", Pass: "pass"}

// String returns the action's name on the wire.
func (a Action) String() string { return enumString(actionNames, "action", a) }

// MarshalText implements encoding.TextMarshaler; an invalid action is an error.
func (a Action) MarshalText() ([]byte, error) { return enumText(actionNames, "action", a) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (a *Action) UnmarshalText(text []byte) (err error) {
	*a, err = enumValue[Action](actionNames, "action", text)
	return err
}

// DefaultPolicy is the policy of a new baseline: all that was loosened fails,
// and so does what bash shows to be worse or cannot tell.
func DefaultPolicy() []PolicyRule {
	return []PolicyRule{
		{Change: Loosened, Then: Fail},
		{Outcome: HoleOpened, Then: Fail},
		{Outcome: OverBlockIntroduced, Then: Fail},
		{Outcome: Undecided, Then: Fail},
		{Change: Tightened, Then: Warn},
		{Then: Pass},
	}
}

// An AcceptedFinding is a group of changes that somebody has answered for.
type AcceptedFinding struct {
	Group   string  `json:"group"`
	Change  Change  `json:"change"`
	Outcome Outcome `json:"outcome"`
	Base    string  `json:"base"`
	Head    string  `json:"head"`
	// Count and Digest say which commands were accepted: not one more.
	Count  int    `json:"count"`
	Digest string `json:"digest"`
	// Witness is the command that shows the change best, for people.
	Witness string `json:"witness"`
	// Reason says why it is right, Owner who answers for it. Expires is the last
	// day on which it counts.
	Reason  string `json:"reason"`
	Owner   string `json:"owner"`
	Expires Day    `json:"expires"`
}

// A Day is a date, written 2006-01-02. The zero value is invalid.
type Day string

// ParseDay reads a date.
func ParseDay(text string) (Day, error) {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return "", fmt.Errorf("%q is no date such as 2027-01-31", text)
	}
	return Day(text), nil
}

// MarshalText implements encoding.TextMarshaler; no date is an error.
func (d Day) MarshalText() ([]byte, error) {
	if d == "" {
		return nil, errors.New("reports: there is no date")
	}
	return []byte(d), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Day) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDay(string(text))
	return err
}

// NewBaseline returns a baseline that accepts nothing.
func NewBaseline() *Baseline {
	return &Baseline{Schema: schema.Baseline, Policy: DefaultPolicy(), Accepted: []AcceptedFinding{}}
}

// ReadBaseline reads a baseline. Unknown keys, a finding without reason, owner or
// date, and one that is there twice are errors.
func ReadBaseline(text []byte) (*Baseline, error) {
	var b Baseline
	if err := readCommitted(text, "baseline", &b, &b.Schema, schema.Baseline); err != nil {
		return nil, err
	}
	return &b, b.Check()
}

// readCommitted reads a committed file, which errors call what: one JSON
// object of the schema wanted, without keys that it does not know.
func readCommitted(text []byte, what string, into any, has *string, want string) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("is no %s: %w", what, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return fmt.Errorf("is no %s: something follows it", what)
	}
	if *has != want {
		return fmt.Errorf("has the schema %q; want %q", *has, want)
	}
	return nil
}

// answered says whether somebody answers for what is accepted, until some day.
func answered(reason, owner string, expires Day) bool {
	return strings.TrimSpace(reason) != "" && strings.TrimSpace(owner) != "" && expires != ""
}

// Check says what is wrong with a baseline: a finding without a reason, an owner
// or a date, one that is there twice, a rule that does not say what then.
func (b *Baseline) Check() error {
	for i, rule := range b.Policy {
		if rule.Then == 0 {
			return fmt.Errorf("policy rule %d does not say what then", i+1)
		}
	}
	seen := map[string]bool{}
	for _, a := range b.Accepted {
		switch {
		case a.Group == "" || seen[a.Group]:
			return fmt.Errorf("accepted group %q is there twice, or has no name", a.Group)
		case !answered(a.Reason, a.Owner, a.Expires):
			return fmt.Errorf("accepted group %s needs a reason, an owner and a date", a.Group)
		case a.Change == 0 || a.Outcome == 0:
			return fmt.Errorf("accepted group %s does not say which change it is", a.Group)
		}
		seen[a.Group] = true
	}
	return nil
}

// Write writes the baseline as it is committed.
func (b *Baseline) Write(w io.Writer) error { return WriteIndented(w, b) }

// action is what the policy says of a group; what it says nothing of fails.
func (b *Baseline) action(g *ChangeGroup) Action {
	if g.Outcome == FlakyVerdict {
		return Warn
	}
	for _, rule := range b.Policy {
		if (rule.Change == 0 || rule.Change == g.Change) && (rule.Outcome == 0 || rule.Outcome == g.Outcome) {
			return rule.Then
		}
	}
	return Fail
}

// Standing says how a finding stands to a baseline. The zero value is invalid.
type Standing uint8

// The standings, in the order in which they are shown.
const (
	// New: nobody has accepted it. Fails.
	New Standing = iota + 1
	// Grown: accepted, but for other commands than there are now. Fails.
	Grown
	// Expired: the last day of the acceptance is past. Fails.
	Expired
	// Stale: accepted, and it does not occur any more. Fails.
	Stale
	// Warned: the policy only warns.
	Warned
	// Accepted: somebody answers for it.
	Accepted
)

var standingNames = []string{New: "new", Grown: "changed", Expired: "expired", Stale: "stale", Warned: "warning", Accepted: "accepted"}

// String returns the standing's name.
func (s Standing) String() string { return enumString(standingNames, "standing", s) }

// MarshalText implements encoding.TextMarshaler; an invalid standing is an error.
func (s Standing) MarshalText() ([]byte, error) { return enumText(standingNames, "standing", s) }

// Fails says whether a gate fails because of it.
func (s Standing) Fails() bool { return s >= New && s <= Stale }

// A GateFinding is one group, or one acceptance, and how it stands.
type GateFinding struct {
	Standing Standing `json:"standing"`
	ID       string   `json:"group"`
	// Text says in a line what it is about and, if it fails, what to do.
	Text string `json:"text"`
	// Opens says that head lets through what base did not.
	Opens bool `json:"opens"`
}

// A GateResult is what a gate says of a comparison. It is the line after the
// summary in changes.jsonl.
type GateResult struct {
	// Type tells the line from the others: "gate".
	Type string `json:"type"`
	// Passed says that nothing fails.
	Passed   bool          `json:"passed"`
	Findings []GateFinding `json:"findings"`
}

// Gate holds a comparison to the baseline. Today decides what has expired. The
// summary must be closed.
func (b *Baseline) Gate(s *ChangeSummary, today time.Time) *GateResult {
	accepted := map[string]AcceptedFinding{}
	for _, a := range b.Accepted {
		accepted[a.Group] = a
	}
	result := &GateResult{Type: "gate", Passed: true, Findings: []GateFinding{}}
	add := func(f GateFinding) {
		result.Findings = append(result.Findings, f)
		result.Passed = result.Passed && !f.Standing.Fails()
	}
	for _, g := range s.Groups {
		about := fmt.Sprintf("%s, %s: %s, %s to %s", g.Change, g.Outcome, plural(g.Count, "command"), g.Base, g.Head)
		a, known := accepted[g.ID]
		delete(accepted, g.ID)
		action := b.action(g)
		f := GateFinding{ID: g.ID, Opens: g.Opens()}
		switch {
		case known && (a.Count != g.Count || a.Digest != g.Digest):
			f.Standing, f.Text = Grown, fmt.Sprintf("%s; accepted were %d, not these", about, a.Count)
		case known && expired(a.Expires, today):
			f.Standing, f.Text = Expired, fmt.Sprintf("%s; accepted until %s by %s", about, a.Expires, a.Owner)
		case known:
			f.Standing, f.Text = Accepted, fmt.Sprintf("%s; %s (%s, until %s)", about, a.Reason, a.Owner, a.Expires)
		case action == Fail:
			f.Standing, f.Text = New, about
		case action == Warn:
			f.Standing, f.Text = Warned, about
		default:
			continue
		}
		add(f)
	}
	for _, a := range b.Accepted {
		if _, left := accepted[a.Group]; left {
			add(GateFinding{Standing: Stale, ID: a.Group, Text: fmt.Sprintf("%s, %s: %s to %s; it no longer occurs, remove it", a.Change, a.Outcome, a.Base, a.Head)})
		}
	}
	slices.SortStableFunc(result.Findings, func(a, b GateFinding) int { return cmp.Compare(a.Standing, b.Standing) })
	return result
}

func expired(last Day, today time.Time) bool {
	return today.UTC().Format(time.DateOnly) > string(last)
}

// Opens says whether a finding fails that lets through what base did not.
func (r *GateResult) Opens() bool {
	return slices.ContainsFunc(r.Findings, func(f GateFinding) bool { return f.Standing.Fails() && f.Opens })
}

// Failures are the findings that fail, a line each.
func (r *GateResult) Failures() []string {
	var lines []string
	for _, f := range r.Findings {
		if f.Standing.Fails() {
			lines = append(lines, f.line())
		}
	}
	return lines
}

// line is one finding as text that may stand on a terminal.
func (f GateFinding) line() string {
	return fmt.Sprintf("%s %s: %s", f.Standing, EscapeLine(f.ID), EscapeLine(f.Text))
}

// verdict is the gate's answer in a word.
func (r *GateResult) verdict() string {
	if r.Passed {
		return "passes"
	}
	return "fails"
}

func (r *GateResult) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "\nthe gate %s\n", r.verdict())
	for _, f := range r.Findings {
		fmt.Fprintln(b, f.line())
	}
}

// Update makes the baseline accept exactly the groups that its policy fails.
// What was accepted and is the same keeps its reason, owner and date, unless it
// has expired; what is new or changed gets those of fresh. The lines say what
// changed.
func (b *Baseline) Update(s *ChangeSummary, today time.Time, fresh AcceptedFinding) []string {
	old := map[string]AcceptedFinding{}
	for _, a := range b.Accepted {
		old[a.Group] = a
	}
	var lines []string
	accepted := []AcceptedFinding{}
	for _, g := range s.Groups {
		a, known := old[g.ID]
		if !known && b.action(g) != Fail {
			continue
		}
		delete(old, g.ID)
		if known && a.Count == g.Count && a.Digest == g.Digest && !expired(a.Expires, today) {
			accepted = append(accepted, a)
			continue
		}
		accepted = append(accepted, AcceptedFinding{
			Group: g.ID, Change: g.Change, Outcome: g.Outcome, Base: g.Base, Head: g.Head,
			Count: g.Count, Digest: g.Digest, Witness: Escape(g.Witness.Request.Command),
			Reason: fresh.Reason, Owner: fresh.Owner, Expires: fresh.Expires,
		})
		lines = append(lines, EscapeLine(fmt.Sprintf("accepted %s: %s, %s: %s, %s to %s", g.ID, g.Change, g.Outcome, plural(g.Count, "command"), g.Base, g.Head)))
	}
	for _, a := range b.Accepted {
		if _, left := old[a.Group]; left {
			lines = append(lines, EscapeLine(fmt.Sprintf("removed %s: %s, %s: it no longer occurs", a.Group, a.Change, a.Outcome)))
		}
	}
	slices.SortFunc(accepted, func(a, b AcceptedFinding) int { return strings.Compare(a.Group, b.Group) })
	b.Accepted = accepted
	return lines
}
