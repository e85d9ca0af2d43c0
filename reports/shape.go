package reports

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// subcommands are the programs whose first operand says what they do.
var subcommands = map[string]bool{"git": true, "gh": true, "npm": true, "docker": true, "cargo": true, "pip": true}

// shape returns what a command keeps when every option and operand is taken
// away: programs, operators, redirects, substitutions. Findings of one shape are
// most likely one mistake of the fence. It only groups and never judges, so the
// parser's disagreements with bash do no harm here.
func shape(command string) string {
	file := parsed(command)
	if file == nil {
		return unparsed(command)
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Stmt:
			n.Comments = nil
			for _, r := range n.Redirs {
				reduceRedirect(r)
			}
		case *syntax.CallExpr:
			n.Args = reduceArgs(n.Args)
			for _, a := range n.Assigns {
				a.Value, a.Array, a.Index = nil, nil, nil
			}
		}
		return true
	})
	var b strings.Builder
	if err := syntax.NewPrinter(syntax.SingleLine(true)).Print(&b, file); err != nil {
		return unparsed(command)
	}
	return strings.TrimSpace(b.String())
}

// unparsed is the shape of a command that the parser does not take.
func unparsed(command string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	return first + " (not parsed)"
}

// reduceRedirect keeps of a redirect its direction and what its target runs: a
// fence that misses one spelling of "write to this file" misses the mistake, not
// the spelling.
func reduceRedirect(r *syntax.Redirect) {
	r.N, r.Hdoc = nil, nil
	switch r.Op {
	case syntax.RdrIn, syntax.DplIn:
		r.Op = syntax.RdrIn
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		r.Op = syntax.WordHdoc // a here-document would need its body to be printed
	default:
		r.Op = syntax.RdrOut
	}
	r.Word = &syntax.Word{Parts: append([]syntax.WordPart{&syntax.Lit{Value: "_"}}, substitutions(r.Word)...)}
}

// reduceArgs keeps the program, its subcommand and every substitution.
func reduceArgs(args []*syntax.Word) []*syntax.Word {
	var kept []*syntax.Word
	wantSub := false
	for i, arg := range args {
		literal := arg.Lit()
		switch {
		case i == 0:
			kept = append(kept, arg)
			wantSub = subcommands[literal]
		case wantSub && literal != "" && !strings.HasPrefix(literal, "-"):
			kept = append(kept, arg)
			wantSub = false
		default:
			if parts := substitutions(arg); len(parts) > 0 {
				kept = append(kept, &syntax.Word{Parts: parts})
			}
		}
	}
	return kept
}

// substitutions returns the commands that a word runs to expand itself.
func substitutions(word *syntax.Word) []syntax.WordPart {
	var found []syntax.WordPart
	if word == nil {
		return nil
	}
	syntax.Walk(word, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.CmdSubst:
			found = append(found, n)
			return false
		case *syntax.ProcSubst:
			found = append(found, n)
			return false
		}
		return true
	})
	return found
}
