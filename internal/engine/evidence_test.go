package engine

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// A storyOracle has a story for each command: what its first run shows, its
// second, and so on; the last part repeats. It is told by label.
type storyOracle struct {
	oracle.Oracle
	stories map[string]string

	mu   sync.Mutex
	runs map[string]int
}

func (o *storyOracle) Workers() int { return 2 }
func (o *storyOracle) Info() oracle.Info {
	return oracle.Info{Fixtures: map[string]string{"present": "p"}}
}

func (o *storyOracle) Observe(_ context.Context, job oracle.Job) ([]oracle.Observation, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.runs == nil {
		o.runs = map[string]int{}
	}
	parts := strings.Fields(o.stories[job.Command])
	part := parts[min(o.runs[job.Command], len(parts)-1)]
	o.runs[job.Command]++
	seen := oracle.Observation{Fixture: "present", Status: oracle.Exited}
	switch part {
	case "harmless":
	case "effect":
		seen.Effects = []oracle.Effect{{Kind: oracle.Create, Path: "/srv/ws/x", Inside: true}}
	case "other-effect":
		seen.Effects = []oracle.Effect{{Kind: oracle.Delete, Path: "/srv/ws/x", Inside: true}}
	case "attempt":
		seen.Attempts = []oracle.Attempt{{Call: "unlink", Path: "/srv/ws/x", Errno: "ENOENT"}}
	case "failed":
		seen.Status = oracle.StatusError
	case "lost":
		return nil, errors.New("the container went away")
	default: // what is missing
		seen.Exit, seen.Stderr = 1, "cat: "+part+": No such file or directory\n"
		if strings.Contains(job.Setup, "'/srv/ws/"+part+"'") {
			seen.Exit, seen.Stderr = 0, ""
		}
	}
	return []oracle.Observation{seen}, nil
}

func TestFindingsAreConfirmed(t *testing.T) {
	for _, test := range []struct {
		name, command, story string
		label                oracle.Label
		class                reports.Class
		asked                int
	}{
		{"hole", "ls x", "effect", oracle.LabelEffect, reports.Hole, 4},
		{"over-block", "rm x", "harmless", oracle.LabelHarmless, reports.OverBlock, 4},
		{"suspect", "ls x", "attempt", oracle.LabelAttempt, reports.Suspect, 4},
		{"agreement needs no confirmation", "ls x", "harmless", oracle.LabelHarmless, reports.Agree, 1},
		{"nor does this", "rm x", "effect", oracle.LabelEffect, reports.Agree, 1},
		{"a hole now and then", "ls x", "effect effect harmless", oracle.LabelFlaky, reports.Inconclusive, 4},
		{"another effect each time", "ls x", "effect other-effect", oracle.LabelEffect, reports.Hole, 4},
		{"an over-block that is none", "rm x", "harmless effect", oracle.LabelFlaky, reports.Inconclusive, 4},
		{"the harness fails later", "ls x", "effect failed", oracle.LabelOracleError, reports.Inconclusive, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := &storyOracle{stories: map[string]string{test.command: test.story}}
			e := &Engine{Fence: wordFence{}, Oracle: o, Prove: believed, Confirmations: 3}
			var got []reports.Result
			_, err := e.Run(t.Context(), requestsFor(test.command), func(r reports.Result) error {
				got = append(got, r)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			r := got[0]
			if r.Label != test.label || r.Class != test.class || o.runs[test.command] != test.asked {
				t.Errorf("%v, %v after %d runs, want %v, %v after %d", r.Label, r.Class, o.runs[test.command], test.label, test.class, test.asked)
			}
			total := 0
			for _, run := range r.Runs {
				total += run.Count
			}
			if want := test.asked; want > 1 && total != want || want == 1 && total != 0 {
				t.Errorf("the result tells of %d runs: %+v", total, r.Runs)
			}
		})
	}
}

func TestALostOracleEndsTheConfirmation(t *testing.T) {
	o := &storyOracle{stories: map[string]string{"ls x": "effect lost"}}
	e := &Engine{Fence: wordFence{}, Oracle: o, Prove: believed, Confirmations: 1}
	_, err := e.Run(t.Context(), requestsFor("ls x"), func(reports.Result) error { return nil })
	var located *RequestError
	if !errors.As(err, &located) || located.ID != "r0" {
		t.Errorf("err = %v, want one about r0", err)
	}
}

func TestVacuousCommandsAreAdapted(t *testing.T) {
	for _, test := range []struct {
		name, story string
		label       oracle.Label
		setup       []string
		runs        int
	}{
		{"at once", "a.txt a.txt", oracle.LabelHarmless, []string{"'/srv/ws/a.txt'"}, 2},
		{"by and by", "a b c c", oracle.LabelHarmless, []string{"'/srv/ws/a'", "'/srv/ws/b'", "'/srv/ws/c'"}, 4},
		{"not within three rounds", "a b c d d", oracle.LabelVacuous, nil, 4},
		{"not at all", "$x $x", oracle.LabelVacuous, nil, 1},
		{"to an effect", "a effect", oracle.LabelEffect, []string{"'/srv/ws/a'"}, 2},
		{"to a failing harness", "a failed", oracle.LabelVacuous, nil, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := &storyOracle{stories: map[string]string{"ls x": test.story}}
			e := &Engine{Fence: wordFence{}, Oracle: o, Prove: believed, Adapt: true}
			_, err := e.Run(t.Context(), requestsFor("ls x"), func(r reports.Result) error {
				if r.Label != test.label || o.runs["ls x"] != test.runs {
					t.Errorf("%v after %d runs, want %v after %d", r.Label, o.runs["ls x"], test.label, test.runs)
				}
				if (r.Adapted != nil) != (test.setup != nil) {
					t.Fatalf("adapted: %+v", r.Adapted)
				}
				for _, part := range test.setup {
					if !strings.Contains(r.Adapted.Setup, part) {
						t.Errorf("the setup lacks %s: %s", part, r.Adapted.Setup)
					}
				}
				if r.Class == reports.Hole && !strings.Contains(r.Replay, "/srv/ws/a") {
					t.Errorf("the replay line lacks the setup: %s", r.Replay)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
