package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// hurriedOracle is a textOracle that has no time for commands with "slow" in
// them unless they are given some.
type hurriedOracle struct{ textOracle }

func (o *hurriedOracle) Observe(ctx context.Context, job oracle.Job) ([]oracle.Observation, error) {
	if job.Time == 0 && job.Command == "stat slow.txt" {
		return []oracle.Observation{{Fixture: "present", Status: oracle.Timeout}}, nil
	}
	return o.textOracle.Observe(ctx, job)
}

func commands(list ...string) iter.Seq2[reports.Request, error] {
	return func(yield func(reports.Request, error) bool) {
		for _, command := range list {
			r := reports.Request{ID: command, Request: fence.Request{Command: command, Policy: fence.DefaultPolicy()}}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// planted is the planted mistake of that id.
func planted(t *testing.T, id string) mutant.Mutation {
	t.Helper()
	all := mutant.Planted()
	at := slices.IndexFunc(all, func(m mutant.Mutation) bool { return m.ID == id })
	if at < 0 {
		t.Fatalf("no mistake %s is planted", id)
	}
	return all[at]
}

func TestDetect(t *testing.T) {
	walk, _ := fence.Lookup("walk")
	refusesStat, knowsTee := planted(t, "program/stat/forgotten"), planted(t, "program/tee")
	e := &Engine{Fence: walk, Oracle: &hurriedOracle{}, Prove: believed}
	for _, test := range []struct {
		name     string
		mutation mutant.Mutation
		commands []string
		want     string
	}{
		{"nothing is decided otherwise", knowsTee, []string{"pwd", "rm write.txt"}, "none, 0 asked"},
		{"a hole", knowsTee, []string{"pwd", "tee notes.txt", "tee write.txt", "tee write.md"}, "hole tee write.txt, 2 asked"},
		{"an over-block", refusesStat, []string{"stat write.txt", "stat notes.txt"}, "over-block stat notes.txt, 2 asked"},
		{"bash shows no harm", knowsTee, []string{"tee notes.txt"}, "none, 1 asked"},
		{"a second, patient look", refusesStat, []string{"stat slow.txt", "stat notes.txt"}, "over-block stat slow.txt, 1 asked"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			err := e.Detect(context.Background(), fence.WalkRules(), []mutant.Mutation{test.mutation}, commands(test.commands...), func(d Detection) error {
				found := "none"
				if d.Found != nil {
					found = d.Class.String() + " " + d.Found.ID
				}
				got = append(got, fmt.Sprintf("%s, %d asked", found, d.Asked))
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{test.want}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDetectSaysWhatDoesNotApply(t *testing.T) {
	walk, _ := fence.Lookup("walk")
	e := &Engine{Fence: walk, Oracle: &textOracle{}, Prove: believed}
	err := e.Detect(context.Background(), fence.Rules{}, []mutant.Mutation{planted(t, "program/stat/forgotten")}, commands("pwd"), func(Detection) error { return nil })
	if _, ok := errors.AsType[*mutant.InapplicableError](err); !ok {
		t.Errorf("%v, want a *mutant.InapplicableError", err)
	}
}
