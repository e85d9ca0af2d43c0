package agent

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
)

// prepareFixture writes a fixture's layer: what its recipe makes, as
// differences from the root. The image's own git makes its repositories. The
// root must be split.
func prepareFixture(l layout, recipe fixtures.Recipe) (err error) {
	layer, scratch := l.fixture(recipe.Name()), l.fixture(recipe.Name())+".making"
	merged := filepath.Join(scratch, "m")
	views := []struct{ lower, upper, work, merged string }{
		{l.root(), layer, filepath.Join(scratch, "w"), merged},
		{l.usr(), filepath.Join(scratch, "usr"), filepath.Join(scratch, "usr-w"), filepath.Join(merged, "usr")},
	}
	for _, v := range views {
		for _, dir := range []string{v.upper, v.work, v.merged} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
		}
		options := fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s", v.lower, v.upper, v.work)
		if rootless {
			options += ",userxattr"
		}
		if err := unix.Mount("overlay", v.merged, "overlay", 0, options); err != nil {
			return fmt.Errorf("mounting the layer of fixture %s: %w", recipe.Name(), err)
		}
	}
	if err = bindDevices(merged); err != nil {
		return errors.Join(err, unbindDevices(merged), detach(views[1].merged), detach(merged))
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
	err = errors.Join(err, unbindDevices(merged))
	for _, v := range slices.Backward(views) {
		// A process that is being started elsewhere may hold it for a moment.
		err = errors.Join(err, detach(v.merged))
	}
	if err != nil {
		return err
	}
	if err := os.Rename(views[1].upper, filepath.Join(layer, "usr")); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(scratch), shiftOwners(layer))
}

// splitRoot moves the root's /usr to a place of its own and leaves a mount point.
func splitRoot(l layout) error {
	usr := filepath.Join(l.root(), "usr")
	var st unix.Stat_t
	if err := unix.Lstat(usr, &st); err != nil {
		return err
	}
	if err := os.Rename(usr, l.usr()); err != nil {
		return err
	}
	if err := os.Mkdir(usr, 0o755); err != nil {
		return err
	}
	return errors.Join(unix.Lchown(usr, int(st.Uid), int(st.Gid)), pinTime(usr), pinTime(l.root()))
}
