package oracle

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
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

func mustPut(t *testing.T, s *Store, key string, observations []Observation) {
	t.Helper()
	if err := s.Put(key, observations); err != nil {
		t.Fatal(err)
	}
}

func wantKept(t *testing.T, s *Store, key string, want []Observation) {
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
	mustPut(t, s, "a", seen("one"))
	mustPut(t, s, "b", seen("two"))
	wantKept(t, s, "a", seen("one"))
	mustPut(t, s, "a", seen("newer"))
	wantKept(t, s, "a", seen("newer"))
	wantKept(t, s, "b", seen("two"))
	if n, err := s.Len(); n != 2 || err != nil {
		t.Errorf("Len() = %d, %v, want 2", n, err)
	}
}

func TestStoreHasWhatWasPutWhenItIsReopened(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", seen("one"))
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	mustPut(t, s, "a", seen("newer"))
	mustPut(t, s, "b", seen("two"))
	s = reopen(t, s)
	wantKept(t, s, "a", seen("newer"))
	wantKept(t, s, "b", seen("two"))
}

func TestStoreGivesCopies(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", seen("one"))
	for range 2 { // waiting in memory, then in the file
		got, _, err := s.Get("a")
		if err != nil {
			t.Fatal(err)
		}
		got[0].Effects[0].Path = "changed"
		wantKept(t, s, "a", seen("one"))
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStoreWritesByItselfWhenABatchIsFull(t *testing.T) {
	s := newStore(t)
	inFile := func() (n int) {
		err := s.db.View(func(tx *bbolt.Tx) error {
			n = tx.Bucket(bucketObservations).Stats().KeyN
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range storeBatch - 1 {
		mustPut(t, s, fmt.Sprint(i), nil)
	}
	if n := inFile(); n != 0 {
		t.Errorf("%d keys are in the file before the batch is full", n)
	}
	mustPut(t, s, "last", nil)
	if n := inFile(); n != storeBatch {
		t.Errorf("%d keys are in the file after a batch of %d", n, storeBatch)
	}
}

func TestStoreRefusesKeysThatTheFileCannotHold(t *testing.T) {
	s := newStore(t)
	for _, n := range []int{0, bbolt.MaxKeySize + 1} {
		if err := s.Put(strings.Repeat("k", n), seen("one")); err == nil {
			t.Errorf("Put took a key of %d bytes", n)
		}
	}
	mustPut(t, s, strings.Repeat("k", bbolt.MaxKeySize), seen("one"))
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
	_, err := openStore(s.Path(), time.Millisecond)
	var locked *StoreLockedError
	if !errors.As(err, &locked) || locked.Path != s.Path() {
		t.Fatalf("err = %v, want a *StoreLockedError for %s", err, s.Path())
	}
	if !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("the error does not say what to do: %v", err)
	}
	mustPut(t, s, "a", seen("one"))
	wantKept(t, reopen(t, s), "a", seen("one"))
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
	s := newStore(t)
	err := s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketObservations).Put([]byte("a"), []byte(`[{"status":"nosuch"}]`))
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, ok, err := s.Get("a"); err == nil || ok {
		t.Errorf("Get = %v, %v, want an error", got, ok)
	} else if !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("the error does not name the file: %v", err)
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
	if err := s.Put("a", nil); !errors.Is(err, ErrStoreClosed) {
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
	mustPut(t, s, "a", seen("one"))
	s.mu.Lock()
	s.waiting[""] = nil // bbolt refuses the key, and so the batch
	s.mu.Unlock()
	if err := s.Flush(); err == nil {
		t.Fatal("Flush wrote an empty key")
	}
	wantKept(t, s, "a", seen("one"))
	s.mu.Lock()
	delete(s.waiting, "")
	s.mu.Unlock()
	wantKept(t, reopen(t, s), "a", seen("one"))
}

// TestStoreReadsWhatIsBeingWritten looks a key up while its transaction is
// under way, when it is neither waiting nor in the file.
func TestStoreReadsWhatIsBeingWritten(t *testing.T) {
	s := newStore(t)
	mustPut(t, s, "a", seen("one"))
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
	wantKept(t, s, "a", seen("one"))
	mustPut(t, s, "a", seen("newer"))
	wantKept(t, s, "a", seen("newer"))
	if err := errors.Join(unblock(), <-flushed); err != nil {
		t.Fatal(err)
	}
	wantKept(t, s, "a", seen("newer"))
}

func TestStoreIsSafeForConcurrentUse(t *testing.T) {
	const writers, keys = 4, 3 * storeBatch / 2
	s := newStore(t)
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for k := range keys {
				key := fmt.Sprintf("%d/%d", w, k)
				if err := s.Put(key, seen(key)); err != nil {
					t.Error(err)
					return
				}
				// What a goroutine put is there for it at once, whatever the
				// others are flushing.
				if got, ok, err := s.Get(key); err != nil || !ok || got[0].Stdout != key {
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

// storeVictim names the file that a copy of this test, started by
// TestStoreSurvivesBeingKilled, writes to until it is killed.
const storeVictim = "ORACLE_STORE_VICTIM"

func TestStoreSurvivesBeingKilled(t *testing.T) {
	if path := os.Getenv(storeVictim); path != "" {
		putForever(path)
	}
	path := filepath.Join(t.TempDir(), "observations.db")
	for _, flushes := range []int{1, 2, 5} {
		command := exec.Command(os.Args[0], "-test.run=^TestStoreSurvivesBeingKilled$")
		command.Env = append(os.Environ(), storeVictim+"="+path)
		command.Stderr = os.Stderr
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		flushed := 0
		for range flushes {
			if !lines.Scan() {
				t.Fatal("the victim ended by itself")
			}
			if _, err := fmt.Sscan(lines.Text(), &flushed); err != nil {
				t.Fatal(err)
			}
		}
		if err := command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		// It died of the signal, which Wait reports as an error.
		_ = command.Wait()

		s, err := OpenStore(path)
		if err != nil {
			t.Fatalf("after kill -9: %v", err)
		}
		for k := range flushed {
			wantKept(t, s, fmt.Sprint(k), seen(fmt.Sprint(k)))
		}
		err = s.db.View(func(tx *bbolt.Tx) error {
			for err := range tx.Check() {
				t.Errorf("after kill -9: %v", err)
			}
			return nil
		})
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// putForever puts keys and prints how many are on the disk after each flush.
func putForever(path string) {
	s, err := OpenStore(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for k := 0; ; k++ {
		key := fmt.Sprint(k)
		if err := s.Put(key, seen(key)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if k%100 == 99 {
			if err := s.Flush(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			fmt.Println(k + 1)
		}
	}
}
