package fence

import "strings"

// plainByte holds the bytes that mean nothing to bash wherever they stand in an
// operand.
var plainByte = func() (set [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-") {
		set[c] = true
	}
	return set
}()

// quote writes text so that bash reads it as that one word; with glob, every *
// stays bare.
func quote(b *strings.Builder, text string, glob bool) {
	if text == "" {
		b.WriteString("''")
		return
	}
	for text != "" {
		n := 0
		for n < len(text) && !(glob && text[n] == '*') {
			n++
		}
		if n > 0 {
			quoteLiteral(b, text[:n])
			text = text[n:]
		}
		for text != "" && glob && text[0] == '*' {
			b.WriteByte('*')
			text = text[1:]
		}
	}
}

func quoteLiteral(b *strings.Builder, text string) {
	for i := 0; i < len(text); i++ {
		if !plainByte[text[i]] {
			b.WriteString("'" + strings.ReplaceAll(text, "'", `'\''`) + "'")
			return
		}
	}
	b.WriteString(text)
}
