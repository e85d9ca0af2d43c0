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
	for _, word := range call.Args[1:] {
		at := spanOf(word)
		if !at.inside(command) {
			continue
		}
		text := at.of(command)
		if option := optionName.FindString(text); option != "" {
			things = append(things, program+" "+option)
		}
		for _, mark := range marks {
			if strings.Contains(text, mark) {
				things = append(things, program+" with "+mark)
			}
		}
	}
	return things
}

// programName is a name that a program is likely to have.
var programName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,11}$`)

// optionName is the name of an option, without the value in the same word.
var optionName = regexp.MustCompile(`^-{1,2}[A-Za-z][\w-]*`)

// marks are what in an operand makes a fence or a program take it otherwise.
var marks = []string{"..", "*", "~", "+", ":", "%", "-"}
