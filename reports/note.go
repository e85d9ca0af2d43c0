package reports

import (
	"fmt"
	"strings"

	"github.com/fencediff/fencediff/oracle"
)

// notes say, per class, in a few words what a finding is about.
var notes = map[Class]func(Result) string{
	Hole:         effectNote,
	Suspect:      attemptNote,
	OverBlock:    func(r Result) string { return r.Detail },
	Inconclusive: endingNote,
}

func note(r Result) string { return notes[r.Class](r) }

// effectNote is the worst effect, and the fixtures that show it if others do
// not.
func effectNote(r Result) string {
	worst, _ := worstEffect(r.Observations, r.Request.Grants)
	if worst == nil {
		return ""
	}
	var in []string
	for _, o := range r.Observations {
		for _, e := range o.Effects {
			if e.Kind == worst.Kind && e.Path == worst.Path {
				in = append(in, o.Fixture)
				break
			}
		}
	}
	words := []string{worst.Kind.String(), worst.Path}
	if worst.Transient {
		words = append(words, "(undone)")
	}
	if worst.Blocked {
		words = append(words, "(not permitted)")
	}
	if len(in) < len(r.Observations) {
		words = append(words, "if", strings.Join(in, ", "))
	}
	return strings.Join(words, " ")
}

func attemptNote(r Result) string {
	for _, o := range r.Observations {
		for _, a := range o.Attempts {
			return a.Call + " " + a.Path + ": " + a.Errno
		}
	}
	return ""
}

// endingNote is what the runs of a flaky command showed, or the first run that a
// limit or a fault cut short; without one it is what the fence could not take.
func endingNote(r Result) string {
	if r.Label == oracle.LabelFlaky {
		var words []string
		for _, run := range r.Runs {
			words = append(words, fmt.Sprintf("%d %s", run.Count, run.Label))
		}
		return "runs differ: " + strings.Join(words, ", ")
	}
	for _, o := range r.Observations {
		switch o.Status {
		case oracle.Exited, oracle.Signaled:
		default:
			return strings.TrimSuffix(o.Fixture+": "+o.Status.String()+": "+o.Error, ": ")
		}
	}
	return r.Detail
}
