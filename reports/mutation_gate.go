package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fencediff/fencediff/reports/schema"
)

// A MutationBaseline is the committed file that gate --mutation holds a fence to:
// the scores it had, and the mutants that nothing kills and that somebody has
// answered for.
type MutationBaseline struct {
	// Schema is the $id of the schema that the file follows.
	Schema  string   `json:"schema"`
	Fence   string   `json:"fence"`
	Sources []string `json:"sources"`
	// Families are the counts of every family, sorted by name.
	Families []MutantFamily `json:"families"`
	// Accepted are sorted by mutant.
	Accepted []AcceptedMutant `json:"accepted"`
}

// An AcceptedMutant is one that nothing kills and that somebody answers for.
type AcceptedMutant struct {
	Mutant string `json:"mutant"`
	Reason string `json:"reason"`
	Owner  string `json:"owner"`
	// Expires is the last day on which it counts.
	Expires Day `json:"expires"`
}

// NewMutationBaseline returns a baseline that has no scores and accepts nothing.
func NewMutationBaseline(fence string, sources []string) *MutationBaseline {
	return &MutationBaseline{Schema: schema.MutationBaseline, Fence: fence, Sources: sources, Families: []MutantFamily{}, Accepted: []AcceptedMutant{}}
}

// ReadMutationBaseline reads a baseline. Unknown keys and what
// [MutationBaseline.Check] finds are errors.
func ReadMutationBaseline(text []byte) (*MutationBaseline, error) {
	var b MutationBaseline
	if err := readCommitted(text, "mutation baseline", &b, &b.Schema, schema.MutationBaseline); err != nil {
		return nil, err
	}
	return &b, b.Check()
}

// Check says what is wrong with a baseline: a family whose outcomes are not as many
// as its mutants, so that no score would be a fall, a mutant without a reason, an
// owner or a date, or a family or a mutant that is there twice.
func (b *MutationBaseline) Check() error {
	families := map[string]bool{}
	for _, f := range b.Families {
		outcomes := []int{f.Semantic, f.VerdictOnly, f.Survived, f.Timeout, f.Equivalent}
		sum := 0
		for _, n := range outcomes {
			sum += n
		}
		switch {
		case families[f.Family]:
			return fmt.Errorf("family %q is there twice", f.Family)
		case slices.Min(outcomes) < 0 || sum != f.Mutants:
			return fmt.Errorf("family %q has outcomes that do not make up its %d mutants", f.Family, f.Mutants)
		}
		families[f.Family] = true
	}
	seen := map[string]bool{}
	for _, a := range b.Accepted {
		switch {
		case a.Mutant == "" || seen[a.Mutant]:
			return fmt.Errorf("accepted mutant %q is there twice, or has no name", a.Mutant)
		case !answered(a.Reason, a.Owner, a.Expires):
			return fmt.Errorf("accepted mutant %s needs a reason, an owner and a date", a.Mutant)
		}
		seen[a.Mutant] = true
	}
	return nil
}

// Write writes the baseline as it is committed.
func (b *MutationBaseline) Write(w io.Writer) error { return WriteIndented(w, b) }

// all is the counts of all families together.
func (b *MutationBaseline) all() MutantCounts {
	var all MutantCounts
	for _, f := range b.Families {
		all.Mutants += f.Mutants
		all.Semantic += f.Semantic
		all.VerdictOnly += f.VerdictOnly
		all.Survived += f.Survived
		all.Timeout += f.Timeout
		all.Equivalent += f.Equivalent
	}
	return all
}

// fall lists the scores that are less than they were.
func fall(name string, was, is MutantCounts) []GateFinding {
	var findings []GateFinding
	for _, s := range []struct {
		what    string
		was, is Share
	}{{"score", was.Score(), is.Score()}, {"semantic score", was.SemanticScore(), is.SemanticScore()}} {
		if s.is.Less(s.was) {
			findings = append(findings, GateFinding{Grown, name, fmt.Sprintf("the %s falls from %s (%d of %d) to %s (%d of %d)",
				s.what, s.was, s.was.Part, s.was.Of, s.is, s.is.Part, s.is.Of), false})
		}
	}
	return findings
}

// Gate holds mutants to the baseline. It fails when a score falls, that of a
// family or of all, when a family has none in the baseline, when a mutant that nothing kills is accepted by nobody or
// until a day that is past, and when an accepted one is killed or gone. A score
// that rises passes. The report must be closed.
func (b *MutationBaseline) Gate(r *MutationReport, today time.Time) *GateResult {
	result := &GateResult{Type: "gate", Findings: []GateFinding{}}
	result.Findings = append(result.Findings, fall(AllFamilies, b.all(), r.Totals.MutantCounts)...)
	for _, was := range b.Families {
		at := slices.IndexFunc(r.Families, func(f MutantFamily) bool { return f.Family == was.Family })
		if at < 0 {
			result.Findings = append(result.Findings, GateFinding{Stale, was.Family, "the family has no mutant any more; --update takes it out", false})
			continue
		}
		result.Findings = append(result.Findings, fall(was.Family, was.MutantCounts, r.Families[at].MutantCounts)...)
	}
	for _, is := range r.Families {
		// Else taking a family's row out would take its scores out of the ratchet.
		if !slices.ContainsFunc(b.Families, func(f MutantFamily) bool { return f.Family == is.Family }) {
			result.Findings = append(result.Findings, GateFinding{New, is.Family, "the family has no score in the baseline; --update puts it in", false})
		}
	}
	accepted := map[string]AcceptedMutant{}
	for _, a := range b.Accepted {
		accepted[a.Mutant] = a
	}
	for _, m := range r.with(Survived, TimedOut) {
		f := GateFinding{ID: m.ID, Standing: New, Text: m.unguarded()}
		if a, known := accepted[m.ID]; known && expired(a.Expires, today) {
			f.Standing, f.Text = Expired, fmt.Sprintf("accepted until %s by %s", a.Expires, a.Owner)
		} else if known {
			f.Standing, f.Text = Accepted, fmt.Sprintf("%s (%s, until %s)", a.Reason, a.Owner, a.Expires)
		}
		delete(accepted, m.ID)
		result.Findings = append(result.Findings, f)
	}
	for _, a := range b.Accepted {
		if _, left := accepted[a.Mutant]; left {
			result.Findings = append(result.Findings, GateFinding{Stale, a.Mutant, "it is killed, or gone; remove it", false})
		}
	}
	slices.SortStableFunc(result.Findings, func(a, b GateFinding) int { return cmp.Compare(a.Standing, b.Standing) })
	result.Passed = !slices.ContainsFunc(result.Findings, func(f GateFinding) bool { return f.Standing.Fails() })
	return result
}

// unguarded says in a line of a mutant that nothing kills what it is.
func (m Mutant) unguarded() string {
	text := fmt.Sprintf("%s: %s", m.Outcome, strings.ReplaceAll(m.Difference, "\n", "; "))
	if m.Outcome == Survived {
		text += "; " + m.advice()
	}
	return text
}

// Update makes the baseline have the scores of the report and accept exactly the
// mutants that nothing kills. What was accepted keeps its reason, owner and date,
// unless it has expired; what is new gets those of fresh. The lines say what
// changed. The report must be closed.
func (b *MutationBaseline) Update(r *MutationReport, today time.Time, fresh AcceptedMutant) []string {
	var lines []string
	if was, is := b.all(), r.Totals.MutantCounts; was != is {
		lines = append(lines, fmt.Sprintf("score %s to %s, semantic score %s to %s, %d mutants to %d",
			was.Score(), is.Score(), was.SemanticScore(), is.SemanticScore(), was.Mutants, is.Mutants))
	}
	b.Families = slices.Clone(r.Families)
	old := map[string]AcceptedMutant{}
	for _, a := range b.Accepted {
		old[a.Mutant] = a
	}
	accepted := []AcceptedMutant{}
	for _, m := range r.with(Survived, TimedOut) {
		a, known := old[m.ID]
		delete(old, m.ID)
		if !known || expired(a.Expires, today) {
			a = fresh
			a.Mutant = m.ID
			lines = append(lines, EscapeLine(fmt.Sprintf("accepted %s: %s", m.ID, m.unguarded())))
		}
		accepted = append(accepted, a)
	}
	for _, a := range b.Accepted {
		if _, left := old[a.Mutant]; left {
			lines = append(lines, EscapeLine(fmt.Sprintf("removed %s: it is killed, or gone", a.Mutant)))
		}
	}
	slices.SortFunc(accepted, func(a, b AcceptedMutant) int { return strings.Compare(a.Mutant, b.Mutant) })
	b.Accepted = accepted
	return lines
}

// WriteMutationGateText writes a report and what a gate says of it for a person,
// so many mutants a section as [WriteMutationText] does.
func WriteMutationGateText(w io.Writer, r *MutationReport, gate *GateResult, rows int) error {
	if err := WriteMutationText(w, r, rows); err != nil {
		return err
	}
	var b strings.Builder
	gate.writeText(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
