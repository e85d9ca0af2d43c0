package oracle_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle/image"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// nobody is the ordinary user that tests become; its subordinate ids are made
// up for the test alone.
const (
	nobody      = 65534
	nobodyRange = "nobody:2000000:65536\n"
)

// asNobody gives nobody subordinate ids, in a mount namespace of its own, and
// becomes nobody. Its arguments are the folder with everything and the tests.
const asNobody = `set -e
for file in subuid subgid; do mount --bind "$1/$file" "/etc/$file"; done
exec setpriv --reuid 65534 --regid 65534 --clear-groups "$1/test" -test.v -test.run "$2"`

// TestOrdinaryUser runs the tests of what the oracle sees and survives once
// more, as an ordinary user without an engine: what it guarantees is the same.
func TestOrdinaryUser(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks a system")
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root, to become another user")
	}
	if _, err := exec.LookPath("newuidmap"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("install uidmap: %v", err)
		}
		t.Skipf("install uidmap: %v", err)
	}
	root, err := image.Root(t.Context(), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copies := [][]string{
		{"cp", "-a", root, dir + "/root"},
		{"cp", os.Args[0], dir + "/test"},
		{"cp", oracletest.Agent(t), dir + "/agent"},
		{"chown", "-R", fmt.Sprint(nobody), dir},
		{"chmod", "755", filepath.Dir(dir), dir},
	}
	for _, words := range copies {
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", words, err, out)
		}
	}
	for _, file := range []string{"subuid", "subgid"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(nobodyRange), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tests := []string{"TestProve", "TestEffects", "TestObservation", "TestHostile", "TestHostileSilence"}
	cmd := exec.Command("unshare", "--mount", "sh", "-c", asNobody, "sh", dir, "^("+strings.Join(tests, "|")+")$")
	cmd.Env = append(os.Environ(), "HOME="+dir, "TMPDIR="+dir, oracletest.EnvRoot+"="+dir+"/root", oracletest.EnvAgent+"="+dir+"/agent")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	for _, test := range tests {
		if !bytes.Contains(out, []byte("\n--- PASS: "+test+" ")) {
			t.Errorf("%s did not pass as an ordinary user", test)
		}
	}
	if err != nil || t.Failed() {
		t.Errorf("%v\n%s", err, out)
	}
}
