package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// beginning admits commands that begin with a word, with a plan if it has one.
func beginning(word string, plan *fence.Plan) Side {
	return Side{word, func(_ context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
		if r.Command == "break" {
			return reports.Answer{}, nil, errors.New("the program died")
		}
		v := fence.Verdict{Decision: fence.Refuse, Rule: "program", Offset: 0}
		if strings.HasPrefix(r.Command, word) {
			v = fence.Verdict{Decision: fence.Admit, Offset: -1, Plan: plan}
		}
		return reports.AnswerOf(v), v.Plan, nil
	}}
}

// Differences come in the order of the requests.
func TestCompare(t *testing.T) {
	var commands, want []string
	for i := range 1000 {
		commands = append(commands, fmt.Sprintf([]string{"ls %d", "ls -l %d", "rm %d"}[i%3], i))
		if i%3 == 0 {
			want = append(want, fmt.Sprintf("r%d tightened", i))
		}
	}
	var got []string
	n, err := Compare(t.Context(), beginning("ls", nil), beginning("ls -l", nil), requestsFor(commands...), func(d Difference) error {
		got = append(got, fmt.Sprint(d.Request.ID, " ", d.Change))
		if d.Flaky || d.Base.Decision != fence.Admit || d.Head.Decision != fence.Refuse {
			t.Errorf("%+v", d)
		}
		return nil
	})
	if diff := cmp.Diff(want, got); err != nil || n != 1000 || diff != "" {
		t.Errorf("%d, %v (-want +got):\n%s", n, err, diff)
	}
}

// A side that does not say the same when it is asked again is flaky.
func TestCompareFindsFlakySides(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]int{}
	dice := Side{"dice", func(_ context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.Command]++
		a := reports.Answer{Decision: fence.Admit, Offset: -1}
		if r.Command == "date" && asked[r.Command] == reasked+1 {
			a = reports.Answer{Decision: fence.Refuse, Offset: -1}
		}
		return a, nil, nil
	}}
	got := map[string]bool{}
	for _, sides := range [][2]Side{{beginning("x", nil), dice}, {dice, beginning("x", nil)}} {
		clear(asked)
		if _, err := Compare(t.Context(), sides[0], sides[1], requestsFor("date", "ls", "x"), func(d Difference) error {
			got[d.Request.Command] = d.Flaky
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]bool{"date": true, "ls": false}, got); diff != "" {
			t.Errorf("flaky is (-want +got):\n%s", diff)
		}
	}
}

func TestCompareErrors(t *testing.T) {
	nothing := Side{"nothing", func(context.Context, reports.Request) (reports.Answer, *fence.Plan, error) {
		return reports.Answer{}, nil, nil
	}}
	for _, tc := range []struct {
		base, head Side
		want       string
	}{
		{beginning("ls", nil), beginning("rm", nil), "fence ls gave no answer to request r1: the program died"},
		{SnapshotSide("s.jsonl", reports.NewSnapshot("f", nil)), beginning("rm", nil), "fence rm gave no answer to request r1: the program died"},
		{beginning("ls", nil), nothing, "fence nothing gave no answer to request r0: it answers with an invalid decision 0"},
	} {
		_, err := Compare(t.Context(), tc.base, tc.head, requestsFor("ls", "break"), func(Difference) error { return nil })
		if _, ok := errors.AsType[*FenceError](err); !ok || err.Error() != tc.want {
			t.Errorf("got %v, want %s", err, tc.want)
		}
	}
}

func TestAsk(t *testing.T) {
	var got []string
	n, err := Ask(t.Context(), beginning("ls", nil), requestsFor("ls", "rm"), func(r reports.Request, a reports.Answer) error {
		got = append(got, r.ID+" "+a.String())
		return nil
	})
	if diff := cmp.Diff([]string{"r0 admit", "r1 refuse: program"}, got); n != 2 || err != nil || diff != "" {
		t.Errorf("%d, %v (-want +got):\n%s", n, err, diff)
	}
	n = 0
	counts := Side{"counts", func(context.Context, reports.Request) (reports.Answer, *fence.Plan, error) {
		n++
		return reports.Answer{Decision: fence.Admit, Offset: n}, nil, nil
	}}
	_, err = Ask(t.Context(), counts, requestsFor("ls"), func(reports.Request, reports.Answer) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "fence counts gave no answer to request r0: asked twice, it gives two answers") {
		t.Errorf("got %v", err)
	}
}

// storedOracle knows the commands that it holds.
type storedOracle struct {
	textOracle
	knows map[string]bool
}

func (o *storedOracle) Observe(ctx context.Context, job oracle.Job) ([]oracle.Observation, error) {
	if job.Command == "torn" {
		return nil, errors.New("the file is damaged")
	}
	if !o.knows[job.Command] {
		return nil, &oracle.UnavailableError{Reason: "not in the store"}
	}
	return o.textOracle.Observe(ctx, job)
}

// opening returns an opener of an oracle, and how often it was called.
func opening(o oracle.Oracle, err error) (open func(context.Context) (oracle.Oracle, func(context.Context) error, error), times *int) {
	times = new(int)
	return func(context.Context) (oracle.Oracle, func(context.Context) error, error) {
		*times++
		return o, believed, err
	}, times
}

func differencesOf(t *testing.T, base, head Side, commands ...string) []Difference {
	t.Helper()
	var differences []Difference
	if _, err := Compare(t.Context(), base, head, requestsFor(commands...), func(d Difference) error {
		differences = append(differences, d)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return differences
}

func labelOf(o *reports.Observed) string {
	if o == nil {
		return "none"
	}
	return o.Label.String()
}

func TestLabeller(t *testing.T) {
	differences := differencesOf(t, beginning("ls", nil), beginning("ls -l", nil), "ls", "ls write", "ls -l", "ls x")
	for _, tc := range []struct {
		name   string
		knows  []string
		err    error
		closed bool
		want   []string
		counts reports.LabelCounts
		opened int
	}{
		{"all in the store", []string{"ls", "ls write", "ls x"}, nil, false, []string{"harmless", "effect", "harmless"}, reports.LabelCounts{Stored: 3}, 0},
		{"some", []string{"ls"}, nil, false, []string{"harmless", "effect", "harmless"}, reports.LabelCounts{Stored: 1, Observed: 2}, 1},
		{"no oracle", []string{"ls write"}, &oracle.UnavailableError{Reason: "no engine"}, false, []string{"none", "effect", "none"}, reports.LabelCounts{Stored: 1, Missing: 2, Why: "oracle unavailable: no engine"}, 1},
		{"none wanted", []string{"ls write"}, nil, true, []string{"none", "effect", "none"}, reports.LabelCounts{Stored: 1, Missing: 2, Why: "bash was not to be asked"}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stored := &storedOracle{knows: map[string]bool{}}
			for _, command := range tc.knows {
				stored.knows[command] = true
			}
			open, opened := opening(&textOracle{}, tc.err)
			l := &Labeller{Stored: stored, Open: open}
			if tc.closed {
				l.Open = nil
			}
			evidence, counts, err := l.Label(t.Context(), differences)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range evidence {
				if e.Base != e.Head {
					t.Error("the sides have other evidence")
				}
				got = append(got, labelOf(e.Head))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" || counts != tc.counts || *opened != tc.opened {
				t.Errorf("%+v, opened %d times (-want +got):\n%s", counts, *opened, diff)
			}
		})
	}
}

// Plans that differ are both run, each as it is; of a snapshot's nobody knows how.
func TestLabellerRunsPlans(t *testing.T) {
	plan := func(program string) *fence.Plan {
		return &fence.Plan{Cwd: "/srv/ws", Segments: []fence.Segment{{Words: []fence.Word{{Text: program}}}}, Add: fence.Additions{Env: []string{"A=b"}}}
	}
	open, _ := opening(&textOracle{}, nil)
	l := &Labeller{Open: open}
	evidence, counts, err := l.Label(t.Context(), differencesOf(t, beginning("ls", plan("ls")), beginning("ls", plan("write")), "ls"))
	if err != nil || len(evidence) != 1 || labelOf(evidence[0].Base) != "harmless" || labelOf(evidence[0].Head) != "effect" || counts.Observed != 2 {
		t.Errorf("%+v, %+v, %v", evidence, counts, err)
	}
	kept := reports.NewSnapshot("f", nil)
	if err := kept.Add(reports.NewRequest("", "ls"), reports.AnswerOf(fence.Verdict{Decision: fence.Admit, Offset: -1, Plan: plan("ls")})); err != nil {
		t.Fatal(err)
	}
	evidence, counts, err = l.Label(t.Context(), differencesOf(t, SnapshotSide("s", kept), beginning("ls", plan("write")), "ls"))
	if err != nil || labelOf(evidence[0].Base) != "none" || labelOf(evidence[0].Head) != "effect" || counts.Missing != 1 || counts.Why == "" {
		t.Errorf("%+v, %+v, %v", evidence, counts, err)
	}
}

// What no label decides costs none.
func TestLabellerAsksWhatMatters(t *testing.T) {
	open, opened := opening(&textOracle{}, nil)
	evidence, counts, err := (&Labeller{Open: open}).Label(t.Context(), []Difference{
		{Request: reports.NewRequest("a", "ls"), Change: reports.RuleOnly},
		{Request: reports.NewRequest("b", "ls"), Change: reports.SupportChanged},
		{Request: reports.NewRequest("c", "ls"), Change: reports.Loosened, Flaky: true},
	})
	if err != nil || *opened != 0 || counts != (reports.LabelCounts{}) || !evidence[2].Flaky || evidence[0].Head != nil {
		t.Errorf("%+v, %+v, %v, opened %d times", evidence, counts, err, *opened)
	}
}

// An oracle or a store that fails is no missing label.
func TestLabellerErrors(t *testing.T) {
	misread := &oracle.MisreadError{Command: "touch x"}
	differences := differencesOf(t, beginning("ls", nil), beginning("zz", nil), "ls lost")
	lost, _ := opening(&textOracle{}, nil)
	if _, _, err := (&Labeller{Open: lost}).Label(t.Context(), differences); err == nil || !strings.Contains(err.Error(), "request r0: the container went away") {
		t.Errorf("lost: %v", err)
	}
	unproven := func(context.Context) (oracle.Oracle, func(context.Context) error, error) {
		return &textOracle{}, func(context.Context) error { return misread }, nil
	}
	if _, _, err := (&Labeller{Open: unproven}).Label(t.Context(), differences); !errors.Is(err, misread) {
		t.Errorf("misread: %v", err)
	}
	torn := differencesOf(t, beginning("torn", nil), beginning("zz", nil), "torn")
	if _, _, err := (&Labeller{Stored: &storedOracle{}, Open: lost}).Label(t.Context(), torn); err == nil || !strings.Contains(err.Error(), "the file is damaged") {
		t.Errorf("torn: %v", err)
	}
}
