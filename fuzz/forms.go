package fuzz

import (
	gofuzz "github.com/google/gofuzz"
	"mvdan.cc/sh/v3/syntax"
)

// compounds are the forms of commands that are no simple ones, the smallest
// first.
var compounds = []func(*Generator, gofuzz.Continue) syntax.Command{
	func(g *Generator, c gofuzz.Continue) syntax.Command { return &syntax.Subshell{Stmts: g.stmts(c)} },
	func(g *Generator, c gofuzz.Continue) syntax.Command { return &syntax.Block{Stmts: g.stmts(c)} },
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		clause := &syntax.IfClause{Cond: g.stmts(c), Then: g.stmts(c)}
		if often(c, 50) {
			clause.Else = &syntax.IfClause{Then: g.stmts(c)}
		}
		return clause
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		// A loop that ends: its condition fails, or there is none to run.
		return &syntax.WhileClause{Until: often(c, 30), Cond: []*syntax.Stmt{g.newStmt(c), {Cmd: call("false")}}, Do: g.stmts(c)}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.ForClause{Loop: &syntax.WordIter{Name: &syntax.Lit{Value: "x"}, Items: []*syntax.Word{g.newWord(c)}}, Do: g.stmts(c)}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.ForClause{Do: g.stmts(c), Loop: &syntax.CStyleLoop{
			Init: assignment("i", "0"), Cond: &syntax.BinaryArithm{Op: syntax.Lss, X: literal("i"), Y: literal("2")},
			Post: &syntax.UnaryArithm{Op: syntax.Inc, Post: true, X: literal("i")},
		}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.CaseClause{Word: g.newWord(c), Items: []*syntax.CaseItem{
			{Op: pick(c, []syntax.CaseOperator{syntax.Break, syntax.Fallthrough, syntax.Resume}), Patterns: []*syntax.Word{literal("*")}, Stmts: g.stmts(c)},
		}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.FuncDecl{
			Parens: true, Name: &syntax.Lit{Value: pick(c, []string{"f", "cat", "cd", "ls"})},
			Body: &syntax.Stmt{Cmd: &syntax.Block{Stmts: g.stmts(c)}},
		}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.TestClause{X: &syntax.BinaryTest{
			Op: pick(c, []syntax.BinTestOperator{syntax.TsMatch, syntax.TsNoMatch, syntax.TsReMatch, syntax.TsNewer, syntax.TsEql}),
			X:  g.newWord(c), Y: g.newWord(c),
		}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.TestClause{X: &syntax.UnaryTest{
			Op: pick(c, []syntax.UnTestOperator{syntax.TsExists, syntax.TsRegFile, syntax.TsDirect, syntax.TsEmpStr, syntax.TsVarSet}), X: g.newWord(c),
		}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command { return &syntax.ArithmCmd{X: g.arithmetic(c)} },
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.LetClause{Exprs: []syntax.ArithmExpr{assignment("i", "1")}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.DeclClause{
			Variant: &syntax.Lit{Value: pick(c, []string{"export", "declare", "readonly", "local", "typeset"})}, Args: []*syntax.Assign{g.assign(c)},
		}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.TimeClause{PosixFormat: often(c, 50), Stmt: g.newStmt(c)}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.CoprocClause{Stmt: &syntax.Stmt{Cmd: &syntax.Block{Stmts: g.stmts(c)}}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.Command {
		return &syntax.CallExpr{Assigns: []*syntax.Assign{g.assign(c)}}
	},
}

func call(name string) *syntax.CallExpr { return &syntax.CallExpr{Args: []*syntax.Word{literal(name)}} }

func assignment(name, value string) *syntax.BinaryArithm {
	return &syntax.BinaryArithm{Op: syntax.Assgn, X: literal(name), Y: literal(value)}
}

// part makes what bash expands in a word.
func (g *Generator) part(p *syntax.WordPart, c gofuzz.Continue) {
	if !g.deeper(func() { *p = pick(c, expansions)(g, c) }) {
		*p = &syntax.ParamExp{Short: true, Param: g.parameter(c)}
	}
}

func (g *Generator) parameter(c gofuzz.Continue) *syntax.Lit {
	return &syntax.Lit{Value: pick(c, g.words.Variables)}
}

// expansions are the forms of parts of a word that bash expands, the smallest
// first.
var expansions = []func(*Generator, gofuzz.Continue) syntax.WordPart{
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.ParamExp{Short: true, Param: g.parameter(c)}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.ParamExp{Param: g.parameter(c), Length: often(c, 20), Excl: often(c, 10)}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.ParamExp{Param: g.parameter(c), Exp: &syntax.Expansion{Op: pick(c, parameterOperators), Word: g.newWord(c)}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.ParamExp{Param: g.parameter(c), Slice: &syntax.Slice{Offset: literal("0"), Length: literal("2")}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.ParamExp{Param: g.parameter(c), Repl: &syntax.Replace{All: often(c, 50), Orig: literal("a"), With: g.newWord(c)}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart { return &syntax.CmdSubst{Stmts: g.stmts(c)} },
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.DblQuoted{Parts: []syntax.WordPart{&syntax.CmdSubst{Stmts: g.stmts(c)}}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.DblQuoted{Parts: []syntax.WordPart{&syntax.Lit{Value: pick(c, g.words.Inside)}, &syntax.ParamExp{Short: true, Param: g.parameter(c)}}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.ProcSubst{Op: pick(c, []syntax.ProcOperator{syntax.CmdIn, syntax.CmdOut}), Stmts: g.stmts(c)}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart { return &syntax.ArithmExp{X: g.arithmetic(c)} },
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.ExtGlob{Op: pick(c, []syntax.GlobOperator{syntax.GlobZeroOrOne, syntax.GlobZeroOrMore, syntax.GlobExcept}), Pattern: &syntax.Lit{Value: "notes*"}}
	},
	func(g *Generator, c gofuzz.Continue) syntax.WordPart {
		return &syntax.Lit{Value: pick(c, []string{"*", "*.txt", "src/*", "[a-n]*", "?otes.txt", "../*", "{notes,data}.txt", "~", "~+", "**"})}
	},
}

var parameterOperators = []syntax.ParExpOperator{
	syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull, syntax.ErrorUnset, syntax.AlternateUnset,
	syntax.RemSmallSuffix, syntax.RemLargePrefix, syntax.UpperAll, syntax.LowerFirst,
}

func (g *Generator) arithmetic(c gofuzz.Continue) syntax.ArithmExpr {
	x := syntax.ArithmExpr(literal(pick(c, []string{"1", "x", "0", "i", "a[0]"})))
	if often(c, 50) {
		x = &syntax.BinaryArithm{
			Op: pick(c, []syntax.BinAritOperator{syntax.Add, syntax.Mul, syntax.Assgn, syntax.Lss, syntax.AndArit, syntax.Shl}), X: literal("x"), Y: x,
		}
	}
	return x
}
