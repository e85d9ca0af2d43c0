package reports

import (
	"os/exec"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// nasty are commands that do harm where they are printed raw.
var nasty = map[string]struct{ text, want string }{
	"plain":               {`grep -n 'a b' notes.txt`, `grep -n 'a b' notes.txt`},
	"backslash":           {`find . \( -type f \)`, `find . \( -type f \)`},
	"accent":              {"cat naïve.txt", "cat naïve.txt"},
	"wide":                {"cat 日本.txt", "cat 日本.txt"},
	"empty":               {"", "$''"},
	"blank edges":         {" ls ", "$' ls '"},
	"looks escaped":       {`$'\x72m' x`, `$'$\'\\x72m\' x'`},
	"clear screen":        {"ls\x1b[2J\x1b[H", `$'ls\e[2J\e[H'`},
	"c1 csi":              {"ls\u009b2J", `$'ls\u009b2J'`},
	"raw c1 csi":          {"ls\x9b2J", `$'ls\x9b2J'`},
	"title":               {"ls\x1b]0;owned\x07", `$'ls\e]0;owned\x07'`},
	"backspace":           {"rm\b\bls", `$'rm\x08\x08ls'`},
	"carriage return":     {"rm -rf sub\rls", `$'rm -rf sub\rls'`},
	"newline":             {"ls\nrm -rf sub", `$'ls\nrm -rf sub'`},
	"tab":                 {"ls\tsub", `$'ls\tsub'`},
	"vertical tab":        {"ls\vsub", `$'ls\x0bsub'`},
	"form feed":           {"ls\fsub", `$'ls\x0csub'`},
	"delete":              {"ls\x7f", `$'ls\x7f'`},
	"nul":                 {"ls\x00rm", `$'ls\x00rm'`},
	"quote and escape":    {"echo '\x01'", `$'echo \'\x01\''`},
	"backslash and tab":   {"a\\\tb", `$'a\\\tb'`},
	"bidi override":       {"cat \u202etxt.live", `$'cat \u202etxt.live'`},
	"bidi isolate":        {"cat \u2066x\u2069", `$'cat \u2066x\u2069'`},
	"right to left":       {"cat שלום", `$'cat \u05e9\u05dc\u05d5\u05dd'`},
	"arabic":              {"cat ملف", `$'cat \u0645\u0644\u0641'`},
	"zero width":          {"r\u200bm x", `$'r\u200bm x'`},
	"soft hyphen":         {"r\u00adm", `$'r\u00adm'`},
	"no-break space":      {"ls\u00a0-l", `$'ls\u00a0-l'`},
	"byte order mark":     {"\ufeffls", `$'\ufeffls'`},
	"line separator":      {"ls\u2028rm", `$'ls\u2028rm'`},
	"combining":           {"la\u0301s", `$'la\u0301s'`},
	"blank letter":        {"ls \u3164", `$'ls \u3164'`},
	"tag characters":      {"ls\U000e0041", `$'ls\U000e0041'`},
	"invalid utf-8":       {"ls \xff\xfe", `$'ls \xff\xfe'`},
	"overlong":            {"\xc0\xaf", `$'\xc0\xaf'`},
	"surrogate half":      {"\xed\xa0\x80", `$'\xed\xa0\x80'`},
	"hex digit follows":   {"\x01a\xffb", `$'\x01a\xffb'`},
	"digit after unicode": {"\u202e1", `$'\u202e1'`},
	"pipes":               {`a | b \| c \\| d |`, `a | b \| c \\| d |`},
	"backticks":           {"echo `id` ``x`` ```", "echo `id` ``x`` ```"},
	"code fence":          {"```\n</code></pre>\n```", "$'```\\n</code></pre>\\n```'"},
	"html":                {`ls <img src=x onerror=alert(1)></code></pre></details>`, `ls <img src=x onerror=alert(1)></code></pre></details>`},
	"comment":             {`ls <!-- --> <![CDATA[ ]]>`, `ls <!-- --> <![CDATA[ ]]>`},
	"marker":              {CommentMarker, CommentMarker},
	"entity":              {`echo &lt; &#60; &amp;lt;`, `echo &lt; &#60; &amp;lt;`},
	"mention":             {`git log @everyone #1 GH-1`, `git log @everyone #1 GH-1`},
	"links":               {`cat [x](http://www.example.com) <https://example.com> www.example.com a@example.com`, `cat [x](http://www.example.com) <https://example.com> www.example.com a@example.com`},
	"emphasis":            {`ls *a* **b** _c_ ~~d~~ $x$`, `ls *a* **b** _c_ ~~d~~ $x$`},
	"quote":               {`echo 'it'\''s' "q"`, `echo 'it'\''s' "q"`},
}

func TestEscape(t *testing.T) {
	for name, tc := range nasty {
		t.Run(name, func(t *testing.T) {
			if got := Escape(tc.text); got != tc.want {
				t.Errorf("Escape(%q) = %s, want %s", tc.text, got, tc.want)
			}
		})
	}
}

// What Escape quotes, bash must read back as the same bytes.
func TestEscapeIsBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash on the host")
	}
	for name, tc := range nasty {
		t.Run(name, func(t *testing.T) {
			escaped := Escape(tc.text)
			if !strings.HasPrefix(escaped, "$'") || strings.Contains(tc.text, "\x00") {
				return // shown as it is, or holds what no bash word can
			}
			cmd := exec.Command(bash, "-c", "printf %s "+escaped)
			cmd.Env = []string{"LC_ALL=C.UTF-8"}
			got, err := cmd.Output()
			if err != nil || string(got) != tc.text {
				t.Errorf("bash reads %s as %q (%v), want %q", escaped, got, err, tc.text)
			}
		})
	}
}

func TestEscapeLine(t *testing.T) {
	for text, want := range map[string]string{
		`unknown fence "x": want 'a' or b\c`: `unknown fence "x": want 'a' or b\c`,
		"two\nlines":                         `two\nlines`,
		"\x1b[31mred":                        `\e[31mred`,
		"":                                   "",
	} {
		if got := EscapeLine(text); got != want {
			t.Errorf("EscapeLine(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzEscape holds what a terminal needs: one line of visible text only, and
// no two texts that look the same.
func FuzzEscape(f *testing.F) {
	for _, tc := range nasty {
		f.Add(tc.text, tc.text+" ")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, shown := range []string{Escape(a), EscapeLine(a)} {
			if !utf8.ValidString(shown) {
				t.Errorf("%q shows as %q, which is not UTF-8", a, shown)
			}
			for _, r := range shown {
				if !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
					t.Errorf("%q shows as %q with %U in it", a, shown, r)
				}
			}
		}
		if a != b && Escape(a) == Escape(b) {
			t.Errorf("%q and %q both show as %s", a, b, Escape(a))
		}
	})
}
