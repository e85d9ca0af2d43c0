package fuzz

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A Subject is a question whose command was read, once for all relations. It is
// read-only and safe for concurrent use.
type Subject struct {
	Question

	// file is nil for a command that the parser cannot read, or may read
	// otherwise than bash does.
	file  *syntax.File
	calls []*syntax.CallExpr
	// separators join commands, as in tokens.
	separators []span
	// closed says that text can be put behind the command, and that the command
	// leaves no trace in a shell but its effects.
	closed, stateless bool
}

// NewSubject reads the command of a question.
func NewSubject(q Question) *Subject {
	s := &Subject{Question: q}
	if !plainText(q.Command) {
		return s
	}
	if s.file = parse(q.Command); s.file == nil || len(s.file.Stmts) == 0 {
		s.file = nil
		return s
	}
	if _, s.separators = tokens(q.Command); len(s.separators) > mostSeparators {
		s.file = nil
		return s
	}
	s.closed, s.stateless = !strings.HasSuffix(q.Command, `\`), true
	syntax.Walk(s.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			s.calls = append(s.calls, n)
			if len(n.Args) == 0 || !isPlain(n.Args[0].Lit()) || stateful[n.Args[0].Lit()] {
				s.stateless = false
			}
		case *syntax.Comment:
			s.closed = false
		case *syntax.Redirect:
			s.closed = s.closed && n.Hdoc == nil
		case *syntax.FuncDecl, *syntax.DeclClause, *syntax.LetClause, *syntax.ArithmCmd, *syntax.CoprocClause:
			s.stateless = false
		case *syntax.Stmt:
			s.stateless = s.stateless && !n.Background
		}
		return true
	})
	return s
}

// mostSeparators is how many separators a command may have that relations speak
// of: fences may refuse more, and what is made from a command has some more.
const mostSeparators = 7

// plainText says that the parser reads the text as bash does: it takes a carriage
// return for a blank, and more.
func plainText(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c != '\t' && c != '\n' && (c < ' ' || c > '~') })
}

// stateful are the builtins after which a shell is not as it was.
var stateful = map[string]bool{
	"cd": true, "pushd": true, "popd": true, "exit": true, "exec": true, "return": true, "break": true, "continue": true, "set": true, "shopt": true,
	"unset": true, "alias": true, "unalias": true, "eval": true, "source": true, ".": true, "command": true, "builtin": true, "read": true, "mapfile": true,
	"readarray": true, "getopts": true, "shift": true, "trap": true, "umask": true, "ulimit": true, "enable": true, "hash": true, "wait": true, "bind": true,
}

// isBuiltin says that a program would do something else if it were started by
// another one than the shell.
func isBuiltin(name string) bool {
	return stateful[name] || slices.Contains([]string{"pwd", "echo", "true", "false", ":", "type", "jobs", "fg", "bg", "times", "history", "help", "dirs", "let", "disown", "suspend", "logout", "caller", "compgen", "complete", "fc", "printf", "test", "[", "kill"}, name)
}

// pair is the subject and the same question about another command.
func (s *Subject) pair(command string) Pair { return Pair{s.Question, s.with(command)} }

// simple returns the words of a subject that is one program with its words and
// nothing else, as they are written.
func (s *Subject) simple() (words []string, ok bool) {
	if s.file == nil || !s.closed || len(s.file.Stmts) != 1 || strings.Contains(s.Command, "\n") {
		return nil, false
	}
	stmt := s.file.Stmts[0]
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 || len(stmt.Redirs) > 0 || stmt.Negated || stmt.Background || stmt.Semicolon.IsValid() {
		return nil, false
	}
	for _, w := range call.Args {
		words = append(words, spanOf(w).of(s.Command))
	}
	return words, true
}

// program returns the words of a simple subject whose program is written plainly
// and does the same when another program starts it.
func (s *Subject) program() (words []string, ok bool) {
	words, ok = s.simple()
	return words, ok && isPlain(words[0]) && !isBuiltin(words[0])
}

// isPlain says that a word means itself, wherever it stands.
func isPlain(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:@%+=-") == ""
}

// allPlain says that every word is plain.
func allPlain(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isPlain(w) })
}

// respell writes every plain word of every program otherwise. Within backticks
// quotes are not what they seem.
func (s *Subject) respell(spell func(string) string) (command string, ok bool) {
	if s.file == nil || strings.Contains(s.Command, "`") {
		return "", false
	}
	var words []span
	for _, call := range s.calls {
		for _, w := range call.Args {
			if at := spanOf(w); at.inside(s.Command) && isPlain(at.of(s.Command)) && w.Lit() == at.of(s.Command) {
				words = append(words, at)
			}
		}
	}
	return s.replace(words, spell), len(words) > 0
}

// gaps are the stretches of blanks between the words of programs.
func (s *Subject) gaps() (gaps []span) {
	for _, call := range s.calls {
		for i := 1; i < len(call.Args); i++ {
			gap := span{spanOf(call.Args[i-1]).to, spanOf(call.Args[i]).from}
			if gap.inside(s.Command) && gap.from < gap.to && strings.Trim(gap.of(s.Command), " \t") == "" {
				gaps = append(gaps, gap)
			}
		}
	}
	return gaps
}

// replace puts other text in the place of every span.
func (s *Subject) replace(spans []span, with func(string) string) string {
	slices.SortFunc(spans, func(a, b span) int { return b.from - a.from })
	command, last := s.Command, len(s.Command)
	for _, at := range spans {
		if at.to <= last { // spans of an outer command hold those of an inner one
			command, last = at.replace(command, with(at.of(s.Command))), at.from
		}
	}
	return command
}

// commands are the spans of what a stateless list or pipeline joins, or nothing
// if there is only one, and the text of what joins it with the next.
func (s *Subject) commands() (list []span, operators []string) {
	if s.file == nil || !s.closed || !s.stateless {
		return nil, nil
	}
	var flatten func(*syntax.Stmt) bool
	flatten = func(stmt *syntax.Stmt) bool {
		binary, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok {
			list = append(list, spanOf(stmt))
			return spanOf(stmt).inside(s.Command)
		}
		if len(stmt.Redirs) > 0 || stmt.Negated || !flatten(binary.X) {
			return false
		}
		operators = append(operators, binary.Op.String())
		return flatten(binary.Y)
	}
	for i, stmt := range s.file.Stmts {
		if i > 0 {
			operators = append(operators, ";")
		}
		if !flatten(stmt) {
			return nil, nil
		}
	}
	if len(list) < 2 {
		return nil, nil
	}
	for i := range list { // a statement ends behind its semicolon
		list[i].to = list[i].from + len(strings.TrimRight(list[i].of(s.Command), "; \t\n"))
	}
	return list, operators
}
