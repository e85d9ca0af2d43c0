package reports

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/tw"
)

var (
	severityColumn = column[*Bucket]{"severity", 16, tw.AlignLeft, func(b *Bucket) string { return b.Severity.String() }}
	countColumn    = column[*Bucket]{"count", 9, tw.AlignRight, func(b *Bucket) string { return strconv.Itoa(b.Count) }}
	commandColumn  = column[*Bucket]{"shortest command", 60, tw.AlignLeft, commandText}
	ruleColumn     = column[*Bucket]{"rule", 16, tw.AlignLeft, func(b *Bucket) string { return b.Rule }}
	fixtureColumn  = column[*Bucket]{"fixture", 24, tw.AlignLeft, func(b *Bucket) string { return b.Fixture }}
	fieldsColumn   = column[*Bucket]{"differs in", 28, tw.AlignLeft, func(b *Bucket) string { return b.Rule }}
	reasonColumn   = column[*Bucket]{"reason", 16, tw.AlignLeft, func(b *Bucket) string { return reason(b.Decision, b.Label) }}
	bucketColumn   = column[*Bucket]{"bucket", bucketDigits, tw.AlignLeft, func(b *Bucket) string { return b.ID }}
)

func commandText(b *Bucket) string { return cmp.Or(b.Witness.Request.Command, "(empty)") }

func noteColumn(title string, width int) column[*Bucket] {
	return column[*Bucket]{title, width, tw.AlignLeft, func(b *Bucket) string { return b.Witness.Note }}
}

// A section shows the findings of one class.
type section struct {
	class   Class
	heading string
	// counts is what the section counts.
	counts  string
	columns []column[*Bucket]
}

// sections are in the order in which they are shown. Agreement is only counted.
var sections = []section{
	{Hole, "HOLES: admitted, and the command had an effect", "command", []column[*Bucket]{
		severityColumn, countColumn, commandColumn, noteColumn("worst effect", 44), bucketColumn,
	}},
	{HostileHole, "HOSTILE HOLES: admitted, and the trap of a hostile fixture sprang", "trap", []column[*Bucket]{
		fixtureColumn, countColumn, commandColumn, noteColumn("what ran, and what it did", 64), bucketColumn,
	}},
	{Suspect, "SUSPECTS: admitted, and the command tried to change something and failed", "command", []column[*Bucket]{
		countColumn, commandColumn, noteColumn("attempt", 44), bucketColumn,
	}},
	{OverBlock, "OVER-BLOCKS: refused, and the command ran and only read", "command", []column[*Bucket]{
		ruleColumn, countColumn, commandColumn, noteColumn("objection", 24), bucketColumn,
	}},
	{PlanDivergence, "PLAN DIVERGENCES: admitted, and the plan does otherwise than the command", "command", []column[*Bucket]{
		fieldsColumn, countColumn, commandColumn, noteColumn("difference", 64), bucketColumn,
	}},
	{Inconclusive, "INCONCLUSIVE: fence or oracle could not tell; not a pass", "command", []column[*Bucket]{
		reasonColumn, countColumn, commandColumn, noteColumn("why", 44), bucketColumn,
	}},
}

// WriteText writes the summary as tables for a person: one row a bucket, the
// worst first, then for each row the line that replays it, and at the end how
// much was really tried. Rows is how many buckets of a class are shown; 0 shows
// them all, and what is left out is said. The summary must be closed.
//
// Everything that came from outside goes through [Escape].
func WriteText(w io.Writer, s *Summary, rows int) error {
	var b strings.Builder
	for _, sec := range sections {
		if err := sec.write(&b, s, rows); err != nil {
			return err
		}
	}
	s.Expected.write(&b)
	writeTotals(&b, s)
	_, err := io.WriteString(w, b.String())
	return err
}

func (sec section) write(b *strings.Builder, s *Summary, rows int) error {
	var buckets []*Bucket
	for _, bucket := range s.Buckets {
		if bucket.Class == sec.class {
			buckets = append(buckets, bucket)
		}
	}
	if len(buckets) == 0 {
		return nil
	}
	fmt.Fprintf(b, "%s\n%s in %s\n", sec.heading, plural(s.Classes[sec.class], sec.counts), plural(len(buckets), "bucket"))
	shown := buckets
	if rows > 0 && len(shown) > rows {
		shown = shown[:rows]
	}
	if err := writeTable(b, sec.columns, shown); err != nil {
		return err
	}
	if hidden := buckets[len(shown):]; len(hidden) > 0 {
		commands := 0
		for _, bucket := range hidden {
			commands += bucket.Count
		}
		fmt.Fprintf(b, "not shown: %s more, with %s; --out DIR keeps all of them in report.txt\n", plural(len(hidden), "bucket"), plural(commands, sec.counts))
	}
	b.WriteString("\nReplay:\n")
	for _, bucket := range shown {
		fmt.Fprintf(b, "%s  %s\n", bucket.ID, bucket.Witness.Replay)
	}
	b.WriteString("\n")
	return nil
}

// write lists the cases that are not as they say.
func (e *Expected) write(b *strings.Builder) {
	if e == nil || len(e.Unmet) == 0 {
		return
	}
	fmt.Fprintf(b, "UNEXPECTED: real bash shows something else than the case says\n%s\n", plural(len(e.Unmet), "case"))
	for _, c := range e.Unmet {
		fmt.Fprintf(b, "%s  %s  %s\n", Escape(c.ID), Escape(c.Command), Escape(c.Why))
	}
	b.WriteString("\n")
}

func writeTotals(b *strings.Builder, s *Summary) {
	fmt.Fprintf(b, "%s on %s: %s\n", Escape(s.Fence), Escape(strings.Join(s.Sources, ", ")), s.classTotals())
	fmt.Fprintf(b, "attempts: %s\n", s.Counts)
	writeRates(b, s.Rates)
	if h := s.Hostile; h != nil {
		fmt.Fprintf(b, "hostile: %s in %s, %s as its plan and %d as written: %d sprung, %d held, %d untold\n",
			plural(h.Requests, "admitted command"), plural(len(h.Fixtures), "fixture"), plural(h.Plans, "run"), h.Commands, h.Sprung, h.Held, h.Untold)
	}
	if s.Plans != nil {
		fmt.Fprintf(b, "plans: %d compared with their commands, %d differ\n", s.Plans.Compared, s.Plans.Divergent)
	}
	if s.Expected != nil {
		fmt.Fprintf(b, "cases: %d compared with real bash, %d not as they say\n", s.Expected.Compared, len(s.Expected.Unmet))
	}
	fmt.Fprintf(b, "oracle: %s, bash %s, kernel %s, toolset %s\n",
		s.Oracle.Launcher, Escape(s.Oracle.Bash), Escape(s.Oracle.Kernel), Escape(s.Oracle.Toolset))
	if s.Twice != nil {
		fmt.Fprintf(b, "twice: %s run again, %d differ\n", plural(s.Twice.Compared, "command"), len(s.Twice.Differences))
		for _, d := range s.Twice.Differences {
			fmt.Fprintf(b, "  %s: first %s, then %s\n", Escape(d.Command), Escape(d.First), Escape(d.Second))
		}
	}
	if s.Ended != Complete {
		fmt.Fprintf(b, "ended: %s, before the sources did\n", s.Ended)
	}
}

// classTotals is for instance "2 holes (1 code, 1 network), 0 suspects, ...".
func (s *Summary) classTotals() string {
	var severe []string
	for _, v := range Severities() {
		if n := s.Severities[v]; n > 0 {
			severe = append(severe, fmt.Sprintf("%d %s", n, v))
		}
	}
	holes := ""
	if len(severe) > 0 {
		holes = " (" + strings.Join(severe, ", ") + ")"
	}
	return fmt.Sprintf("%s%s, %s, %s, %d inconclusive, %d agree",
		plural(s.Classes[Hole], "hole"), holes, plural(s.Classes[Suspect], "suspect"), plural(s.Classes[OverBlock], "over-block"),
		s.Classes[Inconclusive], s.Classes[Agree])
}

// String is the attempt-rate line: how much of what was generated was really
// tried, and what became of the rest.
func (c Counts) String() string {
	why := ""
	total := 0
	for _, because := range slices.Sorted(maps.Keys(c.Inconclusive)) {
		why += fmt.Sprintf(", %d %s", c.Inconclusive[because], because)
		total += c.Inconclusive[because]
	}
	if why != "" {
		why = " (" + strings.TrimPrefix(why, ", ") + ")"
	}
	more := ""
	if c.Confirmations > 0 {
		more += fmt.Sprintf(" and %d to confirm", c.Confirmations)
	}
	if c.Adapted > 0 {
		more += fmt.Sprintf(", %d of them adapted", c.Adapted)
	}
	return fmt.Sprintf("%d generated, %d judged, %d executed in %s of bash%s, %d vacuous, %d inconclusive%s, %d graded; planted commands read right %s",
		c.Generated, c.Judged, c.Executed, plural(c.Runs, "run"), more, c.Vacuous, total, why, c.Graded, plural(c.Planted, "time"))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
