package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/reports/schema"
)

func written(t *testing.T, s *Snapshot) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A snapshot of nasty commands reads back as what was kept, sorted, whatever the
// order in which it was taken.
func TestSnapshot(t *testing.T) {
	requests := map[string]Request{}
	for name, tc := range nasty {
		requests[name] = NewRequest(name, tc.text)
	}
	elsewhere := NewRequest("elsewhere", "ls")
	elsewhere.Cwd, elsewhere.Policy.Mode, elsewhere.Grants.Network = "sub", fence.WorkspaceWrite, true
	requests["elsewhere"] = elsewhere
	answerTo := func(name string) Answer {
		a := refused
		a.Offset = len(name)
		return a
	}
	one, two := NewSnapshot("readonly", []string{"grid:smoke"}), NewSnapshot("readonly", []string{"grid:smoke"})
	var names []string
	for name, r := range requests {
		names = append(names, name)
		if err := one.Add(r, answerTo(name)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range names {
		name := names[len(names)-1-i]
		for range 2 { // the same answer twice is one line
			if err := two.Add(requests[name], answerTo(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := written(t, one)
	if diff := cmp.Diff(text, written(t, two)); diff != "" {
		t.Errorf("the order matters:\n%s", diff)
	}
	if got, want := strings.Count(text, "\n"), len(requests)+1; got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
	for line := range strings.Lines(text) {
		validate(t, schema.Snapshot, []byte(line))
	}
	back, err := ReadSnapshot(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if back.Fence() != "readonly" || back.Len() != len(requests) || written(t, back) != text {
		t.Errorf("read %q with %d requests", back.Fence(), back.Len())
	}
	for name, r := range requests {
		r.ID = "another id"
		if got := back.Answer(r); got != answerTo(name) {
			t.Errorf("%s: got %v", name, got)
		}
	}
	if got := back.Answer(NewRequest("", "not there")); got.Decision != fence.Unsupported {
		t.Errorf("what is not there is %v", got)
	}
	n := 0
	for r, err := range back.Requests("f.jsonl") {
		if _, known := requests[r.ID]; err != nil || known || back.Answer(r).Decision != fence.Refuse {
			t.Errorf("%v, %v", r, err)
		}
		n++
	}
	if n != len(requests) {
		t.Errorf("it is a source of %d requests", n)
	}
	if err := one.Add(requests["plain"], otherwise); err == nil {
		t.Error("a second answer is taken")
	}
}

func TestReadSnapshotRefuses(t *testing.T) {
	const header = `{"schema":"urn:fencediff:schema:snapshot:1","fence":"f","sources":[],"count":1}` + "\n"
	const line = `{"command":"ls","verdict":"admit","offset":-1}` + "\n"
	if _, err := ReadSnapshot(strings.NewReader(header + line)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"nothing":          "",
		"no header":        line,
		"a line cut short": header + line[:20],
		"a line missing":   header,
		"a line too many":  header + line + strings.Replace(line, "ls", "pwd", 1),
		"a line twice":     strings.Replace(header, ":1}", ":2}", 1) + line + line,
		"no verdict":       header + `{"command":"ls"}`,
		"no command":       header + `{"verdict":"admit"}`,
		"another verdict":  header + `{"command":"ls","verdict":"allow"}`,
	} {
		if _, err := ReadSnapshot(strings.NewReader(text)); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

func FuzzReadSnapshot(f *testing.F) {
	f.Add(`{"schema":"urn:fencediff:schema:snapshot:1","fence":"f","sources":["s"],"count":1}` + "\n" + `{"command":"ls","verdict":"admit","offset":-1}`)
	f.Add(`{"schema":"urn:fencediff:schema:snapshot:1","count":1}` + "\n" + `{"command_b64":"/w==","id":"x","cwd":"sub","verdict":"refuse","rule":"shape"}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSnapshot(strings.NewReader(text))
		if err != nil {
			return
		}
		back, err := ReadSnapshot(strings.NewReader(written(t, s)))
		if err != nil || back.Len() != s.Len() {
			t.Errorf("%q reads back as %v", text, err)
		}
	})
}
