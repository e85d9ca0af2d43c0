package reports

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/reports/schema"
)

func TestRequestLine(t *testing.T) {
	with := func(change func(*Request)) Request {
		r := NewRequest("a", "ls")
		change(&r)
		return r
	}
	for name, tc := range map[string]struct {
		line string
		want Request
	}{
		"the command only": {`{"command":"ls"}`, NewRequest("", "ls")},
		"an id":            {`{"id":"a","command":"ls"}`, NewRequest("a", "ls")},
		"an empty command": {`{"id":"a","command":""}`, NewRequest("a", "")},
		"bytes":            {`{"command_b64":"bHMg/w=="}`, NewRequest("", "ls \xff")},
		"unknown keys":     {`{"command":"ls","class":"hole","why":null}`, NewRequest("", "ls")},
		"grants":           {`{"id":"a","command":"ls","network":true}`, with(func(r *Request) { r.Grants.Network = true })},
		"a directory":      {`{"id":"a","command":"ls","cwd":"sub"}`, with(func(r *Request) { r.Cwd = "sub" })},
		"a part of a policy": {
			`{"id":"a","command":"ls","policy":{"mode":"workspace-write"}}`,
			with(func(r *Request) { r.Policy.Mode = fence.WorkspaceWrite }),
		},
		"no root known": {`{"id":"a","command":"ls","policy":{"root":""}}`, with(func(r *Request) { r.Policy.Root = "" })},
		"unconfined":    {`{"id":"a","command":"ls","policy":{"confined":false}}`, with(func(r *Request) { r.Policy.Confined = false })},
		"setup and terminal": {
			`{"id":"a","command":"ls","setup":"mkdir x","tty":true}`,
			with(func(r *Request) { r.Setup, r.TTY = "mkdir x", true }),
		},
		"a hostile fixture": {`{"id":"a","command":"ls","hostile":"fifo"}`, with(func(r *Request) { r.Hostile = "fifo" })},
		"a case": {
			`{"id":"a","command":"ls","kind":"hole","effect":"fs","fixture":"absent"}`,
			with(func(r *Request) { r.Expect = Expectation{Kind: "hole", Effect: "fs", Fixture: "absent"} }),
		},
		"an escaped replacement character": {`{"command":"echo \ufffd"}`, NewRequest("", "echo \ufffd")},
		"a surrogate pair":                 {`{"command":"echo \ud83d\ude00"}`, NewRequest("", "echo 😀")},
		"a backslash before u":             {`{"command":"echo \\ud800 \ufffd"}`, NewRequest("", `echo \ud800 `+"\ufffd")},
	} {
		t.Run(name, func(t *testing.T) {
			var got Request
			if err := json.Unmarshal([]byte(tc.line), &got); err != nil {
				t.Fatal(err)
			}
			if got != tc.want {
				t.Errorf("%s reads as\n%+v, want\n%+v", tc.line, got, tc.want)
			}
		})
	}
}

func TestRequestLineErrors(t *testing.T) {
	for name, tc := range map[string]struct{ line, want string }{
		"no command":         {`{"id":"a"}`, "no command"},
		"null":               {`null`, "no command"},
		"unknown kind":       {`{"command":"ls","kind":"x"}`, `kind "x" is none of hole overblock`},
		"unknown effect":     {`{"command":"ls","kind":"hole","effect":"x"}`, `effect "x" is none of fs network outside-list outside-read`},
		"two commands":       {`{"command":"ls","command_b64":"bHM="}`, "both"},
		"bad base64":         {`{"command_b64":"%"}`, "base64"},
		"a number":           {`{"command":5}`, "number"},
		"an unknown mode":    {`{"command":"ls","policy":{"mode":"yolo"}}`, "yolo"},
		"raw bytes":          {"{\"command\":\"ls \xff\"}", "UTF-8"},
		"half a pair":        {`{"command":"ls \udcff"}`, "surrogate"},
		"the other half":     {`{"command":"ls \ud83d"}`, "surrogate"},
		"a half before text": {`{"command":"ls \ud83dx"}`, "surrogate"},
	} {
		t.Run(name, func(t *testing.T) {
			var r Request
			err := json.Unmarshal([]byte(tc.line), &r)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s reads as %+v with error %v, want one about %q", tc.line, r, err, tc.want)
			}
		})
	}
}

func TestRequestJob(t *testing.T) {
	for name, tc := range map[string]struct{ root, cwd, want string }{
		"default":          {"/srv/ws", "", ""},
		"relative":         {"/srv/ws", "sub", "sub"},
		"absolute":         {"/srv/ws", "/tmp", "/tmp"},
		"no root":          {"", "sub", "sub"},
		"other root":       {"/srv/ws/sub", "", "/srv/ws/sub/"},
		"other root below": {"/", "tmp", "/tmp"},
		"links count":      {"/srv/ws/sub", "link/..", "/srv/ws/sub/link/.."},
	} {
		t.Run(name, func(t *testing.T) {
			r := NewRequest("a", "ls")
			r.Policy.Root, r.Cwd, r.Setup, r.TTY = tc.root, tc.cwd, "s", true
			got := r.Job()
			if got.Cwd != tc.want || got.Command != "ls" || got.Setup != "s" || !got.TTY || got.Fixtures != nil {
				t.Errorf("is %+v, want the directory %q", got, tc.want)
			}
		})
	}
}

// FuzzRequest: what is written reads back as the same request, whatever the
// bytes; it is one line, and follows the schema.
func FuzzRequest(f *testing.F) {
	for _, tc := range nasty {
		f.Add("id", tc.text, "", "", false, false, "/srv/ws", uint8(1))
	}
	f.Add("", "ls \xff", "sub", "mkdir sub\n", true, true, "", uint8(3))
	f.Fuzz(func(t *testing.T, id, command, cwd, setup string, network, tty bool, root string, mode uint8) {
		want := NewRequest(toUTF8(id), command)
		want.Cwd, want.Setup, want.Grants.Network, want.TTY = toUTF8(cwd), toUTF8(setup), network, tty
		want.Policy = fence.Policy{Root: toUTF8(root), Mode: fence.Mode(mode%3 + 1), Confined: !network}
		var line bytes.Buffer
		if err := WriteLine(&line, want); err != nil {
			t.Fatal(err)
		}
		if bytes.Count(line.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%q is not one line", line.Bytes())
		}
		validate(t, schema.Request, line.Bytes())
		var got Request
		if err := json.Unmarshal(line.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v", line.Bytes(), err)
		}
		if got != want {
			t.Errorf("%s reads as\n%+v, want\n%+v", line.Bytes(), got, want)
		}
	})
}

func toUTF8(s string) string { return strings.ToValidUTF8(s, "?") }
