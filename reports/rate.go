package reports

import (
	"fmt"
	"strings"

	"github.com/fencediff/fencediff/oracle"
)

// A Rate says what became of the commands that one generator or mutation made.
type Rate struct {
	// By is the generator's settings or the mutation.
	By string `json:"by"`
	// Generated counts the commands, Valid those that are syntax, Executed those
	// that ran as a command in at least one fixture.
	Generated int `json:"generated"`
	Valid     int `json:"valid"`
	Executed  int `json:"executed"`
	// Vacuous counts those that did not run, Inconclusive those of which fence or
	// oracle could not tell.
	Vacuous      int `json:"vacuous"`
	Inconclusive int `json:"inconclusive"`
	// Findings counts those that show a mistake of the fence.
	Findings int `json:"findings"`
}

// Add counts a result.
func (r *Rate) Add(result Result) {
	r.Generated++
	if Parses(result.Request.Command) {
		r.Valid++
	}
	switch {
	case result.Class == Inconclusive:
		r.Inconclusive++
	case result.Label == oracle.LabelVacuous:
		r.Vacuous++
	}
	var c Counts
	c.Inconclusive = map[string]int{}
	c.add(result)
	r.Executed += c.Executed
	if result.Class.IsFinding() {
		r.Findings++
	}
}

// writeRates writes a line for everything that made commands.
func writeRates(b *strings.Builder, rates []Rate) {
	for _, r := range rates {
		fmt.Fprintf(b, "made by %s: %d generated, %d valid, %d executed, %d vacuous, %d inconclusive, %d findings\n",
			Escape(r.By), r.Generated, r.Valid, r.Executed, r.Vacuous, r.Inconclusive, r.Findings)
	}
}
