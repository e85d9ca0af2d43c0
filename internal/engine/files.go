package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Files are the files of one folder that appear together or not at all. Each is
// written under a temporary name, hidden and beside its own, and gets its own
// name when all are complete, so that what stands under it is never half of a
// run. It is not safe for concurrent use.
type Files struct {
	dir   string
	parts []*part
}

// A part is a file that has no name yet.
type part struct {
	buffer     *bufio.Writer
	file       *os.File
	path, temp string
}

// OpenFiles makes the folder if need be. A *OutputError says that it cannot.
func OpenFiles(dir string) (*Files, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, &OutputError{dir, withoutPath(err)}
	}
	return &Files{dir: dir}, nil
}

// Create starts a file. A *OutputError says that the folder cannot be written
// to.
func (f *Files) Create(name string) (io.Writer, error) {
	p := &part{
		path: filepath.Join(f.dir, name),
		temp: filepath.Join(f.dir, fmt.Sprintf(".%s.%d", name, os.Getpid())),
	}
	f.sweep(name)
	file, err := os.OpenFile(p.temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, &OutputError{f.dir, withoutPath(err)}
	}
	p.file = file
	p.buffer = bufio.NewWriterSize(file, 1<<18)
	f.parts = append(f.parts, p)
	return p, nil
}

// sweep removes what killed processes left of a file.
func (f *Files) sweep(name string) {
	prefix := filepath.Join(f.dir, "."+name+".")
	left, _ := filepath.Glob(prefix + "*") // the pattern is none if the folder's name is odd
	for _, path := range left {
		pid, err := strconv.Atoi(strings.TrimPrefix(path, prefix))
		if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			os.Remove(path)
		}
	}
}

// Commit gives every file its name, in the order in which they were made. If
// one of them is not completely on disk, none gets its name and all are removed.
func (f *Files) Commit() error {
	for _, p := range f.parts {
		if err := errors.Join(p.buffer.Flush(), p.file.Sync(), p.file.Close()); err != nil {
			f.Abort()
			return fmt.Errorf("cannot write %s: %w", p.path, firstOf(err))
		}
	}
	defer f.Abort()
	for _, p := range f.parts {
		if err := os.Rename(p.temp, p.path); err != nil {
			return fmt.Errorf("cannot name %s: %w", p.path, err)
		}
	}
	return nil
}

// Abort removes every file that has no name yet; after Commit it does nothing.
func (f *Files) Abort() {
	for _, p := range f.parts {
		p.file.Close()
		os.Remove(p.temp)
	}
	f.parts = nil
}

// Write implements io.Writer; its error names the file.
func (p *part) Write(data []byte) (int, error) {
	n, err := p.buffer.Write(data)
	if err != nil {
		err = fmt.Errorf("cannot write %s: %w", p.path, withoutPath(err))
	}
	return n, err
}

// firstOf is the first of joined errors without its path: when a disk is full,
// flushing, syncing and closing all say so.
func firstOf(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return withoutPath(joined.Unwrap()[0])
	}
	return withoutPath(err)
}
