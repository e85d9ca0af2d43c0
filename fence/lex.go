package fence

import "strings"

// first returns the first word of piece n, if it has one.
func (s *scan) first(n int) string {
	if w := s.pieces[n].words; w.from < w.to {
		return s.words[w.from].text
	}
	return ""
}

// A token is one word of the command after quote removal.
type token struct {
	text string
	// at is the byte offset of the word in the command.
	at int
	// glob says that an unquoted * stands in it, star that a quoted one does.
	glob, star bool
	// assign says that bash would read it as an assignment if it came first.
	assign bool
}

// A piece is one segment of the command.
type piece struct {
	at        int
	words     span
	redirects span
	sep       int // index in Rules.Separators; -1 at the end of the command
	// redirected says that it has a redirection, good or bad; unfinished that
	// the lexer stopped in it.
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

// A scan is the command taken apart. Words stay a list from here to the plan;
// nothing is joined and split again. A scan is reused: reset it.
type scan struct {
	words     []token
	redirects []int // indices in Rules.Redirects
	pieces    []piece
	// fault is the first thing that the lexer refuses; redirect the first bad
	// redirection, which is judged later.
	fault, redirect *Refusal
	// faultMeans is what bash would make of the special at fault, if one is.
	faultMeans Meaning
	buf        []byte
	start      [1]string // backs the set of a command without cd
}

func (s *scan) reset() {
	s.words, s.redirects, s.pieces = s.words[:0], s.redirects[:0], s.pieces[:0]
	s.fault, s.redirect, s.faultMeans = nil, nil, 0
}

// A class says what a byte may begin or mean outside quotes.
type class uint8

const (
	plain   class = iota
	blank         // ends a word
	quoting       // ' " or backslash
	angle         // >
	star          // *
	tilde         // ~
	special       // may begin a separator or a special
)

// A lexer takes commands apart by the rules' separators, specials and redirects.
type lexer struct {
	rules    *Rules
	classes  [256]class
	inDouble [256]bool
	// operators are separators and specials, by first byte, longest first.
	operators [256][]operator
}

// An operator is a separator (sep >= 0) or a special.
type operator struct {
	text      string
	sep       int
	means     Meaning
	wordStart bool
}

func newLexer(r *Rules) *lexer {
	l := &lexer{rules: r}
	add := func(o operator) {
		if o.text == "" {
			return
		}
		first := o.text[0]
		list := l.operators[first]
		at := 0
		for at < len(list) && len(list[at].text) >= len(o.text) {
			at++
		}
		l.operators[first] = append(list[:at:at], append([]operator{o}, list[at:]...)...)
		l.classes[first] = special
	}
	for i, s := range r.Separators {
		add(operator{text: s.Text, sep: i})
	}
	for _, s := range r.Specials {
		add(operator{text: s.Text, sep: -1, means: s.Means, wordStart: s.WordStart})
		if s.InDouble {
			l.inDouble[s.Text[0]] = true
		}
	}
	for c, k := range map[byte]class{' ': blank, '\t': blank, '\'': quoting, '"': quoting, '\\': quoting, '>': angle, '*': star, '~': tilde} {
		l.classes[c] = k
	}
	return l
}

// match finds the longest separator or special at the front of text.
func (l *lexer) match(text string, wordStart bool) (operator, bool) {
	for _, o := range l.operators[text[0]] {
		if strings.HasPrefix(text, o.text) && (wordStart || !o.wordStart) {
			return o, true
		}
	}
	return operator{}, false
}

// scan takes the command apart into s until its end, its first fault or more
// pieces than caps allow.
func (l *lexer) scan(s *scan, command string) {
	limit := l.rules.Caps.Segments + l.rules.Caps.LeadingCds
	current := piece{sep: -1}
	finish := func() {
		current.words.to, current.redirects.to = len(s.words), len(s.redirects)
		s.pieces = append(s.pieces, current)
	}
	i := 0
	for s.fault == nil {
		for i < len(command) && l.classes[command[i]] == blank {
			i++
		}
		empty := current.words.from == len(s.words) && current.redirects.from == len(s.redirects) && s.redirect == nil
		if empty {
			current.at = i
		}
		if i == len(command) {
			if empty {
				last := l.rules.Separators[s.pieces[len(s.pieces)-1].sep]
				s.fault = &Refusal{Rule: RuleOperator, Offset: i, Detail: last.Text, Next: nextEmptySegment}
			}
			break
		}
		switch l.classes[command[i]] {
		case angle:
			i = l.redirection(s, command, i, i)
			current.redirected = true
			continue
		case special:
			o, ok := l.match(command[i:], true)
			if !ok {
				break
			}
			if o.sep < 0 || empty {
				s.refuseOperator(o, i)
				continue
			}
			current.sep = o.sep
			finish()
			i += len(o.text)
			current = piece{sep: -1, at: i, words: span{from: len(s.words)}, redirects: span{from: len(s.redirects)}}
			if len(s.pieces) == limit {
				s.fault = &Refusal{Rule: RuleCap, Offset: i, Detail: o.text, Next: nextSegments}
			}
			continue
		}
		words := len(s.words)
		i = l.word(s, command, i)
		current.redirected = current.redirected || s.fault == nil && len(s.words) == words
	}
	current.unfinished = s.fault != nil
	finish()
}

func (s *scan) refuseOperator(o operator, at int) {
	s.faultMeans = o.means
	next := nextSpecial[o.means]
	if o.sep >= 0 {
		next = nextEmptySegment
	}
	s.fault = &Refusal{Rule: RuleOperator, Offset: at, Detail: o.text, Next: next}
}

// word reads the word that begins at start and returns where it ends.
func (l *lexer) word(s *scan, command string, start int) int {
	t := token{at: start}
	quoted := false
	from := start // what is not yet in s.buf, once quoted
	i := start
loop:
	for i < len(command) {
		c := command[i]
		switch l.classes[c] {
		case plain:
			i++
		case blank, angle:
			break loop
		case star:
			t.glob = true
			i++
		case tilde:
			if i == start || !(quoted && from == i) && tildeExpands(command[start:i]) {
				s.faultMeans = Expansion
				s.fault = &Refusal{Rule: RuleOperator, Offset: i, Detail: "~", Next: nextSpecial[Expansion]}
				return i
			}
			i++
		case special:
			o, ok := l.match(command[i:], i == start)
			switch {
			case !ok:
				i++
			case o.sep >= 0:
				break loop
			default:
				s.refuseOperator(o, i)
				return i
			}
		case quoting:
			if !quoted {
				s.buf, quoted = s.buf[:0], true
			}
			s.buf = append(s.buf, command[from:i]...)
			before := len(s.buf)
			end, bad := l.quoted(s, command, i)
			if bad {
				return i
			}
			for _, q := range s.buf[before:] {
				if q == '*' {
					t.star = true
				}
			}
			i, from = end, end
		}
	}
	raw := command[start:i]
	if !quoted && i < len(command) && command[i] == '>' && digits(raw) {
		return l.redirection(s, command, start, i)
	}
	switch {
	case !quoted:
		t.text = raw
	case from == i && len(s.buf) == len(raw)-2 && raw[1:len(raw)-1] == string(s.buf):
		t.text = raw[1 : len(raw)-1] // one pair of quotes around it all
	default:
		s.buf = append(s.buf, command[from:i]...)
		t.text = string(s.buf)
	}
	t.assign = assignmentName(raw) > 0
	s.words = append(s.words, t)
	return i
}

// quoted appends to s.buf what the quotes or the backslash at i stand for and
// returns where they end; bad says that s.fault was set.
func (l *lexer) quoted(s *scan, command string, i int) (end int, bad bool) {
	unbalanced := func(detail string) (int, bool) {
		s.fault = &Refusal{Rule: RuleQuote, Offset: i, Detail: detail, Next: nextQuote}
		return i, true
	}
	switch command[i] {
	case '\\':
		if i+1 == len(command) {
			return unbalanced(`\`)
		}
		s.buf = append(s.buf, command[i+1])
		return i + 2, false
	case '\'':
		n := strings.IndexByte(command[i+1:], '\'')
		if n < 0 {
			return unbalanced("'")
		}
		s.buf = append(s.buf, command[i+1:i+1+n]...)
		return i + n + 2, false
	}
	for j := i + 1; j < len(command); j++ {
		switch c := command[j]; {
		case c == '"':
			return j + 1, false
		case c == '\\' && j+1 < len(command) && escapedInDouble(command[j+1]):
			j++
			s.buf = append(s.buf, command[j])
		case l.inDouble[c]:
			s.faultMeans = Expansion
			s.fault = &Refusal{Rule: RuleOperator, Offset: j, Detail: command[j : j+1], Next: nextSpecial[Expansion]}
			return j, true
		default:
			s.buf = append(s.buf, c)
		}
	}
	return unbalanced(`"`)
}

// escapedInDouble says whether a backslash before c is removed inside double
// quotes. A newline is too, but no command here holds one.
func escapedInDouble(c byte) bool { return c == '$' || c == '`' || c == '"' || c == '\\' }

// redirection reads the redirection whose descriptor begins at start and whose
// > stands at i, and returns where it ends.
func (l *lexer) redirection(s *scan, command string, start, i int) int {
	fd := command[start:i]
	for n, r := range l.rules.Redirects {
		if r.FD != fd || !strings.HasPrefix(command[i:], r.Op) {
			continue
		}
		end := i + len(r.Op)
		for r.Blank && end < len(command) && l.classes[command[end]] == blank {
			end++
		}
		if !strings.HasPrefix(command[end:], r.Target) {
			continue
		}
		end += len(r.Target)
		if end == len(command) || l.classes[command[end]] == blank || l.endsWord(command[end]) {
			s.redirects = append(s.redirects, n)
			return end
		}
	}
	// The whole operator is passed over, so that its & or | is not taken for a
	// separator; the target is read as a word, which no longer matters.
	end := i + 1
	if end < len(command) && strings.IndexByte(">&|", command[end]) >= 0 {
		end++
	}
	if s.redirect == nil {
		s.redirect = &Refusal{Rule: RuleRedirect, Offset: start, Detail: command[start:end], Next: l.nextRedirect()}
	}
	return end
}

// endsWord says whether c begins a separator, so that bash ends a word there.
func (l *lexer) endsWord(c byte) bool {
	for _, o := range l.operators[c] {
		if o.sep >= 0 {
			return true
		}
	}
	return false
}

func (l *lexer) nextRedirect() string {
	var b strings.Builder
	b.WriteString("leave it out; a read may only have")
	for i, r := range l.rules.Redirects {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(" " + r.String())
	}
	return b.String()
}

// tildeExpands says whether bash expands an unquoted ~ that follows raw, whose
// last byte is unquoted, in the same word: after the first = or a later : of an
// assignment.
func tildeExpands(raw string) bool {
	n := assignmentName(raw)
	return n > 0 && (len(raw) == n || raw[len(raw)-1] == ':')
}

// assignmentName returns the length of the NAME= or NAME+= that raw begins
// with, or 0.
func assignmentName(raw string) int {
	i := 0
	for i < len(raw) && (raw[i] == '_' || isLetter(raw[i]) || i > 0 && isDigit(raw[i])) {
		i++
	}
	if i == 0 {
		return 0
	}
	if i < len(raw) && raw[i] == '+' {
		i++
	}
	if i < len(raw) && raw[i] == '=' {
		return i + 1
	}
	return 0
}

// digits says whether text is decimal digits only, and not empty.
func digits(text string) bool {
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) {
			return false
		}
	}
	return text != ""
}
