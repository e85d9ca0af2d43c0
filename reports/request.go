package reports

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// A Request is one request with everything that is needed to ask a fence about
// it and to run it: what a request line holds. The zero value is no request; a
// request that is built by hand starts from [NewRequest].
type Request struct {
	// ID names the request in every answer; it may be empty.
	ID string
	// Request is what a fence judges.
	fence.Request
	// Setup is bash code run in the fixture beforehand, unobserved.
	Setup string
	// TTY gives the command a terminal.
	TTY bool
	// Hostile names the hostile fixture that the request is for; empty for most.
	Hostile string
	// Expect is what a case says that real bash shows.
	Expect Expectation
}

// NewRequest returns a request for a command in which all else has the default
// of a request line.
func NewRequest(id, command string) Request {
	return Request{ID: id, Request: fence.Request{Command: command, Policy: fence.DefaultPolicy()}}
}

// Job returns what the oracle runs for the request. The oracle's workspace is
// the root of the default policy, so under another root the working directory
// is spelled out.
func (r Request) Job() oracle.Job {
	cwd := r.Cwd
	if root := r.Policy.Root; root != "" && root != fence.DefaultPolicy().Root && !strings.HasPrefix(cwd, "/") {
		cwd = strings.TrimSuffix(root, "/") + "/" + cwd
	}
	return oracle.Job{Command: r.Command, Cwd: cwd, Setup: r.Setup, TTY: r.TTY}
}

// PlanJob returns what the oracle runs for a plan of the request.
func (r Request) PlanJob(plan *fence.Plan) oracle.Job {
	return oracle.Job{Command: plan.Line(), Cwd: plan.Cwd, Env: plan.Environ(), Setup: r.Setup, TTY: r.TTY}
}

// requestLine is the JSON form of a Request. A pointer tells a key that is not
// there, which means its default, from one that is empty.
type requestLine struct {
	ID         string      `json:"id,omitempty"`
	Command    *string     `json:"command,omitempty"`
	CommandB64 *string     `json:"command_b64,omitempty"`
	Cwd        string      `json:"cwd,omitempty"`
	Network    bool        `json:"network,omitempty"`
	Policy     *policyLine `json:"policy,omitempty"`
	Setup      string      `json:"setup,omitempty"`
	TTY        bool        `json:"tty,omitempty"`
	Hostile    string      `json:"hostile,omitempty"`
	Kind       string      `json:"kind,omitempty"`
	Effect     string      `json:"effect,omitempty"`
	Fixture    string      `json:"fixture,omitempty"`
}

type policyLine struct {
	Root     *string     `json:"root,omitempty"`
	Mode     *fence.Mode `json:"mode,omitempty"`
	Confined *bool       `json:"confined,omitempty"`
}

// MarshalJSON writes the request as a request line; what has its default is
// left out, and a command that is not UTF-8 goes into command_b64.
func (r Request) MarshalJSON() ([]byte, error) { return marshalLine(r.line()) }

// line is the request in its JSON form.
func (r Request) line() requestLine {
	line := requestLine{ID: r.ID, Cwd: r.Cwd, Network: r.Grants.Network, Setup: r.Setup, TTY: r.TTY, Hostile: r.Hostile}
	line.Kind, line.Effect, line.Fixture = r.Expect.Kind, r.Expect.Effect, r.Expect.Fixture
	if utf8.ValidString(r.Command) {
		line.Command = &r.Command
	} else {
		line.CommandB64 = new(base64.StdEncoding.EncodeToString([]byte(r.Command)))
	}
	if r.Policy != fence.DefaultPolicy() {
		line.Policy = &policyLine{Root: &r.Policy.Root, Mode: &r.Policy.Mode, Confined: &r.Policy.Confined}
	}
	return line
}

// UnmarshalJSON reads a request line: unknown keys are ignored, what is missing
// has its default. It is an error if there is no command, if there are two, or
// if the text is not UTF-8 and so would be read as another command than was
// meant.
func (r *Request) UnmarshalJSON(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("is not UTF-8; put such a command into command_b64")
	}
	var line requestLine
	if err := json.Unmarshal(data, &line); err != nil {
		return err
	}
	// JSON can spell half a surrogate pair, which no UTF-8 text holds; the
	// decoder would silently make U+FFFD of it and the command another one.
	if replaced(line) && loneSurrogate(data) {
		return errors.New(`has half a surrogate pair (\ud800 to \udfff); put such a command into command_b64`)
	}
	*r = NewRequest(line.ID, "")
	switch {
	case line.Command != nil && line.CommandB64 != nil:
		return errors.New("has both command and command_b64; give one")
	case line.Command != nil:
		r.Command = *line.Command
	case line.CommandB64 != nil:
		command, err := base64.StdEncoding.DecodeString(*line.CommandB64)
		if err != nil {
			return errors.New("command_b64 is not standard base64")
		}
		r.Command = string(command)
	default:
		return errors.New("has no command")
	}
	r.Cwd, r.Grants.Network, r.Setup, r.TTY, r.Hostile = line.Cwd, line.Network, line.Setup, line.TTY, line.Hostile
	r.Expect = Expectation{Kind: line.Kind, Effect: line.Effect, Fixture: line.Fixture}
	if err := r.Expect.check(); err != nil {
		return err
	}
	if p := line.Policy; p != nil {
		setIf(&r.Policy.Root, p.Root)
		setIf(&r.Policy.Mode, p.Mode)
		setIf(&r.Policy.Confined, p.Confined)
	}
	return nil
}

func setIf[T any](dst, src *T) {
	if src != nil {
		*dst = *src
	}
}

func replaced(line requestLine) bool {
	texts := []string{line.ID, line.Cwd, line.Setup, line.Hostile, line.Fixture}
	if line.Command != nil {
		texts = append(texts, *line.Command)
	}
	if line.Policy != nil && line.Policy.Root != nil {
		texts = append(texts, *line.Policy.Root)
	}
	for _, text := range texts {
		if strings.ContainsRune(text, utf8.RuneError) {
			return true
		}
	}
	return false
}

// loneSurrogate says whether JSON text that is known to be valid has a \u
// escape for half a surrogate pair without its other half.
func loneSurrogate(data []byte) bool {
	high := func(b []byte) bool { return surrogate(b, "89abAB") }
	low := func(b []byte) bool { return surrogate(b, "cdefCDEF") }
	for len(data) > 0 {
		at := bytes.IndexByte(data, '\\')
		if at < 0 {
			return false
		}
		data = data[at:]
		switch {
		case high(data) && low(data[6:]):
			data = data[12:]
		case high(data), low(data):
			return true
		default:
			data = data[2:]
		}
	}
	return false
}

// surrogate says whether b starts with \uDxHH, x being one of the given digits.
func surrogate(b []byte, digits string) bool {
	return len(b) >= 6 && b[1] == 'u' && (b[2] == 'd' || b[2] == 'D') && strings.IndexByte(digits, b[3]) >= 0 && b[0] == '\\'
}
