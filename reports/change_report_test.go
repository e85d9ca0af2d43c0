package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

var testVerb = []string{"diff", "main", "HEAD"}

func changed(t *testing.T, id, command string, base, head Answer, e ChangeEvidence) VerdictChange {
	t.Helper()
	v, err := NewVerdictChange(NewRequest(id, command), base, head, e, testVerb)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func shown(o *Observed) ChangeEvidence { return ChangeEvidence{Base: o, Head: o} }

// someChanges has every change and outcome.
func someChanges(t *testing.T) []VerdictChange {
	effect, harmless, vacuous, timeout := sighted(oracle.LabelEffect), sighted(oracle.LabelHarmless), sighted(oracle.LabelVacuous), sighted(oracle.LabelTimeout)
	runs := &Observed{Label: oracle.LabelEffect, Observations: both(runsScript)}
	timeout.Observations[0].Status = oracle.Timeout
	return []VerdictChange{
		changed(t, "h1", "sort -k 1 -o out.txt notes.txt", refused, planned, shown(effect)),
		changed(t, "h2", "sort -o out.txt notes.txt", refused, planned, shown(effect)),
		changed(t, "h3", "ls; ./x.sh", otherwise, planned, shown(runs)),
		changed(t, "i1", "sort -o /dev/tty x", refused, planned, shown(timeout)),
		changed(t, "i2", "sort -o y x", refused, planned, ChangeEvidence{}),
		changed(t, "r1", "ls; pwd", otherwise, planned, shown(harmless)),
		changed(t, "n1", "ls; nosuch", otherwise, planned, shown(vacuous)),
		changed(t, "b1", "grep -c x notes.txt", admitted, refused, shown(harmless)),
		changed(t, "t1", "cat > x", admitted, otherwise, shown(effect)),
		changed(t, "t2", "nosuch -o", admitted, refused, shown(vacuous)),
		changed(t, "t3", "tail -f x", admitted, refused, ChangeEvidence{}),
		changed(t, "p1", "git diff", planned, otherPlan, ChangeEvidence{Base: harmless, Head: effect}),
		changed(t, "p2", "git log", planned, otherPlan, shown(harmless)),
		changed(t, "p3", "git show", planned, otherPlan, ChangeEvidence{Base: effect, Head: harmless}),
		changed(t, "p4", "git blame x", planned, otherPlan, ChangeEvidence{}),
		changed(t, "u1", "ls \xff", refused, unsupported, ChangeEvidence{}),
		changed(t, "e1", "rm -o x", refused, otherwise, ChangeEvidence{}),
		changed(t, "f1", "date", refused, admitted, ChangeEvidence{Flaky: true}),
	}
}

// someSmallest are smallest commands by the id of the witness, with every proviso.
var someSmallest = map[string]SmallestChange{
	"h2": {NewRequest("", "sort -oa x"), KeepsOutcome, StopMinimal, 44},
	"i2": {NewRequest("", "sort -o"), KeepsVerdicts, StopMinimal, 12},
	"r1": {NewRequest("", "ls; pwd"), KeepsOutcome, StopUnlabelled, 30},
	"b1": {NewRequest("", "grep -c x"), KeepsOutcome, "out-of-budget", 200},
	"t3": {NewRequest("", "tail -f"), KeepsVerdicts, StopNoAnswer, 3},
	"u1": {NewRequest("", "\xff"), KeepsVerdicts, StopMinimal, 5},
	"e1": {NewRequest("", ""), KeepsVerdicts, StopMinimal, 2},
}

func summaryOf(changes []VerdictChange) *ChangeSummary {
	s := NewChangeSummary(
		Side{Name: "main", Revision: strings.Repeat("0123456789", 4), Digest: strings.Repeat("ab", 32)}, Side{Name: "HEAD"}, []string{"grid:smoke"})
	s.Compared = 100
	s.Labels = LabelCounts{Stored: 9, Observed: 3, Missing: 4, Why: "no engine"}
	for _, c := range changes {
		s.Add(c)
	}
	s.Close()
	for _, g := range s.Groups {
		if smallest, ok := someSmallest[g.Witness.ID]; ok {
			command := smallest.Request.Command
			smallest.Request = g.Witness.Request
			smallest.Request.Command = command
			g.Smallest = &smallest
		}
	}
	return s
}

// someGate has a finding of every standing.
func someGate(t *testing.T, s *ChangeSummary) *GateResult {
	t.Helper()
	b := NewBaseline()
	accept := func(id string, change func(*AcceptedFinding)) {
		for _, g := range s.Groups {
			if g.Witness.ID == id {
				a := AcceptedFinding{
					Group: g.ID, Change: g.Change, Outcome: g.Outcome, Base: g.Base, Head: g.Head, Count: g.Count, Digest: g.Digest,
					Witness: "w", Reason: "for good", Owner: "ann", Expires: day(t, "2027-06-30"),
				}
				change(&a)
				b.Accepted = append(b.Accepted, a)
			}
		}
	}
	accept("r1", func(*AcceptedFinding) {})
	accept("b1", func(a *AcceptedFinding) { a.Digest = "0000000000000000" })
	accept("h2", func(a *AcceptedFinding) { a.Expires = day(t, "2026-12-31") })
	accept("n1", func(a *AcceptedFinding) { a.Group = "0123456789" })
	return b.Gate(s, dayTime("2027-01-01"))
}

func day(t *testing.T, text string) Day {
	t.Helper()
	d, err := ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// dayTime is the first moment of a day.
func dayTime(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}

func textOf(t *testing.T, s *ChangeSummary, gate *GateResult, rows int) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteChangeText(&b, s, gate, rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func markdownOf(t *testing.T, s *ChangeSummary, gate *GateResult) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteChangeMarkdown(&b, s, gate); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestChangeForms(t *testing.T) {
	changes := someChanges(t)
	s := summaryOf(changes)
	gate := someGate(t, s)
	golden(t, "changes.txt", textOf(t, s, gate, 0))
	golden(t, "changes.md", markdownOf(t, s, gate))
	var lines bytes.Buffer
	for _, c := range changes {
		lines.Write(lineOf(t, c))
	}
	lines.Write(lineOf(t, s))
	lines.Write(lineOf(t, gate))
	golden(t, "changes.jsonl", lines.String())
	for line := range strings.Lines(lines.String()) {
		validate(t, schema.Change, []byte(line))
	}
	if s.Unchanged() != 82 || s.Flaky != 1 || s.Count(Loosened) != 7 {
		t.Errorf("%d unchanged, %d flaky, %d loosened", s.Unchanged(), s.Flaky, s.Count(Loosened))
	}
}

// Every change and outcome that can be has a section, and nothing is shown twice.
func TestEveryChangeIsShown(t *testing.T) {
	s := summaryOf(someChanges(t))
	groups := map[string]int{}
	for _, section := range s.sections() {
		for _, g := range section.groups {
			groups[g.ID]++
			if (g.Change == Loosened && strings.Contains(section.heading, "TIGHTENED")) || (g.Change == Tightened && strings.Contains(section.heading, "LOOSENED")) {
				t.Errorf("%s is shown as %s", g.Change, section.heading)
			}
		}
	}
	for _, g := range s.Groups {
		if groups[g.ID] != 1 {
			t.Errorf("%s, %s is shown %d times", g.Change, g.Outcome, groups[g.ID])
		}
	}
	seen := map[[2]uint8]bool{}
	for _, c := range changeSections {
		seen[[2]uint8{uint8(c.change), uint8(c.outcome)}] = true
	}
	for _, c := range Changes() {
		for _, possible := range []*Observed{sighted(oracle.LabelEffect), sighted(oracle.LabelHarmless), sighted(oracle.LabelVacuous), nil} {
			for _, other := range []*Observed{sighted(oracle.LabelEffect), sighted(oracle.LabelHarmless), nil} {
				if o, _ := outcomeOf(c, ChangeEvidence{Base: other, Head: possible}, fence.Grants{}); !seen[[2]uint8{uint8(c), uint8(o)}] {
					t.Errorf("%s, %s has no section", c, o)
				}
			}
		}
	}
}

// Shown is what the rows of a report have, worst first; what is flaky is no
// witness of anything.
func TestShown(t *testing.T) {
	s := summaryOf(someChanges(t))
	if all := s.Shown(0); len(all) != len(s.Groups)-1 || all[0].Witness.ID != "h3" {
		t.Errorf("%d of %d groups, the first is %+v", len(all), len(s.Groups), all[0])
	}
	first := s.Shown(1)
	for i, g := range first {
		if g.Outcome == FlakyVerdict || i > 0 && g.Change == first[i-1].Change && g.Outcome == first[i-1].Outcome {
			t.Errorf("with one row a section it shows %+v", g)
		}
	}
	if len(first) >= len(s.Groups)-1 {
		t.Errorf("with one row a section it shows %d groups", len(first))
	}
}

// A comment is written also when there is nothing to say.
func TestNothingChanged(t *testing.T) {
	s := NewChangeSummary(Side{Name: "main"}, Side{Name: "HEAD"}, []string{"grid:smoke"})
	s.Compared, s.Identical = 3, true
	s.Close()
	gate := NewBaseline().Gate(s, time.Now())
	golden(t, "unchanged.md", markdownOf(t, s, gate))
	golden(t, "unchanged.txt", textOf(t, s, gate, 0))
	validate(t, schema.Change, lineOf(t, s))
	validate(t, schema.Change, lineOf(t, gate))
}

// What does not fit is left out, and said.
func TestBudgets(t *testing.T) {
	var changes []VerdictChange
	for i := range 40 {
		base := refused
		base.Rule = fmt.Sprintf("rule%02d", i)
		changes = append(changes, changed(t, fmt.Sprint(i), "sort -o "+strings.Repeat("x", i), base, planned, shown(sighted(oracle.LabelEffect))))
	}
	s := summaryOf(changes)
	if text := textOf(t, s, nil, 3); strings.Count(text, "fencediff diff") != 3 ||
		!strings.Contains(text, "not shown: 37 groups more, with 37 commands; --out DIR keeps all of them in report.txt") {
		t.Errorf("three rows are\n%s", text)
	}
	text := markdownOf(t, s, NewBaseline().Gate(s, time.Now()))
	if strings.Count(text, "\n| write-inside") != commentRows || !strings.Contains(text, "not shown: 30 groups more, with 30 commands; see `changes.jsonl`") ||
		!strings.Contains(text, "not shown: 20 findings more") {
		t.Errorf("the comment is\n%s", text)
	}

	// Commands of any length: the comment has a size.
	changes = nil
	for _, change := range []struct{ base, head Answer }{{refused, planned}, {admitted, refused}, {refused, otherwise}, {planned, otherPlan}, {refused, unsupported}} {
		for i := range 30 {
			base := change.base
			base.Rule += strings.Repeat("@", 300) + fmt.Sprint(i)
			changes = append(changes, changed(t, strings.Repeat("@", 300), strings.Repeat("@", 1000), base, change.head, ChangeEvidence{}))
		}
	}
	s = summaryOf(changes)
	text = markdownOf(t, s, NewBaseline().Gate(s, time.Now()))
	if len(text) > commentBytes+5000 || !strings.Contains(text, "the comment would be too long") || !strings.Contains(text, "(too long; see changes.jsonl)") {
		t.Errorf("the comment has %d bytes:\n%.2000s", len(text), text)
	}
}

// replayed is every request that the replay lines of a report give back.
func replayed(t *testing.T, report string) []Request {
	t.Helper()
	var requests []Request
	for _, line := range regexp.MustCompile(`printf '%s\\n' '(.*)' \| fencediff diff main HEAD --source cases:-`).FindAllStringSubmatch(report, -1) {
		var r Request
		if err := json.Unmarshal([]byte(strings.ReplaceAll(line[1], `'\''`, `'`)), &r); err != nil {
			t.Fatalf("%s: %v", line[0], err)
		}
		requests = append(requests, r)
	}
	return requests
}

// render is what a reader of the comment sees, as HTML.
func render(t *testing.T, comment string) string {
	t.Helper()
	var page bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(goldmarkhtml.WithUnsafe()))
	if err := md.Convert([]byte(comment), &page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

var tag = regexp.MustCompile(`<[^>]*>`)

// One corpus of nasty commands goes through every form and comes back; no form is
// another one because of it.
func TestNastyCommandsComeBack(t *testing.T) {
	shape := func(command string) (text, page string, change VerdictChange) {
		o := &Observed{Label: oracle.LabelEffect, Observations: both(oracle.Effect{Kind: oracle.Create, Path: command, Inside: true})}
		base := Answer{Decision: fence.Refuse, Rule: AnswerOf(fence.Verdict{Rule: command}).Rule, Offset: 1, Detail: AnswerOf(fence.Verdict{Detail: command}).Detail}
		change = changed(t, strings.ToValidUTF8(command, "?"), command, base, admitted, shown(o))
		s := summaryOf([]VerdictChange{change})
		s.Base.Name, s.Sources = command, []string{command}
		s.Groups[0].Smallest = &SmallestChange{Request: change.Request, Keeps: KeepsOutcome, Stop: StopMinimal, Tries: 1}
		gate := NewBaseline().Gate(s, time.Now())
		return textOf(t, s, gate, 0), render(t, markdownOf(t, s, gate)), change
	}
	plainText, plainPage, _ := shape("ls")
	for name, tc := range nasty {
		t.Run(name, func(t *testing.T) {
			text, page, change := shape(tc.text)
			if back := replayed(t, text); len(back) != 1 || back[0].Command != tc.text {
				t.Errorf("the text gives back %+v", back)
			}
			for _, r := range text {
				if r != '\n' && (!unicode.IsPrint(r) || r == unicode.ReplacementChar) {
					t.Fatalf("%U in\n%q", r, text)
				}
			}
			if got, want := strings.Count(text, "\n"), strings.Count(plainText, "\n"); got != want {
				t.Errorf("the text has %d lines, want %d:\n%s", got, want, text)
			}

			if back := replayed(t, html.UnescapeString(page)); len(back) != 1 || back[0].Command != tc.text {
				t.Errorf("the comment gives back %+v:\n%s", back, page)
			}
			// The witness and the smallest stand beside each other.
			cell := "<td><code>" + html.EscapeString(Escape(tc.text)) + "</code></td>"
			if cells := cell + "\n" + cell; !strings.Contains(html.UnescapeString(page), html.UnescapeString(cells)) {
				t.Errorf("the comment's table does not show %s twice:\n%s", cell, page)
			}
			if diff := cmp.Diff(tag.FindAllString(plainPage, -1), tag.FindAllString(page, -1)); diff != "" {
				t.Errorf("the comment has other tags (-plain +nasty):\n%s\n%s", diff, page)
			}

			line := lineOf(t, change)
			validate(t, schema.Change, line)
			var back VerdictChange
			if err := json.Unmarshal(line, &back); err != nil || back.Request.Command != tc.text {
				t.Errorf("JSON gives back %q: %v", back.Request.Command, err)
			}
			if bytes.Count(line, []byte("\n")) != 1 {
				t.Errorf("%q is not one line", line)
			}
		})
	}
}
