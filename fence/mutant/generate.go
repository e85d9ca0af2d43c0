package mutant

import (
	"net/url"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// Generate returns every mutant of the rules in a fixed order. What is data in the
// rules brings its own: a new row, switch, cap or separator is mutated without a
// change here. Ids name program, row, option and separator, never a place in a
// list.
//
// What a plan adds to a command, Row.Add and the variables, is not mutated: the
// decision stays the same, and what bash does is asked of the command as it was
// written.
func Generate(rules fence.Rules) []Mutation {
	list := slices.Concat(
		capMutations(rules), operandCapMutations(rules),
		separatorMutations(rules), specialMutations(rules), redirectMutations(rules),
		programMutations(rules), subcommandMutations(rules), networkMutations(rules),
		switchMutations(rules), valueMutations(rules), operandMutations(rules), orderMutations(rules),
		globs, tildes, preflights, slices.Concat(reported...),
	)
	if rules.Cd == fence.CdAnywhere {
		list = append(list, movesAnywhere...)
	}
	return list
}

// A place is a row with the program that it belongs to.
type place struct {
	program string
	row     *fence.Row
}

// name is the place in ids.
func (p place) name() string { return idWord(strings.TrimSpace(p.program + " " + p.row.Name)) }

// command is the place as it is written.
func (p place) command() string { return strings.TrimSpace(p.program + " " + p.row.Name) }

// places lists all rows.
func places(rules fence.Rules) []place {
	var list []place
	for i := range rules.Programs {
		p := &rules.Programs[i]
		for j := range p.Rows {
			list = append(list, place{p.Name, &p.Rows[j]})
		}
	}
	return list
}

// operatorNames are what operators are called in ids.
var operatorNames = map[string]string{
	"|": "pipe", "&&": "and", "||": "or", ";": "semicolon", "&": "background", "|&": "pipe-both", ";;": "double-semicolon",
	"(": "parenthesis-open", ")": "parenthesis-close", "{": "brace-open", "}": "brace-close", "[": "bracket-open", "]": "bracket-close",
	"#": "comment", "<": "input", "$": "dollar", "`": "backtick", "?": "question-mark", "!": "not", ",": "comma",
}

// idWord writes a text so that it can stand in an id: an operator by its name, and
// of other words blanks as hyphens and what a shell reads otherwise escaped.
func idWord(text string) string {
	if name, ok := operatorNames[text]; ok {
		return name
	}
	return url.PathEscape(strings.ReplaceAll(text, " ", "-"))
}
