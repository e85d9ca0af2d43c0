package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fencediff/fencediff/fence/external"
	"github.com/fencediff/fencediff/fence/external/revision"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
)

// An exitCode is how the program ends. Scripts rely on it: a code never changes
// its meaning.
type exitCode int

const (
	exitDone        exitCode = 0
	exitForbidden   exitCode = 1
	exitUsage       exitCode = 2
	exitUnbelieved  exitCode = 3
	exitVacuous     exitCode = 4
	exitLoosened    exitCode = 5
	exitInternal    exitCode = 70
	exitInterrupted exitCode = 130
)

// exits are the codes and what they mean, for the help and the manual.
var exits = []struct {
	code    exitCode
	meaning string
}{
	{exitDone, "done, whatever was found"},
	{exitForbidden, "findings that --fail-on or a gate forbids, or verdicts that were tightened"},
	{exitUsage, "usage: a flag, a fence, a source or a line of it, an output folder or a store is not as it must be"},
	{exitUnbelieved, "the oracle or the fence is not available, a planted command was misread, or bash contradicts a store"},
	{exitVacuous, "vacuous: nothing was really executed, compared or graded"},
	{exitLoosened, "verdicts were loosened: a command is admitted that was not, or a new plan opens a hole"},
	{exitInternal, "internal error, mutants or a register of equivalents that no longer fit the rules, or the results could not be written"},
	{exitInterrupted, "interrupted"},
}

// exitTable is the codes as text for the help.
func exitTable() string {
	var b strings.Builder
	for _, e := range exits {
		fmt.Fprintf(&b, "    %3d  %s\n", e.code, e.meaning)
	}
	return b.String()
}

// A usageError says that the program was not called as it must be.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// A forbiddenError says that there are findings that --fail-on names.
type forbiddenError struct{ findings string }

func (e *forbiddenError) Error() string { return "found what --fail-on forbids: " + e.findings }

// A vacuousError says that a verb had nothing to do its work on.
type vacuousError struct{ message string }

func (e *vacuousError) Error() string { return "vacuous: " + e.message }

// causes say which code an error ends the program with; the first that is
// found in the error's chain counts, and exitInternal if none is.
var causes = []struct {
	isIn func(error) bool
	code exitCode
}{
	{is[*usageError], exitUsage},
	{is[*engine.SourceError], exitUsage},
	{is[*engine.LineError], exitUsage},
	{is[*engine.OutputError], exitUsage},
	{is[*external.SpecError], exitUsage},
	{because(revision.ErrUnknownRevision), exitUsage},
	{because(revision.ErrNoRepository), exitUsage},
	{is[*revision.BuildError], exitUnbelieved},
	{is[*external.NotLiveError], exitUnbelieved},
	{is[*engine.FenceError], exitUnbelieved},
	{is[*oracle.UnavailableError], exitUnbelieved},
	{is[*oracle.MisreadError], exitUnbelieved},
	{is[*contradictedError], exitUnbelieved},
	{is[*sickError], exitUnbelieved},
	{is[*missingOracleError], exitUnbelieved},
	{is[*undecidedError], exitUnbelieved},
	{is[*vacuousError], exitVacuous},
	{is[*loosenedError], exitLoosened},
	{isGateError(true), exitLoosened},
	{is[*forbiddenError], exitForbidden},
	{is[*tightenedError], exitForbidden},
	{isGateError(false), exitForbidden},
}

func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// because says whether an error has that one in its chain.
func because(cause error) func(error) bool {
	return func(err error) bool { return errors.Is(err, cause) }
}

func codeOf(err error) exitCode {
	for _, c := range causes {
		if c.isIn(err) {
			return c.code
		}
	}
	return exitInternal
}
