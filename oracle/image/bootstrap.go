package image

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

// Bootstrap makes the system of the image in the directory dir, which must be
// empty or absent, from Debian packages: for running without an engine. It
// needs apt-get, dpkg-deb and tar (*MissingToolsError), a Debian mirror and
// about 250 MB; it does not need root. All files belong to the caller.
// Progress, one line a stage, goes to progress. After an error dir holds an
// incomplete system.
func Bootstrap(ctx context.Context, dir string, progress io.Writer) error {
	if err := unpack(ctx, dir, progress); err != nil {
		return err
	}
	fmt.Fprintln(progress, "image: setting up the unpacked system")
	r := current()
	env := []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"}
	for name, value := range r.args {
		env = append(env, name+"="+value)
	}
	for _, run := range r.runs {
		cmd := exec.CommandContext(ctx, "/bin/sh", "-c", run)
		cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", env, chroot(dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("image: %s: %w: %s", run, err, lastLines(out))
		}
	}
	return nil
}

// chroot makes dir the root directory of a child, in a user namespace of its
// own where the caller is not root already.
func chroot(dir string) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Chroot: dir}
	if os.Geteuid() != 0 {
		attr.Cloneflags = syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	return attr
}

// A MissingToolsError says that the host lacks programs that a base is made with.
type MissingToolsError struct {
	// Tools are names of programs or absolute paths of files.
	Tools []string
}

// Error implements error.
func (e *MissingToolsError) Error() string {
	return "image: making a base image needs " + strings.Join(e.Tools, ", ") +
		": install apt, dpkg, tar and debian-archive-keyring (any Debian or Ubuntu has them), or let the engine pull debian:bookworm-slim"
}

// unpack makes the base system in dir: packages unpacked, not set up, then
// what their maintainer scripts would have done and the image needs.
func unpack(ctx context.Context, dir string, progress io.Writer) error {
	if err := checkTools(); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("image: %w", err)
	}
	if entries, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("image: %w", err)
	} else if len(entries) > 0 {
		return fmt.Errorf("image: %s is not empty: %w", dir, fs.ErrExist)
	}
	if err := makeLinks(dir, mergedUsr); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "fencediff-packages-")
	if err != nil {
		return fmt.Errorf("image: %w", err)
	}
	defer os.RemoveAll(work)
	debs, err := download(ctx, work, progress)
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "image: unpacking %d packages\n", len(debs))
	for _, deb := range debs {
		if err := unpackDeb(ctx, deb, dir); err != nil {
			return err
		}
	}
	return finish(dir)
}

// checkTools returns a *MissingToolsError when the host lacks something.
func checkTools() error {
	var missing []string
	for _, tool := range []string{"apt-get", "dpkg-deb", "tar"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing = append(missing, tool)
		}
	}
	if _, err := os.Stat(keyring); err != nil {
		missing = append(missing, keyring)
	}
	if missing != nil {
		return &MissingToolsError{Tools: missing}
	}
	return nil
}

// unpackDeb unpacks the files of one package over the directory dir.
func unpackDeb(ctx context.Context, deb, dir string) error {
	args := []string{
		"--extract", "--directory", dir, "--keep-directory-symlink", "--no-same-owner", "--preserve-permissions",
		"--delay-directory-restore",
	}
	for _, pattern := range excluded {
		args = append(args, "--exclude=./"+pattern)
	}
	list := exec.CommandContext(ctx, "dpkg-deb", "--fsys-tarfile", deb)
	extract := exec.CommandContext(ctx, "tar", args...)
	extract.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	pipe, err := list.StdoutPipe()
	if err != nil {
		return fmt.Errorf("image: unpack %s: %w", deb, err)
	}
	var listErrors, extractErrors bytes.Buffer
	list.Stderr, extract.Stderr = &listErrors, &extractErrors
	extract.Stdin = pipe
	if err := list.Start(); err != nil {
		return fmt.Errorf("image: unpack %s: %w", deb, err)
	}
	if err := errors.Join(extract.Run(), list.Wait()); err != nil {
		return fmt.Errorf("image: unpack %s: %w: %s", deb, err, lastLines(slices.Concat(extractErrors.Bytes(), listErrors.Bytes())))
	}
	return nil
}

// lastLines returns the end of a program's output, for an error.
func lastLines(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], "; ")
}
