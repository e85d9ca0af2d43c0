package oracle

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// A storeLine is a line of an exported store: the first says where the
// observations come from, each other one is a record.
type storeLine struct {
	Origin *Info         `json:"origin,omitempty"`
	Key    string        `json:"key,omitempty"`
	Job    *jobLine      `json:"job,omitempty"`
	Runs   []exportedRun `json:"runs,omitempty"`
}

type exportedRun struct {
	Count        int           `json:"count"`
	Observations []Observation `json:"observations"`
}

// maxStoreLine is the longest line that Import reads, in bytes: beyond what
// the limits let an observation grow to.
const maxStoreLine = 256 << 20

// A StoreLineError says that a line is not one of an exported store.
type StoreLineError struct {
	// Line counts from 1.
	Line int
	Err  error
}

func (e *StoreLineError) Error() string {
	return fmt.Sprintf("line %d is not one of an exported store: %v", e.Line, e.Err)
}

// Unwrap returns what is wrong with the line.
func (e *StoreLineError) Unwrap() error { return e.Err }

// Export writes the store as JSON Lines, one a record and in the order of the
// keys, so that the same records are the same bytes. It returns how many there
// are.
func (s *Store) Export(w io.Writer) (records int, err error) {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	meta, err := s.Meta()
	if err != nil {
		return 0, err
	}
	if err := lines.Encode(storeLine{Origin: &meta.Info}); err != nil {
		return 0, err
	}
	err = s.Each(func(key string, r Record) error {
		records++
		job := newJobLine(r.Job)
		line := storeLine{Key: key, Job: &job}
		for _, run := range r.Runs {
			line.Runs = append(line.Runs, exportedRun(run))
		}
		return lines.Encode(line)
	})
	return records, err
}

// Import puts the records of an exported store into this one and returns how
// many were new. Of two records with one key that of more runs is kept. A store
// without an origin takes over the exported one's. A *StoreLineError says which
// line is malformed; the lines before it are kept. What the lines say is
// believed: see [Store.Verify].
func (s *Store) Import(r io.Reader) (added int, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), maxStoreLine)
	for number := 1; lines.Scan(); number++ {
		line, err := parseStoreLine(lines.Bytes())
		if err != nil {
			return added, &StoreLineError{number, err}
		}
		isNew, err := s.take(line)
		if err != nil {
			return added, err
		}
		if isNew {
			added++
		}
	}
	return added, errors.Join(lines.Err(), s.Flush())
}

// take keeps what a line says, and says whether it was a new record.
func (s *Store) take(line storeLine) (isNew bool, err error) {
	if line.Origin != nil {
		if meta, err := s.Meta(); err != nil || meta.Info.Toolset != "" {
			return false, err
		}
		return false, s.SetMeta(StoreMeta{Info: *line.Origin})
	}
	known, ok, err := s.Get(line.Key)
	record := line.record()
	if err != nil || ok && known.Total() >= record.Total() {
		return false, err
	}
	return !ok, s.Put(line.Key, record)
}

func (l storeLine) record() Record {
	r := Record{Job: l.Job.job()}
	for _, run := range l.Runs {
		r.Runs = append(r.Runs, Run(run))
	}
	return r
}

// wholeKey matches a key as KeyOf makes them.
var wholeKey = regexp.MustCompile(`^[0-9a-f]{64}$`)

// parseStoreLine reads a line of an exported store. Unknown keys are ignored.
func parseStoreLine(text []byte) (storeLine, error) {
	var line storeLine
	if err := json.Unmarshal(text, &line); err != nil {
		return line, err
	}
	switch {
	case line.Origin != nil && line.Key == "":
		return storeLine{Origin: line.Origin}, nil
	case line.Origin != nil:
		return line, errors.New("it has both an origin and a key")
	case !wholeKey.MatchString(line.Key):
		return line, errors.New("its key is not 64 hexadecimal digits")
	case line.Job == nil:
		return line, errors.New("it has no job")
	}
	for i := range line.Runs {
		for j := range line.Runs[i].Observations {
			if o := &line.Runs[i].Observations[j]; o.Effects == nil {
				o.Effects = []Effect{}
			}
		}
	}
	record := line.record()
	if err := record.check(); err != nil {
		return line, err
	}
	// What is no value of its enumeration cannot be written again.
	_, _, err := encodeRecord(record)
	return line, err
}
