package main

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// healthy is the /proc of a host that has all that is needed.
func healthy() fstest.MapFS {
	proc := fstest.MapFS{
		"sys/kernel/osrelease":         {Data: []byte("6.8.0-45-generic\n")},
		"filesystems":                  {Data: []byte("nodev\tproc\nnodev\toverlay\n\text4\n")},
		"sys/user/max_user_namespaces": {Data: []byte("15000\n")},
	}
	for _, name := range namespaces {
		proc["self/ns/"+name] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte("x")}
	}
	return proc
}

// TestDoctorReadsTheHost has one thing wrong at a time: it must fail the check
// that it belongs to, with advice, and no other.
func TestDoctorReadsTheHost(t *testing.T) {
	set := func(name, text string) func(fstest.MapFS) {
		return func(proc fstest.MapFS) { proc[name] = &fstest.MapFile{Data: []byte(text + "\n")} }
	}
	const switched = "sys/kernel/apparmor_restrict_unprivileged_userns"
	for _, test := range []struct {
		name     string
		launcher string
		root     bool
		change   func(fstest.MapFS)
		fails    string // the check, or none
		advice   string
	}{
		{"healthy", "auto", false, func(fstest.MapFS) {}, "", ""},
		{"old kernel", "auto", true, set("sys/kernel/osrelease", "5.4.0"), "kernel", "5.10"},
		{"old kernel for an ordinary user", "local", false, set("sys/kernel/osrelease", "6.1.0-13-amd64"), "kernel", "or be root"},
		{"the same for root", "local", true, set("sys/kernel/osrelease", "6.1.0-13-amd64"), "", ""},
		{"no kernel release", "auto", true, set("sys/kernel/osrelease", "six"), "kernel", "/proc"},
		{"no overlay", "local", true, set("filesystems", "nodev\tproc"), "overlay", "modprobe overlay"},
		{"no overlay beside the engine", "docker", true, set("filesystems", "nodev\tproc"), "", ""},
		{"no network namespaces", "auto", true, func(proc fstest.MapFS) { delete(proc, "self/ns/net") }, "namespaces", "kernel"},
		{"user namespaces off", "auto", true, set("sys/user/max_user_namespaces", "0"), "namespaces", "max_user_namespaces"},
		{"off for ordinary users", "auto", false, set("sys/kernel/unprivileged_userns_clone", "0"), "namespaces", "userns_clone=1"},
		{"the same for root", "auto", true, set("sys/kernel/unprivileged_userns_clone", "0"), "", ""},
		{"AppArmor's switch", "local", false, set(switched, "1"), "apparmor", "restrict_unprivileged_userns=0"},
		{"AppArmor's switch and root", "local", true, set(switched, "1"), "", ""},
		{"AppArmor's switch and an engine", "docker", false, set(switched, "1"), "", ""},
		{"AppArmor's switch off", "local", false, set(switched, "0"), "", ""},
	} {
		t.Run(test.name+" "+test.launcher, func(t *testing.T) {
			proc := healthy()
			test.change(proc)
			p := &patient{oracleFlags: &oracleFlags{launcher: test.launcher}, proc: proc, root: test.root}
			for _, c := range checks[:slices.IndexFunc(checks, func(c check) bool { return c.name == "engine" })] {
				f := c.check(t.Context(), p)
				if failed := f.status == checkFailed; failed != (c.name == test.fails) {
					t.Errorf("%s: %s %s", c.name, checkStatusNames[f.status], f.found)
				} else if failed && !strings.Contains(f.advice, test.advice) {
					t.Errorf("%s advises %q, want %q in it", c.name, f.advice, test.advice)
				}
			}
		})
	}
}

// TestDoctorNamesWhatFailed: the error has every check that failed, and what
// needs them is skipped, not passed.
func TestDoctorNamesWhatFailed(t *testing.T) {
	t.Setenv("DOCKER_HOST", "unix:///nosuch.sock")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	store := t.TempDir() // a folder is no store
	for launcher, want := range map[string]string{"docker": "kernel, engine, store", "local": "kernel, system, store", "auto": "kernel, system, store"} {
		var out bytes.Buffer
		p := &patient{oracleFlags: &oracleFlags{launcher: launcher, store: store}, proc: fstest.MapFS{}, root: true}
		maps.Copy(p.proc.(fstest.MapFS), healthy())
		delete(p.proc.(fstest.MapFS), "sys/kernel/osrelease")
		err := examine(t.Context(), &out, p)
		var sick *sickError
		if !errors.As(err, &sick) || strings.Join(sick.failed, ", ") != want {
			t.Errorf("%s: %v, want %s to fail", launcher, err, want)
		}
		for _, name := range []string{"oracle", "planted"} {
			if !strings.Contains(out.String(), "skip  "+name) {
				t.Errorf("%s: %s is not skipped:\n%s", launcher, name, out.String())
			}
		}
		if strings.Count(out.String(), "\n      -> ") != 3 {
			t.Errorf("%s: want advice under each of three checks:\n%s", launcher, out.String())
		}
	}
}
