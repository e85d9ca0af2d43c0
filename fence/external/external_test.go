package external

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
)

// The test binary is also the fence program that the tests ask.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fence" {
		programs[os.Args[2]](os.Args[3:])
		return
	}
	os.Exit(m.Run())
}

// programs are fences, good and bad ones.
var programs = map[string]func(args []string){
	// Exits with the status that the command names, else judges.
	"exit": func(args []string) {
		command := args[len(args)-1]
		switch word, rest, _ := strings.Cut(command, " "); word {
		case "exit":
			var status int
			fmt.Sscan(rest, &status)
			fmt.Fprintln(os.Stderr, "\nbecause", rest)
			os.Exit(status)
		case "hang":
			time.Sleep(time.Hour)
		case "ls":
			os.Exit(0)
		case "home":
			if entries, err := os.ReadDir(os.Getenv("HOME")); err != nil || len(entries) > 0 || os.Getenv("SECRET") != "" {
				os.Exit(7)
			}
			os.Exit(0)
		}
		os.Exit(1)
	},
	"ends":     func([]string) { fmt.Fprintln(os.Stderr, "cannot open the rules") },
	"no-hello": func([]string) { fmt.Println("ready") },
	"old":      func([]string) { fmt.Println(`{"v":0,"hello":{"name":"old"}}`) },
	"silent":   func([]string) { time.Sleep(time.Hour) },
	"text":     speaker("", func(q questionLine) string { return judgeLine(q) }),
	"bytes":    speaker(FeatureBytes, func(q questionLine) string { return judgeLine(q) }),
	"admits":   speaker("", func(q questionLine) string { return answerOf(q, `"verdict":"allow"`) }),
	"denies":   speaker("", func(q questionLine) string { return answerOf(q, `"verdict":"deny"`) }),
	"stranger": speaker("", func(q questionLine) string { q.ID = "77"; return judgeLine(q) }),
	"babbles":  speaker("", func(questionLine) string { return "yes" }),
	"runs": speaker("", func(q questionLine) string {
		if q.Command != nil && strings.HasPrefix(*q.Command, "rm") {
			os.Remove(bait)
		}
		return judgeLine(q)
	}),
	"slow": speaker("", func(q questionLine) string {
		time.Sleep(20 * time.Millisecond)
		return judgeLine(q)
	}),
	"dies": speaker("", func(q questionLine) string {
		if q.Command != nil && *q.Command == "die" {
			fmt.Fprintln(os.Stderr, "out of rules")
			os.Exit(9)
		}
		return judgeLine(q)
	}),
	// Answers every two questions in the wrong order, but for the liveness pair.
	"swaps": func([]string) {
		var held string
		n := 0
		speaker("", func(q questionLine) string {
			if n++; n <= 2 {
				return judgeLine(q)
			}
			if held == "" {
				held = judgeLine(q)
				return ""
			}
			both := judgeLine(q) + "\n" + held
			held = ""
			return both
		})(nil)
	},
}

// speaker is a program of the jsonl protocol.
func speaker(feature string, answer func(questionLine) string) func([]string) {
	return func([]string) {
		fmt.Printf("{\"v\":1,\"hello\":{\"name\":\"test\",\"features\":[%q]}}\n", feature)
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			var q questionLine
			if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			if text := answer(q); text != "" {
				fmt.Println(text)
			}
		}
	}
}

func answerOf(q questionLine, fields string) string { return fmt.Sprintf(`{"id":%q,%s}`, q.ID, fields) }

// judgeLine answers what the command's first word names.
func judgeLine(q questionLine) string {
	command := ""
	if q.Command != nil {
		command = *q.Command
	} else if raw, err := base64.StdEncoding.DecodeString(q.CommandB64); err == nil {
		command = string(raw)
	}
	word, rest, _ := strings.Cut(command, " ")
	switch word {
	case "ls":
		return answerOf(q, `"verdict":"allow"`)
	case "ask", "abstain", "error", "maybe":
		return answerOf(q, fmt.Sprintf(`"verdict":%q,"rule":"R1","reason":%q`, word, rest))
	case "full":
		return answerOf(q, `"verdict":"refuse","rule":"operator","offset":3,"detail":";","next":"n"`)
	case "rewrite":
		return answerOf(q, `"verdict":"allow","rewrite":"true"`)
	case "hang":
		return ""
	case "\xff":
		return answerOf(q, `"verdict":"deny","reason":"bytes"`)
	}
	return answerOf(q, `"verdict":"deny"`)
}

func specOf(kind Kind, program string) Spec {
	return Spec{Name: program, Kind: kind, Argv: []string{os.Args[0], "fence", program}}
}

func openFence(t *testing.T, spec Spec) Fence {
	t.Helper()
	f, err := Open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func request(command string) fence.Request {
	return fence.Request{Command: command, Policy: fence.DefaultPolicy()}
}

func TestExec(t *testing.T) {
	t.Setenv("SECRET", "x")
	plain := specOf(Exec, "exit")
	mapped := plain
	mapped.Exits, mapped.Host = map[int]Raw{0: Allow, 1: Deny, 4: Ask, 5: Abstain}, "codex"
	mapped.Argv = append(mapped.Argv, "--check", "{}")
	for _, tc := range []struct {
		name, command string
		spec          Spec
		want          fence.Verdict
	}{
		{"allow", "exit 0", plain, fence.Verdict{Decision: fence.Admit, Detail: "because 0", Raw: "allow", Effective: "runs"}},
		{"deny", "exit 1", plain, fence.Verdict{Decision: fence.Refuse, Rule: "deny", Detail: "because 1", Raw: "deny", Effective: "blocked"}},
		{"ask", "exit 3", plain, fence.Verdict{Decision: fence.Refuse, Rule: "ask", Detail: "because 3", Raw: "ask", Effective: "prompts"}},
		{"status without a meaning", "exit 9", plain, fence.Verdict{Decision: fence.Unsupported, Rule: "error", Detail: "because 9", Raw: "error"}},
		{"ask in a host that runs it", "exit 4", mapped, fence.Verdict{Decision: fence.Admit, Detail: "because 4", Raw: "ask", Effective: "runs"}},
		{"crash in a host that runs it", "exit 3", mapped, fence.Verdict{Decision: fence.Admit, Detail: "because 3", Raw: "error", Effective: "runs"}},
		{"its own home and environment", "home", plain, fence.Verdict{Decision: fence.Admit, Raw: "allow", Effective: "runs"}},
		{"nul", "ls\x00", plain, fence.Verdict{Decision: fence.Unsupported, Rule: "not expressible", Detail: "an argument cannot hold NUL"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.want.Offset = -1
			got, err := openFence(t, tc.spec).Judge(t.Context(), request(tc.command))
			if diff := cmp.Diff(tc.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestJSONL(t *testing.T) {
	text, raw := openFence(t, specOf(JSONL, "text")), openFence(t, specOf(JSONL, "bytes"))
	for _, tc := range []struct {
		name, command string
		fence         Fence
		want          fence.Verdict
	}{
		{"allow", "ls", text, fence.Verdict{Decision: fence.Admit, Raw: "allow", Effective: "runs"}},
		{"ask", "ask why", text, fence.Verdict{Decision: fence.Refuse, Rule: "R1", Detail: "why", Raw: "ask", Effective: "prompts"}},
		{"abstain", "abstain", text, fence.Verdict{Decision: fence.Refuse, Rule: "R1", Raw: "abstain", Effective: "prompts"}},
		{"a fence cannot say error", "error", text, fence.Verdict{Decision: fence.Unsupported, Rule: "error", Detail: `its answer has the verdict "error"`, Raw: "error"}},
		{"nor what is no verdict", "maybe", text, fence.Verdict{Decision: fence.Unsupported, Rule: "error", Detail: `its answer has the verdict "maybe"`, Raw: "error"}},
		{"a verdict of fencediff's own", "full", text, fence.Verdict{Decision: fence.Refuse, Rule: "operator", Offset: 3, Detail: ";", Next: "n"}},
		{"rewritten", "rewrite", text, fence.Verdict{Decision: fence.Unsupported, Rule: "not expressible", Detail: "the fence rewrites the command"}},
		{"bytes to a fence that reads text", "\xff", text, fence.Verdict{Decision: fence.Unsupported, Rule: "not expressible", Detail: "the fence reads UTF-8 only"}},
		{"bytes", "\xff", raw, fence.Verdict{Decision: fence.Refuse, Rule: "deny", Detail: "bytes", Raw: "deny", Effective: "blocked"}},
		{"newline and nul", "ls \n\x00", raw, fence.Verdict{Decision: fence.Admit, Raw: "allow", Effective: "runs"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.want.Offset == 0 {
				tc.want.Offset = -1
			}
			got, err := tc.fence.Judge(t.Context(), request(tc.command))
			if diff := cmp.Diff(tc.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// Answers find their questions whatever their order.
func TestJSONLOutOfOrder(t *testing.T) {
	f := openFence(t, specOf(JSONL, "swaps"))
	commands := []string{"ls", "ask a", "full", "ask b", "ls -l", "abstain"}
	got := make([]string, len(commands))
	var all sync.WaitGroup
	for i, command := range commands {
		all.Go(func() {
			v, err := f.Judge(t.Context(), request(command))
			got[i] = fmt.Sprint(v.Decision, v.Rule, v.Detail, err)
		})
	}
	all.Wait()
	want := []string{"admit<nil>", "refuseR1a<nil>", "refuseoperator;<nil>", "refuseR1b<nil>", "admit<nil>", "refuseR1<nil>"}
	for i := range want {
		got[i] = strings.ReplaceAll(got[i], " ", "")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A fence that does not judge is found out before it is asked anything.
func TestNotLive(t *testing.T) {
	missing := Spec{Name: "missing", Kind: Exec, Argv: []string{"./no-such-fence"}}
	swapped := specOf(JSONL, "text")
	swapped.Admits, swapped.Refuses = "rm x", "ls"
	hangs := specOf(Exec, "exit")
	hangs.Admits, hangs.Timeout = "hang", 100*time.Millisecond
	silent := specOf(JSONL, "silent")
	silent.Timeout = 100 * time.Millisecond
	for _, tc := range []struct {
		spec Spec
		want string
	}{
		{missing, "its program does not answer: exec:"},
		{specOf(Exec, "admits"), ""},
		{hangs, `it must admit "hang" and says unsupported (error): no answer within 100ms`},
		{specOf(JSONL, "ends"), "it ended before its hello; it says: cannot open the rules"},
		{specOf(JSONL, "no-hello"), `but "ready"`},
		{specOf(JSONL, "old"), `its first line is not {"v":1,"hello":{...}}`},
		{silent, "no hello within 100ms"},
		{specOf(JSONL, "admits"), `it must refuse "rm -rf ./bait" and says admit (allow)`},
		{specOf(JSONL, "denies"), `it must admit "ls" and says refuse (deny)`},
		{swapped, `it must admit "rm x" and says refuse (deny)`},
		{specOf(JSONL, "runs"), "it ran what it was asked about"},
		{specOf(JSONL, "stranger"), `it answered "77", which was not asked`},
		{specOf(JSONL, "babbles"), `it wrote "yes", which is no answer`},
	} {
		t.Run(tc.spec.Name, func(t *testing.T) {
			f, err := Open(t.Context(), tc.spec)
			if f != nil {
				f.Close()
			}
			dead, ok := errors.AsType[*NotLiveError](err)
			if !ok || !strings.Contains(dead.Error(), tc.want) {
				t.Errorf("got %v, want a NotLiveError with %q", err, tc.want)
			}
		})
	}
}

// A fence that dies on the way is an error, and says its last words.
func TestJSONLDies(t *testing.T) {
	f := openFence(t, specOf(JSONL, "dies"))
	for range 2 {
		if v, err := f.Judge(t.Context(), request("die")); err == nil || !strings.Contains(err.Error(), "out of rules") {
			t.Errorf("got %v, %v", v, err)
		}
	}
}

// A call that takes too long is the answer error, and does not spoil the next.
func TestTimeout(t *testing.T) {
	for _, spec := range []Spec{specOf(JSONL, "text"), specOf(Exec, "exit")} {
		f := openFence(t, spec)
		limit := 50 * time.Millisecond
		switch f := f.(type) {
		case *jsonlFence:
			f.spec.Timeout = limit
		case *execFence:
			f.spec.Timeout = limit
		}
		if v, err := f.Judge(t.Context(), request("hang")); err != nil || v.Raw != "error" || v.Decision != fence.Unsupported {
			t.Errorf("%s: got %+v, %v", spec.Name, v, err)
		}
	}
}

// A question that waits behind many others is not taken for one without an answer.
func TestTimeoutIsOfTheFence(t *testing.T) {
	spec := specOf(JSONL, "slow")
	spec.Timeout = time.Second
	f := openFence(t, spec)
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if v, err := f.Judge(t.Context(), request("ls")); err != nil || v.Decision != fence.Admit {
				t.Errorf("got %+v, %v", v, err)
			}
		})
	}
	all.Wait()
}

func TestCancelled(t *testing.T) {
	for _, spec := range []Spec{specOf(JSONL, "text"), specOf(Exec, "exit")} {
		f := openFence(t, spec)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		if v, err := f.Judge(ctx, request("hang")); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %+v, %v", spec.Name, v, err)
		}
	}
}

// Nothing of a fence stays behind.
func TestCloseRemovesTheFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, spec := range []Spec{specOf(JSONL, "text"), specOf(Exec, "exit"), specOf(JSONL, "denies"), specOf(JSONL, "ends")} {
		if f, err := Open(t.Context(), spec); err == nil {
			f.Close()
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

func TestParseSpec(t *testing.T) {
	t.Setenv("RULES", "a b")
	for _, tc := range []struct {
		text string
		want Spec
	}{
		{"exec:./fence --check", Spec{Kind: Exec, Argv: []string{"./fence", "--check"}}},
		{`exec:sh -c 'exit 1' "x y" $RULES`, Spec{Kind: Exec, Argv: []string{"sh", "-c", "exit 1", "x y", "a", "b"}}},
		{"exec[allow=0,deny=1+2,ask=3,host=codex,timeout=2s]:f", Spec{
			Kind: Exec, Argv: []string{"f"}, Host: "codex", Timeout: 2 * time.Second, Exits: map[int]Raw{0: Allow, 1: Deny, 2: Deny, 3: Ask},
		}},
		{"jsonl[admits=ls -l,refuses=rm x]:f", Spec{Kind: JSONL, Argv: []string{"f"}, Admits: "ls -l", Refuses: "rm x"}},
	} {
		tc.want.Name = tc.text
		got, err := ParseSpec(tc.text)
		if diff := cmp.Diff(tc.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tc.text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":                       "unknown kind; want exec or jsonl",
		"http:x":                 "unknown kind",
		"exec:":                  "has no command after the colon",
		"exec[allow=0:f":         "the [ is not closed",
		"exec[allow=0]f":         "has no colon before the command",
		"exec[allow]:f":          `unknown option "allow"; want KEY=VALUE`,
		"exec[permit=0]:f":       `unknown option "permit=0"`,
		"exec[allow=x]:f":        `"x" is no exit status`,
		"exec[allow=256]:f":      `"256" is no exit status`,
		"exec[allow=0,deny=0]:f": "exit status 0 means allow and deny",
		"exec[host=emacs]:f":     `unknown host "emacs"; known are claude-code, codex`,
		"exec[timeout=-1s]:f":    `timeout "-1s" is no duration`,
		"jsonl[allow=0]:f":       "only an exec fence answers with exit statuses",
		"exec:f $(touch x)":      "the command is no list of words",
		"exec:f 'x":              "the command is no list of words",
	} {
		_, err := ParseSpec(text)
		if _, ok := errors.AsType[*SpecError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]bool{"exec:x": true, "jsonl[": true, "exec": false, "readonly": false, "main": false, "execute:x": false} {
		if IsSpec(text) != want {
			t.Errorf("IsSpec(%q) is %v", text, !want)
		}
	}
}

// Every raw answer has an effect in every host, but for errors in the plain one.
func TestHosts(t *testing.T) {
	for _, name := range Hosts() {
		host, err := lookupHost(name)
		if err != nil {
			t.Fatal(err)
		}
		for raw := Allow; raw <= Error; raw++ {
			if host[raw] == 0 && (name != DefaultHost || raw != Error) {
				t.Errorf("%s has nothing for %s", name, raw)
			}
		}
		if host[Allow] != Runs || host[Deny] != Blocked {
			t.Errorf("%s does not take allow and deny at their word", name)
		}
	}
}

// No specification makes ParseSpec panic, and what it takes can be opened by the
// same text again.
func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{"exec:a b", "jsonl[host=codex]:x", "exec[allow=0,deny=1+2]:f '{}'", "exec[", ":", "exec]:[", "jsonl[admits=]:$x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSpec(text)
		if err != nil {
			return
		}
		if s.Name != text || len(s.Argv) == 0 || s.Kind == 0 || !IsSpec(text) {
			t.Errorf("%q is read as %+v", text, s)
		}
	})
}

// What a jsonl fence writes can be anything.
func FuzzAnswer(f *testing.F) {
	for _, line := range []string{`{"id":"1","verdict":"allow"}`, `{"verdict":"admit","offset":-1,"plan":{}}`, `{"verdict":"refuse","offset":"x"}`, `[]`, `{"verdict":"deny","rewrite":""}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		j := &jsonlFence{host: hosts[DefaultHost]}
		v := j.verdict(line)
		if v.Decision == 0 {
			t.Errorf("%q has no decision", line)
		}
		if v.Decision == fence.Admit && !bytes.Contains(line, []byte("allow")) && !bytes.Contains(line, []byte("admit")) && !bytes.Contains(line, []byte(`\u`)) {
			t.Errorf("%q is admitted", line)
		}
	})
}
