package fuzz

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// formsOf names the forms of syntax in a command that are more than words in a
// list: quotes, expansions, redirections, compounds. A command that cannot be
// read has none, and is told from one that can.
func formsOf(command string) string {
	f := parse(command)
	if f == nil {
		return "unread"
	}
	forms := []string{"read"}
	syntax.Walk(f, func(n syntax.Node) bool {
		if form := formOf(n); form != "" {
			forms = append(forms, form)
		}
		return true
	})
	slices.Sort(forms)
	return strings.Join(slices.Compact(forms), " ")
}

// formOf is the form that one node is; empty for what lists and words are made of.
func formOf(n syntax.Node) string {
	switch n := n.(type) {
	case nil, *syntax.File, *syntax.Stmt, *syntax.BinaryCmd, *syntax.CallExpr, *syntax.Word, *syntax.Lit, *syntax.CaseItem:
		return ""
	case *syntax.Redirect:
		return n.Op.String()
	case *syntax.DblQuoted:
		if n.Dollar {
			return `$"`
		}
	case *syntax.SglQuoted:
		if n.Dollar {
			return "$'"
		}
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", n), "*syntax.")
}
