package reports

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

// standings are the groups' witnesses by standing.
func standings(r *GateResult) map[Standing]int {
	n := map[Standing]int{}
	for _, f := range r.Findings {
		n[f.Standing]++
	}
	return n
}

// The ratchet is exact in both directions.
func TestGate(t *testing.T) {
	today := dayTime("2027-01-01")
	hole := changed(t, "h", "sort -o a b", refused, planned, shown(sighted(oracle.LabelEffect)))
	another := changed(t, "h2", "sort -o c d", refused, planned, shown(sighted(oracle.LabelEffect)))
	block := changed(t, "b", "grep x y", admitted, refused, shown(sighted(oracle.LabelHarmless)))
	closed := changed(t, "c", "cat > x", admitted, refused, shown(sighted(oracle.LabelEffect)))
	rule := changed(t, "r", "rm x", refused, otherwise, ChangeEvidence{})
	flaky := changed(t, "f", "date", refused, admitted, ChangeEvidence{Flaky: true})
	fresh := AcceptedFinding{Reason: "for good", Owner: "ann", Expires: day(t, "2027-01-01")}
	accepting := func(changes ...VerdictChange) *Baseline {
		b := NewBaseline()
		b.Update(summaryOf(changes), today, fresh)
		return b
	}
	lenient := NewBaseline()
	lenient.Policy = []PolicyRule{{Outcome: HoleOpened, Then: Pass}}
	for _, tc := range []struct {
		name     string
		baseline *Baseline
		changes  []VerdictChange
		today    time.Time
		want     map[Standing]int
		passed   bool
		opens    bool
	}{
		{"nothing", NewBaseline(), nil, today, map[Standing]int{}, true, false},
		{"a hole", NewBaseline(), []VerdictChange{hole}, today, map[Standing]int{New: 1}, false, true},
		{"an over-block", NewBaseline(), []VerdictChange{block}, today, map[Standing]int{New: 1}, false, false},
		{"an over-block and a hole", NewBaseline(), []VerdictChange{block, hole}, today, map[Standing]int{New: 2}, false, true},
		{"a hole closed", NewBaseline(), []VerdictChange{closed}, today, map[Standing]int{Warned: 1}, true, false},
		{"another rule", NewBaseline(), []VerdictChange{rule}, today, map[Standing]int{}, true, false},
		{"flaky", NewBaseline(), []VerdictChange{flaky}, today, map[Standing]int{Warned: 1}, true, false},
		{"accepted", accepting(hole), []VerdictChange{hole}, today, map[Standing]int{Accepted: 1}, true, false},
		{"accepted under another id", accepting(hole), []VerdictChange{func() VerdictChange {
			h := hole
			h.Request.ID = "elsewhere"
			return h
		}()}, today, map[Standing]int{Accepted: 1}, true, false},
		{"one more", accepting(hole), []VerdictChange{hole, another}, today, map[Standing]int{Grown: 1}, false, true},
		{"one less", accepting(hole, another), []VerdictChange{hole}, today, map[Standing]int{Grown: 1}, false, true},
		{"another one", accepting(hole), []VerdictChange{another}, today, map[Standing]int{Grown: 1}, false, true},
		{"gone", accepting(hole), nil, today, map[Standing]int{Stale: 1}, false, false},
		{"on its last day", accepting(hole), []VerdictChange{hole}, today.Add(23 * time.Hour), map[Standing]int{Accepted: 1}, true, false},
		{"expired", accepting(hole), []VerdictChange{hole}, today.Add(24 * time.Hour), map[Standing]int{Expired: 1}, false, true},
		{"a policy that lets it pass", lenient, []VerdictChange{hole}, today, map[Standing]int{}, true, false},
		{"what a policy does not name", lenient, []VerdictChange{rule}, today, map[Standing]int{New: 1}, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.baseline.Gate(summaryOf(tc.changes), tc.today)
			if diff := cmp.Diff(tc.want, standings(got)); diff != "" || got.Passed != tc.passed || got.Opens() != tc.opens {
				t.Errorf("passed %v, opens %v (-want +got):\n%s", got.Passed, got.Opens(), diff)
			}
			if got.Passed != (len(got.Failures()) == 0) {
				t.Errorf("passed is %v with %v", got.Passed, got.Failures())
			}
		})
	}
}

// Update accepts what fails, keeps who has answered before, and says what it did.
func TestUpdate(t *testing.T) {
	today := dayTime("2027-01-01")
	hole := changed(t, "h", "sort -o a b", refused, planned, shown(sighted(oracle.LabelEffect)))
	block := changed(t, "b", "grep x y", admitted, refused, shown(sighted(oracle.LabelHarmless)))
	ann := AcceptedFinding{Reason: "first", Owner: "ann", Expires: day(t, "2027-03-01")}
	bob := AcceptedFinding{Reason: "second", Owner: "bob", Expires: day(t, "2028-01-01")}
	b := NewBaseline()
	lines := b.Update(summaryOf([]VerdictChange{hole}), today, ann)
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "accepted "+hole.Group+": loosened, hole-opened: 1 command, option to admit") {
		t.Errorf("the first update says %q", lines)
	}
	lines = b.Update(summaryOf([]VerdictChange{hole, block}), today, bob)
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "accepted "+block.Group) || len(b.Accepted) != 2 {
		t.Errorf("the second update says %q", lines)
	}
	owners := map[string]string{}
	for _, a := range b.Accepted {
		owners[a.Group] = a.Owner
	}
	if diff := cmp.Diff(map[string]string{hole.Group: "ann", block.Group: "bob"}, owners); diff != "" {
		t.Error(diff)
	}
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		t.Fatal(err)
	}
	golden(t, "baseline.json", text.String())
	validate(t, schema.Baseline, text.Bytes())
	back, err := ReadBaseline(text.Bytes())
	if diff := cmp.Diff(b, back); err != nil || diff != "" {
		t.Errorf("%v (-wrote +read):\n%s", err, diff)
	}
	if lines := b.Update(summaryOf([]VerdictChange{hole, block}), today, bob); len(lines) != 0 {
		t.Errorf("an update without a change says %q", lines)
	}
	if lines := b.Update(summaryOf([]VerdictChange{hole, block}), dayTime("2027-03-02"), bob); len(lines) != 1 || b.Accepted[0].Owner != "bob" || b.Accepted[1].Owner != "bob" {
		t.Errorf("an update after the date says %q", lines)
	}
	if lines := b.Update(summaryOf(nil), today, bob); len(lines) != 2 || !strings.HasPrefix(lines[0], "removed ") || len(b.Accepted) != 0 {
		t.Errorf("an update to nothing says %q", lines)
	}
	b.Update(summaryOf([]VerdictChange{hole}), today, AcceptedFinding{})
	if err := b.Check(); err == nil {
		t.Error("a finding that nobody answers for is taken")
	}
}

func TestReadBaselineRefuses(t *testing.T) {
	const accepted = `{"group":"0123456789","change":"loosened","outcome":"neutral","base":"a","head":"b","count":1,"digest":"0123456789abcdef","witness":"w","reason":"r","owner":"o","expires":"2027-01-01"}`
	whole := func(policy, accepted string) string {
		return `{"schema":"urn:fencediff:schema:baseline:1","policy":[` + policy + `],"accepted":[` + accepted + `]}`
	}
	if _, err := ReadBaseline([]byte(whole(`{"then":"fail"}`, accepted))); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"no JSON":              `{`,
		"something after it":   whole("", "") + "{}",
		"another schema":       `{"schema":"urn:fencediff:schema:change:1","policy":[],"accepted":[]}`,
		"an unknown key":       `{"schema":"urn:fencediff:schema:baseline:1","polcy":[]}`,
		"an unknown action":    whole(`{"then":"ignore"}`, ""),
		"a rule without then":  whole(`{"change":"loosened"}`, ""),
		"an unknown outcome":   whole(`{"outcome":"hole","then":"fail"}`, ""),
		"a group twice":        whole("", accepted+","+accepted),
		"no reason":            whole("", strings.Replace(accepted, `"reason":"r"`, `"reason":" "`, 1)),
		"no owner":             whole("", strings.Replace(accepted, `"owner":"o",`, ``, 1)),
		"no date":              whole("", strings.Replace(accepted, `,"expires":"2027-01-01"`, ``, 1)),
		"a date that is none":  whole("", strings.Replace(accepted, `2027-01-01`, `2027-02-30`, 1)),
		"a finding of nothing": whole("", strings.Replace(accepted, `"change":"loosened",`, ``, 1)),
	} {
		if b, err := ReadBaseline([]byte(text)); err == nil {
			t.Errorf("%s: read as %+v", name, b)
		}
	}
}

// Whatever a baseline's file holds, reading it is an error or gives one that
// writes and reads back.
func FuzzReadBaseline(f *testing.F) {
	f.Add([]byte(`{"schema":"urn:fencediff:schema:baseline:1","policy":[{"then":"fail"}],"accepted":[]}`))
	f.Add([]byte(`{"schema":"urn:fencediff:schema:baseline:1","policy":[{"change":"loosened","then":"warn"}],"accepted":[{"group":"0123456789","change":"loosened","outcome":"neutral","reason":"r","owner":"o","expires":"2027-01-01"}]}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := ReadBaseline(text)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := b.Write(&out); err != nil {
			t.Fatalf("%q is read and cannot be written: %v", text, err)
		}
		if _, err := ReadBaseline(out.Bytes()); err != nil {
			t.Errorf("%q is written as %q, which cannot be read: %v", text, out.String(), err)
		}
	})
}
