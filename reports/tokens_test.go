package reports

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	for command, want := range map[string][]string{
		"":                      nil,
		"ls":                    {"ls"},
		"a=1 cat  'b c'\td":     {"a=1", "cat", "'b c'", "d"},
		"ls|head -3;x&&y":       {"ls", "|", "head", "-3", ";", "x", "&&", "y"},
		"cat < in >> out 2>&1":  {"cat", "<", "in", ">>", "out", "2>&", "1"},
		"echo $(ls x) \"$y z\"": {"echo", "$(ls x)", "\"$y z\""},
		"if a; then b; fi":      {"if", "a", ";", "then", "b", ";", "fi"},
		"( ls":                  {"(", "ls"}, // no grammar takes it
		"echo 'x":               {"echo", "'x"},
		"cat <<E\n$a b\nE\nls":  {"cat", "<<", "E", "$a b\nE", "ls"},
	} {
		var got []string
		end := 0
		for _, token := range Tokens(command) {
			if token.Offset < end || command[token.Offset:token.End()] != token.Text {
				t.Errorf("%q: %+v is not what stands there", command, token)
			}
			end = token.End()
			got = append(got, token.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", command, diff)
		}
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("cat <<E | sort\n$(a)\nE\n")
	f.Add("a[$x]=(b c) for x in y; do z; done")
	f.Fuzz(func(t *testing.T, command string) {
		end := 0
		for _, token := range Tokens(command) {
			if token.Offset < end || token.Text == "" || command[token.Offset:token.End()] != token.Text {
				t.Fatalf("%q: %+v is not what stands there", command, token)
			}
			end = token.End()
		}
	})
}
