package engine

import (
	"fmt"
	"time"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// Progress shows how far a run is: how many requests are done, how many a
// second, when it will end, what was found. It is safe for concurrent use.
type Progress struct {
	*meter
	classes      map[reports.Class]int
	oracleErrors int
}

// NewProgress starts the clock of a run of total requests; total may be
// [Unknown]. Now is the clock, nil means time.Now.
func NewProgress(screen Screen, total int, now func() time.Time) *Progress {
	p := &Progress{classes: map[reports.Class]int{}}
	p.meter = newMeter(screen, total, now, func() string {
		return fmt.Sprintf("%d holes, %d suspects, %d over-blocks, %d inconclusive, %d oracle errors",
			p.classes[reports.Hole], p.classes[reports.Suspect], p.classes[reports.OverBlock],
			p.classes[reports.Inconclusive], p.oracleErrors)
	})
	return p
}

// Add counts one result, and shows the progress if it is time to.
func (p *Progress) Add(r reports.Result) {
	p.step(func() {
		p.classes[r.Class]++
		if r.Label == oracle.LabelOracleError {
			p.oracleErrors++
		}
	})
}

// MutationProgress shows how far a grading is. It is safe for concurrent use.
type MutationProgress struct {
	*meter
	counts reports.MutantCounts
}

// NewMutationProgress starts the clock of a grading of total mutants. Now is the
// clock, nil means time.Now.
func NewMutationProgress(screen Screen, total int, now func() time.Time) *MutationProgress {
	p := &MutationProgress{}
	p.meter = newMeter(screen, total, now, func() string {
		return fmt.Sprintf("%d semantic, %d verdict-only, %d survived, %d timeout, %d equivalent",
			p.counts.Semantic, p.counts.VerdictOnly, p.counts.Survived, p.counts.Timeout, p.counts.Equivalent)
	})
	return p
}

// Add counts one mutant, and shows the progress if it is time to.
func (p *MutationProgress) Add(m reports.Mutant) { p.step(func() { p.counts.Add(m.Outcome) }) }
