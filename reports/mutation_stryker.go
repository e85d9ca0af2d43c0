package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
)

// The report of the mutation testing report schema, version 2, as far as it is
// used here: https://github.com/stryker-mutator/mutation-testing-elements,
// packages/report-schema.
type (
	strykerReport struct {
		SchemaVersion string                     `json:"schemaVersion"`
		Thresholds    strykerThresholds          `json:"thresholds"`
		Framework     strykerFramework           `json:"framework"`
		Files         map[string]strykerFile     `json:"files"`
		TestFiles     map[string]strykerTestFile `json:"testFiles,omitempty"`
	}
	strykerThresholds struct {
		High int `json:"high"`
		Low  int `json:"low"`
	}
	strykerFramework struct {
		Name string `json:"name"`
	}
	strykerFile struct {
		Language string          `json:"language"`
		Source   string          `json:"source"`
		Mutants  []strykerMutant `json:"mutants"`
	}
	strykerMutant struct {
		ID           string          `json:"id"`
		MutatorName  string          `json:"mutatorName"`
		Description  string          `json:"description,omitempty"`
		Location     strykerLocation `json:"location"`
		Status       string          `json:"status"`
		StatusReason string          `json:"statusReason,omitempty"`
		KilledBy     []string        `json:"killedBy,omitempty"`
	}
	strykerLocation struct {
		Start strykerPosition `json:"start"`
		End   strykerPosition `json:"end"`
	}
	strykerPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	strykerTestFile struct {
		Tests []strykerTest `json:"tests"`
	}
	strykerTest struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
)

// The thresholds of Stryker's report: below low is red, from high on green. High
// is what the rules of this program's own fences are held to.
const (
	strykerHigh = 98
	strykerLow  = 80
)

var strykerStatus = map[MutantOutcome]string{
	Semantic: "Killed", VerdictOnly: "Killed", Survived: "Survived", TimedOut: "Timeout", Equivalent: "Ignored",
}

// WriteMutationStryker writes what became of mutants as JSON that viewers of
// mutation testing reports read. The one file is the fence as it describes
// itself, and a mutant stands at the line that it changes, or at the first if it
// changes none; the tests are the requests that killed.
//
// Such a viewer counts a timeout as detected; here it is not.
func WriteMutationStryker(w io.Writer, r *MutationReport) error {
	source := r.Rules
	if source == "" {
		source = "fence " + EscapeLine(r.Fence) + "\n"
	}
	lines := strings.Split(source, "\n")
	file := strykerFile{Language: "plaintext", Source: source, Mutants: []strykerMutant{}}
	tests := map[string]strykerTest{}
	for _, m := range r.Mutants {
		line := min(max(m.Line, 1), len(lines))
		mutant := strykerMutant{
			ID: m.ID, MutatorName: m.Family, Description: EscapeLine(strings.ReplaceAll(m.Difference, "\n", "; ")),
			Location: strykerLocation{strykerPosition{line, 1}, strykerPosition{line, len(utf16.Encode([]rune(lines[line-1]))) + 1}},
			Status:   strykerStatus[m.Outcome],
		}
		switch {
		case m.Killer != nil && m.Outcome.Killed():
			id := cmp.Or(m.Killer.Request.ID, m.Killer.Request.Command)
			mutant.KilledBy = []string{id}
			tests[id] = strykerTest{id, Escape(m.Killer.Request.Command)}
			mutant.StatusReason = fmt.Sprintf("%s: %s becomes %s, label %s", m.Killer.Change, m.Killer.Was.Decision, m.Killer.Is.Decision, m.Killer.Label)
		case m.Outcome == Survived:
			mutant.StatusReason = m.advice()
		default:
			mutant.StatusReason = m.Reason
		}
		file.Mutants = append(file.Mutants, mutant)
	}
	report := strykerReport{
		SchemaVersion: "2", Thresholds: strykerThresholds{strykerHigh, strykerLow}, Framework: strykerFramework{"fencediff"},
		Files: map[string]strykerFile{"rules/" + strings.ReplaceAll(EscapeLine(r.Fence), "/", "_") + ".txt": file},
	}
	if len(tests) > 0 {
		list := make([]strykerTest, 0, len(tests))
		for _, t := range tests {
			list = append(list, t)
		}
		slices.SortFunc(list, func(a, b strykerTest) int { return strings.Compare(a.ID, b.ID) })
		report.TestFiles = map[string]strykerTestFile{EscapeLine(strings.Join(r.Sources, ", ")): {list}}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(report)
}
