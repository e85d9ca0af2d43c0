package oracle

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// As an ordinary user the agent is root of a user namespace: its 0 is the user,
// and its ids from 1 on, among which commands live, are subordinate ids that
// the system's administrator gave the user. Source: subuid(5), newuidmap(1).

// subordinateCount is how many ids commands need.
const subordinateCount = 65536

// subordinateIDs are the first ids of the two ranges that a user may map.
type subordinateIDs struct{ user, group int }

// findSubordinateIDs finds what an ordinary user needs to run commands, or
// says what is missing.
func findSubordinateIDs() (*subordinateIDs, error) {
	for _, tool := range []string{"newuidmap", "newgidmap"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, &UnavailableError{"an ordinary user's oracle needs " + tool + "; install uidmap (Debian) or shadow-utils, or be root", err}
		}
	}
	me, err := user.Current()
	if err != nil {
		return nil, &UnavailableError{"who runs this cannot be told", err}
	}
	var ids subordinateIDs
	for file, first := range map[string]*int{"/etc/subuid": &ids.user, "/etc/subgid": &ids.group} {
		if *first, err = findRange(file, me.Username, me.Uid); err != nil {
			return nil, &UnavailableError{
				fmt.Sprintf("%s gives %s no range of %d ids; add one (usermod --add-subuids 100000-165535 --add-subgids 100000-165535 %[2]s), or be root",
					file, me.Username, subordinateCount), err,
			}
		}
	}
	return &ids, nil
}

// findRange returns the first id of a user's first range that is large enough.
func findRange(file string, names ...string) (int, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), ":")
		if len(fields) != 3 || !slices.Contains(names, fields[0]) {
			continue
		}
		first, err := strconv.Atoi(fields[1])
		count, countErr := strconv.Atoi(fields[2])
		if err == nil && countErr == nil && count >= subordinateCount {
			return first, nil
		}
	}
	return 0, errors.New("no such line")
}

// start starts the agent, whose arguments are those of an agent that need not
// wait, in a user namespace, and maps the ids.
func (ids *subordinateIDs) start(ctx context.Context, agent *exec.Cmd) error {
	mapped, tell, err := os.Pipe()
	if err != nil {
		return err
	}
	defer mapped.Close()
	defer tell.Close()
	agent.Args = slices.Insert(agent.Args, 2, "enter")
	agent.ExtraFiles = []*os.File{mapped}
	agent.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
	if err := agent.Start(); err != nil {
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) {
			err = fmt.Errorf("%w: this host lets ordinary users make no namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone)", err)
		}
		return err
	}
	pid := strconv.Itoa(agent.Process.Pid)
	for _, m := range []struct {
		tool      string
		own, from int
	}{{"newuidmap", os.Geteuid(), ids.user}, {"newgidmap", os.Getegid(), ids.group}} {
		out, err := exec.CommandContext(ctx, m.tool, pid, "0", strconv.Itoa(m.own), "1",
			"1", strconv.Itoa(m.from), strconv.Itoa(subordinateCount)).CombinedOutput()
		if err != nil {
			return errors.Join(fmt.Errorf("%s: %w: %s", m.tool, err, strings.TrimSpace(string(out))), agent.Process.Kill(), agent.Wait())
		}
	}
	_, err = tell.Write([]byte{1})
	return err
}
