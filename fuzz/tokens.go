package fuzz

import (
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// A span is a stretch of a command, in bytes.
type span struct{ from, to int }

func (s span) of(text string) string { return text[s.from:s.to] }

// replace puts other text in the place of a span.
func (s span) replace(text, with string) string { return text[:s.from] + with + text[s.to:] }

// parsers are used again: making one costs more than a command does.
var parsers = sync.Pool{New: func() any {
	return syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
}}

// parse reads a command; nil for one that mvdan.cc/sh cannot read.
func parse(command string) *syntax.File {
	parser := parsers.Get().(*syntax.Parser)
	defer parsers.Put(parser)
	f, err := parser.Parse(strings.NewReader(command), "")
	if err != nil {
		return nil
	}
	return f
}

func spanOf(n syntax.Node) span { return span{int(n.Pos().Offset()), int(n.End().Offset())} }

// inside says that a span lies in a text, which a broken position does not.
func (s span) inside(text string) bool { return 0 <= s.from && s.from <= s.to && s.to <= len(text) }

// tokens are the words and separators of a command: by its syntax where it has
// one, else what blanks set apart.
func tokens(command string) (words, separators []span) {
	f := parse(command)
	if f == nil {
		return fields(command), nil
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			words = appendInside(words, command, spanOf(n))
		case *syntax.BinaryCmd:
			at := int(n.OpPos.Offset())
			separators = appendInside(separators, command, span{at, at + len(n.Op.String())})
		case *syntax.Stmt:
			if n.Semicolon.IsValid() {
				at := int(n.Semicolon.Offset())
				separators = appendInside(separators, command, span{at, at + 1})
			}
		}
		return true
	})
	return words, separators
}

// calls are the simple commands of a command, without what they assign.
func calls(command string) (list []span) {
	f := parse(command)
	if f == nil {
		return nil
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			list = appendInside(list, command, span{spanOf(call.Args[0]).from, spanOf(call.Args[len(call.Args)-1]).to})
		}
		return true
	})
	return list
}

func appendInside(list []span, text string, s span) []span {
	if !s.inside(text) {
		return list
	}
	return append(list, s)
}

func fields(text string) []span {
	var list []span
	from := -1
	for i := 0; i <= len(text); i++ {
		blank := i == len(text) || text[i] == ' '
		switch {
		case blank && from >= 0:
			list = append(list, span{from, i})
			from = -1
		case !blank && from < 0:
			from = i
		}
	}
	return list
}
