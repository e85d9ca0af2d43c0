package image

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// suite is the Debian release that the base is made of.
	suite = "bookworm"
	// architecture is what the agent is built for.
	architecture = "amd64"
	// keyring holds the keys that Debian signs its releases with.
	keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
)

// sources are Debian's own mirrors, the ones that debian:bookworm-slim names.
var sources = []string{
	"deb [signed-by=" + keyring + "] http://deb.debian.org/debian bookworm main",
	"deb [signed-by=" + keyring + "] http://deb.debian.org/debian bookworm-updates main",
	"deb [signed-by=" + keyring + "] http://deb.debian.org/debian-security bookworm-security main",
}

// A link is a symbolic link at path, which is relative to the root.
type link struct{ path, target string }

// mergedUsr are the links that lie below all packages; Debian's installer makes
// them first.
var mergedUsr = []link{{"bin", "usr/bin"}, {"lib", "usr/lib"}, {"lib64", "usr/lib64"}, {"sbin", "usr/sbin"}}

// alternatives are the programs whose names maintainer scripts give away, and
// who gets them.
var alternatives = []link{
	{"usr/bin/awk", "/usr/bin/gawk"},
	{"usr/bin/nawk", "/usr/bin/gawk"},
	{"usr/bin/pager", "/usr/bin/less"},
	{"usr/bin/which", "/usr/bin/which.debianutils"},
	{"usr/bin/lzma", "/usr/bin/xz"},
	{"usr/bin/unlzma", "/usr/bin/unxz"},
	{"usr/bin/lzcat", "/usr/bin/xzcat"},
}

// defaults are configuration files that maintainer scripts copy, and from where.
var defaults = []link{
	{"etc/passwd", "usr/share/base-passwd/passwd.master"},
	{"etc/group", "usr/share/base-passwd/group.master"},
	{"etc/nsswitch.conf", "usr/share/libc-bin/nsswitch.conf"},
	{"etc/profile", "usr/share/base-files/profile"},
	{"etc/shells", "usr/share/debianutils/shells"},
	{"etc/inputrc", "usr/share/readline/inputrc"},
	{"root/.bashrc", "usr/share/base-files/dot.bashrc"},
	{"root/.profile", "usr/share/base-files/dot.profile"},
}

// mounts is where programs look for the table of mounts; an engine makes it too.
var mounts = link{"etc/mtab", "/proc/mounts"}

// directories are those that maintainer scripts make.
var directories = []string{
	"etc/alternatives", "media", "mnt", "opt", "srv",
	"usr/local/bin", "usr/local/etc", "usr/local/lib", "usr/local/sbin", "usr/local/share", "var/mail", "var/opt",
}

// excluded are what debian:bookworm-slim leaves out too: nothing runs it.
var excluded = []string{
	"usr/share/doc/*", "usr/share/info/*", "usr/share/lintian/*", "usr/share/locale/*", "usr/share/man/*",
}

// baseTables returns all that decides what the base is made of, but for the
// packages.
func baseTables() []any {
	return []any{suite, architecture, sources, mergedUsr, alternatives, defaults, mounts, directories, excluded}
}

// makeLinks makes links below dir, their parent directories, and the
// directories that relative targets name.
func makeLinks(dir string, links []link) error {
	for _, l := range links {
		name := filepath.Join(dir, l.path)
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil && !filepath.IsAbs(l.target) {
			err = os.MkdirAll(filepath.Join(filepath.Dir(name), l.target), 0o755)
		}
		if err == nil {
			err = os.Symlink(l.target, name)
		}
		if err != nil {
			return fmt.Errorf("image: %w", err)
		}
	}
	return nil
}

// finish does in the unpacked system dir what maintainer scripts would have done.
func finish(dir string) error {
	for _, name := range directories {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			return fmt.Errorf("image: %w", err)
		}
	}
	for _, d := range defaults {
		content, err := os.ReadFile(filepath.Join(dir, d.target))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, d.path), content, 0o644)
		}
		if err != nil {
			return fmt.Errorf("image: %w", err)
		}
	}
	for _, a := range alternatives {
		// A name that leads nowhere would say "no such file" where the
		// program is simply not there.
		if _, err := os.Lstat(filepath.Join(dir, a.target)); err != nil {
			return fmt.Errorf("image: the program that %s stands for: %w", a.path, err)
		}
		middle := "etc/alternatives/" + filepath.Base(a.path)
		if err := makeLinks(dir, []link{{middle, a.target}, {a.path, "/" + middle}}); err != nil {
			return err
		}
	}
	return makeLinks(dir, []link{mounts})
}

// download fetches the essential packages of Debian, those of the recipe and
// all that they need into the directory work, and returns the files. The host's own
// sources come first where they are of the same release, because they are
// known to be in reach; after them Debian's own.
func download(ctx context.Context, work string, progress io.Writer) ([]string, error) {
	archives := filepath.Join(work, "archives")
	lists := filepath.Join(work, "lists")
	for _, dir := range []string{archives, lists} {
		if err := os.MkdirAll(filepath.Join(dir, "partial"), 0o755); err != nil {
			return nil, fmt.Errorf("image: %w", err)
		}
	}
	// An empty list of what is installed makes apt-get fetch everything.
	status, sourceList := filepath.Join(work, "status"), filepath.Join(work, "sources.list")
	if err := errors.Join(
		os.WriteFile(status, nil, 0o644),
		os.WriteFile(sourceList, []byte(strings.Join(sources, "\n")+"\n"), 0o644),
	); err != nil {
		return nil, fmt.Errorf("image: %w", err)
	}
	options := []string{
		"-o", "APT::Architecture=" + architecture, "-o", "APT::Architectures=" + architecture,
		"-o", "APT::Install-Recommends=false", "-o", "APT::Sandbox::User=", "-o", "Debug::NoLocking=true",
		"-o", "Dir::State::status=" + status, "-o", "Dir::Cache::archives=" + archives,
		"-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "-q", "-y",
	}
	own := append(slices.Clone(options),
		"-o", "Dir::Etc::sourcelist="+sourceList, "-o", "Dir::Etc::sourceparts=-", "-o", "Dir::State::lists="+lists)
	install := append([]string{"--download-only", "install", "?essential"}, current().words("PACKAGES")...)

	var hostErr error
	if release("/etc/os-release") == "debian "+suite {
		fmt.Fprintln(progress, "image: fetching Debian packages from this machine's sources")
		if hostErr = aptGet(ctx, append(options, install...)); hostErr == nil {
			return debs(archives)
		}
	}
	fmt.Fprintln(progress, "image: fetching Debian packages from deb.debian.org")
	err := aptGet(ctx, append(slices.Clone(own), "update", "--error-on=any"))
	if err == nil {
		err = aptGet(ctx, append(own, install...))
	}
	if err != nil {
		return nil, errors.Join(hostErr, err)
	}
	return debs(archives)
}

// aptGet runs apt-get; its output is in the error only.
func aptGet(ctx context.Context, args []string) error {
	cmd := exec.CommandContext(ctx, "apt-get", args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("image: apt-get %s: %w: %s", args[len(args)-1], err, lastLines(out))
	}
	return nil
}

// debs lists the package files in a directory.
func debs(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.deb"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("apt-get fetched no package: %w", fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("image: %w", err)
	}
	return files, nil
}

// release returns the distribution and the code name that an os-release file
// tells, for instance "debian bookworm"; os-release(5) has its format.
func release(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	fields := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), "="); ok {
			fields[name] = strings.Trim(value, `"'`)
		}
	}
	return fields["ID"] + " " + fields["VERSION_CODENAME"]
}
