package image

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff"
)

func TestParseRecipe(t *testing.T) {
	r, err := parseRecipe(`# a comment
ARG BASE=debian:x
FROM ${BASE}
ARG WORDS="a \
    # not part of it

    b"
RUN one && \
    two
RUN three
`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"BASE": "debian:x", "WORDS": "a b"}, r.args); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"one && two", "three"}, r.runs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "b"}, r.words("WORDS")); diff != "" {
		t.Error(diff)
	}
}

func TestParseRecipeRefusesWhatItCannotRun(t *testing.T) {
	for text, want := range map[string]string{
		"FROM x\nCOPY a b": "Dockerfile.bash:2: instruction COPY cannot be run without an engine",
		"RUN a \\":         "the last line is continued",
		`ARG A="b`:         "ARG A has a malformed value",
	} {
		if _, err := parseRecipe(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestDockerfileIsForBoth holds Dockerfile.bash to what the legacy builder and
// a root directory without an engine can do.
func TestDockerfileIsForBoth(t *testing.T) {
	r := current()
	if len(r.runs) == 0 {
		t.Fatal("no RUN line was read")
	}
	for _, run := range r.runs {
		for _, bad := range []string{"--mount", "--network", "<<", "/dev/"} {
			if strings.Contains(run, bad) {
				t.Errorf("%s in RUN %s", bad, run)
			}
		}
	}
	if got, want := r.args["BASE"], "debian:"+suite+"-slim"; got != want {
		t.Errorf("the base is %s, but one made of packages is %s", got, suite)
	}
	packages, programs := r.words("PACKAGES"), r.words("PROGRAMS")
	if !slices.IsSorted(packages) || len(packages) != len(programs) {
		t.Errorf("%d packages must be sorted and have as many programs, not %d", len(packages), len(programs))
	}
	// The programs that the issue of the image names, and their packages.
	for _, name := range []string{
		"bash", "coreutils", "findutils", "grep", "sed", "gawk", "git", "ripgrep", "fd-find", "jq", "file",
		"tree", "less", "xxd", "diffutils", "util-linux", "procps", "tar", "perl", "python3",
	} {
		if !slices.Contains(packages, name) {
			t.Errorf("no package %s", name)
		}
	}
}

func TestStubs(t *testing.T) {
	stubs := Stubs()
	if !slices.IsSorted(stubs) || len(slices.Compact(slices.Clone(stubs))) != len(stubs) {
		t.Errorf("%q is not sorted or not unique", stubs)
	}
	for _, name := range []string{"curl", "wget", "ssh", "nc", "sudo", "docker", "pip", "npm", "gh", "cargo"} {
		if !slices.Contains(stubs, name) {
			t.Errorf("no stub for %s", name)
		}
	}
	for _, program := range current().words("PROGRAMS") {
		if slices.Contains(stubs, program) {
			t.Errorf("%s is both a program and a stub", program)
		}
	}
	for file, want := range map[string]bool{
		"/usr/bin/curl": true, "/usr/lib/fencediff/stub": true, "/usr/bin/git": false, "/srv/ws/curl": false, "curl": false, "": false,
	} {
		if got := IsStub(file); got != want {
			t.Errorf("IsStub(%q) = %v", file, got)
		}
	}
}

func TestRefNamesTheRecipe(t *testing.T) {
	if ref := Ref(); !regexp.MustCompile(`^fencediff-bash:[0-9a-f]{12}$`).MatchString(ref) {
		t.Errorf("reference %s", ref)
	}
	before := digest()
	defer func(old []string) { excluded = old }(excluded)
	excluded = append(slices.Clone(excluded), "usr/share/games/*")
	if digest() == before {
		t.Error("another base has the same name")
	}
	if !strings.Contains(fencediff.Dockerfile(), "ARG BASE="+current().args["BASE"]+"\n") {
		t.Error("the embedded Dockerfile is not the parsed one")
	}
}
