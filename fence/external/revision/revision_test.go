package revision

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/external"
)

// A checkout is a git repository made on the spot.
type checkout struct {
	t   *testing.T
	dir string
}

func newCheckout(t *testing.T) checkout {
	t.Helper()
	c := checkout{t, t.TempDir()}
	c.git("init", "-q", "-b", "main")
	return c
}

func (c checkout) git(args ...string) string {
	c.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=Dev", "-c", "user.email=dev@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = c.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files, name after text, and commits them.
func (c checkout) commit(message string, files ...string) string {
	c.t.Helper()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(c.dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			c.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o666); err != nil {
			c.t.Fatal(err)
		}
	}
	c.git("add", "-A")
	c.git("commit", "-q", "--allow-empty", "-m", message)
	return c.git("rev-parse", "HEAD")
}

func (c checkout) builder(cache string) *Builder {
	c.t.Helper()
	b, err := NewBuilder(c.t.Context(), c.dir, cache)
	if err != nil {
		c.t.Fatal(err)
	}
	return b
}

const module = "module example.com/guard\n\ngo 1.21\n"

// allow is package guard, which admits commands with these beginnings.
func allow(words string) string {
	return "package guard\n\nimport \"strings\"\n\n" +
		"func Allow(command string) bool { return strings.HasPrefix(command, \"ls\") || strings.HasPrefix(command, \"" + words + "\") }\n"
}

func ask(t *testing.T, p Program, command string) fence.Verdict {
	t.Helper()
	f, err := external.Open(t.Context(), external.Spec{Name: "f", Kind: external.JSONL, Argv: []string{p.Path}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	v, err := f.Judge(t.Context(), fence.Request{Command: command, Policy: fence.DefaultPolicy()})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestBuild(t *testing.T) {
	c := newCheckout(t)
	first := c.commit("first", "go.mod", module, "guard.go", allow("cat "))
	c.git("tag", "v1")
	same := c.commit("words only", "README", "more\n")
	second := c.commit("second", "guard.go", allow("sort "), "sub/deep/deep.go", "package deep\n\nfunc Judge(string) (string, string) { return \"ask\", \"deep\" }\n")
	marker := filepath.Join(t.TempDir(), "hook-ran")
	if err := os.WriteFile(filepath.Join(c.dir, ".git/hooks/post-checkout"), []byte("#!/bin/sh\ntouch "+marker+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.dir, "guard.go"), []byte("not go"), 0o666); err != nil {
		t.Fatal(err)
	}
	before := c.git("status", "--porcelain")

	b := c.builder(t.TempDir())
	subject := Subject{Package: "example.com/guard", Func: "Allow"}
	programs := map[string]Program{}
	for _, rev := range []string{"v1", "HEAD~1", "HEAD"} {
		p, err := b.Build(t.Context(), subject, rev)
		if err != nil {
			t.Fatal(err)
		}
		programs[rev] = p
	}
	if got, want := []string{programs["v1"].Revision, programs["HEAD~1"].Revision, programs["HEAD"].Revision}, []string{first, same, second}; !cmp.Equal(got, want) {
		t.Errorf("built %v, want %v", got, want)
	}
	if programs["v1"].Digest != programs["HEAD~1"].Digest {
		t.Error("two commits with the same fence have other binaries")
	}
	if programs["v1"].Digest == programs["HEAD"].Digest {
		t.Error("two fences have the same binary")
	}
	if got := ask(t, programs["v1"], "sort x"); got.Decision != fence.Refuse || got.Raw != "deny" {
		t.Errorf("v1 says %+v", got)
	}
	if got := ask(t, programs["HEAD"], "sort \xff"); got.Decision != fence.Admit {
		t.Errorf("HEAD says %+v", got)
	}

	// The checkout is as it was, and what was built is not built again: there is
	// no place for a worktree.
	if after := c.git("status", "--porcelain"); after != before {
		t.Errorf("the checkout changed:\n%s", after)
	}
	if trees := c.git("worktree", "list"); strings.Count(trees, "\n") > 0 {
		t.Errorf("worktrees are left:\n%s", trees)
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a hook ran")
	}
	temp := os.TempDir()
	t.Setenv("TMPDIR", "/nonexistent")
	again, err := b.Build(t.Context(), subject, "main")
	if err != nil || again != programs["HEAD"] {
		t.Errorf("the cache gives %+v, %v", again, err)
	}
	if _, err := b.Build(t.Context(), Subject{Package: "./sub/deep", Func: "Judge"}, "main"); err == nil {
		t.Error("another subject comes from the cache")
	}
	t.Setenv("TMPDIR", temp)

	// A binary that was damaged is built again.
	if err := os.WriteFile(programs["HEAD"].Path, []byte("x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if mended, err := b.Build(t.Context(), subject, "main"); err != nil || mended != programs["HEAD"] {
		t.Errorf("mended: %+v, %v", mended, err)
	}
	if text, err := os.ReadFile(programs["HEAD"].Path); err != nil || len(text) < 1000 {
		t.Errorf("the binary has %d bytes: %v", len(text), err)
	}

	// Packages can be named from the folder of the builder.
	deep, err := NewBuilder(t.Context(), filepath.Join(c.dir, "sub"), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := deep.Build(t.Context(), Subject{Package: "./deep", Func: "Judge"}, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	_, err = external.Open(t.Context(), external.Spec{Name: "deep", Kind: external.JSONL, Argv: []string{p.Path}})
	if err == nil || !strings.Contains(err.Error(), `it must admit "ls" and says refuse (ask)`) {
		t.Errorf("deep: %v", err)
	}
}

// Every form of function that Subject lists can be asked.
func TestFunctionForms(t *testing.T) {
	c := newCheckout(t)
	c.commit("forms", "go.mod", module, "guard.go", `package guard

import "errors"

func Bool(c string) bool { return c == "ls" }

func Error(c string) error {
	if c == "ls" {
		return nil
	}
	return errors.New("no " + c)
}

func BoolRule(c string) (bool, string) { return c == "ls", "R" }

func Word(c string) string {
	if c == "ls" {
		return "allow"
	}
	return "ask"
}

func WordRule(c string) (string, string) { return Word(c), "R" }

func Number(c string) int { return 0 }
`)
	b := c.builder(t.TempDir())
	for name, want := range map[string]fence.Verdict{
		"Bool":     {Decision: fence.Refuse, Rule: "deny", Raw: "deny", Effective: "blocked"},
		"Error":    {Decision: fence.Refuse, Rule: "deny", Detail: "no rm", Raw: "deny", Effective: "blocked"},
		"BoolRule": {Decision: fence.Refuse, Rule: "R", Raw: "deny", Effective: "blocked"},
		"Word":     {Decision: fence.Refuse, Rule: "ask", Raw: "ask", Effective: "prompts"},
		"WordRule": {Decision: fence.Refuse, Rule: "R", Raw: "ask", Effective: "prompts"},
	} {
		p, err := b.Build(t.Context(), Subject{Package: ".", Func: name}, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		want.Offset = -1
		if diff := cmp.Diff(want, ask(t, p, "rm")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	p, err := b.Build(t.Context(), Subject{Package: ".", Func: "Number"}, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	_, err = external.Open(t.Context(), external.Spec{Name: "f", Kind: external.JSONL, Argv: []string{p.Path}})
	if err == nil || !strings.Contains(err.Error(), "has the type func(string) int, which is none") {
		t.Errorf("Number: %v", err)
	}
}

func TestBuildErrors(t *testing.T) {
	c := newCheckout(t)
	c.commit("no module", "README", "x\n")
	c.git("tag", "empty")
	c.commit("broken", "go.mod", module, "guard.go", "package guard\n\nfunc Allow(string) bool { return nope }\n")
	b := c.builder(t.TempDir())
	allow := Subject{Package: "example.com/guard", Func: "Allow"}
	for _, tc := range []struct {
		subject Subject
		rev     string
		is      error
		want    string
	}{
		{allow, "no-such", ErrUnknownRevision, "the fence at no-such cannot be built: git knows no such revision"},
		{allow, "--help", ErrUnknownRevision, ""},
		{allow, "empty", nil, "it has no go.mod there"},
		{allow, "HEAD", nil, "undefined: nope"},
		{Subject{Package: "./nowhere", Func: "Allow"}, "HEAD", nil, "nowhere"},
		{Subject{Package: "../..", Func: "Allow"}, "HEAD", nil, "lies outside of module"},
		{Subject{Variant: "readonly"}, "HEAD", nil, "example.com/guard/fence"},
	} {
		_, err := b.Build(t.Context(), tc.subject, tc.rev)
		if _, ok := errors.AsType[*BuildError](err); !ok || !strings.Contains(err.Error(), tc.want) || (tc.is != nil && !errors.Is(err, tc.is)) {
			t.Errorf("%s at %s: %v, want %q", tc.subject, tc.rev, err, tc.want)
		}
	}
	if trees := c.git("worktree", "list"); strings.Count(trees, "\n") > 0 {
		t.Errorf("worktrees are left:\n%s", trees)
	}
	if _, err := NewBuilder(t.Context(), t.TempDir(), t.TempDir()); !errors.Is(err, ErrNoRepository) {
		t.Errorf("no repository: %v", err)
	}
}

// A function of another module comes from where the go command takes modules.
func TestBuildAnotherModule(t *testing.T) {
	proxy := t.TempDir()
	c := newCheckout(t)
	c.commit("guard", "go.mod", "module example.com/other\n\ngo 1.21\n", "guard/guard.go", allow("cat "))
	versions := filepath.Join(proxy, "example.com/other/@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"list": "v1.2.0\n", "v1.2.0.info": `{"Version":"v1.2.0"}`, "v1.2.0.mod": "module example.com/other\n\ngo 1.21\n"} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c.git("archive", "--format=zip", "--prefix=example.com/other@v1.2.0/", "-o", filepath.Join(versions, "v1.2.0.zip"), "HEAD")
	t.Setenv("GOPROXY", "file://"+proxy)
	t.Setenv("GONOSUMDB", "*")
	t.Setenv("GOFLAGS", "-modcacherw")
	t.Setenv("GOMODCACHE", t.TempDir())
	b := c.builder(t.TempDir())
	c.commit("the repository is another module", "go.mod", module)
	p, err := b.Build(t.Context(), Subject{Package: "example.com/other/guard", Func: "Allow"}, "v1.2.0")
	if err != nil {
		t.Fatal(err)
	}
	if p.Revision != "example.com/other@v1.2.0" {
		t.Errorf("built %s", p.Revision)
	}
	if got := ask(t, p, "cat x"); got.Decision != fence.Admit {
		t.Errorf("says %+v", got)
	}
	if _, err := b.Build(t.Context(), Subject{Package: "example.com/other/guard", Func: "Allow"}, "v9.9.9"); err == nil {
		t.Error("a version that is not there was built")
	}
}

func TestBetween(t *testing.T) {
	c := newCheckout(t)
	first := c.commit("first")
	second := c.commit("second")
	c.git("checkout", "-q", "-b", "side", first)
	side := c.commit("side")
	c.git("checkout", "-q", "main")
	c.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	merge := c.git("rev-parse", "HEAD")
	b := c.builder(t.TempDir())
	got, err := b.Between(t.Context(), first, merge)
	if diff := cmp.Diff([]string{second, merge}, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := b.Between(t.Context(), second, side); err == nil {
		t.Error("commits that are not in line are taken")
	}
	if title, err := b.Title(t.Context(), merge); err != nil || !strings.HasSuffix(title, " merge") {
		t.Errorf("title %q, %v", title, err)
	}
}

func TestParseSpec(t *testing.T) {
	for _, tc := range []struct {
		text string
		want Subject
		rev  string
	}{
		{"go:example.com/guard@v1.2.0#Allow", Subject{Package: "example.com/guard", Func: "Allow"}, "v1.2.0"},
		{"go:./guard@feature/x#Judge", Subject{Package: "./guard", Func: "Judge"}, "feature/x"},
		{"go:.#Allow", Subject{Package: ".", Func: "Allow"}, ""},
	} {
		s, rev, err := ParseSpec(tc.text)
		if err != nil || s != tc.want || rev != tc.rev {
			t.Errorf("%s: %+v, %q, %v", tc.text, s, rev, err)
		}
		if rev != "" && s.At(rev) != tc.text || rev == "" && s.String() != tc.text {
			t.Errorf("%s is written %s", tc.text, s.At(rev))
		}
	}
	for _, text := range []string{"", "go:", "go:x", "go:x@#Allow", "go:#Allow", "go:x#allow", "go:x#", "go:x#A.B", "go:a b#Allow", "go:\"x#Allow", "go:-x#Allow", "main"} {
		if s, rev, err := ParseSpec(text); err == nil {
			t.Errorf("%q is read as %+v at %q", text, s, rev)
		}
	}
}
