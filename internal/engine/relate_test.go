package engine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/reports"
)

// least is how many comparisons each relation must make over the smoke grid, so
// that none holds because it never applies.
const least = 30

// The fences that are meant to hold keep every relation over the smoke grid, and
// the one that is here to be beaten breaks some.
func TestRelationsOverTheSmokeGrid(t *testing.T) {
	smoke, err := OpenSource("grid:smoke", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		fence string
		every int // how many cells one is taken of
	}{{"readonly", 1}, {"walk", 10}, {"naive", 10}} {
		t.Run(test.fence, func(t *testing.T) {
			f, _ := fence.Lookup(test.fence)
			requests := func(yield func(reports.Request, error) bool) {
				i := 0
				for r, err := range smoke.Requests {
					if i++; i%test.every == 0 && !yield(r, err) {
						return
					}
				}
			}
			first := map[string]reports.Violation{}
			counts, err := (&Engine{Fence: f}).Relate(t.Context(), requests, fuzz.Relations(), func(v reports.Violation) error {
				if _, ok := first[v.Relation]; !ok {
					first[v.Relation] = v
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range counts {
				if test.every == 1 && c.Compared < least {
					t.Errorf("%s is compared only %d times, want %d", c.Relation, c.Compared, least)
				}
			}
			if test.fence == "naive" {
				for _, name := range []string{"single-quotes", "launcher", "writer-joined", "output-file"} {
					if _, ok := first[name]; !ok {
						t.Errorf("naive keeps %s", name)
					}
				}
				return
			}
			for _, v := range first {
				t.Errorf("%s: %s %q and %s %q", v.Relation, v.First.Decision, v.First.Request.Command, v.Second.Decision, v.Second.Request.Command)
			}
		})
	}
}

// mootFence is a wordFence that cannot be asked about working directories.
type mootFence struct{ wordFence }

func (mootFence) Judge(ctx context.Context, r fence.Request) (fence.Verdict, error) {
	if r.Cwd != "" {
		return fence.Verdict{Decision: fence.Unsupported, Offset: -1}, nil
	}
	return wordFence{}.Judge(ctx, r)
}

func TestRelateCounts(t *testing.T) {
	var relations []fuzz.Relation
	for _, r := range fuzz.Relations() {
		if slices.Contains([]string{"single-quotes", "cwd-spelling", "joined"}, r.Name) {
			relations = append(relations, r)
		}
	}
	run := func(workers int) (counts []reports.RelationCounts, ids []string) {
		e := &Engine{Fence: mootFence{}, Workers: workers}
		counts, err := e.Relate(t.Context(), requestsFor("ls a", "rm a", "ls b"), relations, func(v reports.Violation) error {
			ids = append(ids, v.ID+" "+v.Relation)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range counts {
			counts[i].Says, counts[i].Law = "", ""
		}
		return counts, ids
	}
	want := []reports.RelationCounts{
		{Relation: "single-quotes", Compared: 3, Broken: 2},
		{Relation: "cwd-spelling", Unsupported: 12},
		{Relation: "joined", Compared: 8, Idle: 4},
	}
	counts, ids := run(1)
	if !slices.Equal(counts, want) {
		t.Errorf("got %+v, want %+v", counts, want)
	}
	if !slices.Equal(ids, []string{"r0 single-quotes", "r2 single-quotes"}) {
		t.Errorf("violations %v", ids)
	}
	if again, moreIDs := run(5); !slices.Equal(again, counts) || !slices.Equal(moreIDs, ids) {
		t.Error("five workers say something else than one")
	}
}

func TestRelateEndsWhereTheFenceBreaks(t *testing.T) {
	_, err := (&Engine{Fence: wordFence{}}).Relate(t.Context(), requestsFor("ls", "break"), fuzz.Relations(), func(reports.Violation) error { return nil })
	if broken, ok := errors.AsType[*FenceError](err); !ok || broken.ID != "r1" {
		t.Errorf("got %v", err)
	}
}
