package reports

import (
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// Buckets whose witnesses come down to one cause become one, which counts all
// and knows the first; what was not shrunk stays as it is.
func TestRegroup(t *testing.T) {
	admit := func(id, command string) Result {
		o := Observed{ID: id, Label: oracle.LabelEffect, Observations: both(createInside)}
		r, err := NewResult("naive", NewRequest(id, command), fence.Verdict{Decision: fence.Admit, Offset: -1}, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	s := NewSummary("naive", []string{"fuzz@1"}, oracle.Info{})
	for _, r := range []Result{
		admit("a", "ls; sort -o x y"), admit("b", "sort -o out.txt notes.txt"), admit("c", "sort -o z y"), admit("d", "touch x"), admit("e", "ls | tee x"),
	} {
		s.Add(r)
	}
	s.Close(Complete)
	smallest := map[string]Smallest{}
	for command, to := range map[string]Smallest{
		"ls; sort -o x y": {admit("a", "sort -o x"), true}, "sort -o z y": {admit("c", "sort -o a"), true}, "ls | tee x": {admit("e", "ls|tee x"), false},
	} {
		smallest[admit("", command).Bucket] = to
	}
	if err := s.Regroup(smallest); err != nil {
		t.Fatal(err)
	}
	if len(s.Buckets) != 3 {
		t.Fatalf("%d buckets", len(s.Buckets))
	}
	top := s.Buckets[0]
	if top.Count != 3 || top.First != "a" || top.Witness.ID != "a" || top.ID != admit("", "sort -o any").Cause() {
		t.Errorf("the largest is %+v", top)
	}
	if !strings.Contains(top.Witness.Replay, "sort -o") || !strings.Contains(top.Witness.Replay, `"id":"a"`) {
		t.Errorf("it is replayed by %s", top.Witness.Replay)
	}
	for _, b := range s.Buckets[1:] {
		switch b.Witness.Request.Command {
		case "touch x":
			if b.ID != admit("", "touch x").Bucket || b.First != "" {
				t.Errorf("what was not shrunk is %+v", b)
			}
		case "ls|tee x":
			if !strings.HasSuffix(b.Witness.Note, "(less may do)") {
				t.Errorf("what is not minimal says %q", b.Witness.Note)
			}
		default:
			t.Errorf("there is a bucket of %q", b.Witness.Request.Command)
		}
	}
}
