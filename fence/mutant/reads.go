package mutant

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A reading is what a fence takes a request for, and says so.
type reading struct {
	shown string
	read  func(fence.Request) fence.Request
}

// misreads is the mistake of taking requests for others.
func misreads(id, breaks string, r reading) Mutation {
	return Mutation{ID: id, Breaks: breaks, Reads: r.read, shown: r.shown}
}

// reads makes a reading of what a fence takes a command for.
func reads(shown string, command func(string) string) reading {
	return reading{shown, func(r fence.Request) fence.Request {
		r.Command = command(r.Command)
		return r
	}}
}

// replaces takes every match of a pattern for something else.
func replaces(pattern, with string) reading {
	re, texts := regexp.MustCompile(pattern), literals(pattern)
	return reads(fmt.Sprintf("what matches %q is read as %q", pattern, with), func(command string) string {
		if !holdsAny(command, texts) {
			return command
		}
		return re.ReplaceAllString(command, with)
	})
}

// drops does not see what a pattern matches.
func drops(pattern string) reading { return replaces(pattern, "") }

// stops does not see what follows the text.
func stops(text string) reading {
	return reads(fmt.Sprintf("nothing is read from the first %q on", text), func(command string) string {
		command, _, _ = strings.Cut(command, text)
		return command
	})
}

// firstBytes does not see what is longer.
func firstBytes(n int) reading {
	return reads(fmt.Sprintf("nothing is read after byte %d", n), func(command string) string {
		return command[:min(n, len(command))]
	})
}

// firstParts sees so many parts of a command and no more.
func firstParts(n int, separator string) reading {
	return reads(fmt.Sprintf("of the parts between %q only the first %d are read", separator, n), func(command string) string {
		parts := strings.SplitN(command, separator, n+1)
		return strings.Join(parts[:min(n, len(parts))], separator)
	})
}
