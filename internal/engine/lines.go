package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/fencediff/fencediff/reports"
)

// maxLine is the longest line that is read, in bytes: far beyond any command
// that a kernel would run, and a bound on what a file that is none can cost.
const maxLine = 16 << 20

// A lineReader makes a request of one line.
type lineReader func(id string, line []byte) (reports.Request, error)

// readLines reads requests from text, one a line; blank lines are skipped.
// A line is what stands between two newlines, byte for byte: bash takes a
// carriage return for a character of a word, so here it is one, too. A request
// without an id gets name:line. After the first error nothing more comes.
func readLines(name string, text io.Reader, read lineReader) iter.Seq2[reports.Request, error] {
	return func(yield func(reports.Request, error) bool) {
		scanner := bufio.NewScanner(text)
		scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
		scanner.Split(splitNewlines)
		number := 0
		fail := func(err error) { yield(reports.Request{}, &LineError{Name: name, Line: number, Err: err}) }
		for scanner.Scan() {
			number++
			line := scanner.Bytes()
			if len(bytes.Trim(line, " \t\r")) == 0 {
				continue
			}
			request, err := read(fmt.Sprintf("%s:%d", name, number), line)
			if err != nil {
				fail(err)
				return
			}
			if !yield(request, nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			number++
			if errors.Is(err, bufio.ErrTooLong) {
				err = fmt.Errorf("is longer than %d bytes", maxLine)
			}
			fail(err)
		}
	}
}

// splitNewlines is bufio.ScanLines without its care for carriage returns.
func splitNewlines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// readCommand takes the line itself as the command.
func readCommand(id string, line []byte) (reports.Request, error) {
	return reports.NewRequest(id, string(line)), nil
}

// readRequestLine takes the line as a request line.
func readRequestLine(id string, line []byte) (reports.Request, error) {
	var r reports.Request
	if err := json.Unmarshal(line, &r); err != nil {
		return r, explain(err)
	}
	if r.Hostile != "" {
		if _, err := HostileFixtures(r.Hostile); err != nil {
			return r, err
		}
	}
	if r.ID == "" {
		r.ID = id
	}
	return r, nil
}

// explain says what is wrong with a request line in the words of its author
// rather than in those of package json.
func explain(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("is not JSON: %w", err)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf(`is a JSON %s; want an object such as {"command":"ls"}`, kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%s is a JSON %s, want %s", kind.Field, kind.Value, kind.Type)
	default:
		return err
	}
}
