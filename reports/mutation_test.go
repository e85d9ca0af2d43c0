package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
	"github.com/fencediff/fencediff/reports/schema/schematest"
)

func killerOf(t *testing.T, command string, was, is Answer, shown *Observed) *Killer {
	t.Helper()
	k, err := NewKiller(NewRequest("cell/"+command, command), was, is, shown)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

const mutatedRules = "fence walk\n\ncaps\n  bytes        8192\n  segments     32\n\nprograms\n  ls [-a] PATH...\n"

// someMutants has a mutant of every outcome, and of every way to have it.
func someMutants(t *testing.T) []Mutant {
	effect, harmless, vacuous := sighted(oracle.LabelEffect), sighted(oracle.LabelHarmless), sighted(oracle.LabelVacuous)
	return []Mutant{
		{ID: "cap/bytes", Family: "cap", Outcome: Semantic, Difference: "- bytes        8192\n+ bytes        8191", Line: 4, Killer: killerOf(t, "ls aaa", admitted, refused, harmless)},
		{ID: "cap/segments", Family: "cap", Outcome: Semantic, Difference: "- segments     32\n+ segments     33", Line: 5, Killer: killerOf(t, "ls; rm x", refused, admitted, effect)},
		{ID: "switch/ls/-a", Family: "switch", Outcome: VerdictOnly, Difference: "- ls [-a] PATH...\n+ ls PATH...", Line: 8, Killer: killerOf(t, "ls -a nosuch", admitted, refused, vacuous)},
		{ID: "switch/ls/-b", Family: "switch", Outcome: Survived, Difference: "- ls [-a] PATH...\n+ ls [-a -b] PATH...", Line: 8, WouldKill: killerOf(t, "ls -b", refused, admitted, nil)},
		{ID: "quote/single", Family: "quote", Outcome: Survived, Difference: "single quotes do not quote"},
		{ID: "quote/slow", Family: "quote", Outcome: TimedOut, Difference: "a quote never ends"},
		{ID: "switch/gh/-x", Family: "switch", Outcome: Equivalent, Difference: "- gh\n+ gh [-x]", Reason: "gh is a stub"},
	}
}

func mutationOf(mutants ...Mutant) *MutationReport {
	r := NewMutationReport("walk", []string{"grid:smoke", "file:more.txt"})
	r.Requests, r.Labels, r.Rules = 1000, map[oracle.Label]int{oracle.LabelEffect: 1, oracle.LabelHarmless: 1, oracle.LabelVacuous: 1}, mutatedRules
	for _, m := range mutants {
		m.SetReplay([]string{"mutate", "--fence", "walk", "--only", m.ID})
		r.Add(m)
	}
	r.Close()
	return r
}

func formOf(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMutationForms(t *testing.T) {
	r := mutationOf(someMutants(t)...)
	baseline := NewMutationBaseline("walk", r.Sources)
	gate := baseline.Gate(r, dayTime("2027-01-01"))
	golden(t, "mutation.txt", formOf(t, func(w io.Writer) error { return WriteMutationGateText(w, r, gate, 0) }))
	golden(t, "mutation.md", formOf(t, func(w io.Writer) error { return WriteMutationMarkdown(w, r, gate) }))
	full := formOf(t, func(w io.Writer) error { return WriteIndented(w, r) })
	golden(t, "mutation.json", full)
	validate(t, schema.Mutation, []byte(full))
	validate(t, schema.Mutation, lineOf(t, r))
	stryker := formOf(t, func(w io.Writer) error { return WriteMutationStryker(w, r) })
	golden(t, "stryker.json", stryker)
	validate(t, schema.Stryker, []byte(stryker))
	baseline.Update(r, dayTime("2027-01-01"), AcceptedMutant{Reason: "for good", Owner: "ann", Expires: day(t, "2027-06-30")})
	text := formOf(t, baseline.Write)
	golden(t, "mutation-baseline.json", text)
	validate(t, schema.MutationBaseline, []byte(text))

	var back MutationReport
	if err := json.Unmarshal([]byte(full), &back); err != nil {
		t.Fatal(err)
	}
	if again := lineOf(t, back); !bytes.Equal(again, lineOf(t, r)) {
		t.Errorf("read and written again it is %s", again)
	}
}

// A table is cut, and says so.
func TestMutationRows(t *testing.T) {
	var mutants []Mutant
	for i := range 50 {
		mutants = append(mutants, Mutant{ID: fmt.Sprintf("cap/%02d", i), Family: "cap", Outcome: Survived, Difference: "- a\n+ b"})
	}
	r := mutationOf(append(mutants, someMutants(t)...)...)
	text := formOf(t, func(w io.Writer) error { return WriteMutationText(w, r, 3) })
	if strings.Count(text, "again: ") != 3+1 || !strings.Contains(text, "not shown: 49 mutants more; --out DIR keeps all of them in report.txt") {
		t.Errorf("three rows are\n%s", text)
	}
	if strings.Contains(text, "SEMANTIC:") || strings.Contains(text, "EQUIVALENT:") {
		t.Errorf("the short form has kills\n%s", text)
	}
	text = formOf(t, func(w io.Writer) error { return WriteMutationMarkdown(w, r, nil) })
	if !strings.Contains(text, "not shown: 32 mutants more; see `mutation.json`") {
		t.Errorf("the comment is\n%s", text)
	}
	for i := range mutants {
		mutants[i].ID, mutants[i].Difference = strings.Repeat("@", 1000)+fmt.Sprint(i), strings.Repeat(strings.Repeat("@", 1000)+"\n", 30)
	}
	if text = formOf(t, func(w io.Writer) error { return WriteMutationMarkdown(w, mutationOf(mutants...), nil) }); len(text) > 65_536 {
		t.Errorf("the comment has %d bytes", len(text))
	}
}

// What commands and names contain moves nothing on a terminal, and in Markdown
// means nothing.
func TestMutationEscapes(t *testing.T) {
	shape := func(text string) (string, string) {
		was, is := Answer{Decision: 2, Rule: text, Detail: text}, Answer{Decision: 1}
		r := mutationOf(
			Mutant{ID: text, Family: text, Outcome: VerdictOnly, Difference: text, Killer: killerOf(t, text, was, is, nil)},
			Mutant{ID: text, Family: text, Outcome: Survived, Difference: text, WouldKill: killerOf(t, text, was, is, nil)},
			Mutant{ID: text, Family: text, Outcome: Equivalent, Difference: text, Reason: text},
		)
		r.Fence, r.Sources = text, []string{text}
		gate := NewMutationBaseline("walk", nil).Gate(r, dayTime("2027-01-01"))
		for id, write := range map[string]func(w io.Writer) error{
			schema.Mutation: func(w io.Writer) error { return WriteIndented(w, r) },
			schema.Stryker:  func(w io.Writer) error { return WriteMutationStryker(w, r) },
		} {
			validate(t, id, []byte(formOf(t, write)))
		}
		return formOf(t, func(w io.Writer) error { return WriteMutationGateText(w, r, gate, 0) }),
			render(t, formOf(t, func(w io.Writer) error { return WriteMutationMarkdown(w, r, gate) }))
	}
	plainText, plainPage := shape("ls")
	for name, tc := range nasty {
		if tc.text == "" { // no mutant has no name
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, page := shape(tc.text)
			for _, r := range text {
				if r != '\n' && (!unicode.IsPrint(r) || r == unicode.ReplacementChar) {
					t.Fatalf("%U in\n%q", r, text)
				}
			}
			// A difference has lines of its own; all else has one.
			more := 2 * strings.Count(strings.TrimSuffix(tc.text, "\n"), "\n")
			if got, want := strings.Count(text, "\n"), strings.Count(plainText, "\n"); got < want || got > want+more {
				t.Errorf("the text has %d lines, want %d to %d:\n%s", got, want, want+more, text)
			}
			tags := func(page string) []string {
				return slices.DeleteFunc(tag.FindAllString(page, -1), func(s string) bool { return s == "<br>" || s == "<code>" || s == "</code>" })
			}
			if diff := cmp.Diff(tags(plainPage), tags(page)); diff != "" {
				t.Errorf("the comment has other tags (-plain +nasty):\n%s\n%s", diff, page)
			}
		})
	}
}

func TestVacuousMutation(t *testing.T) {
	survivor := Mutant{ID: "a/b", Family: "a", Outcome: Survived}
	verdictOnly := Mutant{ID: "a/b", Family: "a", Outcome: VerdictOnly, Killer: killerOf(t, "ls", admitted, refused, nil)}
	for _, tc := range []struct {
		name    string
		mutants []Mutant
		change  func(*MutationReport)
		want    string
	}{
		{"no mutant", nil, func(*MutationReport) {}, "there is no mutant"},
		{"no command", []Mutant{survivor}, func(r *MutationReport) { r.Requests = 0 }, "there is no command in grid:smoke, file:more.txt"},
		{"none graded", []Mutant{{Outcome: TimedOut}, {Outcome: Equivalent}}, func(*MutationReport) {}, "of 2 mutants none was graded: 1 took too long, 1 are equivalent"},
		{"none executed", []Mutant{verdictOnly}, func(r *MutationReport) { r.Labels = nil }, "of the commands that mutants decide otherwise none was really executed"},
		{"executed", []Mutant{verdictOnly}, func(*MutationReport) {}, ""},
		{"a survivor needs no label", []Mutant{survivor}, func(r *MutationReport) { r.Labels = nil }, ""},
	} {
		r := mutationOf(tc.mutants...)
		tc.change(r)
		if got := r.Vacuous(); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// The score leaves out who is equivalent, and counts a timeout as not killed.
func TestMutationScore(t *testing.T) {
	r := mutationOf(someMutants(t)...)
	if got, want := r.Totals.MutantCounts.Score(), (Share{3, 6}); got != want || r.Totals.Score != 0.5 {
		t.Errorf("the score is %v, %v; want %v", got, r.Totals.Score, want)
	}
	if got, want := r.Totals.MutantCounts.SemanticScore(), (Share{2, 6}); got != want {
		t.Errorf("the semantic score is %v, want %v", got, want)
	}
	for share, want := range map[Share]string{{0, 0}: "-", {0, 3}: "0.0 %", {9999, 10000}: "99.9 %", {3, 3}: "100.0 %", {1, 3}: "33.3 %"} {
		if got := share.String(); got != want {
			t.Errorf("%d of %d is %s, want %s", share.Part, share.Of, got, want)
		}
	}
	if !(Share{98, 99}).Less(Share{99, 100}) || (Share{1, 2}).Less(Share{2, 4}) {
		t.Error("shares are compared wrongly")
	}
}

func TestMutationGate(t *testing.T) {
	today := dayTime("2027-01-01")
	all := someMutants(t)
	killed, survivor, slow := all[0], all[3], all[5]
	fresh := AcceptedMutant{Reason: "for good", Owner: "ann", Expires: day(t, "2027-01-01")}
	verdictOnly := killed
	verdictOnly.Outcome = VerdictOnly
	newRule := survivor
	newRule.ID = "switch/ls/-c"
	lost := killed
	lost.Outcome, lost.Killer = Survived, nil
	other := killed
	other.ID = "cap/other"
	accepting := func(mutants ...Mutant) *MutationBaseline {
		b := NewMutationBaseline("walk", []string{"grid:smoke"})
		b.Update(mutationOf(mutants...), today, fresh)
		return b
	}
	for _, tc := range []struct {
		name     string
		baseline *MutationBaseline
		mutants  []Mutant
		today    time.Time
		want     map[Standing]int
	}{
		{"the same", accepting(all...), all, today, map[Standing]int{Accepted: 3}},
		{"a new rule that is guarded", accepting(killed), []Mutant{killed, other}, today, map[Standing]int{}},
		{"a new rule without a killer", accepting(killed, survivor), []Mutant{killed, survivor, newRule}, today, map[Standing]int{New: 1, Accepted: 1, Grown: 2}},
		{"a survivor of old that nobody accepted", NewMutationBaseline("walk", nil), []Mutant{survivor}, today, map[Standing]int{New: 2}},
		{"a timeout that nobody accepted", NewMutationBaseline("walk", nil), []Mutant{slow}, today, map[Standing]int{New: 2}},
		{"a family that is new, or was taken out", accepting(killed), []Mutant{killed, all[2]}, today, map[Standing]int{New: 1, Grown: 1}},
		{"a killer lost", accepting(killed, other), []Mutant{lost, other}, today, map[Standing]int{New: 1, Grown: 4}},
		{"a kill that is verdict-only now", accepting(killed), []Mutant{verdictOnly}, today, map[Standing]int{Grown: 2}},
		{"an accepted one killed", accepting(killed, survivor), []Mutant{killed}, today, map[Standing]int{Stale: 2}},
		{"expired", accepting(survivor), []Mutant{survivor}, today.Add(24 * time.Hour), map[Standing]int{Expired: 1}},
		{"a family that is gone", accepting(killed, all[2]), []Mutant{killed}, today, map[Standing]int{Stale: 1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			gate := tc.baseline.Gate(mutationOf(tc.mutants...), tc.today)
			if diff := cmp.Diff(tc.want, standings(gate)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%+v", diff, gate.Findings)
			}
			fails := tc.want[New]+tc.want[Grown]+tc.want[Expired]+tc.want[Stale] > 0
			if gate.Passed == fails || gate.Opens() {
				t.Errorf("passed %v, opens %v", gate.Passed, gate.Opens())
			}
			if err := schematest.Check(schema.Mutation+"#/$defs/gate", lineOf(t, gate)); err != nil {
				t.Error(err)
			}
			// An update is enough to pass, and says something unless it passed.
			b := tc.baseline
			lines := b.Update(mutationOf(tc.mutants...), tc.today, AcceptedMutant{Reason: "r", Owner: "o", Expires: day(t, "2030-01-01")})
			if again := b.Gate(mutationOf(tc.mutants...), tc.today); !again.Passed {
				t.Errorf("after an update: %+v", again.Findings)
			}
			if fails && len(lines) == 0 {
				t.Error("the update says nothing")
			}
			back, err := ReadMutationBaseline([]byte(formOf(t, b.Write)))
			if diff := cmp.Diff(b, back); err != nil || diff != "" {
				t.Errorf("%v (-written +read):\n%s", err, diff)
			}
		})
	}
}

func TestMutationBaselineErrors(t *testing.T) {
	const head = `{"schema":"urn:fencediff:schema:mutation-baseline:1","fence":"walk","sources":[],"families":[],"accepted":[`
	const family = `{"family":"a","mutants":2,"semantic":1,"verdict_only":0,"survived":1,"timeout":0,"equivalent":0}`
	families := func(list string) string { return strings.Replace(head, `"families":[`, `"families":[`+list, 1) + `]}` }
	const one = `{"mutant":"a/b","reason":"r","owner":"o","expires":"2027-01-01"}`
	for text, want := range map[string]string{
		`{}`: "has the schema", head + `]} x`: "something follows it", head + `],"more":1}`: "unknown field",
		head + one + `,` + one + `]}`: "is there twice", head + strings.Replace(one, `"r"`, `" "`, 1) + `]}`: "needs a reason",
		head + strings.Replace(one, "2027-01-01", "soon", 1) + `]}`:                                                    "is no date",
		families(family + `,` + family):                                                                                `family "a" is there twice`,
		families(strings.Replace(family, `"semantic":1`, `"semantic":0`, 1)):                                           `family "a" has outcomes that do not make up its 2 mutants`,
		families(strings.NewReplacer(`"semantic":1`, `"semantic":-1`, `"survived":1`, `"survived":3`).Replace(family)): "do not make up",
	} {
		if _, err := ReadMutationBaseline([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{head + one + `]}`, families(family)} {
		if _, err := ReadMutationBaseline([]byte(text)); err != nil {
			t.Error(err)
		}
	}
}

// The schemas hold every outcome to what it must have.
func TestMutationSchemaRefuses(t *testing.T) {
	for i, m := range someMutants(t) {
		for _, key := range []string{"killer", "reason", "replay"} {
			var doc map[string]any
			if err := json.Unmarshal(lineOf(t, mutationOf(m)), &doc); err != nil {
				t.Fatal(err)
			}
			one := doc["mutants"].([]any)[0].(map[string]any)
			if _, has := one[key]; has {
				if i == 6 && key == "killer" {
					continue
				}
				delete(one, key)
			} else {
				one[key] = "x"
			}
			if schematest.Check(schema.Mutation, lineOf(t, doc)) == nil {
				t.Errorf("%s: the schema does not care about %s", m.ID, key)
			}
		}
	}
}

func TestNewKillerRefuses(t *testing.T) {
	for _, pair := range [][2]Answer{{admitted, admitted}, {refused, otherwise}, {{}, admitted}} {
		if k, err := NewKiller(NewRequest("a", "ls"), pair[0], pair[1], nil); err == nil {
			t.Errorf("%v and %v make the killer %+v", pair[0], pair[1], k)
		}
	}
}
