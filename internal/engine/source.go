package engine

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/reports"
)

// Unknown is the count of a source whose length is not known beforehand.
const Unknown = -1

// A Source is a stream of requests.
type Source struct {
	// Spec is the source as it was given, for instance "grid:smoke".
	Spec string
	// Requests yields the requests in a fixed order. An error ends it.
	Requests iter.Seq2[reports.Request, error]
	survey   func() (int, error)
}

// Survey reads through the source without running anything and returns how many
// requests it has, or [Unknown] if it can be read only once. So that a long run
// does not end at a malformed last line, its error is the one that reading
// would end with.
func (s Source) Survey() (int, error) { return s.survey() }

// sourceKinds opens each kind of source; the key is what stands before the
// colon.
var sourceKinds = map[string]func(spec, arg string, stdin io.Reader) (Source, error){
	"grid":  openGrid,
	"file":  openLines(readCommand),
	"cases": openLines(readRequestLine),
	"fuzz":  openFuzz,
}

// SourceKinds lists what a source may begin with, sorted, each with its colon.
func SourceKinds() []string {
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(sourceKinds)) {
		kinds = append(kinds, kind+":")
	}
	return kinds
}

// OpenSource opens KIND:NAME: a grid, a file with one command a line, a file
// with one request line a line, or a number of random commands; the name - is
// stdin. A *SourceError says what is
// wrong with it.
func OpenSource(spec string, stdin io.Reader) (Source, error) {
	kind, arg, found := strings.Cut(spec, ":")
	open := sourceKinds[kind]
	switch {
	case !found || open == nil:
		return Source{}, &SourceError{spec, fmt.Errorf("unknown kind; want one of %s", strings.Join(SourceKinds(), " "))}
	case arg == "":
		return Source{}, &SourceError{spec, errors.New("has no name after the colon")}
	}
	source, err := open(spec, arg, stdin)
	if err != nil {
		return Source{}, &SourceError{spec, err}
	}
	return source, nil
}

// Join is all the sources, one after the other.
func Join(sources ...Source) Source {
	specs := make([]string, len(sources))
	for i, s := range sources {
		specs[i] = s.Spec
	}
	return Source{
		Spec: strings.Join(specs, ", "),
		Requests: func(yield func(reports.Request, error) bool) {
			for _, s := range sources {
				for request, err := range s.Requests {
					if !yield(request, err) || err != nil {
						return
					}
				}
			}
		},
		survey: func() (int, error) {
			total := 0
			for _, s := range sources {
				n, err := s.Survey()
				if err != nil {
					return Unknown, err
				}
				if n == Unknown {
					total = Unknown
				}
				if total != Unknown {
					total += n
				}
			}
			return total, nil
		},
	}
}

func openGrid(spec, name string, _ io.Reader) (Source, error) {
	g, ok := grid.Lookup(name)
	if !ok {
		return Source{}, fmt.Errorf("no grid is named %q; `fencediff grid list` lists them", name)
	}
	return Source{
		Spec: spec,
		Requests: func(yield func(reports.Request, error) bool) {
			for cell := range g.Cells() {
				if !yield(RequestOf(cell), nil) {
					return
				}
			}
		},
		survey: func() (int, error) { return g.Count(), nil },
	}, nil
}

// RequestOf is a cell of a grid as a request; its id is the cell's.
func RequestOf(cell grid.Cell) reports.Request {
	return reports.Request{ID: cell.ID, Request: cell.Request, Hostile: cell.Fixture, TTY: cell.TTY}
}

// openLines opens a file that is read line by line.
func openLines(read lineReader) func(spec, path string, stdin io.Reader) (Source, error) {
	return func(spec, path string, stdin io.Reader) (Source, error) {
		if path == "-" {
			return Source{
				Spec:     spec,
				Requests: readLines("stdin", stdin, read),
				survey:   func() (int, error) { return Unknown, nil },
			}, nil
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return Source{}, withoutPath(err)
		case info.IsDir():
			return Source{}, errors.New("is a folder, want a file")
		}
		requests := fromFile(spec, path, read)
		survey := func() (int, error) { return count(requests) }
		if !info.Mode().IsRegular() {
			survey = func() (int, error) { return Unknown, nil }
		}
		return Source{Spec: spec, Requests: requests, survey: survey}, nil
	}
}

func fromFile(spec, path string, read lineReader) iter.Seq2[reports.Request, error] {
	return func(yield func(reports.Request, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(reports.Request{}, &SourceError{spec, withoutPath(err)})
			return
		}
		defer file.Close()
		readLines(path, file, read)(yield)
	}
}

func count(requests iter.Seq2[reports.Request, error]) (int, error) {
	n := 0
	for _, err := range requests {
		if err != nil {
			return Unknown, err
		}
		n++
	}
	return n, nil
}

// withoutPath takes the path out of an error whose message names it already.
func withoutPath(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
