package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

// MutantOutcome says what became of a mutant, a fence that is wrong on purpose.
// The zero value is invalid.
type MutantOutcome uint8

// The outcomes.
const (
	// Semantic: killed by a request that is decided otherwise and that bash shows
	// to have an effect, or to be harmless.
	Semantic MutantOutcome = iota + 1
	// VerdictOnly: killed by requests that are decided otherwise, none of which
	// bash shows to be either.
	VerdictOnly
	// Survived: no request is decided otherwise.
	Survived
	// TimedOut: it took too long to judge. Never a kill.
	TimedOut
	// Equivalent: a register says, with a reason, that nothing can kill it.
	Equivalent
)

var mutantOutcomeNames = []string{
	Semantic: "semantic", VerdictOnly: "verdict-only", Survived: "survived", TimedOut: "timeout", Equivalent: "equivalent",
}

// MutantOutcomes returns every outcome in the order in which a report counts them.
func MutantOutcomes() []MutantOutcome { return enumAll[MutantOutcome](mutantOutcomeNames) }

// String returns the outcome's name on the wire.
func (o MutantOutcome) String() string { return enumString(mutantOutcomeNames, "outcome", o) }

// MarshalText implements encoding.TextMarshaler; an invalid outcome is an error.
func (o MutantOutcome) MarshalText() ([]byte, error) {
	return enumText(mutantOutcomeNames, "outcome", o)
}

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (o *MutantOutcome) UnmarshalText(text []byte) (err error) {
	*o, err = enumValue[MutantOutcome](mutantOutcomeNames, "outcome", text)
	return err
}

// Killed says whether somebody noticed the mutant.
func (o MutantOutcome) Killed() bool { return o == Semantic || o == VerdictOnly }

// A Mutant is a fence that was wrong on purpose, and who noticed.
type Mutant struct {
	ID      string        `json:"id"`
	Family  string        `json:"family"`
	Outcome MutantOutcome `json:"outcome"`
	// Difference says how it differs from the fence, a line each.
	Difference string `json:"difference"`
	// Line is where in the described rules it differs, from 1; 0 when it does not
	// differ there.
	Line int `json:"line,omitzero"`
	// Killer is the shortest request that shows it, set for who was killed.
	Killer *Killer `json:"killer,omitempty"`
	// WouldKill is a request that none of the sources has and that is decided
	// otherwise, set for survivors for which one was found.
	WouldKill *Killer `json:"would_kill,omitempty"`
	// Reason is the register's, set for who is equivalent.
	Reason string `json:"reason,omitempty"`
	// Replay is the shell line that grades it again, set for who was not killed.
	Replay string `json:"replay,omitempty"`
}

// SetReplay says, of a mutant that was not killed, with which words of the command
// line it is graded again.
func (m *Mutant) SetReplay(verb []string) {
	if m.Outcome != Survived && m.Outcome != TimedOut {
		return
	}
	m.Replay = "fencediff"
	addFlags(&m.Replay, verb)
}

// A Killer is a request that a mutant decides otherwise than the fence.
type Killer struct {
	Request Request `json:"request"`
	Was     Answer  `json:"was"`
	Is      Answer  `json:"is"`
	// Label is what bash shows of it, Change what the mutant made of the fence.
	Label  Known   `json:"label"`
	Change Outcome `json:"change"`
}

// NewKiller joins what the fence and a mutant say about a request with what bash
// shows; nil was not asked. Two answers with one decision are an error.
func NewKiller(r Request, was, is Answer, shown *Observed) (*Killer, error) {
	k := &Killer{Request: r, Was: was, Is: is, Label: Unlabelled}
	change := ChangeOf(was, is)
	if was.Decision == is.Decision || change == 0 {
		return nil, fmt.Errorf("reports: %s: %s and %s kill no mutant", r.ID, was.Decision, is.Decision)
	}
	if shown != nil {
		k.Label = Known(shown.Label)
	}
	k.Change, _ = outcomeOf(change, ChangeEvidence{Base: shown, Head: shown}, r.Grants)
	return k, nil
}

// Semantic says whether bash shows the mutant to be better or worse than the
// fence.
func (k *Killer) Semantic() bool {
	switch k.Change {
	case HoleOpened, HoleClosed, OverBlockIntroduced, OverBlockRemoved:
		return true
	}
	return false
}

// MutantCounts count mutants by their outcome.
type MutantCounts struct {
	Mutants     int `json:"mutants"`
	Semantic    int `json:"semantic"`
	VerdictOnly int `json:"verdict_only"`
	Survived    int `json:"survived"`
	Timeout     int `json:"timeout"`
	Equivalent  int `json:"equivalent"`
}

// Add counts one mutant.
func (c *MutantCounts) Add(o MutantOutcome) {
	c.Mutants++
	switch o {
	case Semantic:
		c.Semantic++
	case VerdictOnly:
		c.VerdictOnly++
	case Survived:
		c.Survived++
	case TimedOut:
		c.Timeout++
	case Equivalent:
		c.Equivalent++
	}
}

// Score is the share of killed mutants among those that are not equivalent.
func (c MutantCounts) Score() Share {
	return Share{c.Semantic + c.VerdictOnly, c.Mutants - c.Equivalent}
}

// SemanticScore is the share of those that were killed semantically.
func (c MutantCounts) SemanticScore() Share { return Share{c.Semantic, c.Mutants - c.Equivalent} }

// A Share is so many of a number. Of none it is no share at all.
type Share struct{ Part, Of int }

// Value is the share between 0 and 1; of none it is 0.
func (s Share) Value() float64 {
	if s.Of == 0 {
		return 0
	}
	return float64(s.Part) / float64(s.Of)
}

// Less compares without rounding.
func (s Share) Less(t Share) bool { return s.Part*t.Of < t.Part*s.Of }

// String is the share in percent. It is cut, not rounded, so that 100.0 % is all.
func (s Share) String() string {
	if s.Of == 0 {
		return "-"
	}
	tenths := 1000 * s.Part / s.Of
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}

// AllFamilies stands where a family's name does for what all have together. No
// family is called so.
const AllFamilies = "all"

// A MutantFamily is what became of the mutants of one family.
type MutantFamily struct {
	Family string `json:"family"`
	MutantCounts
}

// MutantTotals are the counts of all families together.
type MutantTotals struct {
	MutantCounts
	// Score and SemanticScore are shares, from 0 to 1.
	Score         float64 `json:"score"`
	SemanticScore float64 `json:"semantic_score"`
}

// A MutationReport says what became of every mutant of a fence: mutation.json,
// and what the other forms are made from. Neither times nor the number of workers
// are in it, nor whether a label came from a store, so that the same mutants and
// requests have the same bytes.
//
// Make one with [NewMutationReport], add every mutant, then call
// [MutationReport.Close]. It is not safe for concurrent use.
type MutationReport struct {
	// Schema is the $id of the schema that it follows.
	Schema  string   `json:"schema"`
	Fence   string   `json:"fence"`
	Sources []string `json:"sources"`
	// Requests counts the requests of the sources, Labels those of them that were
	// labelled, by label: a request is when a mutant decides it otherwise.
	Requests int                  `json:"requests"`
	Labels   map[oracle.Label]int `json:"labels"`
	// Families are sorted by name.
	Families []MutantFamily `json:"families"`
	Totals   MutantTotals   `json:"totals"`
	Mutants  []Mutant       `json:"mutants"`
	// Rules is the fence as it describes itself; empty if it does not.
	Rules string `json:"-"`
}

// NewMutationReport returns the report of a grading of no mutant.
func NewMutationReport(fence string, sources []string) *MutationReport {
	return &MutationReport{
		Schema: schema.Mutation, Fence: fence, Sources: sources, Labels: map[oracle.Label]int{},
		Families: []MutantFamily{}, Mutants: []Mutant{},
	}
}

// Add counts one mutant.
func (r *MutationReport) Add(m Mutant) {
	r.Mutants = append(r.Mutants, m)
	r.Totals.Add(m.Outcome)
	at, known := slices.BinarySearchFunc(r.Families, m.Family, func(f MutantFamily, name string) int { return strings.Compare(f.Family, name) })
	if !known {
		r.Families = slices.Insert(r.Families, at, MutantFamily{Family: m.Family})
	}
	r.Families[at].Add(m.Outcome)
}

// Close computes what follows from the mutants.
func (r *MutationReport) Close() {
	r.Totals.Score = r.Totals.MutantCounts.Score().Value()
	r.Totals.SemanticScore = r.Totals.MutantCounts.SemanticScore().Value()
}

// Vacuous says why nothing was graded; it is empty when something was.
func (r *MutationReport) Vacuous() string {
	c := r.Totals
	switch {
	case c.Mutants == 0:
		return "there is no mutant"
	case r.Requests == 0:
		return "there is no command in " + strings.Join(r.Sources, ", ")
	case c.Semantic+c.VerdictOnly+c.Survived == 0:
		return fmt.Sprintf("of %s none was graded: %d took too long, %d are equivalent", plural(c.Mutants, "mutant"), c.Timeout, c.Equivalent)
	case c.VerdictOnly > 0 && r.Labels[oracle.LabelEffect]+r.Labels[oracle.LabelHarmless] == 0:
		return "of the commands that mutants decide otherwise none was really executed"
	}
	return ""
}

// with are the mutants that have an outcome.
func (r *MutationReport) with(outcomes ...MutantOutcome) []Mutant {
	var list []Mutant
	for _, m := range r.Mutants {
		if slices.Contains(outcomes, m.Outcome) {
			list = append(list, m)
		}
	}
	return list
}

// graded says on what and how much was graded.
func (r *MutationReport) graded() string {
	labels := 0
	for _, n := range r.Labels {
		labels += n
	}
	return fmt.Sprintf("%s, %s, of which %d were labelled: %d effect, %d harmless",
		plural(r.Totals.Mutants, "mutant"), plural(r.Requests, "command"), labels, r.Labels[oracle.LabelEffect], r.Labels[oracle.LabelHarmless])
}
