package oracle_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// TestLocalIsAsGoodAsDocker runs the agent in namespaces of the host: it must
// pass the planted commands, survive, and see what the container's agent sees.
func TestLocalIsAsGoodAsDocker(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks a system")
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	local := oracletest.Open(t, oracle.Config{Launcher: "local", Workers: 1})
	if err := oracle.Prove(t.Context(), local); err != nil {
		t.Fatal(err)
	}
	docker := oracletest.Open(t, oracle.Config{Workers: 1})
	if l, d := local.Info().Toolset, docker.Info().Toolset; l != d {
		t.Errorf("the toolset is %s, in Docker %s: neither would find what the other kept", l, d)
	}
	// Sizes of directories and inode numbers are the file system's own affair.
	same := cmpopts.EquateEmpty()
	for _, command := range []string{
		"ls -A /; ls -la /srv/ws /home/dev; id; echo $$; hostname; env",
		"git status; git log --oneline; cat ../outside.txt",
		"mv src s2; echo x > /usr/bin/ls; rm -r ../other",
		"cat /proc/1/environ; kill -9 -1; mount -t tmpfs x /mnt; echo 1 > /proc/sys/kernel/panic",
		"rm -rf --no-preserve-root /srv /home 2> /dev/null",
		"cat /dev/zero > big",
		"getent hosts name.example; : < /dev/tcp/192.0.2.1/80",
		"git status --short",
	} {
		if diff := cmp.Diff(oracletest.Observe(t, docker, command), oracletest.Observe(t, local, command), same); diff != "" {
			t.Errorf("%q (-docker +local):\n%s", command, diff)
		}
	}
}
