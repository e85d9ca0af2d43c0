package reports

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/tw"
)

var changeColumns = []column[*ChangeGroup]{
	{"severity", 13, tw.AlignLeft, func(g *ChangeGroup) string {
		if g.Severity == 0 {
			return ""
		}
		return g.Severity.String()
	}},
	{"count", 9, tw.AlignRight, func(g *ChangeGroup) string { return strconv.Itoa(g.Count) }},
	{"base", 18, tw.AlignLeft, func(g *ChangeGroup) string { return g.Base }},
	{"head", 18, tw.AlignLeft, func(g *ChangeGroup) string { return g.Head }},
	{"shortest command", 50, tw.AlignLeft, func(g *ChangeGroup) string { return cmp.Or(g.Witness.Request.Command, "(empty)") }},
	{"shrunk to", 40, tw.AlignLeft, func(g *ChangeGroup) string {
		if g.Smallest == nil {
			return ""
		}
		return cmp.Or(g.Smallest.Request.Command, "(empty)") + g.proviso()
	}},
	{"bash", 36, tw.AlignLeft, (*ChangeGroup).shows},
	{"group", bucketDigits, tw.AlignLeft, func(g *ChangeGroup) string { return g.ID }},
}

// WriteChangeText writes what two sides judge differently as tables for a
// person: a section for every change and outcome that occurred, one row a group,
// then for each row the line that replays it, and at the end how much was
// compared. Rows is how many groups of a section are shown; 0 shows them all, and
// what is left out is said. The summary must be closed; gate may be nil.
//
// Everything that came from outside goes through [Escape].
func WriteChangeText(w io.Writer, s *ChangeSummary, gate *GateResult, rows int) error {
	var b strings.Builder
	for _, section := range s.sections() {
		fmt.Fprintf(&b, "%s\n%s in %s\n", section.heading, plural(section.commands, "command"), plural(len(section.groups), "group"))
		shown, left := section.cut(rows, "--out DIR keeps all of them in report.txt")
		if err := writeTable(&b, changeColumns, shown); err != nil {
			return err
		}
		if left != "" {
			fmt.Fprintln(&b, left)
		}
		b.WriteString("\nReplay:\n")
		for _, g := range shown {
			fmt.Fprintf(&b, "%s  %s\n", g.ID, g.Witness.Replay)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s to %s on %s: %s\n",
		Escape(s.Base.label()), Escape(s.Head.label()), Escape(strings.Join(s.Sources, ", ")), s.compared())
	for _, line := range s.directionTotals() {
		fmt.Fprintln(&b, line)
	}
	fmt.Fprintf(&b, "labels: %s\n", s.Labels)
	if gate != nil {
		gate.writeText(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
