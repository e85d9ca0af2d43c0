package engine

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// A Screen is where progress is shown.
type Screen struct {
	io.Writer
	// Columns is the width of a terminal, on which one line is painted over
	// again and again; 0 means that it is none, so that lines follow each other.
	Columns int
}

// How often progress is shown on a terminal and elsewhere.
const (
	terminalPause = 100 * time.Millisecond
	plainPause    = 10 * time.Second
)

// Progress shows how far a run is: how many requests are done, how many a
// second, when it will end, what was found. It is safe for concurrent use.
type Progress struct {
	screen Screen
	total  int
	now    func() time.Time

	mu             sync.Mutex
	started, shown time.Time
	done           int
	classes        map[reports.Class]int
	oracleErrors   int
}

// NewProgress starts the clock of a run of total requests; total may be
// [Unknown]. Now is the clock, nil means time.Now.
func NewProgress(screen Screen, total int, now func() time.Time) *Progress {
	if now == nil {
		now = time.Now
	}
	start := now()
	return &Progress{screen: screen, total: total, now: now, started: start, shown: start, classes: map[reports.Class]int{}}
}

// Add counts one result, and shows the progress if it is time to.
func (p *Progress) Add(r reports.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.classes[r.Class]++
	if r.Label == oracle.LabelOracleError {
		p.oracleErrors++
	}
	pause := plainPause
	if p.screen.Columns > 0 {
		pause = terminalPause
	}
	if now := p.now(); now.Sub(p.shown) >= pause {
		p.shown = now
		p.show(now)
	}
}

// Close shows the last state and leaves it standing, for a reader of the log and
// so that what follows starts on a line of its own.
func (p *Progress) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done == 0 {
		return
	}
	p.show(p.now())
	if p.screen.Columns > 0 {
		fmt.Fprintln(p.screen)
	}
}

func (p *Progress) show(now time.Time) {
	line := p.line(now)
	if p.screen.Columns == 0 {
		fmt.Fprintln(p.screen, line)
		return
	}
	// One cell less than the width: some terminals wrap at the last.
	if len(line) >= p.screen.Columns {
		line = line[:p.screen.Columns-1]
	}
	fmt.Fprint(p.screen, "\r\x1b[K"+line)
}

// line is ASCII, so that a byte of it is a cell.
func (p *Progress) line(now time.Time) string {
	elapsed := now.Sub(p.started).Seconds()
	rate := 0.0
	if elapsed > 0 {
		rate = float64(p.done) / elapsed
	}
	of, left := "", ""
	if p.total > 0 {
		of = fmt.Sprintf("/%d %d%%", p.total, 100*p.done/p.total)
		if rate > 0 {
			remaining := time.Duration(float64(p.total-p.done) / rate * float64(time.Second))
			left = fmt.Sprintf(", %s left", max(0, remaining).Round(time.Second))
		}
	}
	return fmt.Sprintf("%d%s, %.0f/s%s: %d holes, %d suspects, %d over-blocks, %d inconclusive, %d oracle errors",
		p.done, of, rate, left,
		p.classes[reports.Hole], p.classes[reports.Suspect], p.classes[reports.OverBlock],
		p.classes[reports.Inconclusive], p.oracleErrors)
}
