package engine

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/reports"
)

// journalName is the journal's file in the output folder.
const journalName = "journal.jsonl"

// A Journal keeps the results of a run that is under way, so that one that was
// interrupted or killed can be gone on with: a line that says which run it is,
// then a result line each, written as they come. It lies in the output folder
// and locks it. It is safe for concurrent use.
type Journal struct {
	dir, path string
	file      *os.File

	mu    sync.RWMutex
	begun bool // it is this run's
	known map[[sha256.Size]byte]span
	end   int64
}

// A span is where a line lies in the journal.
type span struct{ at, length int64 }

// OpenJournal opens the journal of a folder, or makes one. A *OutputError says
// that the folder cannot be written to, or that another run is.
func OpenJournal(dir string) (*Journal, error) {
	j := &Journal{dir: dir, path: filepath.Join(dir, journalName), known: map[[sha256.Size]byte]span{}}
	var err error
	if j.file, err = os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, &OutputError{dir, withoutPath(err)}
	}
	if err := unix.Flock(int(j.file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(&OutputError{dir, errors.New("another run is writing there")}, j.file.Close())
	}
	return j, nil
}

// Begin says which run the journal is of: all that its results depend on, as
// something that can be written as JSON. A *OutputError says that the journal is
// another run's. What a killed run left of its last line is removed.
func (j *Journal) Begin(run any) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	header, err := json.Marshal(run)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", j.path, err)
	}
	lines := bufio.NewReader(j.file)
	first, err := lines.ReadBytes('\n')
	switch {
	case errors.Is(err, io.EOF): // new, or killed before the first line was whole
		j.begun = true
		return j.write(append(header, '\n'), 0)
	case err != nil:
		return fmt.Errorf("cannot read %s: %w", j.path, err)
	case !bytes.Equal(bytes.TrimSuffix(first, []byte("\n")), header):
		return &OutputError{j.dir, fmt.Errorf("%s is of a run with another command line, program or oracle; finish that one, remove the file", journalName)}
	}
	j.begun, j.end = true, int64(len(first))
	for {
		line, err := lines.ReadBytes('\n')
		var result reports.Result
		if err != nil || json.Unmarshal(line, &result) != nil {
			break
		}
		key, err := requestKey(result.Request)
		if err != nil {
			break
		}
		j.known[key] = span{j.end, int64(len(line))}
		j.end += int64(len(line))
	}
	return j.write(nil, j.end)
}

// write cuts the journal at a place and appends a line there.
func (j *Journal) write(line []byte, at int64) error {
	err := j.file.Truncate(at)
	if err == nil {
		_, err = j.file.WriteAt(line, at)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", j.path, withoutPath(err))
	}
	j.end = at + int64(len(line))
	return nil
}

// Add writes a result, unless the journal has it.
func (j *Journal) Add(r reports.Result) error {
	key, err := requestKey(r.Request)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, known := j.known[key]; known {
		return nil
	}
	var line bytes.Buffer
	if err := reports.WriteLine(&line, r); err != nil {
		return err
	}
	at := j.end
	if err := j.write(line.Bytes(), at); err != nil {
		return err
	}
	j.known[key] = span{at, int64(line.Len())}
	return nil
}

// Known returns the result that the journal has for a request, if any.
func (j *Journal) Known(r reports.Request) (result reports.Result, ok bool, err error) {
	key, err := requestKey(r)
	if err != nil {
		return result, false, err
	}
	j.mu.RLock()
	at, ok := j.known[key]
	j.mu.RUnlock()
	if !ok {
		return result, false, nil
	}
	line := make([]byte, at.length)
	if _, err = j.file.ReadAt(line, at.at); err == nil {
		err = json.Unmarshal(line, &result)
	}
	if err != nil {
		err = fmt.Errorf("cannot read %s: %w", j.path, withoutPath(err))
	}
	return result, err == nil, err
}

// requestKey names a request by all that is in its line.
func requestKey(r reports.Request) (key [sha256.Size]byte, err error) {
	line, err := r.MarshalJSON()
	return sha256.Sum256(line), err
}

// Len is how many results the journal has.
func (j *Journal) Len() int {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return len(j.known)
}

// Close leaves the journal to a later run; one without results is removed.
func (j *Journal) Close() error {
	info, err := j.file.Stat()
	if err != nil {
		return errors.Join(err, j.file.Close())
	}
	if j.begun && j.Len() == 0 || info.Size() == 0 {
		err = os.Remove(j.path)
	}
	return errors.Join(err, j.file.Close())
}

// Remove ends the journal: its run is complete, or not to be gone on with. A
// journal that never began to be this run's is left alone.
func (j *Journal) Remove() error {
	if !j.begun {
		return j.Close()
	}
	return errors.Join(os.Remove(j.path), j.file.Close())
}
