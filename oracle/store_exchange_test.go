package oracle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// keyFor is a key as KeyOf makes them.
func keyFor(n int) string { return fmt.Sprintf("%064x", n) }

// filled is a store with an origin and so many records.
func filled(t *testing.T, records int) *Store {
	t.Helper()
	s := newStore(t)
	if err := s.SetMeta(StoreMeta{Info: Info{Launcher: "docker", Toolset: "sha256:2"}}); err != nil {
		t.Fatal(err)
	}
	for n := range records {
		mustPut(t, s, keyFor(n), kept(fmt.Sprint(n)))
	}
	return s
}

func exported(t *testing.T, s *Store) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := s.Export(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestExportImportIsTheSameStore: what comes out goes in again, and out the same.
func TestExportImportIsTheSameStore(t *testing.T) {
	s := filled(t, 300)
	text := exported(t, s)
	if n := strings.Count(text, "\n"); n != 301 {
		t.Errorf("%d lines, want an origin and 300 records", n)
	}
	other := newStore(t)
	for _, want := range []int{300, 0} { // twice is once
		if added, err := other.Import(strings.NewReader(text)); err != nil || added != want {
			t.Fatalf("Import = %d, %v, want %d", added, err, want)
		}
	}
	wantKept(t, other, keyFor(7), kept("7"))
	if diff := cmp.Diff(text, exported(t, other)); diff != "" {
		t.Errorf("(-first +second):\n%s", diff)
	}
}

// TestImportKeepsTheRecordOfMoreRuns, and the origin that is there.
func TestImportKeepsTheRecordOfMoreRuns(t *testing.T) {
	once, often := NewRecord(Job{Command: "ls"}, seen("once")), kept("often")
	for _, test := range []struct{ have, offered, want Record }{{once, often, often}, {often, once, often}} {
		from, to := newStore(t), filled(t, 0)
		mustPut(t, from, keyFor(1), test.offered)
		mustPut(t, to, keyFor(1), test.have)
		if added, err := to.Import(strings.NewReader(exported(t, from))); err != nil || added != 0 {
			t.Errorf("Import = %d, %v, want nothing new", added, err)
		}
		wantKept(t, to, keyFor(1), test.want)
		if meta, err := to.Meta(); err != nil || meta.Info.Toolset != "sha256:2" {
			t.Errorf("the origin became %+v, %v", meta, err)
		}
	}
}

func TestImportRefusesOtherLines(t *testing.T) {
	good := `{"key":"` + keyFor(1) + `","job":{"command":"ls"},"runs":[{"count":1,"observations":[{"fixture":"present","status":"exited"}]}]}`
	for name, bad := range map[string]string{
		"no JSON":           `{"key"`,
		"an empty line":     ``,
		"a request line":    `{"command":"ls"}`,
		"a short key":       strings.Replace(good, keyFor(1), "abc", 1),
		"no job":            strings.Replace(good, `"job":{"command":"ls"},`, "", 1),
		"no run":            strings.Replace(good, `{"count":1,"observations":[{"fixture":"present","status":"exited"}]}`, "", 1),
		"no count":          strings.Replace(good, `"count":1,`, "", 1),
		"no observation":    strings.Replace(good, `{"fixture":"present","status":"exited"}`, "", 1),
		"an unknown status": strings.Replace(good, `exited`, "well", 1),
		"an unknown effect": strings.Replace(good, `"exited"`, `"exited","effects":[{"kind":"melt","path":"/x"}]`, 1),
		"a nameless effect": strings.Replace(good, `"exited"`, `"exited","effects":[{"path":"/x"}]`, 1),
		"two things":        strings.Replace(good, `{`, `{"origin":{},`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			_, err := s.Import(strings.NewReader(good + "\n" + bad + "\n"))
			var malformed *StoreLineError
			if !errors.As(err, &malformed) || malformed.Line != 2 {
				t.Fatalf("err = %v, want one about line 2", err)
			}
			if n, err := s.Len(); n != 1 || err != nil {
				t.Errorf("the store keeps %d, %v, want the good line", n, err)
			}
		})
	}
}

// FuzzStoreLine: no line crashes the reader, and what it takes can be kept and
// comes out again.
func FuzzStoreLine(f *testing.F) {
	f.Add([]byte(`{"origin":{"launcher":"docker","toolset":"sha256:1"}}`))
	f.Add([]byte(`{"key":"` + keyFor(1) + `","job":{"command":{"b64":"/w=="},"env":[]},"runs":[{"count":2,"observations":[{"fixture":"present","status":"exited","effects":[{"kind":"create","path":"/x","inside":true}]}]}]}`))
	f.Add([]byte(`{"key":"` + keyFor(1) + `","job":{"command":"ls"},"runs":[{"count":1,"observations":[{"status":"timeout","effects":null}]}]}`))
	f.Add([]byte(`[1]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		line, err := parseStoreLine(text)
		if err != nil || line.Origin != nil {
			return
		}
		record := line.record()
		stored, sets, err := encodeRecord(record)
		if err != nil {
			t.Fatalf("%s: taken and cannot be kept: %v", text, err)
		}
		again, err := decodeRecord(stored, func(name string) []byte { return sets[name] })
		if err != nil {
			t.Fatalf("%s: kept and cannot be read: %v", text, err)
		}
		if second, _, err := encodeRecord(again); err != nil || !bytes.Equal(stored, second) {
			t.Errorf("%s became\n%s\n%s (%v)", text, stored, second, err)
		}
	})
}

// TestCompactGivesBackWhatIsUnused: of records that were replaced by short ones.
func TestCompactGivesBackWhatIsUnused(t *testing.T) {
	s := newStore(t)
	for n := range 500 {
		record := kept(strings.Repeat("x", 1000))
		record.Runs[0].Observations[0].Effects[0].Path = fmt.Sprint("/srv/ws/", n)
		mustPut(t, s, keyFor(n), record)
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	for n := range 500 {
		mustPut(t, s, keyFor(n), kept("short"))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, after, err := CompactStore(s.Path())
	if err != nil || after >= before/2 {
		t.Errorf("from %d to %d bytes, %v; want less than half", before, after, err)
	}
	s = reopen(t, s)
	stats, err := s.Stats()
	if err != nil || stats.Records != 500 || stats.EffectSets != 1 || stats.Bytes != after {
		t.Errorf("%+v, %v; want 500 records, one effect set, %d bytes", stats, err, after)
	}
	wantKept(t, s, keyFor(3), kept("short"))
}

// TestVerify: a store that bash contradicts is found out; what is flaky or
// belongs to another oracle is not held against it.
func TestVerify(t *testing.T) {
	n := 0
	inner := &scriptedOracle{answer: func(job Job) ([]Observation, error) {
		if n++; job.Command == "loaded" && n%2 == 1 {
			return []Observation{{Status: Timeout, Exit: -1}}, nil
		}
		return []Observation{ended(0, "", "")}, nil
	}}
	s := newStore(t)
	for _, command := range []string{"ls", "pwd", "loaded"} {
		job := Job{Command: command}
		mustPut(t, s, inner.Key(job), NewRecord(job, []Observation{ended(0, "then", "")}))
	}
	mustPut(t, s, "of another", kept("x"))
	check := func(sample int, want Verification) {
		t.Helper()
		got, err := s.Verify(context.Background(), oneAtATime{inner}, sample, 1)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	check(2, Verification{Records: 4, Current: 3, Compared: 2, Differences: []Difference{}})
	check(9, Verification{Records: 4, Current: 3, Compared: 3, Differences: []Difference{}})
	wrong := Job{Command: "wrong"}
	mustPut(t, s, inner.Key(wrong), NewRecord(wrong, []Observation{{Fixture: "present", Status: Signaled, Exit: 137}}))
	check(9, Verification{Records: 5, Current: 4, Compared: 4, Differences: []Difference{
		{Command: "wrong", First: "harmless; present: signaled []", Second: "harmless; present: exited []"},
	}})
}

// oneAtATime makes what runs deterministic.
type oneAtATime struct{ Oracle }

func (oneAtATime) Workers() int { return 1 }

// BenchmarkStore reports what a store of 100,000 observations takes.
func BenchmarkStore(b *testing.B) {
	for b.Loop() {
		s, err := OpenStore(b.TempDir() + "/observations.db")
		if err != nil {
			b.Fatal(err)
		}
		for n := range 50_000 {
			command := fmt.Sprintf("sort -o out%d.txt notes.txt", n)
			observations := make([]Observation, 2)
			for i := range observations {
				observations[i] = ended(0, "", "")
				observations[i].Effects = []Effect{{Kind: Create, Path: fmt.Sprintf("/srv/ws/out%d.txt", n%50), Inside: true}}
				observations[i].Execs = []ExecRecord{{Argv: strings.Fields(command), Path: "/usr/bin/sort"}}
			}
			if err := s.Put(keyFor(n), NewRecord(Job{Command: command}, observations)); err != nil {
				b.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		bytes, err := size(s.Path())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(bytes)/(1<<20), "MiB/100k-observations")
	}
}
