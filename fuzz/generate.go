package fuzz

import (
	"strings"

	gofuzz "github.com/google/gofuzz"
	"mvdan.cc/sh/v3/syntax"
)

// A Generator makes commands. It is for one goroutine at a time; making one
// costs more than a command does, so keep it.
type Generator struct {
	settings Settings
	words    *Vocabulary
	source   byteSource
	fuzzer   *gofuzz.Fuzzer
	printer  *syntax.Printer
	depth    int
}

// NewGenerator returns a generator of commands of the given sort.
func NewGenerator(s Settings) *Generator {
	g := &Generator{settings: s, words: s.Vocabulary, printer: syntax.NewPrinter(syntax.SingleLine(true))}
	if g.words == nil {
		g.words = DefaultVocabulary()
	}
	g.fuzzer = gofuzz.New().RandSource(&g.source).NilChance(0).Funcs(g.file, g.stmt, g.command, g.word, g.part)
	return g
}

// Command makes the command that data stands for. The empty data stand for the
// smallest; more is ignored.
func (g *Generator) Command(data []byte) string {
	g.source.data, g.depth = data, 0
	var f syntax.File
	g.fuzzer.Fuzz(&f)
	var b strings.Builder
	if err := g.printer.Print(&b, &f); err != nil {
		return "" // a tree that has no text; the choices were wasted
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// often says yes in percent of the cases; the first choice is no.
func often(c gofuzz.Continue, percent int) bool { return c.Intn(100) >= 100-percent }

func pick[T any](c gofuzz.Continue, from []T) T { return from[c.Intn(len(from))] }

// deeper calls f one level further down; false says that this is too deep.
func (g *Generator) deeper(f func()) bool {
	if g.depth >= g.settings.Depth {
		return false
	}
	g.depth++
	f()
	g.depth--
	return true
}

func (g *Generator) file(f *syntax.File, c gofuzz.Continue) { f.Stmts = g.stmts(c) }

// stmts makes a list of one statement or more, separated by ; or &.
func (g *Generator) stmts(c gofuzz.Continue) []*syntax.Stmt {
	list := []*syntax.Stmt{g.newStmt(c)}
	for len(list) < 3 && often(c, g.settings.Lists/2) {
		list = append(list, g.newStmt(c))
	}
	return list
}

func (g *Generator) newStmt(c gofuzz.Continue) *syntax.Stmt {
	s := &syntax.Stmt{}
	c.Fuzz(s)
	return s
}

func (g *Generator) stmt(s *syntax.Stmt, c gofuzz.Continue) {
	c.Fuzz(&s.Cmd)
	if often(c, g.settings.Redirects) {
		s.Redirs = append(s.Redirs, g.redirect(c))
	}
	s.Negated = often(c, g.settings.Compounds/4)
	s.Background = often(c, g.settings.Compounds/4)
	if often(c, g.settings.Lists/2) && len(g.source.data) >= minJoined {
		left := *s
		left.Background = false
		*s = syntax.Stmt{Cmd: &syntax.BinaryCmd{Op: pick(c, joins), X: &left, Y: g.newStmt(c)}}
	}
}

// minJoined is how many choices must be left for one more command to be joined:
// so lists end, and not in a row of smallest commands.
const minJoined = 7

var joins = []syntax.BinCmdOperator{syntax.Pipe, syntax.AndStmt, syntax.OrStmt, syntax.PipeAll}

var redirections = []syntax.RedirOperator{
	syntax.RdrOut, syntax.AppOut, syntax.RdrIn, syntax.DplOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut, syntax.WordHdoc, syntax.DplIn,
}

func (g *Generator) redirect(c gofuzz.Continue) *syntax.Redirect {
	r := &syntax.Redirect{Op: pick(c, redirections)}
	target := pick(c, g.words.Targets)
	if number, ok := strings.CutPrefix(target, "&"); ok {
		r.Op, target = syntax.DplOut, number
	}
	if often(c, 30) {
		r.N = &syntax.Lit{Value: pick(c, []string{"2", "1", "3", "0"})}
	}
	r.Word = literal(target)
	if often(c, g.settings.Compounds/3) {
		r.Op, r.N, r.Word = pick(c, []syntax.RedirOperator{syntax.Hdoc, syntax.DashHdoc}), nil, pick(c, []*syntax.Word{literal("E"), quoted("E")})
		r.Hdoc = literal(pick(c, g.words.Inside) + "\n")
	}
	return r
}

func literal(text string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: text}}}
}

func quoted(text string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Value: text}}}
}

func (g *Generator) newWord(c gofuzz.Continue) *syntax.Word {
	w := &syntax.Word{}
	c.Fuzz(w)
	return w
}

// command makes a simple command, or one of the compounds.
func (g *Generator) command(cmd *syntax.Command, c gofuzz.Continue) {
	if often(c, g.settings.Compounds) && g.deeper(func() { *cmd = pick(c, compounds)(g, c) }) {
		return
	}
	*cmd = g.call(c)
}

// call makes a simple command.
func (g *Generator) call(c gofuzz.Continue) *syntax.CallExpr {
	call := &syntax.CallExpr{}
	program := pick(c, g.words.Programs)
	for _, name := range strings.Fields(program.Name) {
		call.Args = append(call.Args, g.dress(name, c))
	}
	for range c.Intn(3) {
		if len(program.Options) > 0 {
			call.Args = append(call.Args, literal(pick(c, program.Options)))
		}
	}
	if program.Operand != "" {
		call.Args = append(call.Args, literal(program.Operand))
	}
	for range c.Intn(3) {
		call.Args = append(call.Args, g.newWord(c))
	}
	if often(c, g.settings.Expansions/4) {
		call.Assigns = append(call.Assigns, g.assign(c))
	}
	return call
}

func (g *Generator) assign(c gofuzz.Continue) *syntax.Assign {
	name := pick(c, g.words.Variables)
	if !syntax.ValidName(name) {
		name = "x"
	}
	a := &syntax.Assign{Name: &syntax.Lit{Value: name}, Value: g.newWord(c)}
	a.Append = often(c, 10)
	return a
}

// word makes an operand.
func (g *Generator) word(w *syntax.Word, c gofuzz.Continue) {
	if often(c, g.settings.Expansions) {
		var p syntax.WordPart
		c.Fuzz(&p)
		w.Parts = append(w.Parts, p)
		if often(c, 30) {
			w.Parts = append(w.Parts, &syntax.Lit{Value: pick(c, g.words.Inside)})
		}
		return
	}
	operands := g.words.Inside
	if often(c, g.settings.Outside) {
		operands = g.words.Outside
	}
	*w = *g.dress(pick(c, operands), c)
}

// dress makes a word of a text: as it stands, quoted, or with something odd in it.
func (g *Generator) dress(text string, c gofuzz.Continue) *syntax.Word {
	if often(c, g.settings.Odd) {
		at := c.Intn(len(text) + 1)
		return literal(text[:at] + pick(c, g.words.Odd) + text[at:])
	}
	if !often(c, g.settings.Quotes) {
		return literal(text)
	}
	return &syntax.Word{Parts: pick(c, quotings)(text)}
}

// quotings are ways to write a text.
var quotings = []func(string) []syntax.WordPart{
	func(s string) []syntax.WordPart { return []syntax.WordPart{&syntax.SglQuoted{Value: s}} },
	func(s string) []syntax.WordPart {
		return []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{&syntax.Lit{Value: s}}}}
	},
	func(s string) []syntax.WordPart { return []syntax.WordPart{&syntax.Lit{Value: `\` + s}} },
	func(s string) []syntax.WordPart { return []syntax.WordPart{&syntax.SglQuoted{Dollar: true, Value: s}} },
	func(s string) []syntax.WordPart {
		return []syntax.WordPart{&syntax.Lit{Value: s[:1]}, &syntax.SglQuoted{Value: s[1:]}}
	},
	func(s string) []syntax.WordPart {
		return []syntax.WordPart{&syntax.DblQuoted{Dollar: true, Parts: []syntax.WordPart{&syntax.Lit{Value: s}}}}
	},
}
