package reports

import (
	"bytes"
	"encoding/json"
	"io"
)

// WriteLine writes v as one compact JSON line. Unlike json.Marshal it leaves
// <, > and & as they are: they are most of what a shell command is made of.
func WriteLine(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// marshalLine is json.Marshal with WriteLine's spelling, for MarshalJSON methods.
func marshalLine(v any) ([]byte, error) {
	var buf bytes.Buffer
	err := WriteLine(&buf, v)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}

// WriteIndented writes v as JSON for people, in WriteLine's spelling.
func WriteIndented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
