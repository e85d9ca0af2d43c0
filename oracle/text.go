package oracle

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text returns the bytes a command produced as the string an observation
// holds: UTF-8 as it is, any other byte as \xNN.
func Text(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	var b strings.Builder
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, raw[0])
		} else {
			b.Write(raw[:size])
		}
		raw = raw[size:]
	}
	return b.String()
}
