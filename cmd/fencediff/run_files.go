package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// runFiles are what a run leaves in its folder; a nil *runFiles has none.
type runFiles struct {
	*engine.Files
	dir     string
	results io.Writer
	// journal is nil when every command is to run twice, because of results that
	// are known already nothing could be compared, and when the fence is external,
	// because it may not be the one any more that gave them.
	journal *engine.Journal
}

// openFiles starts the results, so that a folder that cannot be written to is
// found out before any work is done.
func (o *runOptions) openFiles() (*runFiles, error) {
	if o.out == "" {
		return nil, nil
	}
	files, err := engine.OpenFiles(o.out)
	if err != nil {
		return nil, err
	}
	f := &runFiles{Files: files, dir: o.out}
	if !o.twice && !isExternal(o.fence) {
		if f.journal, err = engine.OpenJournal(o.out); err != nil {
			return nil, err
		}
	}
	if f.results, err = files.Create("results.jsonl"); err != nil {
		return nil, f.close(err)
	}
	return f, nil
}

// A runIdentity is all that the results of a run depend on.
type runIdentity struct {
	// Flags are those that were given, but for the harmless ones.
	Flags map[string]string `json:"flags"`
	// Program is the digest of this program, which the fences are part of.
	Program string      `json:"program"`
	Version int         `json:"oracle_version"`
	Oracle  oracle.Info `json:"oracle"`
}

// harmlessFlags change nothing about a run's results.
var harmlessFlags = []string{"workers", "store", "fail-on", "out"}

func identify(cmd *cobra.Command, info oracle.Info) (runIdentity, error) {
	run := runIdentity{Flags: map[string]string{}, Version: oracle.Version, Oracle: info}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(harmlessFlags, flag.Name) {
			run.Flags[flag.Name] = flag.Value.String()
		}
	})
	self, err := os.Executable()
	if err != nil {
		return run, err
	}
	file, err := os.Open(self)
	if err != nil {
		return run, err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	run.Program = hex.EncodeToString(sum.Sum(nil))
	return run, err
}

// begin takes up the journal and returns what knows of its results.
func (f *runFiles) begin(cmd *cobra.Command, info oracle.Info) (func(reports.Request) (reports.Result, bool, error), error) {
	if f == nil || f.journal == nil {
		return nil, nil
	}
	run, err := identify(cmd, info)
	if err != nil {
		return nil, err
	}
	if err := f.journal.Begin(run); err != nil {
		return nil, err
	}
	if n := f.journal.Len(); n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "going on with the run in %s: %d results are there\n", reports.EscapeLine(f.dir), n)
	}
	return f.journal.Known, nil
}

func (f *runFiles) add(r reports.Result) error {
	if f == nil {
		return nil
	}
	if f.journal != nil {
		if err := f.journal.Add(r); err != nil {
			return err
		}
	}
	return reports.WriteLine(f.results, r)
}

// finish writes the report and the summary and gives all files their names.
// The summary comes last: where it is, the others are.
func (f *runFiles) finish(s *reports.Summary) error {
	if f == nil {
		return nil
	}
	report, err := f.Create("report.txt")
	if err != nil {
		return err
	}
	if err := reports.WriteText(report, s, 0); err != nil {
		return err
	}
	summary, err := f.Create("summary.json")
	if err != nil {
		return err
	}
	if err := reports.WriteIndented(summary, s); err != nil {
		return err
	}
	return f.Commit()
}

// close ends the files of a run that ended with err: what has no name yet is
// removed, and so is the journal unless the run can be gone on with.
func (f *runFiles) close(err error) error {
	if f == nil {
		return err
	}
	f.Abort()
	switch {
	case f.journal == nil:
		return err
	case !resumable(err):
		return errors.Join(err, f.journal.Remove())
	case f.journal.Len() > 0:
		err = &unfinishedError{err, f.journal.Len(), f.dir}
	}
	return errors.Join(err, f.journal.Close())
}

// resumable says of the error that a run ended with whether the results that it
// had are to be kept: something from outside ended it, and nothing says that
// they are wrong.
func resumable(err error) bool {
	return errors.Is(err, context.Canceled) || is[*oracle.UnavailableError](err) || is[*engine.FenceError](err) || is[*engine.RequestError](err)
}

// An unfinishedError says that a run ended early and can be gone on with.
type unfinishedError struct {
	err  error
	kept int
	dir  string
}

func (e *unfinishedError) Error() string { return e.err.Error() + "\n" + e.advice() }

// Unwrap returns why the run ended.
func (e *unfinishedError) Unwrap() error { return e.err }

func (e *unfinishedError) advice() string {
	return fmt.Sprintf("%d results are kept in %s: the same command line goes on from there", e.kept, e.dir)
}
