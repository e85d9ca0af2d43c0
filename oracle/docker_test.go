package oracle

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSilentEngine expects an engine that may not be asked to be told from one
// that is not there: what a user has to do is not the same.
func TestSilentEngine(t *testing.T) {
	_, missing := net.Dial("unix", filepath.Join(t.TempDir(), "docker.sock"))
	denied := &net.OpError{Op: "dial", Net: "unix", Err: unix.EACCES}
	for _, c := range []struct {
		err  error
		want string
	}{
		{missing, "no Docker engine answers"},
		{denied, "may not talk to the Docker engine"},
	} {
		if got := silentEngine("unix:///run/docker.sock", c.err).Error(); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q in it", c.err, got, c.want)
		}
	}
}
