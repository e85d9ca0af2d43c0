package fence_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
)

// TestTraceIsJudge expects the very verdict, whether the decision is watched or not.
func TestTraceIsJudge(t *testing.T) {
	for _, name := range []string{"readonly", "walk"} {
		f, _ := fence.Lookup(name)
		v := f.(*fence.Variant)
		points := 0
		for _, r := range smokeRequests(t) {
			want, _ := v.Judge(context.Background(), r)
			if got := v.Trace(r, func(fence.Point, int) { points++ }); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %q is %+v, want %+v", name, r.Command, got, want)
			}
		}
		if points == 0 {
			t.Errorf("%s meets no point", name)
		}
	}
}

// TestTracePoints expects what single commands consult.
func TestTracePoints(t *testing.T) {
	f, _ := fence.Lookup("walk")
	for _, test := range []struct {
		command string
		want    []fence.Point
	}{
		{"ls -l", []fence.Point{
			{At: fence.CapPoint, Text: "bytes"},
			{At: fence.CapPoint, Text: "segments"},
			{At: fence.ProgramPoint, Program: "ls"},
			{At: fence.RowPoint, Program: "ls"},
			{At: fence.OptionPoint, Program: "ls", Text: "-l"},
			{At: fence.PlanPoint},
		}},
		{"nosuch | x", []fence.Point{
			{At: fence.CapPoint, Text: "bytes"},
			{At: fence.OperatorPoint, Text: "|"},
			{At: fence.CapPoint, Text: "segments"},
			{At: fence.ProgramPoint, Program: "nosuch"},
		}},
		{"git -x log", []fence.Point{
			{At: fence.CapPoint, Text: "bytes"},
			{At: fence.CapPoint, Text: "segments"},
			{At: fence.ProgramPoint, Program: "git"},
			{At: fence.GlobalPoint, Program: "git", Text: "-x"},
		}},
		{"git log -x 2>&1", []fence.Point{
			{At: fence.CapPoint, Text: "bytes"},
			{At: fence.RedirectPoint},
			{At: fence.CapPoint, Text: "segments"},
			{At: fence.ProgramPoint, Program: "git"},
			{At: fence.SubcommandPoint, Program: "git", Text: "log"},
			{At: fence.RowPoint, Program: "git", Row: "log"},
			{At: fence.OptionPoint, Program: "git", Row: "log", Text: "-x"},
			{At: fence.UnlistedPoint, Program: "git", Row: "log"},
		}},
		{"cd src && pwd", []fence.Point{
			{At: fence.CapPoint, Text: "bytes"},
			{At: fence.OperatorPoint, Text: "&"},
			{At: fence.CapPoint, Text: "segments"},
			{At: fence.OriginPoint, Text: "&&"},
			{At: fence.CdPoint},
			{At: fence.CapPoint, Text: "leading cds"},
			{At: fence.CapPoint, Text: "directories"},
			{At: fence.ProgramPoint, Program: "pwd"},
			{At: fence.RowPoint, Program: "pwd"},
			{At: fence.PlanPoint},
		}},
		{`printf "$x"`, []fence.Point{
			{At: fence.CapPoint, Text: "bytes"},
			{At: fence.OperatorPoint, Text: "$"},
			{At: fence.CapPoint, Text: "segments"},
		}},
	} {
		var got []fence.Point
		f.(*fence.Variant).Trace(fence.Request{Command: test.command, Policy: fence.DefaultPolicy()}, func(p fence.Point, _ int) {
			if !slices.Contains(got, p) {
				got = append(got, p)
			}
		})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s consults otherwise: %s", test.command, diff)
		}
	}
}

// TestTraceSizes expects the number that each cap bounds.
func TestTraceSizes(t *testing.T) {
	f, _ := fence.Lookup("walk")
	got := make(map[string]int)
	command := "cd src && cd ..; cd sub; printf '%7s %12s' a; pwd"
	f.(*fence.Variant).Trace(fence.Request{Command: command, Policy: fence.DefaultPolicy()}, func(p fence.Point, size int) {
		if p.At == fence.CapPoint {
			got[p.Text] = max(got[p.Text], size)
		}
	})
	want := map[string]int{"bytes": len(command), "segments": 5, "leading cds": 1, "directories": 4, "format width": 12}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
