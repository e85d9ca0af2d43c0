package engine

import "fmt"

// A SourceError says that a source cannot be read as asked.
type SourceError struct {
	// Spec is the source as it was given.
	Spec string
	Err  error
}

func (e *SourceError) Error() string { return fmt.Sprintf("source %s: %v", e.Spec, e.Err) }

// Unwrap returns the cause.
func (e *SourceError) Unwrap() error { return e.Err }

// A LineError says that one line of a source is not what it should be.
type LineError struct {
	// Name is the source's file, Line counts from 1.
	Name string
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Name, e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// A FenceError says that a fence could not answer; a refusal is none.
type FenceError struct {
	// Fence names the fence, ID the request it failed at.
	Fence, ID string
	Err       error
}

func (e *FenceError) Error() string {
	return fmt.Sprintf("fence %s gave no answer to request %s: %v", e.Fence, e.ID, e.Err)
}

// Unwrap returns the cause.
func (e *FenceError) Unwrap() error { return e.Err }

// A RequestError says at which request something failed that is not about the
// request: the oracle is gone, its store cannot be written.
type RequestError struct {
	ID  string
	Err error
}

func (e *RequestError) Error() string { return fmt.Sprintf("request %s: %v", e.ID, e.Err) }

// Unwrap returns the cause.
func (e *RequestError) Unwrap() error { return e.Err }

// An OutputError says that the output folder cannot be written to at all.
type OutputError struct {
	Dir string
	Err error
}

func (e *OutputError) Error() string {
	return fmt.Sprintf("cannot write to the output folder %s: %v; name another with --out", e.Dir, e.Err)
}

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Err }
