package grid

import (
	"fmt"
	"strings"
)

// An Axis is one dimension of a product: a finite alphabet with a name.
type Axis struct {
	// Name is what a template calls the axis, {{name}}; lower-case letters.
	Name string
	// Values are the letters of the alphabet, in the order of the cells.
	Values []Value
}

// A Value is one letter of an alphabet. The zero Value is the empty text,
// named "none".
type Value struct {
	// Name stands for the value in cell ids; empty means that it is derived
	// from Text. Two values of an axis never share a name.
	Name string
	// Text replaces {{axis}}. It may hold placeholders of later axes, so that
	// a context can be a value like any other.
	Text string
	// Fields replace {{axis.field}}, for letters that are records: a program
	// with its options, say.
	Fields map[string]string
}

// label is the value's name in ids: Name, or Text escaped as a query is in an
// address, so that two texts never share a label and url.QueryUnescape gives
// the text back.
func (v Value) label() string {
	switch {
	case v.Name != "":
		return v.Name
	case v.Text == "":
		return "none"
	}
	var b strings.Builder
	for _, c := range []byte(v.Text) {
		switch {
		case plain(c):
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// plain says whether a byte stands for itself in a label: more do than
// url.QueryEscape spares, since options are full of them.
func plain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~=:,@^", c) >= 0
}

// texts makes values that are nothing but their text.
func texts(list ...string) []Value {
	values := make([]Value, len(list))
	for i, text := range list {
		values[i] = Value{Text: text}
	}
	return values
}

// join makes one alphabet of several.
func join(lists ...[]Value) []Value {
	var all []Value
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}
