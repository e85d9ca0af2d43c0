package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/reports"
)

// Probe explains one request: the verdicts of the fences, what bash shows, and
// what would turn each verdict. It runs the planted commands as Run does, and
// again what any of the fences would make a finding. Errors are those of Run.
func (e *Engine) Probe(ctx context.Context, r reports.Request, fences []fence.Fence) (*reports.Probe, error) {
	var probe *reports.Probe
	_, err := proven(ctx, e, values([]reports.Request{r}),
		func(ctx context.Context, r reports.Request) (*reports.Probe, error) { return e.probe(ctx, r, fences) },
		func(p *reports.Probe) error {
			probe = p
			return nil
		})
	return probe, err
}

func (e *Engine) probe(ctx context.Context, r reports.Request, fences []fence.Fence) (*reports.Probe, error) {
	verdicts := make([]fence.Verdict, len(fences))
	engines := make([]*Engine, len(fences))
	var observed reports.Observed
	for i, f := range fences {
		asking := *e
		asking.Fence = f
		engines[i] = &asking
		var err error
		if verdicts[i], err = asking.judge(ctx, r); err != nil {
			return nil, err
		}
		// One whose finding is confirmed tells more than one that agrees.
		if i > 0 && len(observed.Runs) > 0 {
			continue
		}
		if observed, err = asking.gather(ctx, r, verdicts[i]); err != nil {
			return nil, err
		}
	}
	probe := reports.NewProbe(r, observed)
	for i, f := range fences {
		nearest, err := engines[i].nearest(ctx, r, verdicts[i].Decision)
		if err != nil {
			return nil, err
		}
		if err := probe.Add(f.Name(), verdicts[i], nearest); err != nil {
			return nil, err
		}
	}
	probe.AddReplayFlags(e.ReplayFlags)
	return probe, nil
}

// maxNearest is how many changes are tried to turn a verdict: all there are of a
// command of some hundred bytes, and seconds of an external fence's time.
const maxNearest = 4000

// opposite is what a changed command must be said to be.
var opposite = map[fence.Decision]fence.Decision{fence.Admit: fence.Refuse, fence.Refuse: fence.Admit}

// nearest returns the smallest change of the command that turns the fence's
// decision, nil if none of those that are tried does.
func (e *Engine) nearest(ctx context.Context, r reports.Request, decision fence.Decision) (*reports.Flip, error) {
	want, ok := opposite[decision]
	if !ok {
		return nil, nil
	}
	for _, c := range changes(r.Command) {
		changed := r
		changed.Command = r.Command[:c.at] + c.inserted + r.Command[c.at+c.removed:]
		verdict, err := e.judge(ctx, changed)
		if err != nil {
			return nil, err
		}
		if verdict.Decision == want {
			return &reports.Flip{
				Request: changed, Offset: c.at, Removed: r.Command[c.at : c.at+c.removed], Inserted: c.inserted,
				Decision: verdict.Decision, Rule: verdict.Rule,
			}, nil
		}
	}
	return nil, nil
}

// A change replaces removed bytes of a command by other ones.
type change struct {
	at, removed int
	inserted    string
	// size is how many bytes differ, blanks between tokens aside.
	size int
}

// maxRun is how many tokens in a row are left out at most.
const maxRun = 16

// insertions are what is put between tokens: all that means something to bash.
var insertions = []string{";", "|", "&", ">", "<", "$", "`", "*", "?", "~", "(", "\n", `\`, "'", `"`, "#", "=", "!", "-", "/", "."}

// replacements stand for a word: a program and a file that a fence is most
// likely to let pass.
var replacements = []string{"ls", "cat", "README.md"}

// changes are the small changes of a command, the smallest first: a sign less, a
// sign more, a token replaced, tokens in a row less. The letters of words stay:
// that a misspelt program is refused says nothing. Nor does it that what bash
// cannot parse is, so that such changes are left out, unless the command is such
// a one itself.
func changes(command string) []change {
	var all []change
	for at, sign := range []byte(command) {
		if !wordByte(sign) {
			all = append(all, change{at, 1, "", 1})
		}
	}
	tokens := reports.Tokens(command)
	for i, t := range tokens {
		for _, text := range insertions {
			all = append(all, change{t.End(), 0, text, len(text)})
			if i > 0 {
				all = append(all, change{t.Offset, 0, text, len(text)})
			}
		}
		for _, last := range tokens[i:min(i+maxRun, len(tokens))] {
			// The blanks behind them go with them.
			rest := strings.TrimLeft(command[last.End():], " \t")
			all = append(all, change{t.Offset, len(command) - len(rest) - t.Offset, "", last.End() - t.Offset})
		}
		for _, text := range replacements {
			all = append(all, change{t.Offset, len(t.Text), text, max(len(t.Text), len(text))})
		}
	}
	slices.SortStableFunc(all, func(a, b change) int { return cmp.Compare(a.size, b.size) })
	all = all[:min(len(all), maxNearest)]
	if !reports.Parses(command) {
		return all
	}
	return slices.DeleteFunc(all, func(c change) bool {
		changed := command[:c.at] + c.inserted + command[c.at+c.removed:]
		return strings.TrimSpace(changed) == "" || !reports.Parses(changed)
	})
}

// wordByte says whether a byte is a letter, a digit, a blank or part of a longer
// character.
func wordByte(b byte) bool {
	return b == ' ' || b == '\t' || b >= 0x80 || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}
