package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fencediff/fencediff/oracle/image/imagetest"
	"github.com/fencediff/fencediff/reports/schema/schematest"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// binDir holds the program as it is shipped: static, since it puts itself into
// the oracle's container, which a test binary could not do.
var binDir string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "fencediff-test")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binDir = dir
		build := exec.Command("go", "build", "-o", dir, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("%v\n%s", err, out))
		}
		return m.Run()
	}())
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", binDir+string(os.PathListSeparator)+env.Getenv("PATH"))
			for _, name := range []string{"DOCKER_HOST", "DOCKER_CERT_PATH", "DOCKER_TLS_VERIFY"} {
				env.Setenv(name, os.Getenv(name))
			}
			// Where the oracle's system lies unpacked; the scripts' own home has none.
			cache, err := os.UserCacheDir()
			env.Setenv("USER_CACHE", cache)
			return errors.Join(err, setUpBuilds(env))
		},
		Condition: condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   runExits,
			"follows": checkSchema,
			"disk":    mountDisk,
		},
	})
}

// setUpBuilds lets scripts commit, and revisions of fences be built, with the
// compiler's own cache and one of the script's for what was built.
func setUpBuilds(env *testscript.Env) error {
	caches, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	dirs := strings.Fields(string(caches))
	for name, value := range map[string]string{
		"GOCACHE": dirs[0], "GOMODCACHE": dirs[1], "XDG_CACHE_HOME": filepath.Join(env.WorkDir, ".cache"),
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "Dev", "GIT_AUTHOR_EMAIL": "dev@example.com", "GIT_AUTHOR_DATE": "2024-02-01T12:00:00Z",
		"GIT_COMMITTER_NAME": "Dev", "GIT_COMMITTER_EMAIL": "dev@example.com", "GIT_COMMITTER_DATE": "2024-02-01T12:00:00Z",
	} {
		env.Setenv(name, value)
	}
	return nil
}

// condition knows [docker]: an engine answers. Where CI is set it must, so that
// no test of the oracle is skipped there unseen. And [mount]: file systems can
// be mounted.
func condition(name string) (bool, error) {
	switch name {
	case "docker":
		answers := imagetest.Answers()
		if !answers && os.Getenv("CI") != "" {
			return false, errors.New("CI needs a Docker engine, and none answers")
		}
		return answers, nil
	case "mount":
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// runExits is "exits CODE PROGRAM [ARG...]": it runs a program like exec and wants that exit code.
func runExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%s ends with %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// mountDisk is "disk SIZE DIR": it mounts an empty file system of that size.
func mountDisk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: disk SIZE DIR")
	}
	dir := ts.MkAbs(args[1])
	ts.Check(os.MkdirAll(dir, 0o777))
	ts.Check(syscall.Mount("none", dir, "tmpfs", 0, "size="+args[0]))
	ts.Defer(func() { ts.Check(syscall.Unmount(dir, syscall.MNT_DETACH)) })
}

// checkSchema is "follows SCHEMA FILE": it wants at least one JSON value in the
// file, and all of them to follow that schema of reports/schema.
func checkSchema(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: follows SCHEMA FILE")
	}
	values := json.NewDecoder(strings.NewReader(ts.ReadFile(args[1])))
	for n := 0; ; n++ {
		var value json.RawMessage
		err := values.Decode(&value)
		if err == io.EOF && n > 0 {
			return
		}
		ts.Check(err)
		if err := schematest.Check("urn:fencediff:schema:"+args[0]+":1", value); err != nil {
			ts.Fatalf("%s\n%v", value, err)
		}
	}
}
