package reports

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// objection is what a verdict's detail says of a command, without the names in
// it: a character, a program, an option, or what is odd about an operand. It is
// empty for a detail that is no part of the command, such as a sentence.
func objection(command, detail string) string {
	switch {
	case detail == "" || !strings.Contains(command, detail):
		return ""
	case !names.MatchString(detail):
		return detail
	}
	file := parsed(command)
	if file == nil {
		return objectionAt(strings.Fields(command), detail)
	}
	found := ""
	syntax.Walk(file, func(node syntax.Node) bool {
		if call, ok := node.(*syntax.CallExpr); ok && found == "" {
			words := make([]string, len(call.Args))
			for i, word := range call.Args {
				words[i] = wordText(word.Parts)
			}
			if slices.Contains(words, detail) {
				found = objectionAt(words, detail)
			}
		}
		return found == ""
	})
	if found == "" {
		found = objectionAt(nil, detail)
	}
	return found
}

// wordText is what a word is once its quotes are gone; empty if it expands to
// something else.
func wordText(parts []syntax.WordPart) string {
	text := ""
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text += strings.ReplaceAll(p.Value, `\`, "")
		case *syntax.SglQuoted:
			text += p.Value
		case *syntax.DblQuoted:
			text += wordText(p.Parts)
		default:
			return ""
		}
	}
	return text
}

// objectionAt is the objection to one of the words of a call.
func objectionAt(call []string, detail string) string {
	program := ""
	if len(call) > 0 {
		program = call[0]
	}
	switch {
	case program == detail:
		return detail
	case isOption(detail):
		return optionName(program, detail)
	case subcommands[program]:
		for _, word := range call[1:] {
			if word != "" && !isOption(word) {
				if word == detail {
					return detail
				}
				break
			}
		}
	}
	return operandClass(detail)
}

var climbs = regexp.MustCompile(`(^|/)\.\.(/|$)`)

// operandClass says what is odd about an operand: whether it is absolute or
// climbs, and the characters that mean something.
func operandClass(operand string) string {
	class := ""
	switch {
	case strings.HasPrefix(operand, "/"):
		class = "/"
	case climbs.MatchString(operand):
		class = ".."
	}
	for _, c := range names.ReplaceAllString(operand, "") {
		if c != '/' && c != '.' && !strings.ContainsRune(class, c) {
			class += string(c)
		}
	}
	return "_" + class
}
