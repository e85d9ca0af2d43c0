package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// groupsOf compares two sides and returns the groups of what l says.
func groupsOf(t *testing.T, l *Labeller, base, head Side, commands ...string) []*reports.ChangeGroup {
	t.Helper()
	differences := differencesOf(t, base, head, commands...)
	evidence, _, err := l.Label(t.Context(), differences)
	if err != nil {
		t.Fatal(err)
	}
	s := reports.NewChangeSummary(reports.Side{Name: base.Name}, reports.Side{Name: head.Name}, nil)
	for i, d := range differences {
		s.Add(changeFrom(t, d, evidence[i]))
	}
	s.Close()
	return s.Groups
}

func changeFrom(t *testing.T, d Difference, e reports.ChangeEvidence) reports.VerdictChange {
	t.Helper()
	v, err := reports.NewVerdictChange(d.Request, d.Base, d.Head, e, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// withWord refuses commands that hold a word, by a rule of that name, and those
// that do not begin with ls.
func withWord(word string) Side {
	return Side{"without " + word, func(_ context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
		switch {
		case !strings.HasPrefix(r.Command, "ls"):
			return reports.Answer{Decision: fence.Refuse, Rule: "program"}, nil, nil
		case strings.Contains(r.Command, word):
			return reports.Answer{Decision: fence.Refuse, Rule: word}, nil, nil
		}
		return reports.Answer{Decision: fence.Admit, Offset: -1}, nil, nil
	}}
}

// The smallest command is never larger than the witness, and the sides and bash say
// of it what they say of the witness; a command that only the sides judge alike is
// not enough where bash said what the witness is.
func TestLabellerShrinks(t *testing.T) {
	base, head := beginning("ls", nil), withWord("-l")
	asked, _ := opening(&textOracle{}, nil)
	gone, _ := opening(nil, errors.New("the oracle that was named is not there"))
	for _, tc := range []struct {
		name, command, want string
		stored              bool
		open                func(context.Context) (oracle.Oracle, func(context.Context) error, error)
		keeps, stop         string
	}{
		{"hole", "ls write -l x", "lswrite-l", false, asked, reports.KeepsOutcome, reports.StopMinimal},
		{"over-block", "ls -a sub -l notes.txt", "ls-l", false, asked, reports.KeepsOutcome, reports.StopMinimal},
		{"nobody to ask", "ls -a write xyz -l notes.txt", "ls-l", false, nil, reports.KeepsVerdicts, reports.StopMinimal},
		{"only the witness in the store", "ls -a write -l", "ls -a write -l", true, nil, reports.KeepsOutcome, reports.StopUnlabelled},
		{"nobody there", "ls -a write -l", "ls -a write -l", true, gone, reports.KeepsOutcome, reports.StopUnlabelled},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := &Labeller{Open: tc.open}
			if tc.stored {
				l.Stored = &storedOracle{knows: map[string]bool{tc.command: true}}
			}
			groups := groupsOf(t, l, base, head, tc.command)
			if err := l.Shrink(t.Context(), base, head, groups); err != nil {
				t.Fatal(err)
			}
			g := groups[0]
			got := g.Smallest
			if got == nil || got.Keeps != tc.keeps || got.Stop != tc.stop || got.Tries < 1 || got.Tries > groupTries ||
				got.Request.ID != g.Witness.ID || len(got.Request.Command) > len(tc.command) {
				t.Fatalf("got %+v", got)
			}
			if command := strings.ReplaceAll(got.Request.Command, " ", ""); command != strings.ReplaceAll(tc.want, " ", "") {
				t.Errorf("the smallest is %q, want %q but for blanks", got.Request.Command, tc.want)
			}
			again := groupsOf(t, l, base, head, got.Request.Command)
			if len(again) != 1 || again[0].ID != g.ID || again[0].Severity != g.Severity {
				t.Errorf("%q is in %+v, the witness in %+v", got.Request.Command, again, g)
			}
		})
	}
}

// Other rules are another difference, even between the same decisions.
func TestLabellerShrinksKeepsRules(t *testing.T) {
	base, head := beginning("ls", nil), Side{"two rules", func(ctx context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
		if a, plan, err := withWord("-l").Ask(ctx, r); a.Rule == "-l" {
			return a, plan, err
		}
		return reports.Answer{Decision: fence.Refuse, Rule: "any"}, nil, nil
	}}
	l := &Labeller{}
	groups := groupsOf(t, l, base, head, "ls -l x")
	if err := l.Shrink(t.Context(), base, head, groups); err != nil {
		t.Fatal(err)
	}
	if got := groups[0].Smallest.Request.Command; !strings.Contains(got, "-l") || len(got) >= len("ls -l x") {
		t.Errorf("the smallest is %q", got)
	}
}

// A side that does not answer about a smaller command, or not twice the same, costs
// nothing that was found.
func TestLabellerShrinksWithSidesThatFail(t *testing.T) {
	base := beginning("ls", nil)
	asked := 0
	for _, tc := range []struct {
		name       string
		head       func(reports.Request) (reports.Answer, error)
		want, stop string
	}{
		{"no answer", func(r reports.Request) (reports.Answer, error) {
			if !strings.HasSuffix(r.Command, " x") {
				return reports.Answer{}, errors.New("the program died")
			}
			return reports.Answer{Decision: fence.Refuse}, nil
		}, "ls  x", reports.StopNoAnswer},
		{"dice", func(r reports.Request) (reports.Answer, error) {
			a := reports.Answer{Decision: fence.Refuse}
			if asked++; r.Command != "ls -l x" && asked%2 == 0 {
				a.Detail = "asked again"
			}
			return a, nil
		}, "ls -l x", reports.StopMinimal},
	} {
		t.Run(tc.name, func(t *testing.T) {
			head := Side{"failing", func(_ context.Context, r reports.Request) (reports.Answer, *fence.Plan, error) {
				a, err := tc.head(r)
				return a, nil, err
			}}
			l := &Labeller{}
			groups := groupsOf(t, l, base, head, "ls -l x")
			if err := l.Shrink(t.Context(), base, head, groups); err != nil {
				t.Fatal(err)
			}
			if got := groups[0].Smallest; got == nil || got.Stop != tc.stop || got.Request.Command != tc.want {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// A comparison with many groups shrinks the first, and asks no more than its
// budget.
func TestLabellerShrinksWithinBudget(t *testing.T) {
	base, head := beginning("ls", nil), withWord("-l")
	command := "ls -l write"
	for i := range 30 {
		command += fmt.Sprint(" write", i)
	}
	o := &textOracle{}
	open, opened := opening(o, nil)
	l := &Labeller{Open: open}
	witness := groupsOf(t, l, base, head, command)[0]
	*opened = 0
	o.runs.Store(0)
	groups := make([]*reports.ChangeGroup, 500)
	for i := range groups {
		groups[i] = new(*witness)
	}
	if err := l.Shrink(t.Context(), base, head, groups); err != nil {
		t.Fatal(err)
	}
	tries := 0
	for _, g := range groups {
		if g.Smallest != nil {
			tries += g.Smallest.Tries
		}
	}
	if groups[0].Smallest == nil || groups[len(groups)-1].Smallest != nil || tries > allTries {
		t.Errorf("the first is %+v, the last %+v, with %d tries", groups[0].Smallest, groups[len(groups)-1].Smallest, tries)
	}
	if runs := o.runs.Load(); runs > allLabels*(1+confirmations) || *opened != 1 {
		t.Errorf("%d runs, opened %d times", runs, *opened)
	}
	if stop := groups[0].Smallest.Stop; stop != "out-of-budget" && stop != reports.StopMinimal {
		t.Errorf("it stops as %s", stop)
	}
}

// Without bash it is the tries that bound it.
func TestLabellerShrinksWithinTries(t *testing.T) {
	base, head := beginning("ls", nil), withWord("-l")
	l := &Labeller{}
	witness := groupsOf(t, l, base, head, "ls -l sub notes.txt")[0]
	groups := make([]*reports.ChangeGroup, allTries)
	for i := range groups {
		groups[i] = new(*witness)
	}
	if err := l.Shrink(t.Context(), base, head, groups); err != nil {
		t.Fatal(err)
	}
	tries := 0
	for _, g := range groups {
		if g.Smallest != nil {
			tries += g.Smallest.Tries
		}
	}
	if tries != allTries {
		t.Errorf("%d tries, want %d", tries, allTries)
	}
}

// What goes wrong with the oracle is no smallest command: it must be proven before
// and after.
func TestLabellerShrinkErrors(t *testing.T) {
	base, head := beginning("ls", nil), withWord("-l")
	groups := groupsOf(t, &Labeller{Open: func(context.Context) (oracle.Oracle, func(context.Context) error, error) {
		return &textOracle{}, believed, nil
	}}, base, head, "ls write -l")
	misread := &oracle.MisreadError{Command: "touch x"}
	for proof := range 2 {
		n := 0
		l := &Labeller{Open: func(context.Context) (oracle.Oracle, func(context.Context) error, error) {
			return &textOracle{}, func(context.Context) error {
				if n++; n == proof+1 {
					return misread
				}
				return nil
			}, nil
		}}
		if err := l.Shrink(t.Context(), base, head, groups); !errors.Is(err, misread) {
			t.Errorf("proof %d fails: %v", proof+1, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (&Labeller{}).Shrink(ctx, base, head, groups); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
