package revision

import (
	"fmt"
	"strings"
)

// source is the main program that asks a subject. It uses the standard library
// and the fence only, so that it builds wherever the fence does.
func (s Subject) source(module, importPath string) string {
	target, judge := importPath, functionJudge
	if s.Package == "" {
		target, judge = module+"/fence", variantJudge
	}
	return strings.NewReplacer(
		"TARGET", fmt.Sprintf("%q", target),
		"NAME", fmt.Sprintf("%q", s.String()),
		"VARIANT", fmt.Sprintf("%q", s.Variant),
		"FUNC", s.Func,
	).Replace(head + judge)
}

// head reads questions and writes answers, in order; what is answered is sent
// as soon as no further question waits.
const head = `// Written by fencediff; not part of the module.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	target TARGET
)

type question struct {
	ID         string
	Command    *string
	CommandB64 []byte ` + "`json:\"command_b64\"`" + `
	Cwd        string
	Network    bool
	Policy     struct {
		Root, Mode string
		Confined   bool
	}
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<18)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	fmt.Fprintf(out, "{\"v\":1,\"hello\":{\"name\":%q,\"features\":[\"command_b64\"]}}\n", NAME)
	fail(out.Flush())
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		fail(err)
		var q question
		fail(json.Unmarshal(line, &q))
		if q.Command == nil {
			text := string(q.CommandB64)
			q.Command = &text
		}
		fail(encoder.Encode(judge(context.Background(), q)))
		if in.Buffered() == 0 {
			fail(out.Flush())
		}
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`

// variantJudge asks a built-in fence, which answers with whole verdicts.
const variantJudge = `
type answer struct {
	ID string ` + "`json:\"id\"`" + `
	target.Verdict
}

var subject = func() target.Fence {
	f, ok := target.Lookup(VARIANT)
	if !ok {
		fail(fmt.Errorf("this revision has no fence %q", VARIANT))
	}
	return f
}()

func judge(ctx context.Context, q question) answer {
	r := target.Request{Command: *q.Command, Cwd: q.Cwd}
	r.Grants.Network = q.Network
	r.Policy.Root, r.Policy.Confined = q.Policy.Root, q.Policy.Confined
	fail(r.Policy.Mode.UnmarshalText([]byte(q.Policy.Mode)))
	v, err := subject.Judge(ctx, r)
	fail(err)
	return answer{q.ID, v}
}
`

// functionJudge asks a function of the forms that Subject lists.
const functionJudge = `
type answer struct {
	ID      string ` + "`json:\"id\"`" + `
	Verdict string ` + "`json:\"verdict\"`" + `
	Rule    string ` + "`json:\"rule,omitempty\"`" + `
	Reason  string ` + "`json:\"reason,omitempty\"`" + `
}

func judge(_ context.Context, q question) answer {
	word := map[bool]string{true: "allow", false: "deny"}
	switch ask := any(target.FUNC).(type) {
	case func(string) bool:
		return answer{ID: q.ID, Verdict: word[ask(*q.Command)]}
	case func(string) error:
		err := ask(*q.Command)
		if err == nil {
			return answer{ID: q.ID, Verdict: "allow"}
		}
		return answer{ID: q.ID, Verdict: "deny", Reason: err.Error()}
	case func(string) (bool, string):
		ok, rule := ask(*q.Command)
		return answer{ID: q.ID, Verdict: word[ok], Rule: rule}
	case func(string) string:
		return answer{ID: q.ID, Verdict: ask(*q.Command)}
	case func(string) (string, string):
		verdict, rule := ask(*q.Command)
		return answer{ID: q.ID, Verdict: verdict, Rule: rule}
	default:
		fail(fmt.Errorf("%s has the type %T, which is none that fencediff can ask; see fencediff diff --help", NAME, ask))
		panic("unreachable")
	}
}
`
