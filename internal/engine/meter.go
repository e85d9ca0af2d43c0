package engine

import (
	"fmt"
	"io"
	"sync"
	"time"
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

// A meter shows how far something is: how many are done, how many a second, when
// it will end, and what was found. It is safe for concurrent use.
type meter struct {
	screen Screen
	total  int
	now    func() time.Time
	// found says what was found so far, in ASCII.
	found func() string

	mu             sync.Mutex
	started, shown time.Time
	done           int
}

// newMeter starts the clock. Now is the clock, nil means time.Now.
func newMeter(screen Screen, total int, now func() time.Time, found func() string) *meter {
	if now == nil {
		now = time.Now
	}
	start := now()
	return &meter{screen: screen, total: total, now: now, started: start, shown: start, found: found}
}

// step counts one more, after count has taken down what it is, and shows the
// progress if it is time to.
func (p *meter) step(count func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	count()
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
func (p *meter) Close() {
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

func (p *meter) show(now time.Time) {
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
func (p *meter) line(now time.Time) string {
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
	return fmt.Sprintf("%d%s, %.0f/s%s: %s", p.done, of, rate, left, p.found())
}
