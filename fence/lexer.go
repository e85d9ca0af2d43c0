package fence

import (
	"slices"
	"strings"
)

// A lexer knows, for one Rules, what each byte may mean outside quotes.
type lexer struct {
	rules   *Rules
	classes [256]class
	// inDouble holds the bytes that refuse inside double quotes.
	inDouble [256]bool
	// operators are the separators and specials by first byte, longest first.
	operators [256][]operator
	// nextRedirect is the next step of a refused redirection.
	nextRedirect string
}

// A class says what a byte may begin or end outside quotes.
type class uint8

const (
	plain   class = iota
	blank         // ends a word
	quoting       // a quote or a backslash
	angle         // >
	star          // *
	tilde         // ~
	special       // may begin a separator or a special
)

// An operator is a separator, or a special when sep is negative.
type operator struct {
	text      string
	sep       int // index in Rules.Separators
	means     Meaning
	wordStart bool
}

func newLexer(r *Rules) *lexer {
	l := &lexer{rules: r, nextRedirect: "leave it out; a read may only have"}
	for i, s := range r.Separators {
		l.add(operator{text: s.Text, sep: i})
	}
	for _, s := range r.Specials {
		l.add(operator{text: s.Text, sep: -1, means: s.Means, wordStart: s.WordStart})
		if s.InDouble {
			l.inDouble[s.Text[0]] = true
		}
	}
	for i, d := range r.Redirects {
		if i > 0 {
			l.nextRedirect += ","
		}
		l.nextRedirect += " " + d.String()
	}
	for _, c := range []struct {
		bytes string
		class class
	}{{" \t", blank}, {`'"\`, quoting}, {">", angle}, {"*", star}, {"~", tilde}} {
		for i := range len(c.bytes) {
			l.classes[c.bytes[i]] = c.class
		}
	}
	return l
}

func (l *lexer) add(o operator) {
	first := o.text[0]
	l.classes[first] = special
	list := l.operators[first]
	at := 0
	for at < len(list) && len(list[at].text) >= len(o.text) {
		at++
	}
	l.operators[first] = slices.Insert(list, at, o)
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

// endsWord says whether bash ends a word before c: at a blank or where a
// separator begins.
func (l *lexer) endsWord(c byte) bool {
	return l.classes[c] == blank || slices.ContainsFunc(l.operators[c], func(o operator) bool { return o.sep >= 0 })
}

// tildeExpands says whether bash expands an unquoted ~ that follows raw, whose
// last byte is unquoted, in the same word: after the first = or a later : of an
// assignment, wherever that stands in the command.
func tildeExpands(raw string) bool {
	n := assignmentName(raw)
	return n > 0 && (len(raw) == n || raw[len(raw)-1] == ':')
}

// assignmentName returns the length of the NAME= or NAME+= that raw begins
// with, or 0. Quotes are no part of a name.
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

// escapedInDouble says whether a backslash before c is removed inside double
// quotes. A newline is too, but no command here holds one.
func escapedInDouble(c byte) bool { return c == '$' || c == '`' || c == '"' || c == '\\' }

// digits says whether text is decimal digits only, and not empty.
func digits(text string) bool {
	for i := range len(text) {
		if !isDigit(text[i]) {
			return false
		}
	}
	return text != ""
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
