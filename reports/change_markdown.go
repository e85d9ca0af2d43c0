package reports

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

// CommentMarker is the first line of every comment, by which a script finds the
// one that it wrote before and updates it.
const CommentMarker = "<!-- fencediff: verdict changes -->"

const (
	// commentRows is how many groups of a section a comment shows.
	commentRows = 10
	// commentText is how many characters of a command, a note or a rule it
	// shows.
	commentText = 160
	// commentBytes is how long a comment may become: GitHub takes 65,536
	// characters.
	commentBytes = 60_000
)

// WriteChangeMarkdown writes what two sides judge differently as a comment on a
// pull request, also when nothing changed. A section shows so many groups, and
// the whole so many bytes, as a comment can hold; what is left out is said. The
// summary must be closed; gate may be nil.
//
// Everything that came from outside goes through [Escape] and then into HTML, in
// which every character that means something in Markdown is spelled as a number.
func WriteChangeMarkdown(w io.Writer, s *ChangeSummary, gate *GateResult) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n## Verdict changes: %s\n\n", CommentMarker, s.headline(gate))
	fmt.Fprintf(&b, "%s to %s on %s: %s.\n", code(s.Base.label()), code(s.Head.label()), code(strings.Join(s.Sources, ", ")), s.compared())
	if gate != nil {
		gate.writeMarkdown(&b)
	}
	var left []string
	for _, section := range s.sections() {
		text := section.markdown()
		if b.Len()+len(text) > commentBytes {
			left = append(left, fmt.Sprintf("%s: %s in %s", section.heading, plural(section.commands, "command"), plural(len(section.groups), "group")))
			continue
		}
		b.WriteString(text)
	}
	if len(left) > 0 {
		b.WriteString("\nNot shown, because the comment would be too long; see `changes.jsonl`:\n\n")
		for _, line := range left {
			fmt.Fprintf(&b, "* %s\n", line)
		}
	}
	b.WriteString("\n<details><summary>Counts</summary>\n\n")
	for _, line := range s.directionTotals() {
		fmt.Fprintf(&b, "* %s\n", line)
	}
	fmt.Fprintf(&b, "* labels: %s\n\n</details>\n", inline(EscapeLine(s.Labels.String())))
	_, err := io.WriteString(w, b.String())
	return err
}

// headline says the most important in a few words.
func (s *ChangeSummary) headline(gate *GateResult) string {
	opened, loosened, tightened := 0, s.Count(Loosened), s.Count(Tightened)
	for _, c := range Changes() {
		opened += s.Changes[c][HoleOpened]
	}
	var words []string
	switch {
	case opened > 0:
		words = append(words, plural(opened, "hole")+" opened")
	case loosened > 0:
		words = append(words, fmt.Sprintf("%d loosened", loosened))
	}
	if tightened > 0 {
		words = append(words, fmt.Sprintf("%d tightened", tightened))
	}
	if len(words) == 0 {
		words = append(words, "no command is admitted or refused that was not before")
	}
	if gate != nil {
		words = append(words, "the gate "+gate.verdict())
	}
	return strings.Join(words, ", ")
}

func (r *GateResult) writeMarkdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n**The gate %s.**\n\n", r.verdict())
	for i, f := range r.Findings {
		if i == 2*commentRows {
			fmt.Fprintf(b, "* not shown: %s more; see `changes.jsonl`\n", plural(len(r.Findings)-i, "finding"))
			break
		}
		fmt.Fprintf(b, "* %s %s: %s\n", f.Standing, code(f.ID), inline(clip(EscapeLine(f.Text))))
	}
}

// markdown is a section as a table and the lines that replay its rows.
func (s shownSection) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n%s in %s\n\n", s.heading, plural(s.commands, "command"), plural(len(s.groups), "group"))
	b.WriteString("| severity | count | base | head | shortest command | shrunk to | bash | group |\n|---|---:|---|---|---|---|---|---|\n")
	shown, left := s.cut(commentRows, "see `changes.jsonl`")
	var replay strings.Builder
	for _, g := range shown {
		severity := ""
		if g.Severity != 0 {
			severity = g.Severity.String()
		}
		smallest := ""
		if g.Smallest != nil {
			smallest = code(g.Smallest.Request.Command) + g.proviso()
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %s | %s | %s |\n",
			severity, g.Count, code(g.Base), code(g.Head), code(g.Witness.Request.Command), smallest, code(g.shows()), g.ID)
		if len(g.Witness.Replay) > 4*commentText {
			fmt.Fprintf(&replay, "%s  (too long; see changes.jsonl)\n", g.ID)
			continue
		}
		fmt.Fprintf(&replay, "%s  %s\n", g.ID, html.EscapeString(g.Witness.Replay))
	}
	if left != "" {
		fmt.Fprintf(&b, "\n%s\n", left)
	}
	fmt.Fprintf(&b, "\n<details><summary>Replay</summary>\n\n<pre>\n%s</pre>\n\n</details>\n", replay.String())
	return b.String()
}

// code is text in the type of code.
func code(text string) string { return "<code>" + inline(clip(Escape(text))) + "</code>" }

// clip shortens text that a comment has no room for.
func clip(text string) string {
	if utf8.RuneCountInString(text) <= commentText {
		return text
	}
	return string([]rune(text)[:commentText]) + "…"
}

// inline is escaped text in which nothing is Markdown or HTML: all ASCII that is
// no letter, digit or harmless sign is a numeric character reference, which can
// open no structure, call nobody and link nowhere.
func inline(escaped string) string {
	var b strings.Builder
	for _, r := range escaped {
		if r < utf8.RuneSelf && !strings.ContainsRune(inlinePlain, r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

const inlinePlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /,;()="
