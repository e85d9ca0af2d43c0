package oracle

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestNoBitOfARecordChangesUnseen flips every bit of a record.
func TestNoBitOfARecordChangesUnseen(t *testing.T) {
	text := []byte(`{"job":{"command":"rm -r src"},"runs":[{"count":1,"observations":[{"fixture":"present","status":"exited","exit":0}]}]}`)
	whole, err := deflate(text)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := inflate(whole); err != nil || !bytes.Equal(got, text) {
		t.Fatalf("the record itself is read as %q, %v", got, err)
	}
	for bit := range 8 * len(whole) {
		damaged := bytes.Clone(whole)
		damaged[bit/8] ^= 1 << (bit % 8)
		if got, err := inflate(damaged); err == nil && !bytes.Equal(got, text) {
			t.Errorf("bit %d makes it %q", bit, got)
		}
	}
}

// TestDamagedStoresAreNoticed cuts a store short and flips its bits: reading it
// gives what was written, or an error, and never something else.
func TestDamagedStoresAreNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	want := map[string]string{}
	s, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b", "c"} {
		command := "rm -r " + key
		want[key] = command
		record := Record{Job: Job{Command: command}, Runs: []Run{{Count: 1, Observations: []Observation{{Fixture: "present", Status: Exited}}}}}
		if err := s.Put(key, record); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read := func(t *testing.T, content []byte) {
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(damaged, content, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := OpenStore(damaged)
		if err != nil {
			return
		}
		defer s.Close()
		for key, command := range want {
			if record, ok, err := s.Get(key); err == nil && ok && record.Job.Command != command {
				t.Errorf("%s has become %q", key, record.Job.Command)
			}
		}
	}
	for _, share := range []int{1, 2, 3} {
		read(t, whole[:len(whole)*share/4])
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		content := append([]byte(nil), whole...)
		content[random.IntN(len(content))] ^= 1 << random.IntN(8)
		read(t, content)
	}
	_, err = undamaged("x.db", func() (int, error) { panic("page 3") })
	if format := (*StoreFormatError)(nil); !errors.As(err, &format) {
		t.Errorf("a panic becomes %v", err)
	}
}
