package reports

import (
	"fmt"
	"io"
	"strings"
)

// WriteMutationMarkdown writes what became of mutants as a comment on a pull
// request: the scores by family, then who was not killed. It shows so many of
// them as a comment can hold, and says what is left out. The report must be
// closed; gate may be nil. What came from outside is made harmless as in
// [WriteChangeMarkdown].
func WriteMutationMarkdown(w io.Writer, r *MutationReport, gate *GateResult) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## Mutation score: %s", r.Totals.MutantCounts.Score())
	if gate != nil {
		fmt.Fprintf(&b, ", the gate %s", gate.verdict())
	}
	fmt.Fprintf(&b, "\n\n%s on %s: semantically %s. %s.\n", code(r.Fence), code(strings.Join(r.Sources, ", ")),
		r.Totals.MutantCounts.SemanticScore(), r.graded())
	if gate != nil {
		gate.writeMarkdown(&b)
	}
	b.WriteString("\n| family | mutants | semantic | verdict-only | survived | timeout | equivalent | score | semantically |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, f := range r.scored() {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %s | %s |\n", inline(clip(EscapeLine(f.Family))),
			f.Mutants, f.Semantic, f.VerdictOnly, f.Survived, f.Timeout, f.Equivalent, f.Score(), f.SemanticScore())
	}
	for _, s := range mutantSections {
		mutants := r.with(s.outcome)
		if len(mutants) == 0 || s.fileOnly {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n", s.heading)
		for i, m := range mutants {
			item := m.markdown()
			if i == 2*commentRows || b.Len()+len(item) > commentBytes {
				fmt.Fprintf(&b, "\nnot shown: %s more; see `mutation.json`\n", plural(len(mutants)-i, "mutant"))
				break
			}
			b.WriteString(item)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown is a mutant as an item of a list.
func (m Mutant) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "* %s", code(m.ID))
	for line := range strings.Lines(m.Difference) {
		fmt.Fprintf(&b, "<br>%s", code(strings.TrimSuffix(line, "\n")))
	}
	switch {
	case m.Killer != nil:
		fmt.Fprintf(&b, "<br>killed by %s (%s becomes %s, label %s)", code(m.Killer.Request.Command), m.Killer.Was.Decision, m.Killer.Is.Decision, m.Killer.Label)
	case m.WouldKill != nil:
		fmt.Fprintf(&b, "<br>would be killed by %s (%s becomes %s)", code(m.WouldKill.Request.Command), m.WouldKill.Was.Decision, m.WouldKill.Is.Decision)
	}
	b.WriteString("\n")
	return b.String()
}
