package image

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ory/dockertest/v3/docker"

	"github.com/fencediff/fencediff"
)

// engine is the part of a Docker engine that Ensure talks to.
type engine struct {
	mu     sync.Mutex
	images []string
	// pulls are the bases that a build may pull.
	pulls []string
	// builds are the bases of the builds so far.
	builds []string
	// failing is the container of a RUN line that fails; empty: none does.
	failing string
	// removed are the containers that were removed.
	removed []string
	// broken makes every request fail.
	broken bool
	t      *testing.T
}

func (e *engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.broken:
		http.Error(w, "out of order", http.StatusInternalServerError)
	case r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/images/"):
		name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/images/"), "/json")
		if !slices.Contains(e.images, name) {
			http.Error(w, "no such image", http.StatusNotFound)
			return
		}
		io.WriteString(w, `{"Id":"x"}`)
	case r.Method == http.MethodPost && r.URL.Path == "/build":
		w.Header().Set("Content-Type", "application/json")
		base := e.base(r)
		e.builds = append(e.builds, base)
		if !slices.Contains(e.pulls, base) && !slices.Contains(e.images, base) {
			io.WriteString(w, `{"errorDetail":{"message":"no registry"},"error":"no registry"}`)
			return
		}
		if e.failing != "" {
			io.WriteString(w, `{"stream":" ---\u003e Running in 0123\n"}{"stream":"Removing intermediate container 0123\n"}`)
			fmt.Fprintf(w, `{"stream":" ---\u003e Running in %s\n"}{"errorDetail":{"message":"exit 1"},"error":"exit 1"}`, e.failing)
			return
		}
		e.images = append(e.images, r.URL.Query().Get("t"))
		io.WriteString(w, `{"stream":"built\n"}`)
	case r.Method == http.MethodDelete:
		e.removed = append(e.removed, strings.TrimPrefix(r.URL.Path, "/containers/"))
		w.WriteHeader(http.StatusNoContent)
	default:
		http.NotFound(w, r)
	}
}

// base returns the base that a build starts from, and holds its context to be
// Dockerfile.bash with that base and nothing else.
func (e *engine) base(r *http.Request) string {
	files := tar.NewReader(r.Body)
	header, err := files.Next()
	if err != nil || header.Name != "Dockerfile" {
		e.t.Fatalf("the build context holds %v, %v", header, err)
	}
	text, err := io.ReadAll(files)
	if err != nil {
		e.t.Error(err)
	}
	base := regexp.MustCompile(`(?m)^ARG BASE=(.*)$`).FindSubmatch(text)
	if base == nil || strings.Replace(fencediff.Dockerfile(), current().args["BASE"], string(base[1]), 1) != strings.TrimSpace(string(text))+"\n" {
		e.t.Errorf("the build context has another Dockerfile:\n%s", text)
	}
	if _, err := files.Next(); err != io.EOF {
		e.t.Errorf("the build context holds more: %v", err)
	}
	return string(base[1])
}

// start serves the engine and returns a client of it. No base can be made in
// the test: PATH is empty.
func (e *engine) start(t *testing.T) *docker.Client {
	t.Helper()
	e.t = t
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	client, err := docker.NewClient(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestEnsureBuildsWhatIsMissing(t *testing.T) {
	repository, tag := baseRef()
	base, stock := repository+":"+tag, current().args["BASE"]
	for _, test := range []struct {
		name   string
		engine *engine
		builds []string
	}{
		{"nothing", &engine{images: []string{Ref()}}, nil},
		{"the image, from the stock base", &engine{pulls: []string{stock}}, []string{stock}},
		{"the image, from the base made before", &engine{images: []string{base}}, []string{base}},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := test.engine
			var progress bytes.Buffer
			ref, err := Ensure(context.Background(), e.start(t), &progress)
			if err != nil || ref != Ref() {
				t.Fatalf("got %q, %v", ref, err)
			}
			if diff := cmp.Diff(test.builds, e.builds); diff != "" {
				t.Error(diff)
			}
			if wrote := progress.Len() > 0; wrote != (test.builds != nil) {
				t.Errorf("progress was %q", progress.String())
			}
		})
	}
}

func TestEnsureSaysWhatItCannotDo(t *testing.T) {
	e := &engine{}
	client := e.start(t)
	var progress bytes.Buffer
	_, err := Ensure(context.Background(), client, &progress)
	var missing *MissingToolsError
	if !errors.As(err, &missing) {
		t.Errorf("got %v, want a *MissingToolsError", err)
	}
	for _, want := range []string{"no registry", "apt-get"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	if !strings.Contains(progress.String(), "making a base from Debian packages instead") {
		t.Errorf("progress was %q", progress.String())
	}
}

func TestEnsureReportsABrokenEngine(t *testing.T) {
	e := &engine{broken: true}
	if _, err := Ensure(context.Background(), e.start(t), io.Discard); err == nil || !strings.Contains(err.Error(), "out of order") {
		t.Errorf("got %v, want the engine's error", err)
	}
	if len(e.builds) != 0 {
		t.Error("built on a broken engine")
	}
}

func TestFailedBuildLeavesNoContainer(t *testing.T) {
	repository, tag := baseRef()
	e := &engine{images: []string{repository + ":" + tag}, failing: "4567"}
	if _, err := Ensure(context.Background(), e.start(t), io.Discard); err == nil || !strings.Contains(err.Error(), "exit 1") {
		t.Errorf("got %v, want the build's error", err)
	}
	if diff := cmp.Diff([]string{"4567"}, e.removed); diff != "" {
		t.Error(diff)
	}
}

func TestEnsureBuildsOnceForMany(t *testing.T) {
	e := &engine{pulls: []string{current().args["BASE"]}}
	client := e.start(t)
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			if _, err := Ensure(context.Background(), client, io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	if len(e.builds) != 1 {
		t.Errorf("built %d times", len(e.builds))
	}
}

func TestPresent(t *testing.T) {
	e := &engine{}
	client := e.start(t)
	if present, err := Present(client); present || err != nil {
		t.Errorf("got %v, %v for an image that is not there", present, err)
	}
	e.images = []string{Ref()}
	if present, err := Present(client); !present || err != nil {
		t.Errorf("got %v, %v for an image that is there", present, err)
	}
}
