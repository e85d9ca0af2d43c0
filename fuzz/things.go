package fuzz

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Things lists what a command is made of, sorted, each thing once: programs,
// options with their program, operators, redirections, kinds of syntax, how long
// it is. There are so few of them that a search comes to each more than once;
// of operands, of which there is no end, only what stands out is told.
func Things(command string) []string {
	things := []string{fmt.Sprintf("bytes %d", bits.Len(uint(len(command))))}
	for _, m := range lookAlike.FindAllStringSubmatch(command, -1) {
		things = append(things, fmt.Sprintf("%s%q", m[1], m[2]))
	}
	f := parse(command)
	if f == nil {
		return append(things, "no syntax")
	}
	calls := 0
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			calls++
			things = append(things, callThings(command, n)...)
		case *syntax.BinaryCmd:
			things = append(things, n.Op.String())
		case *syntax.Stmt:
			if n.Semicolon.IsValid() {
				things = append(things, ";")
			}
			if n.Negated {
				things = append(things, "!")
			}
		case *syntax.Redirect:
			things = append(things, "redirect "+n.Op.String())
			if n.Word != nil {
				things = append(things, marked("redirect "+n.Op.String(), textOf(n.Word, command))...)
			}
		case *syntax.File, *syntax.Word, *syntax.Lit, *syntax.Assign, *syntax.Comment, nil:
		default:
			things = append(things, strings.TrimPrefix(fmt.Sprintf("%T", n), "*syntax."))
		}
		return true
	})
	things = append(things, fmt.Sprintf("calls %d", bits.Len(uint(calls))))
	slices.Sort(things)
	return slices.Compact(things)
}

// callThings lists the things of one call: its program, its options, and what
// stands out in its operands.
func callThings(command string, call *syntax.CallExpr) []string {
	var things []string
	if len(call.Assigns) > 0 {
		things = append(things, "assignment")
	}
	if len(call.Args) == 0 {
		return things
	}
	program := "other"
	if text := call.Args[0].Lit(); programName.MatchString(text) {
		program = text
	}
	things = append(things, program, fmt.Sprintf("%s, words %d", program, bits.Len(uint(len(call.Args)))))
	option := "" // the one that the word before may be, whose value this word may be
	for _, word := range call.Args[1:] {
		text := textOf(word, command)
		name := optionName.FindString(text)
		if name != "" {
			things = append(things, program+" "+name)
			option = name
		}
		things = append(things, marked(strings.TrimSpace(program+" "+option), text)...)
		if name == "" {
			option = ""
		}
	}
	return things
}

// textOf is what stands in a command for a part of it; empty for a broken position.
func textOf(n syntax.Node, command string) string {
	if at := spanOf(n); at.inside(command) {
		return at.of(command)
	}
	return ""
}

// marked lists what stands out in a word of a thing.
func marked(thing, word string) []string {
	var things []string
	for _, mark := range marks {
		if strings.Contains(word, mark) {
			things = append(things, fmt.Sprintf("%s with %q", thing, mark))
		}
	}
	return things
}

// programName is a name that a program is likely to have.
var programName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,11}$`)

// optionName is the name of an option, without the value in the same word.
var optionName = regexp.MustCompile(`^-{1,2}[A-Za-z][\w-]*`)

// lookAlike is a character that is a blank to some and not to bash, with the
// redirection whose target it would be a part of. It is looked for in the text:
// the parser is one of those to whom it is a blank.
var lookAlike = regexp.MustCompile(`([<>]?)[^\s<>]*([\r\n\v\f\x{a0}])`)

// marks are what in a word makes bash, a fence or a program take it otherwise.
var marks = []string{"../", "/srv", "/outside", "~", "*", "+", ":", "%", "'", `"`, `\`, "$"}
