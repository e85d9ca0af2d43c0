package external

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/fencediff/fencediff/fence"
)

// ProtocolVersion is the "v" of every line of the jsonl protocol.
const ProtocolVersion = 1

// FeatureBytes is the feature of a fence that reads command_b64.
const FeatureBytes = "command_b64"

// maxAnswer is the longest answer that is read, in bytes.
const maxAnswer = 16 << 20

// helloLine is the first line, from the fence.
type helloLine struct {
	Version int `json:"v"`
	Hello   *struct {
		Name     string   `json:"name"`
		Features []string `json:"features"`
	} `json:"hello"`
}

// questionLine asks about one request. Policy and network are for fences that
// heed them.
type questionLine struct {
	Version    int        `json:"v"`
	ID         string     `json:"id"`
	Command    *string    `json:"command,omitempty"`
	CommandB64 string     `json:"command_b64,omitempty"`
	Cwd        string     `json:"cwd"`
	Network    bool       `json:"network"`
	Policy     policyLine `json:"policy"`
}

type policyLine struct {
	Root     string     `json:"root"`
	Mode     fence.Mode `json:"mode"`
	Confined bool       `json:"confined"`
}

// answerLine is one answer: a raw one with a rule and a reason, or a verdict as
// fencediff judge gives it.
type answerLine struct {
	Verdict string `json:"verdict"`
	Rule    string `json:"rule"`
	Reason  string `json:"reason"`
	// Rewrite is the command that would run instead.
	Rewrite *string `json:"rewrite"`

	Offset int         `json:"offset"`
	Detail string      `json:"detail"`
	Next   string      `json:"next"`
	Cwd    string      `json:"cwd"`
	Plan   *fence.Plan `json:"plan"`
}

// jsonlFence talks to a long-lived program. Answers may come in any order.
type jsonlFence struct {
	spec  Spec
	host  Host
	dir   folder
	cmd   *exec.Cmd
	in    io.WriteCloser
	bytes bool
	said  *head

	questions chan []byte
	// gone is closed when the program has ended; err then says why.
	gone chan struct{}
	err  error
	work sync.WaitGroup

	mu      sync.Mutex
	next    uint64
	waiting map[string]chan []byte
	// answered is when the last answer came.
	answered time.Time
}

func startJSONL(ctx context.Context, spec Spec, host Host, argv []string, dir folder) (*jsonlFence, error) {
	j := &jsonlFence{
		spec: spec, host: host, dir: dir, cmd: dir.command(argv), said: new(head),
		questions: make(chan []byte, 64), gone: make(chan struct{}), waiting: map[string]chan []byte{},
	}
	j.cmd.Stderr = j.said
	var err error
	if j.in, err = j.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := j.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := j.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 64<<10), maxAnswer)
	greeted := make(chan struct{})
	j.work.Go(func() {
		err := j.greet(lines)
		if err == nil {
			close(greeted)
			err = j.read(lines)
		}
		kill(j.cmd)
		_ = j.cmd.Wait() // all it said on standard error is there now
		if said := j.said.firstLine(); said != "" {
			err = fmt.Errorf("%w; it says: %s", err, said)
		}
		j.err = err
		close(j.gone)
	})
	j.work.Go(j.write)
	limit := time.NewTimer(spec.Timeout)
	defer limit.Stop()
	select {
	case <-greeted:
		return j, nil
	case <-j.gone:
		err = j.err
	case <-limit.C:
		err = fmt.Errorf("no hello within %v", spec.Timeout)
	case <-ctx.Done():
		err = ctx.Err()
	}
	return nil, errors.Join(err, j.Close())
}

func (j *jsonlFence) greet(lines *bufio.Scanner) error {
	if !lines.Scan() {
		return errors.Join(errors.New("it ended before its hello"), lines.Err())
	}
	var hello helloLine
	if err := json.Unmarshal(lines.Bytes(), &hello); err != nil || hello.Hello == nil || hello.Version != ProtocolVersion {
		return fmt.Errorf(`its first line is not {"v":%d,"hello":{...}} but %.200q`, ProtocolVersion, lines.Bytes())
	}
	j.bytes = slices.Contains(hello.Hello.Features, FeatureBytes)
	return nil
}

// read gives every answer to who waits for it, until the program ends.
func (j *jsonlFence) read(lines *bufio.Scanner) error {
	for lines.Scan() {
		line := slices.Clone(lines.Bytes())
		var answer struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return fmt.Errorf("it wrote %.200q, which is no answer: %w", line, err)
		}
		j.mu.Lock()
		waiting := j.waiting[answer.ID]
		delete(j.waiting, answer.ID)
		j.answered = time.Now()
		asked, err := strconv.ParseUint(answer.ID, 10, 64)
		known := err == nil && asked < j.next
		j.mu.Unlock()
		switch {
		case waiting != nil:
			waiting <- line
		case !known:
			return fmt.Errorf("it answered %.50q, which was not asked", answer.ID)
		}
		// Else it is the late answer to a question that nobody waits for.
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("its answers cannot be read: %w", err)
	}
	return errors.New("its program ended")
}

// write sends questions, as many at once as there are.
func (j *jsonlFence) write() {
	out := bufio.NewWriterSize(j.in, 64<<10)
	for {
		select {
		case question := <-j.questions:
			_, _ = out.Write(question)
			if len(j.questions) == 0 && out.Flush() != nil {
				return // the reader finds out that the program is gone
			}
		case <-j.gone:
			return
		}
	}
}

// Name implements fence.Fence.
func (j *jsonlFence) Name() string { return j.spec.Name }

// Resident implements Fence.
func (j *jsonlFence) Resident() bool { return true }

// Judge implements fence.Fence. Its error says that the program is gone.
func (j *jsonlFence) Judge(ctx context.Context, r fence.Request) (fence.Verdict, error) {
	question := questionLine{
		Version: ProtocolVersion, Cwd: r.Cwd, Network: r.Grants.Network,
		Policy: policyLine{r.Policy.Root, r.Policy.Mode, r.Policy.Confined},
	}
	switch {
	case utf8.ValidString(r.Command):
		question.Command = &r.Command
	case j.bytes:
		question.CommandB64 = base64.StdEncoding.EncodeToString([]byte(r.Command))
	default:
		return unsupported("the fence reads UTF-8 only"), nil
	}
	answer := make(chan []byte, 1)
	j.mu.Lock()
	question.ID = strconv.FormatUint(j.next, 10)
	j.next++
	j.waiting[question.ID] = answer
	j.mu.Unlock()
	line, err := json.Marshal(question)
	if err != nil {
		return fence.Verdict{}, err
	}
	line = append(line, '\n')
	limit := time.NewTimer(j.spec.Timeout)
	defer limit.Stop()
	questions := j.questions
	for {
		select {
		case questions <- line:
			questions = nil
		case text := <-answer:
			return j.verdict(text), nil
		case <-limit.C:
			// While it answers others, this question only waits its turn.
			if left := j.spec.Timeout - j.silent(); left > 0 {
				limit.Reset(left)
				continue
			}
			j.forget(question.ID)
			return j.host.verdict(reply{raw: Error, reason: fmt.Sprintf("no answer within %v", j.spec.Timeout)}), nil
		case <-j.gone:
			return fence.Verdict{}, j.err
		case <-ctx.Done():
			j.forget(question.ID)
			return fence.Verdict{}, ctx.Err()
		}
	}
}

// silent is for how long the fence has answered nothing.
func (j *jsonlFence) silent() time.Duration {
	j.mu.Lock()
	defer j.mu.Unlock()
	return time.Since(j.answered)
}

func (j *jsonlFence) forget(id string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.waiting, id)
}

// verdict reads an answer line.
func (j *jsonlFence) verdict(line []byte) fence.Verdict {
	var answer answerLine
	if err := json.Unmarshal(line, &answer); err != nil {
		return j.host.verdict(reply{raw: Error, reason: "its answer cannot be read: " + err.Error()})
	}
	if answer.Rewrite != nil {
		return unsupported("the fence rewrites the command")
	}
	if raw, ok := answered(answer.Verdict); ok {
		return j.host.verdict(reply{raw: raw, rule: answer.Rule, reason: answer.Reason})
	}
	v := fence.Verdict{
		Rule: answer.Rule, Offset: answer.Offset, Detail: answer.Detail, Next: answer.Next, Cwd: answer.Cwd, Plan: answer.Plan,
	}
	if v.Decision.UnmarshalText([]byte(answer.Verdict)) != nil {
		return j.host.verdict(reply{raw: Error, reason: fmt.Sprintf("its answer has the verdict %.50q", answer.Verdict)})
	}
	return v
}

// Close implements Fence: the program gets the end of its input, and is killed if
// it goes on.
func (j *jsonlFence) Close() error {
	_ = j.in.Close()
	select {
	case <-j.gone:
	case <-time.After(time.Second):
		kill(j.cmd)
	}
	j.work.Wait()
	j.dir.remove()
	return nil
}
