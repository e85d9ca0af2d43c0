package reports

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A Token is a piece of a command: a word, an assignment, an operator or a
// keyword.
type Token struct {
	// Text is the token as it is written.
	Text string `json:"text"`
	// Offset is the byte offset in the command.
	Offset int `json:"offset"`
}

// End is the offset behind the token.
func (t Token) End() int { return t.Offset + len(t.Text) }

// Tokens takes a command apart. What the parser does not take is parted at
// blanks. As with [shape], nothing is judged by it.
func Tokens(command string) []Token {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return fields(command, 0)
	}
	var words []Token
	take := func(node syntax.Node) bool {
		from, to := int(node.Pos().Offset()), int(node.End().Offset())
		if from < to && to <= len(command) {
			words = append(words, Token{command[from:to], from})
		}
		return false
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Word:
			return take(n)
		case *syntax.Assign:
			return take(n)
		}
		return true
	})
	slices.SortFunc(words, func(a, b Token) int { return cmp.Compare(a.Offset, b.Offset) })
	// What stands between the words are operators and keywords.
	var tokens []Token
	at := 0
	for _, word := range words {
		if word.Offset < at {
			continue // a here-document's words lie within each other
		}
		tokens = append(tokens, fields(command[at:word.Offset], at)...)
		tokens = append(tokens, word)
		at = word.End()
	}
	return append(tokens, fields(command[at:], at)...)
}

// Parses says whether the parser takes a command.
func Parses(command string) bool {
	_, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	return err == nil
}

// fields parts text, which begins at an offset, at blanks.
func fields(text string, offset int) []Token {
	var tokens []Token
	for _, field := range strings.FieldsFunc(text, blank) {
		at := strings.Index(text, field)
		tokens = append(tokens, Token{field, offset + at})
		text, offset = text[at+len(field):], offset+at+len(field)
	}
	return tokens
}

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }
