package main

import (
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
)

// The oldest kernel whose calls the agent has all of: overlay's volatile mounts
// came with it. And the first in which an ordinary user's overlay can keep its
// marks in a tmpfs.
var (
	oldestKernel   = [2]int{5, 10}
	rootlessKernel = [2]int{6, 6}
)

// fact reads a file of /proc; a file that is not there is "".
func (p *patient) fact(name string) string {
	text, err := fs.ReadFile(p.proc, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

func checkKernel(_ context.Context, p *patient) finding {
	release := p.fact("sys/kernel/osrelease")
	version, err := kernelVersion(release)
	if err != nil {
		return failed(err.Error(), "run on Linux, with /proc mounted")
	}
	older := func(than [2]int) bool { return version[0] < than[0] || version[0] == than[0] && version[1] < than[1] }
	switch {
	case runtime.GOARCH != "amd64":
		return failed("this program is for "+runtime.GOARCH, "run it on amd64: no other platform works")
	case older(oldestKernel):
		return failed("Linux "+release, fmt.Sprintf("use Linux %d.%d or later", oldestKernel[0], oldestKernel[1]))
	case p.launcher == "local" && !p.root && older(rootlessKernel):
		return failed("Linux "+release, fmt.Sprintf("use Linux %d.%d or later, or be root", rootlessKernel[0], rootlessKernel[1]))
	}
	return ok("Linux %s, amd64", release)
}

// kernelVersion is the beginning of a kernel release, for instance "6.1.0-13-amd64".
func kernelVersion(release string) (version [2]int, err error) {
	fields := strings.SplitN(release, ".", 3)
	for i := range version {
		if len(fields) <= i {
			return version, fmt.Errorf("the kernel release %q is none", release)
		}
		if version[i], err = strconv.Atoi(fields[i]); err != nil {
			return version, fmt.Errorf("the kernel release %q is none", release)
		}
	}
	return version, nil
}

func checkOverlay(_ context.Context, p *patient) finding {
	for line := range strings.SplitSeq(p.fact("filesystems"), "\n") {
		if strings.HasSuffix(line, "\toverlay") || line == "overlay" {
			return ok("the kernel has it")
		}
	}
	if p.launcher == "docker" {
		return skipped("not loaded on this host, which matters if the engine is on it")
	}
	return failed("the kernel has no overlay file system", "load it: modprobe overlay")
}

// namespaces are those that the agent makes.
var namespaces = []string{"user", "mnt", "pid", "ipc", "uts", "net"}

func checkNamespaces(_ context.Context, p *patient) finding {
	var missing []string
	for _, name := range namespaces {
		if _, err := fs.Lstat(p.proc, "self/ns/"+name); err != nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return failed("the kernel lacks the namespaces "+strings.Join(missing, ", "), "use a kernel that is built with them")
	}
	for name, advice := range map[string]string{
		"sys/user/max_user_namespaces":         "allow them: sysctl -w user.max_user_namespaces=10000",
		"sys/kernel/unprivileged_userns_clone": "allow them: sysctl -w kernel.unprivileged_userns_clone=1, or be root",
	} {
		onlyOrdinary := strings.HasSuffix(name, "_clone")
		if p.fact(name) == "0" && !(onlyOrdinary && (p.root || p.launcher == "docker")) {
			return failed("user namespaces are switched off", advice)
		}
	}
	return ok("%s", strings.Join(namespaces, " "))
}

// checkAppArmor looks at the switch by which some distributions keep ordinary
// users from what user namespaces are good for.
func checkAppArmor(_ context.Context, p *patient) finding {
	switch p.fact("sys/kernel/apparmor_restrict_unprivileged_userns") {
	case "":
		return ok("no switch for user namespaces")
	case "0":
		return ok("user namespaces are not restricted")
	}
	if p.root || p.launcher == "docker" {
		return ok("user namespaces are restricted, which does not matter here")
	}
	return failed("AppArmor restricts user namespaces of ordinary users",
		"lift it: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, be root, or use a Docker engine")
}
