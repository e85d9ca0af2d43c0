package oracle

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
	"go.uber.org/goleak"
)

// newStore opens a store in a fresh folder and closes it with the test, which
// then must have left no goroutine.
func newStore(t *testing.T) *Store {
	t.Helper()
	existing := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, existing) })
	s, err := OpenStore(filepath.Join(t.TempDir(), "observations.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// reopen closes a store and opens its file again.
func reopen(t *testing.T, s *Store) *Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OpenStore(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	})
	return again
}

// kept is a record that fills every field that a store could lose.
func kept(stdout string) Record {
	record := NewRecord(Job{
		Command: stdout + "\xff", Cwd: "src", Setup: "\xfe", TTY: true, Env: []string{"A=\xfd"}, Time: time.Second, Fixtures: []string{"present", "absent"},
	}, seen(stdout))
	record.Add(seen(stdout))
	record.Add([]Observation{{Fixture: "present", Status: Signaled, Exit: 137, Effects: []Effect{}}})
	return record
}

// seen is an observation that fills every field that a store could lose.
func seen(stdout string) []Observation {
	return []Observation{
		{
			Fixture: "present", Status: Exited, Exit: 1, Stdout: stdout, Stderr: "\x1b[2J\n", StdoutCut: true,
			Effects:  []Effect{{Kind: Create, Path: "/srv/ws/PWNED", Inside: true, Transient: true, Detail: `\xff`}},
			Attempts: []Attempt{{Call: "unlink", Path: "/srv/ws/nosuch.txt", Errno: "ENOENT"}},
			Execs:    []ExecRecord{{Argv: []string{"touch", "PWNED"}, Path: "/usr/bin/touch", Depth: 1}},
			Reads:    []string{"/srv/outside.txt"}, Leftovers: []string{"sleep 30"},
		},
		{Fixture: "absent", Status: Timeout, Exit: -1, Effects: []Effect{}, EffectsCut: true},
	}
}

func mustPut(t *testing.T, s *Store, key string, record Record) {
	t.Helper()
	if err := s.Put(key, record); err != nil {
		t.Fatal(err)
	}
}

func wantKept(t *testing.T, s *Store, key string, want Record) {
	t.Helper()
	got, ok, err := s.Get(key)
	if err != nil || !ok {
		t.Fatalf("Get(%q) = %v, %v", key, ok, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Get(%q) (-want +got):\n%s", key, diff)
	}
}

func TestStoreGivesBackWhatWasPut(t *testing.T) {
	s := newStore(t)
	if got, ok, err := s.Get("a"); ok || err != nil {
		t.Errorf("an empty store has %v, %v", got, err)
	}
	mustPut(t, s, "a", kept("one"))
	mustPut(t, s, "b", kept("two"))
	wantKept(t, s, "a", kept("one"))
	mustPut(t, s, "a", kept("newer"))
	wantKept(t, s, "a", kept("newer"))
	wantKept(t, s, "b", kept("two"))
	if n, err := s.Len(); n != 2 || err != nil {
		t.Errorf("Len() = %d, %v, want 2", n, err)
	}
}

func TestStoreHasWhatWasPutWhenItIsReopened(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", kept("one"))
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	mustPut(t, s, "a", kept("newer"))
	mustPut(t, s, "b", kept("two"))
	s = reopen(t, s)
	wantKept(t, s, "a", kept("newer"))
	wantKept(t, s, "b", kept("two"))
}

func TestStoreGivesCopies(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", kept("one"))
	for range 2 { // waiting in memory, then in the file
		got, _, err := s.Get("a")
		if err != nil {
			t.Fatal(err)
		}
		got.Runs[0].Observations[0].Effects[0].Path = "changed"
		wantKept(t, s, "a", kept("one"))
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStoreWritesByItselfWhenABatchIsFull(t *testing.T) {
	s := newStore(t)
	inFile := func() (n int) {
		err := s.db.View(func(tx *bbolt.Tx) error {
			n = tx.Bucket(bucketRecords).Stats().KeyN
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range storeBatch - 1 {
		mustPut(t, s, fmt.Sprint(i), kept("one"))
	}
	if n := inFile(); n != 0 {
		t.Errorf("%d keys are in the file before the batch is full", n)
	}
	mustPut(t, s, "last", kept("one"))
	if n := inFile(); n != storeBatch {
		t.Errorf("%d keys are in the file after a batch of %d", n, storeBatch)
	}
}

func TestStoreRefusesKeysThatTheFileCannotHold(t *testing.T) {
	s := newStore(t)
	for _, n := range []int{0, bbolt.MaxKeySize + 1} {
		if err := s.Put(strings.Repeat("k", n), kept("one")); err == nil {
			t.Errorf("Put took a key of %d bytes", n)
		}
	}
	mustPut(t, s, strings.Repeat("k", bbolt.MaxKeySize), kept("one"))
	if err := s.Flush(); err != nil {
		t.Error(err)
	}
}

func TestStoreRemembersItsOrigin(t *testing.T) {
	s := newStore(t)
	if meta, err := s.Meta(); err != nil || !cmp.Equal(meta, StoreMeta{}) {
		t.Errorf("a new store remembers %+v, %v", meta, err)
	}
	want := StoreMeta{Info: Info{
		Launcher: "docker", Image: "fencediff", Toolset: "sha256:1", Bash: "5.2.15(1)-release", Kernel: "6.1",
		Fixtures: map[string]string{"present": "p", "absent": "a"},
	}}
	if err := s.SetMeta(want); err != nil {
		t.Fatal(err)
	}
	meta, err := reopen(t, s).Meta()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, meta); diff != "" {
		t.Errorf("Meta() (-want +got):\n%s", diff)
	}
}

func TestStoreSaysThatItIsLocked(t *testing.T) {
	s := newStore(t)
	// The lock belongs to the open file, so a second open in this process
	// waits as another process would.
	_, err := openStore(s.Path(), &bbolt.Options{Timeout: time.Millisecond})
	var locked *StoreLockedError
	if !errors.As(err, &locked) || locked.Path != s.Path() {
		t.Fatalf("err = %v, want a *StoreLockedError for %s", err, s.Path())
	}
	if !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("the error does not say what to do: %v", err)
	}
	mustPut(t, s, "a", kept("one"))
	wantKept(t, reopen(t, s), "a", kept("one"))
}

func TestStoreRefusesOtherFiles(t *testing.T) {
	write := func(text string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o644) }
	}
	database := func(bucket, key, value string) func(string) error {
		return func(path string) error {
			db, err := bbolt.Open(path, 0o644, nil)
			if err != nil {
				return err
			}
			err = db.Update(func(tx *bbolt.Tx) error {
				b, err := tx.CreateBucket([]byte(bucket))
				if err != nil {
					return err
				}
				return b.Put([]byte(key), []byte(value))
			})
			return errors.Join(err, db.Close())
		}
	}
	for name, make := range map[string]func(string) error{
		"text":              write("these are notes\n"),
		"a page of zeroes":  write(strings.Repeat("\x00", 1<<16)),
		"another database":  database("users", "dev", "1"),
		"a later format":    database("meta", "format", "99"),
		"meta without form": database("meta", "colour", "red"),
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			path := filepath.Join(t.TempDir(), "file")
			if err := make(path); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = OpenStore(path)
			var format *StoreFormatError
			if !errors.As(err, &format) || format.Path != path {
				t.Errorf("err = %v, want a *StoreFormatError", err)
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
				t.Errorf("opening changed a file that is no store (%v)", err)
			}
		})
	}
	t.Run("a folder", func(t *testing.T) {
		if _, err := OpenStore(t.TempDir()); err == nil {
			t.Error("opened a folder")
		}
	})
	t.Run("no such folder", func(t *testing.T) {
		if _, err := OpenStore(filepath.Join(t.TempDir(), "nosuch", "file")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("err = %v, want os.ErrNotExist", err)
		}
	})
}

func TestStoreReportsADamagedRecord(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":           `{`,
		"no run":            `{"job":{"command":"ls"}}`,
		"an unknown status": `{"job":{"command":"ls"},"runs":[{"count":1,"observations":[{"status":"nosuch"}]}]}`,
		"no status":         `{"job":{"command":"ls"},"runs":[{"count":1,"observations":[{"fixture":"present"}]}]}`,
		"never run":         `{"job":{"command":"ls"},"runs":[{"count":0,"observations":[{"fixture":"present","status":"exited"}]}]}`,
		"a lost effect set": `{"job":{"command":"ls"},"runs":[{"count":1,"observations":[{"status":"exited","effects":"00"}]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			packed, err := deflate([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			err = s.db.Update(func(tx *bbolt.Tx) error {
				return tx.Bucket(bucketRecords).Put([]byte("a"), packed)
			})
			if err != nil {
				t.Fatal(err)
			}
			if got, ok, err := s.Get("a"); err == nil || ok {
				t.Errorf("Get = %v, %v, want an error", got, ok)
			} else if !strings.Contains(err.Error(), s.Path()) {
				t.Errorf("the error does not name the file: %v", err)
			}
		})
	}
}

// TestStoreKeepsOneOfEachEffectSet: a thousand commands that do the same cost
// one set.
func TestStoreKeepsOneOfEachEffectSet(t *testing.T) {
	s := newStore(t)
	for i := range 1000 {
		mustPut(t, s, fmt.Sprint(i), kept(fmt.Sprint(i)))
	}
	stats, err := s.Stats()
	if err != nil {
		t.Fatal(err)
	}
	if stats.EffectSets != 1 || stats.EffectUses != 1000 || stats.Records != 1000 || stats.Observations != 3000 || stats.Runs != 5000 {
		t.Errorf("%+v", stats)
	}
}

// TestStoreServesReadersAtOnce: two may read, and then none may write.
func TestStoreServesReadersAtOnce(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", kept("one"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		reader, err := ReadStore(s.Path())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := reader.Close(); err != nil {
				t.Error(err)
			}
		})
		wantKept(t, reader, "a", kept("one"))
		if err := reader.SetMeta(StoreMeta{}); err == nil {
			t.Error("a reader wrote")
		}
	}
	if _, err := openStore(s.Path(), &bbolt.Options{Timeout: time.Millisecond}); err == nil {
		t.Error("a writer came in")
	}
	if _, err := ReadStore(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing store: %v", err)
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadStore(empty); !errors.As(err, new(*StoreFormatError)) {
		t.Errorf("an empty file: %v", err)
	}
}

func TestStoreIsOverAfterClose(t *testing.T) {
	s := newStore(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	if err := s.Put("a", kept("one")); !errors.Is(err, ErrStoreClosed) {
		t.Errorf("Put: %v, want ErrStoreClosed", err)
	}
	if _, _, err := s.Get("a"); !errors.Is(err, ErrStoreClosed) {
		t.Errorf("Get: %v, want ErrStoreClosed", err)
	}
	if err := s.Flush(); !errors.Is(err, ErrStoreClosed) {
		t.Errorf("Flush: %v, want ErrStoreClosed", err)
	}
	if _, err := s.Len(); !errors.Is(err, ErrStoreClosed) {
		t.Errorf("Len: %v, want ErrStoreClosed", err)
	}
	if _, err := s.Meta(); !errors.Is(err, ErrStoreClosed) {
		t.Errorf("Meta: %v, want ErrStoreClosed", err)
	}
	if err := s.SetMeta(StoreMeta{}); !errors.Is(err, ErrStoreClosed) {
		t.Errorf("SetMeta: %v, want ErrStoreClosed", err)
	}
}

// TestStoreKeepsWhatItCouldNotWrite makes one transaction fail: the batch has
// to be readable still, and in the file after the next one.
func TestStoreKeepsWhatItCouldNotWrite(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", kept("one"))
	s.mu.Lock()
	s.waiting[""] = encoded{} // bbolt refuses the key, and so the batch
	s.mu.Unlock()
	if err := s.Flush(); err == nil {
		t.Fatal("Flush wrote an empty key")
	}
	wantKept(t, s, "a", kept("one"))
	s.mu.Lock()
	delete(s.waiting, "")
	s.mu.Unlock()
	wantKept(t, reopen(t, s), "a", kept("one"))
}

// TestStoreReadsWhatIsBeingWritten looks a key up while its transaction is
// under way, when it is neither waiting nor in the file.
func TestStoreReadsWhatIsBeingWritten(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", kept("one"))
	blocker, err := s.db.Begin(true) // bbolt has one writer at a time
	if err != nil {
		t.Fatal(err)
	}
	unblock := sync.OnceValue(blocker.Rollback)
	t.Cleanup(func() { _ = unblock() }) // a test that failed has reported its own error
	flushed := make(chan error, 1)
	go func() { flushed <- s.Flush() }()
	for writing := false; !writing; runtime.Gosched() {
		s.mu.RLock()
		writing = s.writing != nil
		s.mu.RUnlock()
	}
	wantKept(t, s, "a", kept("one"))
	mustPut(t, s, "a", kept("newer"))
	wantKept(t, s, "a", kept("newer"))
	if err := errors.Join(unblock(), <-flushed); err != nil {
		t.Fatal(err)
	}
	wantKept(t, s, "a", kept("newer"))
}

func TestStoreIsSafeForConcurrentUse(t *testing.T) {
	const writers, keys = 4, 3 * storeBatch / 2
	s := newStore(t)
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for k := range keys {
				key := fmt.Sprintf("%d/%d", w, k)
				if err := s.Put(key, kept(key)); err != nil {
					t.Error(err)
					return
				}
				// What a goroutine put is there for it at once, whatever the
				// others are flushing.
				if got, ok, err := s.Get(key); err != nil || !ok || got.Runs[0].Observations[0].Stdout != key {
					t.Errorf("Get(%s) = %v, %v", key, ok, err)
					return
				}
				if k%97 == 0 {
					if _, err := s.Len(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	group.Wait()
	s = reopen(t, s)
	if n, err := s.Len(); n != writers*keys || err != nil {
		t.Errorf("Len() = %d, %v, want %d", n, err, writers*keys)
	}
}
