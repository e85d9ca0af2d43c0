package reports

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/tw"
)

// familyColumns are the scores; each number is one of the family's counts.
var familyColumns = []column[MutantFamily]{
	{"family", 24, tw.AlignLeft, func(f MutantFamily) string { return f.Family }},
	{"mutants", 7, tw.AlignRight, func(f MutantFamily) string { return strconv.Itoa(f.Mutants) }},
	{"semantic", 8, tw.AlignRight, func(f MutantFamily) string { return strconv.Itoa(f.Semantic) }},
	{"verdict-only", 12, tw.AlignRight, func(f MutantFamily) string { return strconv.Itoa(f.VerdictOnly) }},
	{"survived", 8, tw.AlignRight, func(f MutantFamily) string { return strconv.Itoa(f.Survived) }},
	{"timeout", 7, tw.AlignRight, func(f MutantFamily) string { return strconv.Itoa(f.Timeout) }},
	{"equivalent", 10, tw.AlignRight, func(f MutantFamily) string { return strconv.Itoa(f.Equivalent) }},
	{"score", 7, tw.AlignRight, func(f MutantFamily) string { return f.Score().String() }},
	{"semantically", 12, tw.AlignRight, func(f MutantFamily) string { return f.SemanticScore().String() }},
}

// scored are the families with all of them together at the end.
func (r *MutationReport) scored() []MutantFamily {
	return append(r.Families[:len(r.Families):len(r.Families)], MutantFamily{AllFamilies, r.Totals.MutantCounts})
}

var killColumns = []column[Mutant]{
	{"mutant", 44, tw.AlignLeft, func(m Mutant) string { return m.ID }},
	{"change", 21, tw.AlignLeft, func(m Mutant) string { return m.Killer.Change.String() }},
	{"label", 12, tw.AlignLeft, func(m Mutant) string { return m.Killer.Label.String() }},
	{"was", 14, tw.AlignLeft, func(m Mutant) string { return m.Killer.Was.cause() }},
	{"is", 14, tw.AlignLeft, func(m Mutant) string { return m.Killer.Is.cause() }},
	{"shortest killer", 60, tw.AlignLeft, func(m Mutant) string { return cmp.Or(m.Killer.Request.Command, "(empty)") }},
}

var reasonColumns = []column[Mutant]{
	{"mutant", 44, tw.AlignLeft, func(m Mutant) string { return m.ID }},
	{"reason", 100, tw.AlignLeft, func(m Mutant) string { return m.Reason }},
}

// A mutantSection is what a report shows together: mutants of one outcome.
type mutantSection struct {
	outcome MutantOutcome
	heading string
	// columns show those who have more to say than their difference; nil shows
	// each with its difference.
	columns []column[Mutant]
	// fileOnly leaves the section to the uncut report: it is long, and no news.
	fileOnly bool
}

var mutantSections = []mutantSection{
	{Survived, "SURVIVED: no command is decided otherwise", nil, false},
	{TimedOut, "TIMEOUT: took too long to judge", nil, false},
	{VerdictOnly, "VERDICT-ONLY: decided otherwise, and bash shows neither an effect nor a harmless command", killColumns, false},
	{Equivalent, "EQUIVALENT: registered, and nothing contradicts it", reasonColumns, true},
	{Semantic, "SEMANTIC: decided otherwise, and bash shows which of the two is wrong", killColumns, true},
}

// WriteMutationText writes what became of mutants for a person: the scores by
// family, then who survived, with the difference and a command that would kill
// it. Rows is how many mutants of a section are shown; 0 shows them all, and also
// every kill and its shortest killer. The report must be closed.
//
// Everything that came from outside goes through [Escape].
func WriteMutationText(w io.Writer, r *MutationReport, rows int) error {
	var b strings.Builder
	for _, s := range mutantSections {
		mutants := r.with(s.outcome)
		if len(mutants) == 0 || s.fileOnly && rows > 0 {
			continue
		}
		fmt.Fprintf(&b, "%s\n%s\n", s.heading, plural(len(mutants), "mutant"))
		shown := mutants
		if rows > 0 && len(mutants) > rows {
			shown = mutants[:rows]
		}
		if s.columns == nil {
			for _, m := range shown {
				m.writeText(&b)
			}
		} else if err := writeTable(&b, s.columns, shown); err != nil {
			return err
		}
		if left := len(mutants) - len(shown); left > 0 {
			fmt.Fprintf(&b, "not shown: %s more; --out DIR keeps all of them in report.txt\n", plural(left, "mutant"))
		}
		b.WriteString("\n")
	}
	if err := writeTable(&b, familyColumns, r.scored()); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s on %s: score %s, semantically %s\n%s\n", Escape(r.Fence), Escape(strings.Join(r.Sources, ", ")),
		r.Totals.MutantCounts.Score(), r.Totals.MutantCounts.SemanticScore(), r.graded())
	_, err := io.WriteString(w, b.String())
	return err
}

// writeText writes a mutant that nobody noticed.
func (m Mutant) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n", EscapeLine(m.ID))
	for line := range strings.Lines(m.Difference) {
		fmt.Fprintf(b, "    %s\n", EscapeLine(strings.TrimSuffix(line, "\n")))
	}
	if m.Outcome == Survived {
		fmt.Fprintf(b, "    %s\n", m.advice())
	}
	fmt.Fprintf(b, "    again: %s\n", m.Replay)
}

// advice says which command would kill a survivor.
func (m Mutant) advice() string {
	if m.WouldKill == nil {
		return "no command that would kill it was found"
	}
	where := ""
	if cwd := m.WouldKill.Request.Cwd; cwd != "" {
		where = " in " + Escape(cwd)
	}
	return fmt.Sprintf("would be killed by: %s%s (%s becomes %s)", Escape(m.WouldKill.Request.Command), where,
		m.WouldKill.Was.Decision, m.WouldKill.Is.Decision)
}
