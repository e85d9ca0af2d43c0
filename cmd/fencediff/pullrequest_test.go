package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/fencediff/fencediff/oracle/image/imagetest"
	"github.com/fencediff/fencediff/reports"
)

// A pullRequest is a repository of two commits on which the example script runs,
// as it would for a pull request with the second.
type pullRequest struct {
	t   *testing.T
	dir string
}

func newPullRequest(t *testing.T, change rewrite) pullRequest {
	t.Helper()
	pr := pullRequest{t, fenceRepository(t, change)}
	freshBuilds(t)
	update := pr.command(filepath.Join(binDir, "fencediff"), "gate", "fence", "fence", "--source", "grid:smoke", "--baseline", "fence-baseline.json", "--update")
	if out, err := update.CombinedOutput(); err != nil {
		t.Fatalf("the first baseline: %v\n%s", err, out)
	}
	return pr
}

func (pr pullRequest) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = pr.dir
	cmd.Env = append(os.Environ(), "PATH="+pr.dir+"/bin:"+binDir+":"+os.Getenv("PATH"))
	return cmd
}

// gate runs the script and returns its exit code, its log and the comment.
func (pr pullRequest) gate(env ...string) (code int, log, comment string) {
	pr.t.Helper()
	script, err := filepath.Abs("../../examples/pull-request/gate.sh")
	if err != nil {
		pr.t.Fatal(err)
	}
	cmd := pr.command(script, "fence", "changed")
	cmd.Env = append(cmd.Env, env...)
	out, _ := cmd.CombinedOutput()
	text, err := os.ReadFile(filepath.Join(pr.dir, ".fencediff/out/comment.md"))
	if err != nil {
		pr.t.Fatalf("no comment: %v\n%s", err, out)
	}
	return cmd.ProcessState.ExitCode(), string(out), string(text)
}

// A pull request that changes no verdict passes, and says so.
func TestPullRequestThatIsClean(t *testing.T) {
	pr := newPullRequest(t, rewording)
	code, log, comment := pr.gate()
	if code != int(exitDone) || !strings.HasPrefix(comment, reports.CommentMarker+"\n") || !strings.Contains(comment, "the gate passes") {
		t.Errorf("it ends with %d:\n%s\n%s", code, log, comment)
	}
}

// One that loosens a rule fails with 5, and the comment names the hole; the store
// of that run is enough for the next.
func TestPullRequestThatLoosens(t *testing.T) {
	imagetest.Engine(t)
	pr := newPullRequest(t, loosening)
	code, log, comment := pr.gate()
	hole := "<code>sort &#45;o out&#46;txt notes&#46;txt</code> | <code>sort &#45;o a</code> | <code>create /srv/ws/out&#46;txt</code>"
	if code != int(exitLoosened) || !strings.Contains(comment, "LOOSENED, HOLES OPENED") || !strings.Contains(comment, hole) {
		t.Errorf("it ends with %d:\n%s\n%s", code, log, comment)
	}
	again, log, same := pr.gate("DOCKER_HOST=unix:///nonexistent.sock")
	from := func(text string) string {
		kept := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.HasPrefix(line, "* labels: ") })
		return strings.Join(kept, "\n")
	}
	if again != code || from(same) != from(comment) || !strings.Contains(same, " 0 from bash, 0 missing") {
		t.Errorf("with the store alone it ends with %d:\n%s\n%s", again, log, same)
	}
}

// The comment is written once, then over the one from before; also when there was
// nothing that could be compared.
func TestPullRequestComment(t *testing.T) {
	pr := newPullRequest(t, rewording)
	stub := `#!/bin/sh
case "$*" in
*--paginate*) cat comments; test "$MARKER" = '` + reports.CommentMarker + `' || echo no marker >>calls ;;
*) echo "$*" >>calls ;;
esac
`
	if err := os.MkdirAll(filepath.Join(pr.dir, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(pr.dir, "bin/gh"), []byte(stub), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		comments, baseline, want string
		code                     exitCode
	}{
		{"", "", "api --silent --method POST repos/{owner}/{repo}/issues/7/comments -F body=@.fencediff/out/comment.md\n", exitDone},
		{"41\n42\n", "", "api --silent --method PATCH repos/{owner}/{repo}/issues/comments/41 -F body=@.fencediff/out/comment.md\n", exitDone},
		{"41\n", "missing.json", "api --silent --method PATCH repos/{owner}/{repo}/issues/comments/41 -F body=@.fencediff/out/comment.md\n", exitUsage},
	} {
		for name, text := range map[string]string{"comments": tc.comments, "calls": ""} {
			if err := os.WriteFile(filepath.Join(pr.dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		code, log, comment := pr.gate("PULL_REQUEST=7", "BASELINE="+cmp.Or(tc.baseline, "fence-baseline.json"))
		calls, err := os.ReadFile(filepath.Join(pr.dir, "calls"))
		if err != nil || string(calls) != tc.want || code != int(tc.code) || !strings.HasPrefix(comment, reports.CommentMarker+"\n") {
			t.Errorf("it ends with %d and calls %q, want %q:\n%s\n%s", code, calls, tc.want, log, comment)
		}
	}
}

// The example of a workflow runs the script on the two commits and keeps the store
// that the script uses.
func TestWorkflowRunsTheScript(t *testing.T) {
	text, err := os.ReadFile("../../examples/pull-request/workflow.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		On   map[string]any
		Jobs map[string]struct {
			Steps []struct {
				Uses, Run string
				With, Env map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	if _, ok := workflow.On["pull_request"]; !ok || len(workflow.On) != 1 {
		t.Errorf("it runs on %v", workflow.On)
	}
	var kept, used, ran string
	for _, step := range workflow.Jobs["gate"].Steps {
		if strings.HasPrefix(step.Uses, "actions/cache@") {
			kept = step.With["path"]
		}
		if strings.Contains(step.Run, "fence-gate.sh") {
			ran, used = step.Run, step.Env["STORE"]
			for _, name := range []string{"BASE", "HEAD", "PULL_REQUEST"} {
				if !strings.Contains(step.Env[name], "github.event.pull_request.") {
					t.Errorf("%s is %q", name, step.Env[name])
				}
			}
		}
	}
	if kept == "" || kept != used || ran != `.github/fence-gate.sh "$BASE" "$HEAD"` {
		t.Errorf("it keeps %q, uses %q and runs %q", kept, used, ran)
	}
}
