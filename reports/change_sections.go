package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A changeSection is what a report shows together: one change with one outcome,
// so that what was loosened and what was tightened never stand in one table.
type changeSection struct {
	change  Change
	outcome Outcome
	heading string
}

// changeSections are in the order in which they are shown.
var changeSections = []changeSection{
	{Loosened, HoleOpened, "LOOSENED, HOLES OPENED: admitted now, and the command has an effect"},
	{Loosened, Undecided, "LOOSENED, INCONCLUSIVE: admitted now, and bash does not say what the command does"},
	{Loosened, OverBlockRemoved, "LOOSENED, OVER-BLOCKS REMOVED: admitted now, and the command only reads"},
	{Loosened, Neutral, "LOOSENED, NEUTRAL: admitted now, and the command does nothing that counts"},
	{Tightened, OverBlockIntroduced, "TIGHTENED, OVER-BLOCKS INTRODUCED: refused now, and the command only reads"},
	{Tightened, Undecided, "TIGHTENED, INCONCLUSIVE: refused now, and bash does not say what the command does"},
	{Tightened, HoleClosed, "TIGHTENED, HOLES CLOSED: refused now, and the command has an effect"},
	{Tightened, Neutral, "TIGHTENED, NEUTRAL: refused now, and the command does nothing that counts"},
	{PlanOnly, HoleOpened, "OTHER PLAN, HOLES OPENED: executed in another way, which has an effect"},
	{PlanOnly, Undecided, "OTHER PLAN, INCONCLUSIVE: executed in another way, and bash does not say what that does"},
	{PlanOnly, HoleClosed, "OTHER PLAN, HOLES CLOSED: executed in another way, which has no effect any more"},
	{PlanOnly, Neutral, "OTHER PLAN, NEUTRAL: executed in another way, to the same end"},
	{SupportChanged, Undecided, "UNSUPPORTED: one side could not be asked"},
	{RuleOnly, Neutral, "OTHER RULE: the same decision for another reason"},
}

// flakyHeading is above all that is flaky, whatever the change.
const flakyHeading = "FLAKY: a side gave other verdicts when asked again; shown, not gated"

// A shownSection is a section that has something to show.
type shownSection struct {
	heading string
	groups  []*ChangeGroup
	// commands is how many changes the groups hold.
	commands int
}

// sections returns what is to be shown, in order.
func (s *ChangeSummary) sections() []shownSection {
	var shown []shownSection
	add := func(heading string, belongs func(*ChangeGroup) bool) {
		section := shownSection{heading: heading}
		for _, g := range s.Groups {
			if belongs(g) {
				section.groups = append(section.groups, g)
				section.commands += g.Count
			}
		}
		if len(section.groups) > 0 {
			shown = append(shown, section)
		}
	}
	for _, c := range changeSections {
		add(c.heading, func(g *ChangeGroup) bool { return g.Change == c.change && g.Outcome == c.outcome })
	}
	add(flakyHeading, func(g *ChangeGroup) bool { return g.Outcome == FlakyVerdict })
	return shown
}

// cut splits a section into what a budget of rows shows and a line about the
// rest; 0 shows all.
func (s shownSection) cut(rows int, elsewhere string) (shown []*ChangeGroup, left string) {
	if rows <= 0 || len(s.groups) <= rows {
		return s.groups, ""
	}
	commands := 0
	for _, g := range s.groups[rows:] {
		commands += g.Count
	}
	return s.groups[:rows], fmt.Sprintf("not shown: %s more, with %s; %s", plural(len(s.groups)-rows, "group"), plural(commands, "command"), elsewhere)
}

// shows is what bash shows of a group's witness.
func (g *ChangeGroup) shows() string { return cmp.Or(g.Witness.Note, g.Witness.Label.String()) }

// directionTotals is one line a change, such as "loosened: 3 (1 hole-opened,
// 2 over-block-removed)".
func (s *ChangeSummary) directionTotals() []string {
	var lines []string
	for _, c := range Changes() {
		var parts []string
		for _, o := range slices.Sorted(maps.Keys(s.Changes[c])) {
			if n := s.Changes[c][o]; n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, o))
			}
		}
		line := fmt.Sprintf("%s: %d", c, s.Count(c))
		if len(parts) > 0 {
			line += " (" + strings.Join(parts, ", ") + ")"
		}
		lines = append(lines, line)
	}
	return append(lines, fmt.Sprintf("flaky: %d", s.Flaky))
}

// compared says how much was compared.
func (s *ChangeSummary) compared() string {
	if s.Identical {
		return fmt.Sprintf("%s: both sides are the same binary, so all are unchanged", plural(s.Compared, "command"))
	}
	return fmt.Sprintf("%s compared, %d unchanged", plural(s.Compared, "command"), s.Unchanged())
}

// String says where the labels came from.
func (e LabelCounts) String() string {
	text := fmt.Sprintf("%d from the store, %d from bash, %d missing", e.Stored, e.Observed, e.Missing)
	if e.Missing > 0 && e.Why != "" {
		text += " (" + EscapeLine(e.Why) + ")"
	}
	return text
}

// label is the side's name, with the commit it was built from.
func (s Side) label() string {
	if s.Revision == "" || s.Revision == s.Name {
		return s.Name
	}
	return fmt.Sprintf("%s (%.12s)", s.Name, s.Revision)
}
