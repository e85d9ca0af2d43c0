package oracle

import (
	"strings"
	"testing"
)

// complaint is an observation of a command that missed something.
func complaint(stderr string) []Observation {
	return []Observation{ended(1, "", stderr), ended(1, "", stderr)}
}

func TestAdaptSuppliesWhatIsMissing(t *testing.T) {
	for _, test := range []struct {
		name, cwd, stderr string
		want              []string // parts of the setup; none: there is nothing to adapt
	}{
		{"file", "", "cat: docs/a.txt: No such file or directory\n", []string{"mkdir -p -- '/srv/ws/docs'", "> '/srv/ws/docs/a.txt'"}},
		{"file in a directory of its own", "src", "cat: a.txt: No such file or directory\n", []string{"> '/srv/ws/src/a.txt'"}},
		{"absolute file", "src", "cat: /tmp/a.txt: No such file or directory\n", []string{"> '/tmp/a.txt'"}},
		{"file outside", "", "cat: ../a.txt: No such file or directory\n", []string{"> '/srv/a.txt'"}},
		{"file by coreutils' quotes", "", "ls: cannot access 'a.txt': No such file or directory\n", []string{"> '/srv/ws/a.txt'"}},
		{"directory by its slash", "", "ls: cannot access 'docs/': No such file or directory\n", []string{"mkdir -p -- '/srv/ws/docs'"}},
		{"directory", "", "bash: line 1: cd: docs: No such file or directory\n", []string{"mkdir -p -- '/srv/ws/docs'"}},
		{"file by sort's colon", "", "sort: cannot read: a.txt: No such file or directory\n", []string{"> '/srv/ws/a.txt'"}},
		{"two", "", "cat: a: No such file or directory\ncat: b: No such file or directory\n", []string{"'/srv/ws/a'", "'/srv/ws/b'"}},
		{"branch", "", "fatal: bad revision 'topic'\n", []string{"update-ref 'refs/heads/topic' HEAD"}},
		{"branches of a range", "", "fatal: bad revision 'old/x...new~2'\n", []string{"'refs/heads/old/x'", "'refs/heads/new'"}},
		{"a path that git takes for a revision", "", "fatal: ambiguous argument 'a.txt': unknown revision or path not in the working tree.\n", []string{"> '/srv/ws/a.txt'"}},
		{"below the target", "", "cat: sub/a.txt: No such file or directory\n", []string{"[ ! -d '/srv/ws/sub' ] || { [ -e '/srv/ws/sub/a.txt' ]"}},
		{"the target itself", "", "bash: line 1: cd: sub: No such file or directory\n", nil},
		{"a program", "", "bash: line 1: nosuch: command not found\n", nil},
		{"a usage error", "", "cat: unrecognized option '--x'\n", nil},
		{"a name that bash would expand", "", "cat: $(touch x): No such file or directory\ncat: a'b: No such file or directory\n", nil},
		{"a branch that cannot be", "", "fatal: bad revision '-x'\n", nil},
		{"HEAD's past", "", "fatal: bad revision 'HEAD~99'\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			job, ok := Adapt(Job{Command: "x", Cwd: test.cwd}, complaint(test.stderr), "sub")
			if ok != (test.want != nil) {
				t.Fatalf("Adapt = %q, %v", job.Setup, ok)
			}
			for _, part := range test.want {
				if !strings.Contains(job.Setup, part) {
					t.Errorf("the setup lacks %s:\n%s", part, job.Setup)
				}
			}
			again, more := Adapt(job, complaint(test.stderr), "sub")
			if more || again.Setup != job.Setup {
				t.Errorf("the same complaint again adds to the setup:\n%s", again.Setup)
			}
			if ok && KeyOf(job, Limits{}, Info{}) == KeyOf(Job{Command: "x", Cwd: test.cwd}, Limits{}, Info{}) {
				t.Error("the derived fixture has the key of the plain one")
			}
		})
	}
}

// TestAdaptFollowsCd: what is missing after a cd is made there first.
func TestAdaptFollowsCd(t *testing.T) {
	job := Job{Command: "cd docs && cat a.txt"}
	for _, step := range []struct{ stderr, want string }{
		{"bash: line 1: cd: docs: No such file or directory\n", "mkdir -p -- '/srv/ws/docs'"},
		{"cat: a.txt: No such file or directory\n", "> '/srv/ws/docs/a.txt'"},
		{"cat: a.txt: No such file or directory\n", "> '/srv/ws/a.txt'"},
	} {
		before := job.Setup
		var ok bool
		if job, ok = Adapt(job, complaint(step.stderr), "sub"); !ok || !strings.Contains(strings.TrimPrefix(job.Setup, before), step.want) {
			t.Errorf("%q leads to %q, want %q", step.stderr, job.Setup, step.want)
		}
	}
}

func TestAdaptKeepsTheSetup(t *testing.T) {
	job, ok := Adapt(Job{Setup: "touch x"}, complaint("cat: a: No such file or directory\n"), "sub")
	if !ok || !strings.HasPrefix(job.Setup, "touch x\n[ -e ") {
		t.Errorf("%q, %v", job.Setup, ok)
	}
}
