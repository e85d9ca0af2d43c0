package reports

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/reports/schema"
)

// A Snapshot is what one fence says about many requests, kept in a file: a
// header line and one line a request, sorted, without ids, so that in git a
// change of the fence is a change of the lines it is about. The zero value is
// empty; it is not safe for concurrent use while it grows.
type Snapshot struct {
	header  snapshotHeader
	answers map[[sha256.Size]byte]Answer
	lines   []snapshotLine
}

// snapshotHeader is the first line. Count is the number of lines that follow.
type snapshotHeader struct {
	Schema  string   `json:"schema"`
	Fence   string   `json:"fence"`
	Sources []string `json:"sources"`
	Count   int      `json:"count"`
}

// snapshotLine is one request with its answer.
type snapshotLine struct {
	request Request
	answer  Answer
}

// MarshalJSON writes the request line and the answer as one object.
func (l snapshotLine) MarshalJSON() ([]byte, error) {
	return marshalLine(struct {
		requestLine
		Answer
	}{l.request.line(), l.answer})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *snapshotLine) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &l.request); err != nil {
		return err
	}
	return json.Unmarshal(text, &l.answer)
}

// NewSnapshot returns a snapshot of a fence that holds nothing yet.
func NewSnapshot(fenceName string, sources []string) *Snapshot {
	return &Snapshot{header: snapshotHeader{Schema: schema.Snapshot, Fence: fenceName, Sources: sources}}
}

// Add keeps what the fence says about a request. The same request again is the
// same line; another answer to it is an error, because the fence then has none.
func (s *Snapshot) Add(r Request, a Answer) error {
	key := memberOf(r)
	if old, known := s.answers[key]; known {
		if old != a {
			return fmt.Errorf("request %s: the fence first says %s and then %s; a snapshot needs one answer", r.ID, old.cause(), a.cause())
		}
		return nil
	}
	if s.answers == nil {
		s.answers = map[[sha256.Size]byte]Answer{}
	}
	s.answers[key] = a
	r.ID = ""
	s.lines = append(s.lines, snapshotLine{r, a})
	return nil
}

// Len is the number of requests.
func (s *Snapshot) Len() int { return len(s.lines) }

// Fence is the name of the fence that gave the answers.
func (s *Snapshot) Fence() string { return s.header.Fence }

// Answer is what the fence said about a request. A request that is not there is
// unsupported, which no comparison takes for agreement.
func (s *Snapshot) Answer(r Request) Answer {
	if a, ok := s.answers[memberOf(r)]; ok {
		return a
	}
	return Answer{Decision: fence.Unsupported, Offset: -1, Rule: "snapshot", Detail: "not in the snapshot"}
}

// Requests yields the requests in the order of the file, each with the id
// name:line, so that a snapshot can be its own source.
func (s *Snapshot) Requests(name string) func(yield func(Request, error) bool) {
	return func(yield func(Request, error) bool) {
		for i, l := range s.lines {
			l.request.ID = fmt.Sprintf("%s:%d", name, i+2)
			if !yield(l.request, nil) {
				return
			}
		}
	}
}

// Write sorts the snapshot and writes it.
func (s *Snapshot) Write(w io.Writer) error {
	s.header.Count = len(s.lines)
	type row struct{ command, text string }
	rows := make([]row, len(s.lines))
	for i, l := range s.lines {
		text, err := l.MarshalJSON()
		if err != nil {
			return fmt.Errorf("reports: snapshot: %q: %w", l.request.Command, err)
		}
		rows[i] = row{l.request.Command, string(text)}
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.command != b.command {
			return bytes.Compare([]byte(a.command), []byte(b.command))
		}
		return bytes.Compare([]byte(a.text), []byte(b.text))
	})
	if err := WriteLine(w, s.header); err != nil {
		return err
	}
	for _, r := range rows {
		if _, err := io.WriteString(w, r.text+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// maxSnapshotLine is the longest line of a snapshot that is read, in bytes.
const maxSnapshotLine = 16 << 20

// ReadSnapshot reads what Write wrote. A file that was cut short, has a request
// twice or something else in it is an error.
func ReadSnapshot(r io.Reader) (*Snapshot, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxSnapshotLine)
	if !lines.Scan() {
		return nil, errors.Join(errors.New("is empty, and no snapshot"), lines.Err())
	}
	var s Snapshot
	if err := json.Unmarshal(lines.Bytes(), &s.header); err != nil || s.header.Schema != schema.Snapshot {
		return nil, fmt.Errorf("is no snapshot: its first line does not name the schema %s", schema.Snapshot)
	}
	for n := 2; lines.Scan(); n++ {
		var l snapshotLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if l.answer.Decision == 0 {
			return nil, fmt.Errorf("line %d: has no verdict", n)
		}
		before := s.Len()
		if err := s.Add(l.request, l.answer); err != nil || s.Len() == before {
			return nil, fmt.Errorf("line %d: has a request that is there before", n)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if s.Len() != s.header.Count {
		return nil, fmt.Errorf("has %d requests, and its first line says %d", s.Len(), s.header.Count)
	}
	return &s, nil
}
