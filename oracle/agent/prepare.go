package agent

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
)

// prepareFixture writes a fixture's layer: what its recipe makes, as
// differences from the root. The image's own git makes its repositories.
func prepareFixture(l layout, recipe fixtures.Recipe) (err error) {
	layer, scratch := l.fixture(recipe.Name()), l.fixture(recipe.Name())+".making"
	merged, work := filepath.Join(scratch, "m"), filepath.Join(scratch, "w")
	for _, dir := range []string{layer, merged, work} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	options := fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s", l.root(), layer, work)
	if err := unix.Mount("overlay", merged, "overlay", 0, options); err != nil {
		return fmt.Errorf("mounting the layer of fixture %s: %w", recipe.Name(), err)
	}
	err = recipe.Materialise(merged, func(dir string, env []string, args ...string) error {
		cmd := exec.Command("/usr/bin/git", args...)
		cmd.Dir, cmd.Env = dir, env
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: merged, Pdeathsig: syscall.SIGKILL}
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %q: %w\n%s", args, err, out)
		}
		return nil
	})
	err = errors.Join(err, unix.Unmount(merged, 0))
	if err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(scratch), shiftOwners(layer))
}
