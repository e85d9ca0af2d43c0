package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencediff/fencediff/oracle"
)

// A modelOracle runs commands in an interpreter in this process, with programs
// that do no more than say what they would have done. It stands for bash where a
// test needs tens of thousands of labels; what it says of one command is real
// bash's in little more than outline. A command has one label, so it is kept.
type modelOracle struct {
	oracle.Oracle
	root string

	mu    sync.Mutex
	known map[string][]oracle.Observation
}

// newModel makes a workspace below a directory of the test: sub is what the
// fixtures differ in.
func newModel(t *testing.T) *modelOracle {
	root := filepath.Join(t.TempDir(), "ws")
	for name, text := range map[string]string{
		"notes.txt": "b\na\n", "data.json": "{}\n", "README.md": "alpha\n", "src/main.go": "package main\n", "sub/inner.txt": "x\n", "../outside.txt": "secret\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &modelOracle{root: root, known: map[string][]oracle.Observation{}}
}

func (o *modelOracle) Workers() int { return 1 }

func (o *modelOracle) Observe(ctx context.Context, job oracle.Job) ([]oracle.Observation, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	seen, ok := o.known[job.Command]
	if !ok {
		m := &modelRun{programs: modelPrograms, root: o.root}
		seen = append(seen, m.run(ctx, "present", job.Command))
		absent := seen[0]
		if absent.Fixture = "absent"; m.differs {
			m = &modelRun{programs: modelPrograms, root: o.root, absent: true}
			absent = m.run(ctx, absent.Fixture, job.Command)
		}
		seen = append(seen, absent)
		o.known[job.Command] = seen
	}
	return slices.Clone(seen), nil
}

// A modelRun is one run in one fixture: in absent there is no sub.
type modelRun struct {
	programs map[string]func(modelCall) bool
	root     string
	absent   bool
	// differs says that the command asked for what the fixtures differ in.
	differs bool
	seen    oracle.Observation
	mu      sync.Mutex
}

func (m *modelRun) run(ctx context.Context, fixture, command string) oracle.Observation {
	m.seen = oracle.Observation{Fixture: fixture, Status: oracle.Exited}
	var stdout, stderr output
	if err := m.interpret(ctx, m.root, command, &stdout, &stderr); err != nil {
		if status, ok := errors.AsType[interp.ExitStatus](err); ok {
			m.seen.Exit = int(status)
		} else {
			m.seen.Exit = 127 // not read, or nothing that the model knows
		}
	}
	m.seen.Stdout, m.seen.Stderr = stdout.String(), stderr.String()
	return m.seen
}

// output keeps what both sides of a pipeline write.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string { return o.text.String() }

// inTurn has what a command runs behind itself run in its turn, in a subshell as
// ever, so that a run has one end and a command one label.
func inTurn(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok && s.Background {
			behind := *s
			behind.Background = false
			done := &syntax.Stmt{Cmd: &syntax.CallExpr{Args: []*syntax.Word{{Parts: []syntax.WordPart{&syntax.Lit{Value: "true"}}}}}}
			*s = syntax.Stmt{Cmd: &syntax.Subshell{Stmts: []*syntax.Stmt{&behind, done}}}
		}
		return true
	})
}

func (m *modelRun) interpret(ctx context.Context, dir, command string, stdout, stderr io.Writer) error {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return err
	}
	runner, err := interp.New(
		interp.Dir(dir), interp.Env(expand.ListEnviron("PATH=/usr/bin", "HOME=/root")), interp.StdIO(nil, stdout, stderr),
		interp.OpenHandler(m.open),
		interp.StatHandler(func(_ context.Context, name string, _ bool) (fs.FileInfo, error) { return m.stat(name) }),
		interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return m.exec }),
	)
	if err != nil {
		return err
	}
	inTurn(file)
	return runner.Run(ctx, file)
}

func (m *modelRun) stat(path string) (fs.FileInfo, error) {
	if sub := filepath.Join(m.root, "sub"); path == sub || strings.HasPrefix(path, sub+"/") {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.differs = true; m.absent {
			return nil, fs.ErrNotExist
		}
	}
	return os.Stat(path)
}

func (m *modelRun) effect(kind oracle.Kind, path string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	inside := path == m.root || strings.HasPrefix(path, m.root+"/")
	m.seen.Effects = append(m.seen.Effects, oracle.Effect{Kind: kind, Path: path, Inside: inside})
}

// reads opens or lists a path; it returns false where there is none.
func (m *modelRun) reads(path string) bool {
	beside := filepath.Dir(m.root)
	inside := path == m.root || strings.HasPrefix(path, m.root+"/")
	if _, err := m.stat(path); err != nil {
		return false
	}
	if !inside && (path == beside || strings.HasPrefix(path, beside+"/")) {
		m.effect(oracle.ReadOutside, path)
	}
	return true
}

// writes makes or changes a file; it returns false where its directory is missing.
func (m *modelRun) writes(path string) bool {
	if path == "/dev/null" {
		return true
	}
	if _, err := m.stat(filepath.Dir(path)); err != nil {
		return false
	}
	kind := oracle.Create
	if info, err := m.stat(path); err == nil {
		if kind = oracle.Write; info.IsDir() {
			return false
		}
	}
	m.effect(kind, path)
	return true
}

// nowhere is every open file: it holds a line and forgets what is written.
type nowhere struct{ io.Reader }

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Close() error                { return nil }

func (m *modelRun) open(ctx context.Context, path string, flag int, _ os.FileMode) (io.ReadWriteCloser, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(interp.HandlerCtx(ctx).Dir, path)
	}
	ok := m.reads
	if flag&(os.O_WRONLY|os.O_RDWR) != 0 {
		ok = m.writes
	}
	if !ok(path) {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return nowhere{strings.NewReader("line\n")}, nil
}

// A modelCall is one call of a program of the model.
type modelCall struct {
	*modelRun
	ctx  context.Context
	args []string
}

func (c modelCall) path(arg string) string {
	if filepath.IsAbs(arg) {
		return filepath.Clean(arg)
	}
	return filepath.Join(interp.HandlerCtx(c.ctx).Dir, arg)
}

// operands are the arguments that are no options.
func (c modelCall) operands() []string {
	return slices.DeleteFunc(slices.Clone(c.args[1:]), func(s string) bool { return strings.HasPrefix(s, "-") })
}

// value is the value of an option, which is removed, whether glued to it or not.
func (c *modelCall) value(option string) (string, bool) {
	for i, arg := range c.args {
		if value, glued := strings.CutPrefix(arg, option); glued && i > 0 {
			if value != "" || strings.HasSuffix(option, "=") {
				c.args = slices.Delete(slices.Clone(c.args), i, i+1)
				return value, value != ""
			}
			if i+1 < len(c.args) {
				value = c.args[i+1]
				c.args = slices.Delete(slices.Clone(c.args), i, i+2)
				return value, true
			}
		}
	}
	return "", false
}

// readAll reads all operands, or the directory where there is none.
func (c modelCall) readAll(operands []string) (ok bool) {
	ok = true
	for _, operand := range operands {
		ok = c.reads(c.path(operand)) && ok
	}
	return ok
}

// run runs a command line as a child.
func (c modelCall) run(command string) bool {
	h := interp.HandlerCtx(c.ctx)
	return c.interpret(c.ctx, h.Dir, command, h.Stdout, h.Stderr) == nil
}

func (c modelCall) changes(operands []string, change func(string) bool) bool {
	ok := len(operands) > 0
	for _, operand := range operands {
		ok = change(c.path(operand)) && ok
	}
	return ok
}

func quoted(args []string) string {
	for i, arg := range args {
		args[i], _ = syntax.Quote(arg, syntax.LangBash)
	}
	return strings.Join(args, " ")
}

func reader(c modelCall) bool { return c.readAll(c.operands()) }

// modelPrograms are what the model knows; each says whether it succeeds.
var modelPrograms = map[string]func(modelCall) bool{
	"cat": reader, "head": reader, "wc": reader, "stat": func(c modelCall) bool { return len(c.operands()) > 0 && reader(c) }, "grep": func(c modelCall) bool { return c.readAll(c.operands()[min(1, len(c.operands())):]) },
	"ls": func(c modelCall) bool {
		if operands := c.operands(); len(operands) > 0 {
			return c.readAll(operands)
		}
		return c.readAll([]string{"."})
	},
	"sort": func(c modelCall) bool {
		for _, option := range []string{"--output=", "-o"} {
			if to, ok := c.value(option); ok {
				return c.readAll(c.operands()) && c.writes(c.path(to))
			}
		}
		return c.readAll(c.operands())
	},
	"uniq": func(c modelCall) bool {
		operands := c.operands()
		return len(operands) < 2 && c.readAll(operands) || len(operands) == 2 && c.readAll(operands[:1]) && c.writes(c.path(operands[1]))
	},
	"find": func(c modelCall) bool {
		if slices.Contains(c.args, "-delete") {
			c.effect(oracle.Delete, c.path("notes.txt"))
		}
		return c.readAll([]string{"."})
	},
	"sed": func(c modelCall) bool {
		operands := c.operands()
		if len(operands) < 2 {
			return len(operands) == 1
		}
		if slices.Contains(c.args, "-i") {
			return c.changes(operands[1:], c.writes)
		}
		return c.readAll(operands[1:])
	},
	"git": func(c modelCall) bool {
		c.args = slices.DeleteFunc(slices.Clone(c.args), func(s string) bool { return s == "--no-pager" })
		if len(c.args) < 2 {
			return false
		}
		c.args = c.args[1:]
		switch c.args[0] {
		case "diff", "log", "show", "status":
			if to, ok := c.value("--output="); ok {
				return c.writes(c.path(to))
			}
			if with := interp.HandlerCtx(c.ctx).Env.Get("GIT_EXTERNAL_DIFF"); c.args[0] == "diff" && with.Exported && strings.HasPrefix(with.Str, "./") {
				c.effect(oracle.Exec, c.path(with.Str))
			}
			return true
		case "branch":
			return c.changes(c.operands(), func(path string) bool { c.effect(oracle.Create, c.path(".git/refs/heads/x")); return true }) || len(c.args) == 1
		}
		return false
	},
	"touch": func(c modelCall) bool { return c.changes(c.operands(), c.writes) },
	"tee":   func(c modelCall) bool { return c.changes(c.operands(), c.writes) || len(c.operands()) == 0 },
	"xargs": func(c modelCall) bool { return c.run(quoted(slices.Clone(c.args[1:]))) },
}

func (m *modelRun) exec(ctx context.Context, args []string) error {
	program := m.programs[args[0]]
	if program == nil {
		return interp.ExitStatus(127)
	}
	m.mu.Lock()
	m.seen.Execs = append(m.seen.Execs, oracle.ExecRecord{Argv: args, Path: "/usr/bin/" + args[0]})
	m.mu.Unlock()
	ok := program(modelCall{m, ctx, args})
	_, _ = io.WriteString(interp.HandlerCtx(ctx).Stdout, "line\n")
	if !ok {
		return interp.ExitStatus(1)
	}
	return nil
}
