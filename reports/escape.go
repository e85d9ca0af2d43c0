package reports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns text as it may stand on a terminal or in a table: printable
// text as it is, all else as a bash $'...' word that stands for exactly the same
// bytes. Nothing that comes out of it moves the cursor, changes a colour, turns
// the writing direction, joins with its neighbours or hides.
func Escape(text string) string {
	body, changed := escapeRunes(text, `\'`)
	looksEscaped := strings.HasPrefix(text, "$'")
	blankEdge := text == "" || text[0] == ' ' || text[len(text)-1] == ' '
	if !changed && !looksEscaped && !blankEdge {
		return text
	}
	return "$'" + body + "'"
}

// EscapeLine returns a message as one line that may stand on a terminal: like
// [Escape], but in place and without quotes, for text that is read and not
// pasted. An error that quotes a fuzzed command goes through it.
func EscapeLine(text string) string {
	body, changed := escapeRunes(text, "")
	if !changed {
		return text
	}
	return body
}

// escapeRunes spells every rune that is not plain as bash's $'...' does, and
// puts a backslash before those of quoted. Whether a rune was not plain is the
// second result.
func escapeRunes(text, quoted string) (string, bool) {
	var b strings.Builder
	changed := false
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[i:])
		invalid := r == utf8.RuneError && size == 1
		switch short, known := shortEscapes[r]; {
		case plain(r) && !invalid:
			if strings.ContainsRune(quoted, r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
			continue
		case known:
			b.WriteString(short)
		case invalid, r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		changed = true
	}
	return b.String(), changed
}

var shortEscapes = map[rune]string{'\t': `\t`, '\n': `\n`, '\r': `\r`, '\x1b': `\e`}

// plain says whether a rune is shown as it is. Beyond ASCII only scripts are
// that are written from left to right, one cell or two a letter, nothing
// stacked: in any other, one letter may move those around it.
func plain(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return unicode.IsLetter(r) && unicode.In(r, leftToRight...) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

var leftToRight = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
}
