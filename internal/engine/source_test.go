package engine

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/reports"
)

func collect(t *testing.T, s Source) (requests []reports.Request, err error) {
	t.Helper()
	for r, e := range s.Requests {
		if err != nil {
			t.Fatalf("something comes after the error %v", err)
		}
		if err = e; e == nil {
			requests = append(requests, r)
		}
	}
	return requests, err
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFileSource(t *testing.T) {
	path := write(t, "ls\n\n  \ncat x\r\n\t'a b' \xff\nlast")
	s, err := OpenSource("file:"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := collect(t, s)
	if err != nil {
		t.Fatal(err)
	}
	want := []reports.Request{
		reports.NewRequest(path+":1", "ls"),
		reports.NewRequest(path+":4", "cat x\r"),
		reports.NewRequest(path+":5", "\t'a b' \xff"),
		reports.NewRequest(path+":6", "last"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n, err := s.Survey(); n != 4 || err != nil {
		t.Errorf("the survey counts %d (%v), want 4", n, err)
	}
}

func TestCasesSource(t *testing.T) {
	path := write(t, `{"id":"a","command":"ls"}`+"\r\n\n"+`{"command":"pwd","kind":"overblock"}`+"\n")
	s, err := OpenSource("cases:"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := collect(t, s)
	if err != nil {
		t.Fatal(err)
	}
	want := []reports.Request{reports.NewRequest("a", "ls"), reports.NewRequest(path+":3", "pwd")}
	want[1].Expect.Kind = "overblock"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStdinSource(t *testing.T) {
	s, err := OpenSource("cases:-", strings.NewReader(`{"command":"ls"}`))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.Survey(); n != Unknown || err != nil {
		t.Errorf("the survey reads stdin: %d, %v", n, err)
	}
	got, err := collect(t, s)
	if diff := cmp.Diff([]reports.Request{reports.NewRequest("stdin:1", "ls")}, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// A malformed line names its place and what is wrong, and the survey finds it
// before anything runs.
func TestMalformedLines(t *testing.T) {
	for name, tc := range map[string]struct{ line, want string }{
		"cut off":      {`{"command":"ls`, "is not JSON"},
		"two":          {`{"command":"ls"}{"command":"rm"}`, "is not JSON"},
		"text":         {`ls`, "is not JSON"},
		"a string":     {`"ls"`, `is a JSON string; want an object such as {"command":"ls"}`},
		"a list":       {`["ls"]`, "is a JSON array"},
		"a number":     {`{"command":5}`, "command is a JSON number, want string"},
		"no command":   {`{"id":"x"}`, "has no command"},
		"mode":         {`{"command":"ls","policy":{"mode":"x"}}`, `unknown mode "x"`},
		"not UTF-8":    {"{\"command\":\"\xff\"}", "is not UTF-8"},
		"lone half":    {`{"command":"\udc80"}`, "half a surrogate pair"},
		"much too big": {`{"command":"` + strings.Repeat("x", maxLine) + `"}`, "longer than"},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, `{"command":"ls"}`+"\n"+tc.line+"\n"+`{"command":"ls"}`+"\n")
			s, err := OpenSource("cases:"+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := collect(t, s)
			var line *LineError
			if !errors.As(err, &line) || line.Name != path || line.Line != 2 || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("the error is %v, want one in line 2 about %q", err, tc.want)
			}
			if len(got) != 1 {
				t.Errorf("%d requests before it, want 1", len(got))
			}
			if _, err := s.Survey(); !errors.As(err, &line) {
				t.Errorf("the survey says %v", err)
			}
		})
	}
}

func TestSourceErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"smoke":                 "unknown kind",
		"tape:x":                "unknown kind",
		"grid:":                 "no name",
		"grid:nosuch":           "grid list",
		"file:/nonexistent/x":   "no such file",
		"cases:" + t.TempDir():  "folder",
		"fuzz:many":             "want how many commands",
		"fuzz:0":                "want how many commands",
		"fuzz:10@x":             "the seed \"x\" is no number",
		"file:" + "\x00":        "invalid argument",
		"cases:/proc/1/nothing": "no such file",
	} {
		_, err := OpenSource(spec, nil)
		var source *SourceError
		if !errors.As(err, &source) || source.Spec != spec || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want one about %q", spec, err, want)
		}
	}
}

// Every cell of the grid arrives whole, in the grid's order.
func TestGridSource(t *testing.T) {
	s, err := OpenSource("grid:smoke", nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := collect(t, s)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.Survey(); n != len(got) || n == 0 || err != nil {
		t.Errorf("the survey counts %d (%v), %d came", n, err, len(got))
	}
	g, _ := grid.Lookup("smoke")
	i := 0
	for cell := range g.Cells() {
		if r := got[i]; r.ID != cell.ID || r.Request != cell.Request || r.Hostile != cell.Fixture || r.TTY != cell.TTY {
			t.Fatalf("cell %+v arrives as %+v", cell, r)
		}
		i++
	}
}

func TestJoin(t *testing.T) {
	a, b := write(t, "ls\npwd\n"), write(t, "{}\n")
	open := func(spec string, text string) Source {
		s, err := OpenSource(spec, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	both := Join(open("file:"+a, ""), open("file:"+a, ""))
	if n, err := both.Survey(); n != 4 || err != nil {
		t.Errorf("the survey counts %d (%v), want 4", n, err)
	}
	if got, err := collect(t, both); len(got) != 4 || err != nil {
		t.Errorf("%d requests (%v), want 4", len(got), err)
	}
	unknown := Join(open("file:-", "ls"), open("file:"+a, ""))
	if n, err := unknown.Survey(); n != Unknown || err != nil {
		t.Errorf("the survey counts %d (%v), want it to be unknown", n, err)
	}
	broken := Join(open("file:-", ""), open("cases:"+b, ""), open("file:"+a, ""))
	if _, err := broken.Survey(); err == nil {
		t.Error("the survey misses the malformed line")
	}
	if got, err := collect(t, broken); len(got) != 0 || err == nil {
		t.Errorf("%d requests after the malformed line (%v)", len(got), err)
	}
}

func TestBound(t *testing.T) {
	clock := time.Unix(0, 0)
	for name, tc := range map[string]struct {
		bound Bound
		taken int
		ended reports.Ending
	}{
		"none":            {Bound{}, 5, reports.Complete},
		"limit":           {Bound{Limit: 2}, 2, reports.LimitReached},
		"limit as long":   {Bound{Limit: 5}, 5, reports.Complete},
		"limit is longer": {Bound{Limit: 9}, 5, reports.Complete},
		"budget":          {Bound{Budget: 3 * time.Second}, 2, reports.TimeUp},
		"budget is ample": {Bound{Budget: time.Hour}, 5, reports.Complete},
		"what is first":   {Bound{Limit: 1, Budget: 3 * time.Second}, 1, reports.LimitReached},
	} {
		t.Run(name, func(t *testing.T) {
			tc.bound.Now = func() time.Time {
				clock = clock.Add(time.Second)
				return clock
			}
			requests, ended := tc.bound.Apply(requestsFor("1", "2", "3", "4", "5"))
			taken := 0
			for _, err := range requests {
				if err != nil {
					t.Fatal(err)
				}
				taken++
			}
			if taken != tc.taken || *ended != tc.ended {
				t.Errorf("took %d and ended %v, want %d and %v", taken, *ended, tc.taken, tc.ended)
			}
		})
	}
	for count, want := range map[int]int{10: 3, 2: 2, Unknown: Unknown} {
		if got := (Bound{Limit: 3}).Cap(count); got != want {
			t.Errorf("of %d requests %d are let through, want %d", count, got, want)
		}
	}
}

// FuzzRequestLine: a line either is a request, and then its own line says the
// same, or it is an error; and no input makes the reader stop being honest
// about the command's bytes.
func FuzzRequestLine(f *testing.F) {
	for _, line := range []string{
		`{"command":"ls"}`, `{"command_b64":"/w=="}`, `{"command":"\ud800"}`, `{"command":"\ud83d\ude00"}`,
		`{"id":"a","command":"ls","cwd":"sub","network":true,"policy":{"root":"","mode":"read-only","confined":false},"setup":"x","tty":true}`,
		`null`, `[]`, `{"command":null}`, "{\"command\":\"\xff\"}",
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		first, err := readRequestLine("fuzz:1", line)
		if err != nil {
			return
		}
		text, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("%q reads as %+v, which cannot be written: %v", line, first, err)
		}
		second, err := readRequestLine("fuzz:1", text)
		if err != nil || first != second {
			t.Errorf("%q reads as %+v, written and read again as %+v (%v)", line, first, second, err)
		}
	})
}
