package fence

import "strings"

// A Plan is how an agent would execute an admitted request. Its slices may be
// shared with other plans: read them, or copy them before you change them.
type Plan struct {
	// Cwd is the directory that the first segment runs in: absolute, clean.
	Cwd string `json:"cwd"`
	// Segments are the commands in order, leading cds already moved into Cwd.
	Segments []Segment `json:"segments"`
	// Add is what the runner adds; it is never judged again.
	Add Additions `json:"add"`
	// Residual lists what the plan does not keep its programs from doing.
	Residual []string `json:"residual,omitempty"`
}

// A Segment is one command of a plan.
type Segment struct {
	Words []Word `json:"words"`
	// Redirects are redirections as they are written without blanks.
	Redirects []string `json:"redirects,omitempty"`
	// Operator joins the segment to the next one; empty at the end.
	Operator string `json:"operator,omitempty"`
}

// A Word is one argument after quote removal.
type Word struct {
	Text string `json:"text"`
	// Glob says that every * in Text is left for the shell to expand.
	Glob bool `json:"glob,omitempty"`
}

// Additions are what the runner adds to the admitted words.
type Additions struct {
	// Args are words to insert.
	Args []Insertion `json:"args,omitempty"`
	// Env is the whole environment, NAME=value; nothing is inherited.
	Env []string `json:"env"`
}

// An Insertion is a list of words that the runner puts into a segment.
type Insertion struct {
	// Segment is the index of the segment.
	Segment int `json:"segment"`
	// Before is the index of the admitted word before which the words go; the
	// number of words to put them at the end.
	Before int `json:"before"`
	// Words are literal.
	Words []string `json:"words"`
}

// Script returns the admitted words as one line for bash, each quoted again and
// globs left to expand. Judged again in the directory Cwd it gives the same plan,
// or, where the new quotes take it over the cap on bytes, a refusal by RuleCap.
func (p *Plan) Script() string { return p.line(nil) }

// Line returns the script that the runner gives to bash: Script with the
// arguments of Add inserted.
func (p *Plan) Line() string { return p.line(p.Add.Args) }

func (p *Plan) line(insert []Insertion) string {
	var b strings.Builder
	for i, s := range p.Segments {
		blank := ""
		write := func(text string, glob bool) {
			b.WriteString(blank)
			quote(&b, text, glob)
			blank = " "
		}
		for j := range len(s.Words) + 1 {
			for _, in := range insert {
				if in.Segment == i && in.Before == j {
					for _, text := range in.Words {
						write(text, false)
					}
				}
			}
			if j < len(s.Words) {
				write(s.Words[j].Text, s.Words[j].Glob)
			}
		}
		for _, r := range s.Redirects {
			b.WriteString(blank + r)
		}
		switch s.Operator {
		case "":
		case ";":
			b.WriteString("; ")
		default:
			b.WriteString(" " + s.Operator + " ")
		}
	}
	return b.String()
}
