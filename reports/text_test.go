package reports

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

var testInfo = oracle.Info{
	Launcher: "docker", Image: "fencediff-bash:test", Toolset: "sha256:0123456789abcdef", Bash: "5.2.15(1)-release", Kernel: "6.1.0",
	Fixtures: map[string]string{"present": "p", "absent": "a"},
}

func result(t *testing.T, id, command string, v fence.Verdict, label oracle.Label, observations ...oracle.Observation) Result {
	t.Helper()
	r, err := NewResult("naive", NewRequest(id, command), v, Observed{ID: id, Label: label, Observations: observations})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// someResults has a finding of each class and severity, more than one in some
// buckets, and commands that would repaint the terminal.
func someResults(t *testing.T) []Result {
	admit := fence.Verdict{Decision: fence.Admit, Offset: -1, Cwd: "/srv/ws"}
	refuse := fence.Verdict{Decision: fence.Refuse, Rule: "operator", Offset: 3, Detail: ";", Next: "run one command at a time"}
	unsupported := fence.Verdict{Decision: fence.Unsupported, Offset: -1, Detail: "a terminal"}
	readOutside := oracle.Effect{Kind: oracle.ReadOutside, Path: "/srv/outside.txt"}
	undone := oracle.Effect{Kind: oracle.Create, Path: "/srv/ws/tmp", Inside: true, Transient: true}
	blocked := oracle.Effect{Kind: oracle.Write, Path: "/proc/sys/kernel/x", Blocked: true}
	attempt := seen("present")
	attempt.Attempts = []oracle.Attempt{{Call: "unlink", Path: "/srv/ws/none", Errno: "ENOENT"}}
	timedOut := seen("absent")
	timedOut.Status, timedOut.Exit = oracle.Timeout, -1
	broken := seen("present")
	broken.Status, broken.Exit, broken.Error = oracle.StatusError, -1, "two captures disagree"
	never := seen("absent")
	never.Status, never.Exit, never.Error = oracle.NeverStarted, -1, "no slot"

	return []Result{
		result(t, "h1", "cat notes.txt > out.txt", admit, oracle.LabelEffect, both(createInside)...),
		result(t, "h2", "cat a > b", admit, oracle.LabelEffect, both(createInside)...),
		result(t, "h2 again", "cat a > b", admit, oracle.LabelEffect, both(createInside)...),
		result(t, "h3", "find . -name x.sh -exec ./x.sh \\;", admit, oracle.LabelEffect, both(createInside, runsScript)...),
		result(t, "h4", "cd sub\n cat ../outside.txt", admit, oracle.LabelEffect, seen("present"), seen("absent", readOutside)),
		result(t, "h5", "ls \x1b[2J\x1b]0;owned\x07 \u202e> x", admit, oracle.LabelEffect, both(writeOutside)...),
		result(t, "h6", "head -c "+strings.Repeat("1", 200)+" notes.txt", admit, oracle.LabelEffect, both(undone)...),
		result(t, "h7", "ls \xff", admit, oracle.LabelEffect, both(blocked)...),
		result(t, "h8", "cat < /dev/tcp/192.0.2.1/80", admit, oracle.LabelEffect, both(reaches)...),
		result(t, "s1", "git clean", admit, oracle.LabelAttempt, attempt, seen("absent")),
		result(t, "o1", "ls; pwd", refuse, oracle.LabelHarmless, both()...),
		result(t, "o2", "ls -la; pwd", refuse, oracle.LabelHarmless, both()...),
		result(t, "i1", "tail -f notes.txt", admit, oracle.LabelTimeout, seen("present"), timedOut),
		result(t, "i2", "ls | cat", refuse, oracle.LabelOracleError, broken, never),
		result(t, "i3", "less notes.txt", unsupported, oracle.LabelHarmless, both()...),
		result(t, "o3", "", refuse, oracle.LabelHarmless, both()...),
		result(t, "a1", "ls", admit, oracle.LabelHarmless, both()...),
		result(t, "a2", "nosuch", admit, oracle.LabelVacuous, both()...),
		result(t, "a3", "rm x", refuse, oracle.LabelEffect, both(createInside)...),
	}
}

func someSummary(t *testing.T, results []Result) *Summary {
	s := NewSummary("naive", []string{"grid:smoke", "file:x\x1b[2J"}, testInfo)
	for _, r := range results {
		s.Add(r)
	}
	s.Counts.Planted = 2
	s.Twice = &Twice{Compared: 3, Differences: []oracle.Difference{{Command: "ls\x1b[2J", First: "harmless", Second: "timeout"}}}
	s.Close(LimitReached)
	return s
}

func TestWriteText(t *testing.T) {
	s := someSummary(t, someResults(t))
	var all, short bytes.Buffer
	if err := WriteText(&all, s, 0); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.txt", all.String())
	if err := WriteText(&short, s, 2); err != nil {
		t.Fatal(err)
	}
	golden(t, "report-short.txt", short.String())
}

// Whatever the commands, nothing but visible text and newlines is printed, and
// a cell never becomes two lines.
func TestWriteTextCannotRepaint(t *testing.T) {
	for name, tc := range nasty {
		t.Run(name, func(t *testing.T) {
			admit := fence.Verdict{Decision: fence.Admit, Offset: -1, Rule: tc.text, Detail: tc.text}
			hole := oracle.Effect{Kind: oracle.Create, Path: tc.text}
			failed := seen(tc.text)
			failed.Status, failed.Error = oracle.StatusError, tc.text
			tried := seen("present")
			tried.Attempts = []oracle.Attempt{{Call: "open", Path: tc.text, Errno: "EISDIR"}}
			s := NewSummary(tc.text, []string{tc.text}, testInfo)
			s.Add(result(t, tc.text, tc.text, admit, oracle.LabelEffect, both(hole)...))
			s.Add(result(t, tc.text, tc.text, admit, oracle.LabelAttempt, tried))
			s.Add(result(t, tc.text, tc.text, admit, oracle.LabelOracleError, failed))
			s.Add(result(t, tc.text, tc.text, fence.Verdict{Decision: fence.Refuse, Rule: tc.text, Detail: tc.text}, oracle.LabelHarmless, both()...))
			s.Twice = &Twice{Compared: 1, Differences: []oracle.Difference{{Command: tc.text, First: tc.text, Second: tc.text}}}
			s.Close(Complete)
			var out bytes.Buffer
			if err := WriteText(&out, s, 0); err != nil {
				t.Fatal(err)
			}
			for _, r := range out.String() {
				if r != '\n' && (!unicode.IsPrint(r) || r == unicode.ReplacementChar) {
					t.Fatalf("%U in\n%q", r, out.String())
				}
			}
			var plain bytes.Buffer
			benign := NewSummary("f", []string{"s"}, testInfo)
			benign.Add(result(t, "a", "ls", admit, oracle.LabelEffect, both(createInside)...))
			benign.Add(result(t, "a", "ls", admit, oracle.LabelAttempt, tried))
			benign.Add(result(t, "a", "ls", admit, oracle.LabelOracleError, failed))
			benign.Add(result(t, "a", "ls", fence.Verdict{Decision: fence.Refuse}, oracle.LabelHarmless, both()...))
			benign.Twice = &Twice{Compared: 1, Differences: []oracle.Difference{{Command: "ls"}}}
			benign.Close(Complete)
			if err := WriteText(&plain, benign, 0); err != nil {
				t.Fatal(err)
			}
			if got, want := bytes.Count(out.Bytes(), []byte("\n")), bytes.Count(plain.Bytes(), []byte("\n")); got != want {
				t.Errorf("%d lines, want %d:\n%s", got, want, out.String())
			}
		})
	}
}
