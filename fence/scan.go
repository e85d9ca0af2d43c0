package fence

import (
	"bytes"
	"strings"
)

// A scan takes one command apart. Words stay a list from here to the plan;
// nothing is joined and split again. It is reused for the next command.
type scan struct {
	lexer   *lexer
	met     Tracer // usually nil
	command string
	at      int // the next byte to read

	words     []token
	redirects []int // indices in Rules.Redirects
	pieces    []piece
	// fault is the first thing that ended the scan early, and faultMeans what
	// bash would have made of it, if it is a special. redirect is the first bad
	// redirection, which ends nothing: it is judged after all that follows.
	fault      *Refusal
	faultMeans Meaning
	redirect   *Refusal

	buf   []byte    // the word being read, without its quotes
	start [1]string // backs the set of directories of a command without cd
}

// A token is one word of the command after quote removal.
type token struct {
	text string
	at   int // the byte offset of the word in the command
	// glob says that an unquoted * stands in it, star that a quoted one does.
	glob, star bool
	// assign says that bash would read it as an assignment if it came first.
	assign bool
}

// A piece is one segment of the command.
type piece struct {
	at               int
	words, redirects span
	sep              int // index in Rules.Separators; -1 at the end of the command
	// redirected says that it has a redirection, good or bad; unfinished that
	// the scan ended in it.
	redirected, unfinished bool

	// dirs are the directories that it may run in, which walk works out.
	dirs []string
	// program, row and own, the first word after the subcommand, are what the
	// judgement found; nil and 0 for a cd.
	program *program
	row     *row
	own     int
}

// A span is a part of a list.
type span struct{ from, to int }

// run takes the command apart until its end, its first fault or more pieces
// than the caps allow. The command is not blank.
func (s *scan) run(l *lexer, command string) {
	*s = scan{lexer: l, met: s.met, command: command, words: s.words[:0], redirects: s.redirects[:0], pieces: s.pieces[:0], buf: s.buf}
	for s.piece() {
		if len(s.pieces) == l.rules.Caps.Segments+l.rules.Caps.LeadingCds {
			s.refuse(RuleCap, s.at, s.lastSeparator(), nextSegments)
			return
		}
	}
}

// piece reads one piece and the separator behind it, and says whether there is
// one, so that another piece follows.
func (s *scan) piece() (more bool) {
	p := piece{sep: -1, words: span{from: len(s.words)}, redirects: span{from: len(s.redirects)}}
	for s.fault == nil && p.sep < 0 {
		s.blanks()
		empty := len(s.words) == p.words.from && !p.redirected
		if empty {
			p.at = s.at
		}
		if s.at == len(s.command) {
			if empty {
				s.refuse(RuleOperator, s.at, s.lastSeparator(), nextEmptySegment)
			}
			break
		}
		class := s.lexer.classes[s.command[s.at]]
		if class == special {
			if o, ok := s.operator(true); ok {
				switch {
				case o.sep < 0:
					s.special(o)
				case empty:
					s.refuse(RuleOperator, s.at, o.text, nextEmptySegment)
				default:
					p.sep = o.sep
					s.at += len(o.text)
				}
				continue
			}
		}
		if class == angle || !s.word() {
			p.redirected = true
			s.redirection()
		}
	}
	p.words.to, p.redirects.to, p.unfinished = len(s.words), len(s.redirects), s.fault != nil
	s.pieces = append(s.pieces, p)
	return p.sep >= 0
}

// lastSeparator is the text of the separator before the piece being read.
func (s *scan) lastSeparator() string {
	return s.lexer.rules.Separators[s.pieces[len(s.pieces)-1].sep].Text
}

// operator finds the longest separator or special that begins here.
func (s *scan) operator(wordStart bool) (operator, bool) {
	s.metByte(s.at)
	return s.lexer.match(s.command[s.at:], wordStart)
}

// metByte traces a byte of the command that operators begin with.
func (s *scan) metByte(at int) {
	if s.met != nil {
		s.met(Point{At: OperatorPoint, Text: s.command[at : at+1]}, 0)
	}
}

func (s *scan) blanks() {
	for s.at < len(s.command) && s.lexer.classes[s.command[s.at]] == blank {
		s.at++
	}
}

// refuse ends the scan.
func (s *scan) refuse(rule RuleID, at int, detail, next string) {
	s.fault = &Refusal{Rule: rule, Offset: at, Detail: detail, Next: next}
}

// special ends the scan at a special.
func (s *scan) special(o operator) {
	s.refuse(RuleOperator, s.at, o.text, nextSpecial[o.means])
	s.faultMeans = o.means
}

// word reads one word. It reports false, and stays where it was, at the digits
// of a redirection's descriptor, which are no word.
func (s *scan) word() bool {
	t := token{at: s.at}
	quoted := false
	from := s.at // what is not yet in s.buf, once quoted
loop:
	for s.at < len(s.command) {
		c := s.command[s.at]
		switch s.lexer.classes[c] {
		case plain:
			s.at++
		case blank, angle:
			break loop
		case star:
			t.glob = true
			s.at++
		case tilde:
			unquoted := !quoted || from < s.at // what stands before it
			if s.at == t.at || unquoted && tildeExpands(s.command[t.at:s.at]) {
				s.special(operator{text: "~", means: Expansion})
				return true
			}
			s.at++
		case special:
			o, ok := s.operator(s.at == t.at)
			switch {
			case !ok:
				s.at++
			case o.sep >= 0:
				break loop
			default:
				s.special(o)
				return true
			}
		case quoting:
			if !quoted {
				s.buf, quoted = s.buf[:0], true
			}
			s.buf = append(s.buf, s.command[from:s.at]...)
			before := len(s.buf)
			if !s.quoted() {
				return true
			}
			t.star = t.star || bytes.IndexByte(s.buf[before:], '*') >= 0
			from = s.at
		}
	}
	raw := s.command[t.at:s.at]
	switch {
	case !quoted:
		if s.at < len(s.command) && s.command[s.at] == '>' && digits(raw) {
			s.at = t.at
			return false
		}
		t.text = raw
	case from == s.at && len(s.buf) == len(raw)-2 && raw[1:len(raw)-1] == string(s.buf):
		t.text = raw[1 : len(raw)-1] // one pair of quotes around it all: nothing to copy
	default:
		s.buf = append(s.buf, s.command[from:s.at]...)
		t.text = string(s.buf)
	}
	t.assign = assignmentName(raw) > 0
	s.words = append(s.words, t)
	return true
}

// quoted reads a backslash or a quote up to its end and appends to s.buf what
// it stands for. It reports false when that ended the scan.
func (s *scan) quoted() bool {
	open := s.at
	switch s.command[open] {
	case '\\':
		if open+1 < len(s.command) {
			s.buf = append(s.buf, s.command[open+1])
			s.at += 2
			return true
		}
	case '\'':
		if n := strings.IndexByte(s.command[open+1:], '\''); n >= 0 {
			s.buf = append(s.buf, s.command[open+1:open+1+n]...)
			s.at += n + 2
			return true
		}
	default:
		for s.at++; s.at < len(s.command); s.at++ {
			switch c := s.command[s.at]; {
			case c == '"':
				s.at++
				return true
			case c == '\\' && s.at+1 < len(s.command) && escapedInDouble(s.command[s.at+1]):
				s.at++
				s.buf = append(s.buf, s.command[s.at])
			case s.lexer.inDouble[c]:
				s.metByte(s.at)
				s.special(operator{text: s.command[s.at : s.at+1], means: Expansion})
				return false
			default:
				s.buf = append(s.buf, c)
			}
		}
	}
	s.refuse(RuleQuote, open, s.command[open:open+1], nextQuote)
	return false
}

// redirection reads a redirection, whose descriptor begins here.
func (s *scan) redirection() {
	if s.met != nil {
		s.met(Point{At: RedirectPoint}, 0)
	}
	start := s.at
	for isDigit(s.command[s.at]) {
		s.at++
	}
	fd, rest := s.command[start:s.at], s.command[s.at:]
	for i, r := range s.lexer.rules.Redirects {
		if n := s.matches(r, rest); r.FD == fd && n > 0 {
			s.redirects = append(s.redirects, i)
			s.at += n
			return
		}
	}
	// The whole operator is passed over, so that its & or | is not taken for a
	// separator; the target is read as a word, which no longer matters.
	s.at++
	if s.at < len(s.command) && strings.IndexByte(">&|", s.command[s.at]) >= 0 {
		s.at++
	}
	if s.redirect == nil {
		s.redirect = &Refusal{Rule: RuleRedirect, Offset: start, Detail: s.command[start:s.at], Next: s.lexer.nextRedirect}
	}
}

// matches returns how much of text is the redirection r behind its descriptor,
// ended as a word is; 0 if it is not.
func (s *scan) matches(r Redirect, text string) int {
	rest, ok := strings.CutPrefix(text, r.Op)
	if !ok {
		return 0
	}
	if r.Blank {
		rest = strings.TrimLeft(rest, " \t")
	}
	rest, ok = strings.CutPrefix(rest, r.Target)
	if ok && rest != "" {
		s.metByte(len(s.command) - len(rest))
		ok = s.lexer.endsWord(rest[0])
	}
	if !ok {
		return 0
	}
	return len(text) - len(rest)
}

// first returns the first word of piece n, if it has one.
func (s *scan) first(n int) string {
	if w := s.pieces[n].words; w.from < w.to {
		return s.words[w.from].text
	}
	return ""
}
