package mutant

import (
	"regexp"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A reading is what a fence takes a request for.
type reading = func(fence.Request) fence.Request

// reads makes a reading of what a fence takes a command for.
func reads(command func(string) string) reading {
	return func(r fence.Request) fence.Request {
		r.Command = command(r.Command)
		return r
	}
}

// replaces takes every match of a pattern for something else.
func replaces(pattern, with string) reading {
	re := regexp.MustCompile(pattern)
	return reads(func(command string) string { return re.ReplaceAllString(command, with) })
}

// drops does not see what a pattern matches.
func drops(pattern string) reading { return replaces(pattern, "") }

// stops does not see what follows any of the texts.
func stops(texts ...string) reading {
	return reads(func(command string) string {
		for _, text := range texts {
			command, _, _ = strings.Cut(command, text)
		}
		return command
	})
}

// firstBytes does not see what is longer.
func firstBytes(n int) reading {
	return reads(func(command string) string { return command[:min(n, len(command))] })
}

// firstParts sees so many parts of a command and no more.
func firstParts(n int, separator string) reading {
	return reads(func(command string) string {
		parts := strings.SplitN(command, separator, n+1)
		return strings.Join(parts[:min(n, len(parts))], separator)
	})
}

// A ruling is what a fence makes of its verdict.
type ruling = func(fence.Verdict) fence.Verdict

// overrules admits what a rule refuses, where is says so of the detail.
func overrules(rule fence.RuleID, is func(detail string) bool) ruling {
	return func(v fence.Verdict) fence.Verdict {
		if v.Decision == fence.Refuse && v.Rule == string(rule) && is(v.Detail) {
			return fence.Verdict{Decision: fence.Admit, Offset: -1}
		}
		return v
	}
}

func anyDetail(string) bool { return true }

func absolute(detail string) bool { return strings.HasPrefix(detail, "/") }

func relative(detail string) bool { return !absolute(detail) }

func climbsInside(detail string) bool { return relative(detail) && !strings.HasPrefix(detail, "..") }

func longOption(detail string) bool { return strings.HasPrefix(detail, "--") }
