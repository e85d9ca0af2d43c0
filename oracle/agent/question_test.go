package agent

import "testing"

// query is a question for example.com as a resolver asks it.
const query = "\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03com\x00\x00\x01\x00\x01"

func TestQuestion(t *testing.T) {
	tests := []struct {
		name, message, want string
		ok                  bool
	}{
		{"a query", query, "example.com", true},
		{"an answer", query[:2] + "\x81\x80" + query[4:], "", false},
		{"two questions", query[:5] + "\x02" + query[6:], "", false},
		{"cut short", query[:len(query)-3], "", false},
		{"a label past the end", query[:12] + "\x3f" + query[13:], "", false},
		{"the root", query[:12] + "\x00\x00\x01\x00\x01", "", false},
		{"plain text", "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", "", false},
		{"nothing", "", "", false},
	}
	for _, test := range tests {
		if got, ok := question([]byte(test.message)); got != test.want || ok != test.ok {
			t.Errorf("%s: got %q, %v", test.name, got, ok)
		}
	}
}

func FuzzQuestion(f *testing.F) {
	f.Add([]byte(query))
	f.Add([]byte(query[:20]))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, message []byte) {
		if name, ok := question(message); ok && len(name) > len(message) {
			t.Errorf("%d bytes ask for a name of %d", len(message), len(name))
		}
	})
}
