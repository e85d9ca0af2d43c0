package oracle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// storeVictim names the file that a copy of this test, started by
// TestStoreSurvivesBeingKilled, writes to until it is killed; storeFirst is the
// first key it puts.
const (
	storeVictim = "ORACLE_STORE_VICTIM"
	storeFirst  = "ORACLE_STORE_FIRST"
)

// killPoints is how often the writer is killed, flushEvery how many keys it
// puts between two flushes.
const (
	killPoints = 100
	flushEvery = 7
)

// TestStoreSurvivesBeingKilled kills a writer at random points of its work. The
// file must be whole each time and hold everything that was flushed.
func TestStoreSurvivesBeingKilled(t *testing.T) {
	if path := os.Getenv(storeVictim); path != "" {
		putForever(path, os.Getenv(storeFirst))
	}
	path := filepath.Join(t.TempDir(), "observations.db")
	random := rand.New(rand.NewPCG(1, 2))
	inFile := 0
	for range killPoints {
		first := inFile
		// A transaction takes about a millisecond, so that any part of one can be hit.
		flushed := killAfter(t, path, first, time.Duration(random.IntN(5000))*time.Microsecond)
		s, err := OpenStore(path)
		if err != nil {
			t.Fatalf("after kill -9: %v", err)
		}
		for k := first; k < flushed; k++ {
			wantKept(t, s, fmt.Sprint(k), kept(fmt.Sprint(k)))
		}
		err = s.db.View(func(tx *bbolt.Tx) error {
			for err := range tx.Check() {
				t.Errorf("after kill -9: %v", err)
			}
			return nil
		})
		n, lenErr := s.Len()
		// What was written and not yet told is there as a whole batch.
		if n < flushed || n%flushEvery != 0 {
			t.Errorf("%d keys are in the file, %d were flushed", n, flushed)
		}
		inFile = n
		if err := errors.Join(err, lenErr, s.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter starts a writer, waits for its first flush and a moment, kills it,
// and returns how many keys it said were flushed.
func killAfter(t *testing.T, path string, first int, moment time.Duration) (flushed int) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^TestStoreSurvivesBeingKilled$")
	command.Env = append(os.Environ(), storeVictim+"="+path, fmt.Sprintf("%s=%d", storeFirst, first))
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	told := func() error {
		line, err := lines.ReadString('\n')
		if err == nil {
			_, err = fmt.Sscan(line, &flushed)
		}
		return err
	}
	if err := told(); err != nil {
		t.Fatalf("the writer ended by itself: %v", err)
	}
	time.Sleep(moment)
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		err = told()
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	// It died of the signal, which Wait reports as an error.
	_ = command.Wait()
	return flushed
}

// putForever puts keys and prints how many are on the disk after each flush.
func putForever(path, first string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	k := 0
	_, err := fmt.Sscan(first, &k)
	fail(err)
	s, err := OpenStore(path)
	fail(err)
	for ; ; k++ {
		key := fmt.Sprint(k)
		fail(s.Put(key, kept(key)))
		if k%flushEvery == flushEvery-1 {
			fail(s.Flush())
			fmt.Println(k + 1)
		}
	}
}
