package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence/external"
	"github.com/fencediff/fencediff/fence/external/revision"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports"
)

// Every error that a verb ends with has its code, however it is wrapped.
func TestCodeOf(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want exitCode
	}{
		{usagef("x"), exitUsage},
		{&engine.SourceError{}, exitUsage},
		{&engine.LineError{}, exitUsage},
		{&engine.OutputError{}, exitUsage},
		{&external.SpecError{}, exitUsage},
		{&revision.BuildError{Err: revision.ErrUnknownRevision}, exitUsage},
		{revision.ErrNoRepository, exitUsage},
		{&revision.BuildError{Err: errors.New("undefined: x")}, exitUnbelieved},
		{&external.NotLiveError{}, exitUnbelieved},
		{&engine.FenceError{Err: errors.New("died")}, exitUnbelieved},
		{&engine.RequestError{Err: &oracle.UnavailableError{}}, exitUnbelieved},
		{&oracle.UnavailableError{}, exitUnbelieved},
		{&oracle.MisreadError{}, exitUnbelieved},
		{&contradictedError{}, exitUnbelieved},
		{&sickError{}, exitUnbelieved},
		{&vacuousError{}, exitVacuous},
		{&forbiddenError{}, exitForbidden},
		{&gateError{}, exitForbidden},
		{&mutant.InapplicableError{Err: errors.New("gone")}, exitInternal},
		{&mutant.AmbiguousError{}, exitInternal},
		{&mutant.IdleError{}, exitInternal},
		{&mutant.NullError{}, exitInternal},
		{&engine.RegisterError{}, exitInternal},
		{&engine.StaleEquivalentError{Killer: &reports.Killer{}}, exitInternal},
		{&engine.IndexError{}, exitInternal},
		{&engine.RequestError{Err: os.ErrPermission}, exitInternal},
		{errors.New("anything else"), exitInternal},
	} {
		for _, err := range []error{tc.err, fmt.Errorf("more: %w", tc.err), errors.Join(errors.New("first"), tc.err)} {
			if got := codeOf(err); got != tc.want {
				t.Errorf("%T %v ends with %d, want %d", tc.err, err, got, tc.want)
			}
		}
	}
}

// The README lists the codes that the program has, and no others.
func TestREADMEListsTheExitCodes(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, row := range regexp.MustCompile(`(?m)^\| +(\d+) \| (.*?) *\|$`).FindAllStringSubmatch(string(text), -1) {
		got = append(got, row[1]+" "+row[2])
	}
	for _, e := range exits {
		want = append(want, fmt.Sprintf("%d %s", e.code, strings.ReplaceAll(e.meaning, "--fail-on", "`--fail-on`")))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the README has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
