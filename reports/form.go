package reports

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// wordOptions are the programs whose options are words behind one dash, where
// others bundle letters or glue a value to one.
var wordOptions = map[string]bool{"find": true}

// form returns what a command keeps when names are taken away: programs,
// options, quotes, operators and every character that means something. Unlike
// its shape it has everything that the smallest command for something needs,
// so it is worth asking of that one only.
func form(command string) string {
	file := parsed(command)
	if file == nil {
		first, rest, _ := strings.Cut(command, " ")
		return first + " " + nameless(rest)
	}
	kept := map[*syntax.Lit]string{}
	type replacement struct {
		from, to int
		text     string
	}
	var replacements []replacement
	replace := func(from, to syntax.Pos, text string) {
		replacements = append(replacements, replacement{int(from.Offset()), int(to.Offset()), text})
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CallExpr:
			for word, text := range callForms(n) {
				kept[word] = text
			}
		case *syntax.Lit:
			replace(n.Pos(), n.End(), cmp.Or(kept[n], nameless(command[n.Pos().Offset():n.End().Offset()])))
		case *syntax.SglQuoted:
			replace(n.Pos(), n.End(), nameless(command[n.Pos().Offset():n.End().Offset()]))
		case *syntax.Assign:
			// Its name is a literal and is kept: another variable does another thing.
			if n.Name != nil {
				kept[n.Name] = n.Name.Value
			}
		case *syntax.ParamExp:
			if n.Param != nil {
				kept[n.Param] = n.Param.Value
			}
		}
		return true
	})
	// From the back, so that the offsets in front stay true.
	slices.SortFunc(replacements, func(a, b replacement) int { return cmp.Compare(b.from, a.from) })
	text := command
	for _, r := range replacements {
		text = text[:r.from] + r.text + text[r.to:]
	}
	return text
}

// callForms says what stands for the literals of a call that are more than
// names: the program, its subcommand, the options.
func callForms(call *syntax.CallExpr) map[*syntax.Lit]string {
	forms := map[*syntax.Lit]string{}
	program := ""
	for i, word := range call.Args {
		first, ok := word.Parts[0].(*syntax.Lit)
		switch {
		case !ok:
		case i == 0:
			program = word.Lit()
			forms[first] = first.Value
		case isOption(first.Value):
			name := optionName(program, first.Value)
			forms[first] = name + nameless(first.Value[len(name):])
		case subcommands[program] && word.Lit() != "":
			forms[first] = first.Value
			program = "" // only the first operand is one
		}
	}
	return forms
}

func isOption(word string) bool { return len(word) > 1 && (word[0] == '-' || word[0] == '+') }

// optionName is an option without the value that is glued to it.
func optionName(program, option string) string {
	name, _, valued := strings.Cut(option, "=")
	switch {
	case strings.HasPrefix(option, "--") && valued:
		return name + "="
	case strings.HasPrefix(option, "--") || wordOptions[program]:
		return name
	case option[0] == '+' || option[1] >= '0' && option[1] <= '9':
		return option[:1]
	}
	return option[:2]
}

// names is what nameless takes away: what somebody chose to call something, with
// the directories that it lies in.
var names = regexp.MustCompile(`[\w.-]*\w[\w.-]*(?:/[\w.-]*\w[\w.-]*)*`)

// nameless is text with one sign for each name in it.
func nameless(text string) string { return names.ReplaceAllString(text, "_") }

// parsed is a command's syntax; nil if the parser does not take it.
func parsed(command string) *syntax.File {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return nil
	}
	return file
}
