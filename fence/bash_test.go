package fence_test

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// TestWordsAsBashReadsThem has real bash print the words of commands that the
// fence admits, made of the pieces at which readers of shell disagree.
func TestWordsAsBashReadsThem(t *testing.T) {
	pieces := []string{
		"a", "B", "1", "-", "=", ":", "+", "~", ".", "/", "%", "@", "^", ",", "!", "#", "_", "é", "\u00a0", "\v", "\f", "\x01", "\x7f",
		"'", "''", "'b c'", "'$'", `'"'`, `'\'`, "'*'", "'\x01\x7f'", `"`, `""`, `"d  e"`, `"'"`, `"\""`, `"\\"`, `"\$"`, `"\a"`, `"\x01"`, `"!"`,
		`\\`, `\'`, `\"`, `\ `, `\$`, `\*`, `\~`, `\#`, `\a`, "\\\x01", "A=", "b+=", " ", "\t", "  ",
	}
	readonly := variant(t, "readonly")
	random := rand.New(rand.NewPCG(1, 2))
	var script, want strings.Builder
	commands := 0
	for range 20000 {
		var command strings.Builder
		command.WriteString(`printf '%s\0' `)
		for range 1 + random.IntN(8) {
			command.WriteString(pieces[random.IntN(len(pieces))])
		}
		plan, err := readonly.Decide(request(command.String()))
		if err != nil {
			continue
		}
		commands++
		script.WriteString(command.String() + "; printf '\\n'\n")
		for _, w := range plan.Segments[0].Words[2:] {
			want.WriteString(w.Text + "\x00")
		}
		if len(plan.Segments[0].Words) == 2 {
			want.WriteString("\x00")
		}
		want.WriteString("\n")
	}
	if commands < 1000 {
		t.Fatalf("only %d of the commands were admitted", commands)
	}
	bash := exec.Command("/bin/bash")
	bash.Env = []string{"LC_ALL=C.UTF-8", "HOME=/somewhere"}
	bash.Stdin = strings.NewReader(script.String())
	out, err := bash.Output()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(out, []byte(want.String())) {
		return
	}
	lines, wants, gots := strings.Split(script.String(), "\n"), strings.Split(want.String(), "\n"), strings.Split(string(out), "\n")
	for i := range wants {
		if i >= len(gots) || wants[i] != gots[i] {
			t.Fatalf("bash reads %q as %q, the fence as %q", lines[i], gots[min(i, len(gots)-1)], wants[i])
		}
	}
}
