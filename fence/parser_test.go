package fence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencediff/fencediff/fence"
)

// A shellParser reads admitted commands with mvdan's parser, which no code of
// the package outside its tests may use. Parser and fence read alike whatever
// the fence admits: the known disagreements of the parser with bash all need a
// carriage return, a newline or an extended glob, which the fence refuses.
type shellParser struct{ parser *syntax.Parser }

func newShellParser() shellParser {
	return shellParser{syntax.NewParser(syntax.Variant(syntax.LangBash))}
}

// segments reads a command into segments as a plan holds them.
func (p shellParser) segments(command string) ([]fence.Segment, error) {
	file, err := p.parser.Parse(strings.NewReader(command), "")
	if err != nil {
		return nil, err
	}
	var segments []fence.Segment
	for i, stmt := range file.Stmts {
		if i > 0 {
			segments[len(segments)-1].Operator = ";"
		}
		if segments, err = appendStmt(segments, stmt); err != nil {
			return nil, err
		}
	}
	return segments, nil
}

func appendStmt(segments []fence.Segment, stmt *syntax.Stmt) ([]fence.Segment, error) {
	if stmt.Background || stmt.Coprocess || stmt.Disown || stmt.Negated {
		return nil, fmt.Errorf("a statement is negated or runs in the background")
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		if len(cmd.Assigns) > 0 {
			return nil, fmt.Errorf("an assignment")
		}
		var segment fence.Segment
		for _, w := range cmd.Args {
			word, err := readWord(w)
			if err != nil {
				return nil, err
			}
			segment.Words = append(segment.Words, word)
		}
		for _, r := range stmt.Redirs {
			target, err := readWord(r.Word)
			if err != nil {
				return nil, err
			}
			fd := ""
			if r.N != nil {
				fd = r.N.Value
			}
			segment.Redirects = append(segment.Redirects, fd+r.Op.String()+target.Text)
		}
		return append(segments, segment), nil
	case *syntax.BinaryCmd:
		if len(stmt.Redirs) > 0 {
			return nil, fmt.Errorf("a redirection of a list")
		}
		segments, err := appendStmt(segments, cmd.X)
		if err != nil {
			return nil, err
		}
		segments[len(segments)-1].Operator = cmd.Op.String()
		return appendStmt(segments, cmd.Y)
	default:
		return nil, fmt.Errorf("a %T", stmt.Cmd)
	}
}

// readWord removes the quotes of a word that holds no expansion.
func readWord(w *syntax.Word) (fence.Word, error) {
	var word fence.Word
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			for i := 0; i < len(part.Value); i++ {
				switch part.Value[i] {
				case '\\':
					i++
				case '*':
					word.Glob = true
				}
				word.Text += part.Value[i : i+1]
			}
		case *syntax.SglQuoted:
			if part.Dollar {
				return word, fmt.Errorf("an ANSI-C quote")
			}
			word.Text += part.Value
		case *syntax.DblQuoted:
			if part.Dollar {
				return word, fmt.Errorf("a locale quote")
			}
			for _, inner := range part.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return word, fmt.Errorf("a %T in double quotes", inner)
				}
				for i := 0; i < len(lit.Value); i++ {
					if lit.Value[i] == '\\' && i+1 < len(lit.Value) && strings.IndexByte("$`\"\\", lit.Value[i+1]) >= 0 {
						i++
					}
					word.Text += lit.Value[i : i+1]
				}
			}
		default:
			return word, fmt.Errorf("a %T", part)
		}
	}
	return word, nil
}

// compareWithParser reads the request's command as the parser does, after the
// leading cds that the plan has moved, and compares.
func compareWithParser(t *testing.T, p shellParser, r fence.Request, plan *fence.Plan) {
	t.Helper()
	segments, err := p.segments(r.Command)
	if err != nil {
		t.Errorf("the parser reads %q otherwise: %v", r.Command, err)
		return
	}
	moved := len(segments) - len(plan.Segments)
	if moved < 0 {
		t.Errorf("the parser reads %d segments in %q, the fence %d", len(segments), r.Command, len(plan.Segments))
		return
	}
	for _, s := range segments[:moved] {
		if s.Words[0].Text != "cd" || s.Operator != "&&" {
			t.Errorf("the fence left out a segment of %q that is no leading cd: %v", r.Command, s)
		}
	}
	if diff := cmp.Diff(segments[moved:], plan.Segments); diff != "" {
		t.Errorf("the parser (-) and the fence (+) read %q otherwise:\n%s", r.Command, diff)
	}
}

func TestParserReadsAdmittedAlike(t *testing.T) {
	parser, walk := newShellParser(), variant(t, "walk")
	admitted := 0
	for _, r := range knownRequests(t) {
		plan, err := walk.Decide(r)
		if err != nil {
			continue
		}
		admitted++
		compareWithParser(t, parser, r, plan)
	}
	if admitted < 500 {
		t.Errorf("only %d admitted commands were compared", admitted)
	}
}

// knownRequests are the requests of the smoke grid and of testdata/verdicts.txt.
func knownRequests(tb testing.TB) []fence.Request {
	tb.Helper()
	requests := smokeRequests(tb)
	for _, row := range verdictRows(tb) {
		requests = append(requests, request(row.command))
	}
	return requests
}

// TestParserDisagreements lists what mvdan's parser is known to read otherwise
// than bash 5.2 does, which is why it is in tests only: the fence must refuse
// all of it.
func TestParserDisagreements(t *testing.T) {
	parser, walk := newShellParser(), variant(t, "walk")
	for _, row := range []struct {
		command string
		parses  bool
		why     string
	}{
		{"echo a\r#b; touch x", true, "a carriage return is a blank to the parser: it hides touch in a comment"},
		{"ls -d . \\\r\ntouch x", true, "backslash, CR, LF is a continuation to the parser: it hides the second command"},
		{"echo @(a|b)", true, "an extended glob, which bash reads only with extglob"},
		{"echo ${ ls;}", true, "a substitution of bash 5.3"},
		{"f() ls", true, "a function whose body bash does not take"},
		{"! ! ls", false, "two negations"},
		{"a[0]=1 ls", false, "an element set for one command"},
		{"cat <<x\nls", false, "a here-document without an end, which bash runs"},
	} {
		if _, err := parser.parser.Parse(strings.NewReader(row.command), ""); (err == nil) != row.parses {
			t.Errorf("%q: the parser says %v, which is not known of it: %s", row.command, err, row.why)
		}
		if got := says(walk, request(row.command)); got == "admit" {
			t.Errorf("%q is admitted: %s", row.command, row.why)
		}
	}
}
