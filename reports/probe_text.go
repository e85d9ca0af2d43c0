package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// probeWidth is the most terminal cells that what one fixture shows may take.
const probeWidth = 56

// WriteProbe writes an explanation for a person. Everything that came from
// outside is escaped.
func WriteProbe(w io.Writer, p *Probe) error {
	var b strings.Builder
	p.writeRequest(&b)
	for _, f := range p.Fences {
		f.write(&b, p.Request.Command)
	}
	p.writeLabel(&b)
	if err := p.writeObservations(&b); err != nil {
		return err
	}
	p.writeReplays(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Probe) writeRequest(b *strings.Builder) {
	r := p.Request
	fmt.Fprintf(b, "command  %s\n", Escape(r.Command))
	tokens := make([]string, len(p.Tokens))
	for i, t := range p.Tokens {
		tokens[i] = Escape(t.Text)
	}
	fmt.Fprintf(b, "tokens   %s\n", strings.Join(tokens, "  "))
	if r.Cwd != "" {
		fmt.Fprintf(b, "cwd      %s\n", Escape(r.Cwd))
	}
	if r.Setup != "" {
		fmt.Fprintf(b, "setup    %s\n", Escape(r.Setup))
	}
	if r.Grants.Network {
		b.WriteString("grants   network\n")
	}
	if r.TTY {
		b.WriteString("tty      yes\n")
	}
}

// write tells the verdict, its place in the text, and what would turn it.
func (f ProbedFence) write(b *strings.Builder, command string) {
	fmt.Fprintf(b, "\n%s: %s", Escape(f.Fence), f.Decision)
	if f.Rule != "" {
		fmt.Fprintf(b, " by rule %s", Escape(f.Rule))
	}
	if f.Detail != "" {
		fmt.Fprintf(b, ": %s", Escape(f.Detail))
	}
	if f.Raw != "" || f.Effective != "" {
		fmt.Fprintf(b, " (it said %s, its host %s)", Escape(f.Raw), Escape(f.Effective))
	}
	fmt.Fprintf(b, "\n  class    %s", f.Class)
	if f.Severity != 0 {
		fmt.Fprintf(b, ", %s", f.Severity)
	}
	b.WriteByte('\n')
	if at := f.Offset; at >= 0 && at <= len(command) && f.Decision == fence.Refuse {
		end := markEnd(command, at, f.Detail)
		before, marked := EscapeLine(command[:at]), EscapeLine(command[at:end])
		fmt.Fprintf(b, "  place    %s%s%s\n", before, marked, EscapeLine(command[end:]))
		fmt.Fprintf(b, "           %s%s\n", strings.Repeat(" ", twwidth.Width(before)), strings.Repeat("^", max(twwidth.Width(marked), 1)))
	}
	if f.Next != "" {
		fmt.Fprintf(b, "  next     %s\n", EscapeLine(f.Next))
	}
	if f.Plan != nil {
		fmt.Fprintf(b, "  plan     %s\n", Escape(f.Plan.Line()))
	}
	if c := f.Nearest; c != nil {
		fmt.Fprintf(b, "  nearest  %s: %s", c.describe(), c.Decision)
		if c.Rule != "" {
			fmt.Fprintf(b, " by rule %s", Escape(c.Rule))
		}
		fmt.Fprintf(b, "\n           %s\n", Escape(c.Request.Command))
	} else {
		b.WriteString("  nearest  no small change turns the verdict\n")
	}
}

// markEnd is where the text ends that a verdict is about: the detail if it
// stands there, else the token.
func markEnd(command string, at int, detail string) int {
	if detail != "" && strings.HasPrefix(command[at:], detail) {
		return at + len(detail)
	}
	for _, t := range Tokens(command) {
		if t.Offset <= at && at < t.End() {
			return t.End()
		}
	}
	return min(at+1, len(command))
}

func (c *Flip) describe() string {
	switch {
	case c.Inserted == "":
		return fmt.Sprintf("without %s at byte %d", Escape(c.Removed), c.Offset)
	case c.Removed == "":
		return fmt.Sprintf("with %s at byte %d", Escape(c.Inserted), c.Offset)
	}
	return fmt.Sprintf("with %s for %s at byte %d", Escape(c.Inserted), Escape(c.Removed), c.Offset)
}

func (p *Probe) writeLabel(b *strings.Builder) {
	fmt.Fprintf(b, "\nlabel: %s", p.Label)
	var runs []string
	for _, run := range p.Runs {
		runs = append(runs, fmt.Sprintf("%d %s", run.Count, run.Label))
	}
	if len(runs) > 0 {
		fmt.Fprintf(b, " (runs: %s)", strings.Join(runs, ", "))
	}
	b.WriteByte('\n')
	if p.Adapted != nil {
		fmt.Fprintf(b, "adapted: %s\n", Escape(p.Adapted.Setup))
	}
}

// An aspect is one part of an observation as lines of text.
type aspect struct {
	name  string
	lines func(oracle.Observation) []string
}

var aspects = []aspect{
	{"ended", func(o oracle.Observation) []string { return []string{ending(o)} }},
	{"effects", func(o oracle.Observation) []string { return texts(o.Effects, effectText) }},
	{"attempts", func(o oracle.Observation) []string {
		return texts(o.Attempts, func(a oracle.Attempt) string { return a.Call + " " + a.Path + ": " + a.Errno })
	}},
	{"execs", func(o oracle.Observation) []string { return texts(o.Execs, execText) }},
	{"reads", func(o oracle.Observation) []string { return o.Reads }},
	{"leftovers", func(o oracle.Observation) []string { return o.Leftovers }},
	{"stdout", func(o oracle.Observation) []string { return head(o.Stdout, o.StdoutCut) }},
	{"stderr", func(o oracle.Observation) []string { return head(o.Stderr, o.StderrCut) }},
}

func ending(o oracle.Observation) string {
	text := o.Status.String()
	if o.Exit >= 0 {
		text = fmt.Sprintf("%s %d", text, o.Exit)
	}
	return strings.TrimSuffix(text+": "+o.Error, ": ")
}

func effectText(e oracle.Effect) string {
	text := e.Kind.String() + " " + e.Path
	for _, flag := range []struct {
		set  bool
		text string
	}{{e.Transient, " (undone)"}, {e.Blocked, " (not permitted)"}, {e.Detail != "", " (" + e.Detail + ")"}} {
		if flag.set {
			text += flag.text
		}
	}
	return text
}

// execText is a program's place in the tree and its arguments.
func execText(e oracle.ExecRecord) string {
	words := make([]string, len(e.Argv))
	for i, word := range e.Argv {
		words[i] = shellWord(word)
	}
	return strings.Repeat("> ", e.Depth) + strings.Join(words, " ")
}

// probeLines is how many lines of output are shown.
const probeLines = 8

// head is the beginning of an output.
func head(text string, cut bool) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > probeLines {
		lines, cut = lines[:probeLines], true
	}
	if cut {
		lines = append(lines, "...")
	}
	return lines
}

func texts[T any](list []T, text func(T) string) []string {
	lines := make([]string, len(list))
	for i, item := range list {
		lines[i] = text(item)
	}
	return lines
}

// A sideBySide is one line of what the fixtures show.
type sideBySide struct {
	aspect string
	shown  []string
}

func (p *Probe) writeObservations(b *strings.Builder) error {
	columns := []column[sideBySide]{{"", 9, tw.AlignLeft, func(s sideBySide) string { return s.aspect }}}
	for i, o := range p.Observations {
		columns = append(columns, column[sideBySide]{Escape(o.Fixture), probeWidth, tw.AlignLeft, func(s sideBySide) string { return s.shown[i] }})
	}
	var rows []sideBySide
	for _, a := range aspects {
		for n := 0; ; n++ {
			row, more := sideBySide{shown: make([]string, len(p.Observations))}, false
			for i, o := range p.Observations {
				if lines := a.lines(o); n < len(lines) {
					row.shown[i], more = lines[n], true
				}
			}
			if !more {
				break
			}
			if n == 0 {
				row.aspect = a.name
			}
			rows = append(rows, row)
		}
	}
	return writeTable(b, columns, rows)
}

func (p *Probe) writeReplays(b *strings.Builder) {
	heading := "\nReplay:\n"
	for _, f := range p.Fences {
		if f.Replay != "" {
			fmt.Fprintf(b, "%s%s\n", heading, f.Replay)
			heading = ""
		}
	}
}
