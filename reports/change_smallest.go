package reports

import "strings"

// A SmallestChange is the smallest command found around a group's witness that
// both sides still judge as they do the witness: with the same change between
// the same decisions by the same rules.
type SmallestChange struct {
	// Request is the witness's with the smallest command, which may be the
	// witness's own.
	Request Request `json:"request"`
	// Keeps says what else is as with the witness: [KeepsOutcome] or
	// [KeepsVerdicts].
	Keeps string `json:"keeps"`
	// Stop says why nothing smaller was found.
	Stop string `json:"stop"`
	// Tries counts the commands that the sides were asked about.
	Tries int `json:"tries"`
}

// What a [SmallestChange] keeps.
const (
	// KeepsOutcome: bash shows the same outcome and severity.
	KeepsOutcome = "outcome"
	// KeepsVerdicts: bash was not asked, because it does not say what the
	// witness is either, or does not matter for the change.
	KeepsVerdicts = "verdicts"
)

// Why a [SmallestChange] is not said to be minimal.
const (
	// StopUnlabelled: neither store nor bash was there to label a smaller command
	// that is judged as the witness is.
	StopUnlabelled = "unlabelled"
	// StopNoAnswer: a side did not answer about a smaller command.
	StopNoAnswer = "no-answer"
	// StopMinimal: no single deletion shows the same; the one stop after which
	// there is nothing more to find.
	StopMinimal = "minimal"
)

// proviso is what the group's smallest command, which it must have, does not
// promise; empty for nothing.
func (g *ChangeGroup) proviso() string {
	var but []string
	if g.Smallest.Keeps == KeepsVerdicts && g.Change.NeedsLabel() {
		but = append(but, "verdicts only")
	}
	if g.Smallest.Stop != StopMinimal {
		but = append(but, g.Smallest.Stop)
	}
	if len(but) == 0 {
		return ""
	}
	return " (" + strings.Join(but, ", ") + ")"
}

// Shown returns the groups that a report with so many rows a section shows, in
// its order, but for those that are flaky.
func (s *ChangeSummary) Shown(rows int) []*ChangeGroup {
	var all []*ChangeGroup
	for _, section := range s.sections() {
		groups, _ := section.cut(rows, "")
		for _, g := range groups {
			if g.Outcome != FlakyVerdict {
				all = append(all, g)
			}
		}
	}
	return all
}
