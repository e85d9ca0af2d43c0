package engine

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/reports"
)

// A CorpusFile keeps what a hunt has found: a line a batch, so that a hunt that
// was killed loses the batch it was at. One hunt at a time has it open.
type CorpusFile struct {
	fuzz.Corpus

	path  string
	file  *os.File
	round int
}

// corpusLine is a line of the file: what a batch added, and the number of the
// next one.
type corpusLine struct {
	Next  int         `json:"next"`
	Finds []fuzz.Find `json:"finds"`
}

// OpenCorpus opens the corpus that the hunts with a seed keep in a folder, which
// is made if it is missing. Corpora of other seeds that lie there, from this or
// another machine, are merged into it once. A *OutputError says why it cannot be
// used.
func OpenCorpus(dir string, seed uint64) (*CorpusFile, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, &OutputError{dir, withoutPath(err)}
	}
	c := &CorpusFile{path: filepath.Join(dir, fmt.Sprintf("corpus-%d.jsonl", seed))}
	_, err := os.Stat(c.path)
	isNew := errors.Is(err, os.ErrNotExist)
	if c.file, err = os.OpenFile(c.path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, &OutputError{dir, withoutPath(err)}
	}
	if err := unix.Flock(int(c.file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(&OutputError{dir, errors.New("another hunt with this seed is using it")}, c.file.Close())
	}
	end, err := c.read(c.file)
	if err == nil {
		err = c.file.Truncate(end)
	}
	if err == nil {
		_, err = c.file.Seek(end, 0)
	}
	if err == nil && isNew {
		err = c.merge(dir)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot read %s: %w", c.path, err), c.file.Close())
	}
	return c, nil
}

// read adds the whole lines of a file and returns where they end.
func (c *CorpusFile) read(file *os.File) (end int64, err error) {
	lines := bufio.NewReader(file)
	for {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			return end, nil // what a killed hunt left of its last line
		}
		var line corpusLine
		if err := json.Unmarshal(text, &line); err != nil {
			return end, fmt.Errorf("at byte %d: %w", end, err)
		}
		c.Add(line.Finds...)
		c.round = max(c.round, line.Next)
		end += int64(len(text))
	}
}

// merge adds the corpora of other seeds in the folder, as a first line.
func (c *CorpusFile) merge(dir string) error {
	others, err := filepath.Glob(filepath.Join(dir, "corpus-*.jsonl"))
	if err != nil {
		return err
	}
	slices.Sort(others)
	for _, path := range others {
		if path == c.path {
			continue
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		_, err = c.read(file)
		if err = errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	c.round = 0
	if c.Len() == 0 {
		return nil
	}
	return c.write(corpusLine{0, c.Finds()})
}

// snapshot is what is known of each behaviour before a batch.
func (c *CorpusFile) snapshot() map[string]fuzz.Find {
	known := make(map[string]fuzz.Find, c.Len())
	for _, f := range c.Finds() {
		known[f.Behaviour] = f
	}
	return known
}

// append writes what a batch added.
func (c *CorpusFile) append(next int, before map[string]fuzz.Find) error {
	line := corpusLine{next, []fuzz.Find{}}
	for _, f := range c.Finds() {
		if was := before[f.Behaviour]; f != was {
			f.Hits -= was.Hits
			line.Finds = append(line.Finds, f)
		}
	}
	return c.write(line)
}

func (c *CorpusFile) write(line corpusLine) error {
	if err := reports.WriteLine(c.file, line); err != nil {
		return &OutputError{filepath.Dir(c.path), err}
	}
	return nil
}

// Close closes the file; what is in it stays.
func (c *CorpusFile) Close() error { return c.file.Close() }
