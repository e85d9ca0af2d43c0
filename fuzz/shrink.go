package fuzz

import (
	"context"
	"errors"
	"iter"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// A Likeness is how a candidate compares with the command that is shrunk. The
// zero value is invalid.
type Likeness uint8

const (
	// Other: it does not show the same any more.
	Other Likeness = iota + 1
	// Same: it shows the same.
	Same
	// Unstable: what it shows differs from run to run.
	Unstable
)

// A Stop is why shrinking ended. The zero value is invalid.
type Stop uint8

const (
	// Minimal: no single deletion shows the same.
	Minimal Stop = iota + 1
	// OutOfBudget: the tries or the time were used up; less may do.
	OutOfBudget
	// Flaky: what the command shows differs from run to run.
	Flaky
	// NotShown: the command itself does not show what it was said to.
	NotShown
)

var stopNames = map[Stop]string{Minimal: "minimal", OutOfBudget: "out-of-budget", Flaky: "flaky", NotShown: "not-shown"}

// String returns the stop's name; "invalid" for the zero value.
func (s Stop) String() string {
	if name, ok := stopNames[s]; ok {
		return name
	}
	return "invalid"
}

// Shrunk is the outcome of [Shrink].
type Shrunk struct {
	// Command is the smallest command found that shows the same.
	Command string
	// Stop says whether it is proven to be the smallest around.
	Stop Stop
	// Tries counts the candidates that were compared.
	Tries int
}

// Shrink makes a command smaller as long as compare says that it shows the
// same. First it drops and unwraps parts of the syntax tree. What is left then
// is what the command is about: after that it also deletes bytes, larger
// stretches first, and simplifies words and calls, but keeps the forms of
// syntax that are left, so that a quoted operator does not become a bare one. Every
// candidate is compared once, and at most tries candidates are. When ctx is done
// the smallest command so far is returned, without an error; errors are those of
// compare alone.
func Shrink(ctx context.Context, command string, tries int, compare func(context.Context, string) (Likeness, error)) (Shrunk, error) {
	s := shrinker{compare: compare, left: tries, known: map[string]Likeness{}, lost: map[string]bool{}}
	s.result.Command = command
	switch like, err := s.try(ctx, command); {
	case err != nil:
		return s.end(err)
	case like == Unstable:
		s.result.Stop = Flaky
		return s.result, nil
	case like != Same:
		s.result.Stop = NotShown
		return s.result, nil
	}
	if err := s.passes(ctx, parts); err != nil {
		return s.end(err)
	}
	s.forms = formsOf(s.result.Command)
	if err := s.passes(ctx, parts, stretches, simplifications); err != nil {
		return s.end(err)
	}
	s.result.Stop = Minimal
	return s.result, nil
}

// A stopError ends shrinking early.
type stopError struct{ stop Stop }

func (e *stopError) Error() string { return e.stop.String() }

type shrinker struct {
	compare func(context.Context, string) (Likeness, error)
	left    int
	known   map[string]Likeness
	// forms are those to keep; empty keeps none. Lost are candidates without.
	forms  string
	lost   map[string]bool
	result Shrunk
}

// keeps says whether a candidate has the forms to keep.
func (s *shrinker) keeps(candidate string) bool {
	if s.forms == "" || s.known[candidate] != 0 {
		return true
	}
	lost, ok := s.lost[candidate]
	if !ok {
		lost = formsOf(candidate) != s.forms
		s.lost[candidate] = lost
	}
	return !lost
}

func (s *shrinker) end(err error) (Shrunk, error) {
	var stop *stopError
	if errors.As(err, &stop) {
		s.result.Stop, err = stop.stop, nil
	}
	return s.result, err
}

func (s *shrinker) try(ctx context.Context, candidate string) (Likeness, error) {
	if like, ok := s.known[candidate]; ok {
		return like, nil
	}
	if s.left <= 0 || ctx.Err() != nil {
		return 0, &stopError{OutOfBudget}
	}
	s.left--
	s.result.Tries++
	like, err := s.compare(ctx, candidate)
	if err != nil {
		if ctx.Err() != nil {
			err = &stopError{OutOfBudget}
		}
		return 0, err
	}
	s.known[candidate] = like
	return like, nil
}

// passes takes turns with the passes until none makes the command smaller. A pass
// lists candidates for a command, those first that take most away.
func (s *shrinker) passes(ctx context.Context, passes ...func(string) iter.Seq[string]) error {
	for progress := true; progress; {
		progress = false
		for _, candidates := range passes {
			smaller, err := s.pass(ctx, candidates)
			if err != nil {
				return err
			}
			progress = progress || smaller
		}
	}
	return nil
}

// pass takes the first candidate that shows the same, again and again, and says
// whether there was one.
func (s *shrinker) pass(ctx context.Context, candidates func(string) iter.Seq[string]) (smaller bool, err error) {
	for again := true; again; {
		again = false
		for candidate := range candidates(s.result.Command) {
			if !simpler(candidate, s.result.Command) || !s.keeps(candidate) {
				continue
			}
			like, err := s.try(ctx, candidate)
			if err != nil {
				return smaller, err
			}
			if like == Unstable {
				return smaller, &stopError{Flaky}
			}
			if like == Same {
				s.result.Command, again, smaller = candidate, true, true
				break
			}
		}
	}
	return smaller, nil
}

// simpler orders commands, so that shrinking ends: shorter first, then by bytes,
// which puts letters that say nothing, like a, before others.
func simpler(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return plainness(a) < plainness(b)
}

// plainness counts what is not the letter a or a blank.
func plainness(s string) int {
	n := 0
	for _, c := range []byte(s) {
		if c != 'a' && c != ' ' {
			n++
		}
	}
	return n
}

// parts are the command with a part of its syntax tree gone, or alone.
func parts(command string) iter.Seq[string] {
	return func(yield func(string) bool) {
		f := parse(command)
		if f == nil {
			return
		}
		more := true
		give := func(s string) {
			if more && s != "" {
				more = yield(s)
			}
		}
		syntax.Walk(f, func(n syntax.Node) bool {
			if n == nil || !more {
				return more
			}
			at := spanOf(n)
			if !at.inside(command) {
				return true
			}
			switch n := n.(type) {
			case *syntax.Stmt, *syntax.Redirect, *syntax.Assign, *syntax.Word, *syntax.IfClause, *syntax.CaseItem:
				give(at.replace(command, ""))
			case *syntax.BinaryCmd:
				give(at.replace(command, spanOf(n.X).of(command)))
				give(at.replace(command, spanOf(n.Y).of(command)))
			}
			for _, inner := range insides(n) {
				if inner.inside(command) && inner != at {
					give(at.replace(command, inner.of(command)))
				}
			}
			return true
		})
	}
}

// insides are the spans of the lists of statements that a node wraps.
func insides(n syntax.Node) []span {
	var lists [][]*syntax.Stmt
	switch n := n.(type) {
	case *syntax.Subshell:
		lists = [][]*syntax.Stmt{n.Stmts}
	case *syntax.Block:
		lists = [][]*syntax.Stmt{n.Stmts}
	case *syntax.IfClause:
		lists = [][]*syntax.Stmt{n.Cond, n.Then}
		if n.Else != nil {
			lists = append(lists, n.Else.Then)
		}
	case *syntax.WhileClause:
		lists = [][]*syntax.Stmt{n.Cond, n.Do}
	case *syntax.ForClause:
		lists = [][]*syntax.Stmt{n.Do}
	case *syntax.CaseClause:
		for _, item := range n.Items {
			lists = append(lists, item.Stmts)
		}
	case *syntax.FuncDecl:
		lists = [][]*syntax.Stmt{{n.Body}}
	case *syntax.TimeClause:
		if n.Stmt != nil {
			lists = [][]*syntax.Stmt{{n.Stmt}}
		}
	case *syntax.CoprocClause:
		lists = [][]*syntax.Stmt{{n.Stmt}}
	case *syntax.CmdSubst:
		lists = [][]*syntax.Stmt{n.Stmts}
	case *syntax.ProcSubst:
		lists = [][]*syntax.Stmt{n.Stmts}
	case *syntax.DblQuoted:
		// Empty ones too, which the parts inside would not place.
		left := int(n.Left.Offset()) + 1
		if n.Dollar {
			left++
		}
		return []span{{left, int(n.Right.Offset())}}
	case *syntax.SglQuoted:
		return []span{{int(n.End().Offset()) - 1 - len(n.Value), int(n.End().Offset()) - 1}}
	}
	var spans []span
	for _, list := range lists {
		if len(list) > 0 {
			spans = append(spans, span{spanOf(list[0]).from, bareEnd(list[len(list)-1])})
		}
	}
	return spans
}

// bareEnd is where a statement ends without the separator behind it, which may
// have one behind it already where the statement is put.
func bareEnd(s *syntax.Stmt) int {
	if s.Semicolon.IsValid() {
		return int(s.Semicolon.Offset())
	}
	return spanOf(s).to
}

// stretches are the command without a stretch of bytes: halves first, single
// characters last. A character is never cut.
func stretches(command string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for size := len(command) / 2; size > 0; size /= 2 {
			for from := 0; from < len(command); from += size {
				to := min(from+size, len(command))
				for to < len(command) && !utf8.RuneStart(command[to]) {
					to++
				}
				if from < len(command) && utf8.RuneStart(command[from]) && !yield(command[:from]+command[to:]) {
					return
				}
			}
		}
		// A character that is no rune by itself, byte by byte.
		for i := range len(command) {
			if !yield(command[:i] + command[i+1:]) {
				return
			}
		}
	}
}

// plainCalls are calls that say nothing: where one of them will do, it does not
// matter what is called.
var plainCalls = []string{":", "ls"}

// simplifications are the command with one call, word or character that says
// less.
func simplifications(command string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range calls(command) {
			for _, plain := range plainCalls {
				if !yield(s.replace(command, plain)) {
					return
				}
			}
		}
		words, separators := tokens(command)
		for _, s := range words {
			if !yield(s.replace(command, "a")) {
				return
			}
		}
		for _, s := range separators {
			if !yield(s.replace(command, ";")) {
				return
			}
		}
		for i := range len(command) {
			for _, plain := range []string{"a", " "} {
				if !yield(command[:i] + plain + command[i+1:]) {
					return
				}
			}
		}
	}
}
