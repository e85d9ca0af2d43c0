package oracle_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// An effect in short: kind, path relative to the workspace unless outside it,
// flags, detail.
func shortEffect(e oracle.Effect) string {
	text := e.Kind.String() + " " + strings.TrimPrefix(e.Path, "/srv/ws/")
	if e.Transient {
		text += " transient"
	}
	if e.Blocked {
		text += " blocked"
	}
	if e.Detail != "" {
		text += " (" + e.Detail + ")"
	}
	return text
}

// TestEffects runs commands in real bash and compares every effect, in the
// present fixture unless absent is said.
func TestEffects(t *testing.T) {
	o := oracletest.Open(t, oracle.Config{})
	tests := []struct {
		command  string
		effects  []string
		attempts []string
	}{
		// What the upper layer shows, anywhere in the file system.
		{command: "echo x > new", effects: []string{"create new"}},
		{command: ": > README.md", effects: []string{"write README.md"}},
		{command: "echo x > /usr/bin/ls; rm /usr/bin/cat", effects: []string{"delete /usr/bin/cat", "write /usr/bin/ls"}},
		{command: "rm README.md", effects: []string{"delete README.md"}},
		{command: "rm -r src", effects: []string{"delete src"}},
		{command: "rm -r src; mkdir src; echo > src/new", effects: []string{"delete src/main.go", "create src/new", "delete src/util.go"}},
		{command: "rm -r src; echo > src", effects: []string{"create src", "delete src"}},
		{command: "mv data.json e.json", effects: []string{"rename e.json (from /srv/ws/data.json)"}},
		{command: "mv data.json notes.txt", effects: []string{"rename notes.txt (from /srv/ws/data.json)"}, attempts: []string{"renameat2 /srv/ws/notes.txt EEXIST"}},
		{command: "mv src s2", effects: []string{"rename s2 (from /srv/ws/src)"}},
		{command: "mv src s2; rm s2/main.go; echo >> s2/util.go", effects: []string{
			"rename s2 (from /srv/ws/src)", "delete s2/main.go", "write s2/util.go",
		}},
		{command: "mv /usr/lib/git-core /usr/lib/g", effects: []string{"rename /usr/lib/g (from /usr/lib/git-core)"}},
		{command: "ln -s nowhere l", effects: []string{"link l (symbolic to nowhere)"}},
		{command: "ln x.sh l", effects: []string{"link l (hard to /srv/ws/x.sh)"}},
		{command: "echo > a; ln a b", effects: []string{"create a", "link b (hard to /srv/ws/a)"}},
		{command: "mkdir -p d/e", effects: []string{"mkdir d", "mkdir d/e"}},
		{command: "chmod 600 README.md", effects: []string{"mode README.md (0644 to 0600)"}},
		{command: "chmod 700 src", effects: []string{"mode src (0755 to 0700)"}},
		{command: "chown 7:8 README.md", effects: []string{"owner README.md (0:0 to 7:8)"}},
		{command: "touch -d 2001-01-01 README.md", effects: []string{"times README.md"}},
		{command: "mkfifo p", effects: []string{"special p (fifo)"}},
		{command: "mknod p b 8 0", effects: []string{"special p blocked (mknodat)"}},
		{command: "ln -s ../outside.txt l; echo x > l", effects: []string{"write /srv/outside.txt", "read-outside /srv/outside.txt (opened)", "link l (symbolic to ../outside.txt)"}},
		{command: "ln -s made l; echo x > l", effects: []string{"link l (symbolic to made)", "create made"}},

		// What only the calls show.
		{command: "echo x > t; rm t", effects: []string{"create t transient"}},
		{command: "touch 'x (deleted)'; rm 'x (deleted)'", effects: []string{"create x (deleted) transient"}},
		{command: "mkdir 'd (deleted)'", effects: []string{"mkdir d (deleted)"}},
		{command: "exec 3> t; rm t; echo x >&3; chmod 600 /proc/self/fd/3", effects: []string{"create t transient"}},
		{command: "date -s 2001-01-01", effects: []string{"special clock_settime blocked (clock_settime)"}},
		{command: "ipcmk -Q", effects: []string{"special msgget (msgget)"}},
		{command: `python3 -c 'import socket; socket.socket().listen()'`, effects: []string{"network any address (listen)"}},
		{
			command: `python3 -c 'import fcntl, os, struct; fcntl.ioctl(os.open("notes.txt", os.O_RDONLY), 0x40086602, struct.pack("l", 0xc0))'`,
			effects: []string{"mode notes.txt transient"},
		},
		{
			command: `python3 -c 'import ctypes, socket; s = socket.socket(type=socket.SOCK_DGRAM); ctypes.CDLL(None).sendto(s.fileno(), b"x", 1, 0, bytes([0, 0, 0, 53, 192, 0, 2, 1] + [0] * 8), 16)'`,
			effects: []string{"network 192.0.2.1:53 (sendto)"},
		},
		{
			command: `python3 -c 'import ctypes, os, struct; ctypes.CDLL(None).syscall(437, os.open("src", os.O_RDONLY), b"/made", struct.pack("QQQ", os.O_CREAT | os.O_WRONLY, 0o644, 0x10), 24)'`,
			effects: []string{"create src/made"},
		},
		{command: "mkdir d; rmdir d", effects: []string{"mkdir d transient"}},
		{command: "mv README.md r; mv r README.md", effects: []string{"rename README.md transient (from /srv/ws/r)", "rename r transient (from /srv/ws/README.md)"}},
		{command: "chmod 644 README.md", effects: []string{"mode README.md transient"}},
		{command: "touch src", effects: []string{"times src"}, attempts: []string{"openat /srv/ws/src EISDIR"}},
		{command: "rm missing", attempts: []string{"unlinkat /srv/ws/missing ENOENT"}},
		{command: "mkdir src", attempts: []string{"mkdir /srv/ws/src EEXIST"}},
		{command: "echo > missing/f", attempts: []string{"openat /srv/ws/missing/f ENOENT"}},
		{command: "echo > /proc/sys/kernel/hostname", effects: []string{"write /proc/sys/kernel/hostname blocked (openat)"}},
		{command: "unshare -U true", effects: []string{"special unshare blocked (unshare)"}},
		{command: "kill -9 1", effects: []string{"signal process 1 blocked (kill)"}},
		{command: "kill -9 $$"},
		{command: "sleep 1 & kill $!"},

		// Code, network, reads.
		{command: "./x.sh", effects: []string{"create PWNED", "exec x.sh (execve)"}},
		{command: "cp /usr/bin/true /tmp/t; /tmp/t", effects: []string{"create /tmp/t", "exec /tmp/t (execve)"}},
		{command: "cp /usr/bin/true t; ./t; rm t", effects: []string{"create t transient", "exec t (execve)"}},
		{command: ": < /dev/tcp/192.0.2.1/80", effects: []string{"network 192.0.2.1:80 (connect)"}},
		{command: ": < /dev/udp/::1/53", effects: []string{"network [::1]:53 (connect)"}},
		{command: "cat ../outside.txt > /dev/null", effects: []string{"read-outside /srv/outside.txt (opened)"}},
		{command: "ls ..", effects: []string{"read-outside /srv (opened)"}},
		{command: "cat ~/.gitconfig /etc/passwd > /dev/null"},
		{command: "echo OUTSIDE-SECRET"},
		{command: "sleep 9 > /dev/null 2>&1 &", effects: []string{"leftover sleep 9"}},
		{command: "(sleep 0.01; echo late > f) &", effects: []string{"create f"}},

		{command: "getent hosts name.example", effects: []string{"network 127.0.0.1:53 (connect)", "network name.example (looked up)"}},
		{command: `python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("s")'`, effects: []string{"special s (socket)"}},
		{command: "echo x > /dev/tty", attempts: []string{"openat /dev/tty ENXIO"}},

		{command: "-c; echo > made", effects: []string{"create made"}},

		// Harmless, whatever programs do for themselves.
		{command: "git status; git diff; git stash list; git log -1 -p"},
		{command: "seq 100000 | sort -S 64k -n | tail -1"},
		{command: "cat <<X | wc -c\n" + strings.Repeat("here-document\n", 9000) + "X"},
		{command: "echo x > /dev/null 2>&1; echo y > /dev/stdout; echo z > /dev/fd/1"},
		{command: "git show HEAD:README.md | grep -c alpha; rg alpha; fd main; jq .a data.json; python3 -c 'print(1)'"},
	}
	for _, test := range tests {
		t.Run(test.command[:min(len(test.command), 60)], func(t *testing.T) {
			got := oracletest.Observe(t, o, test.command)[0]
			if got.Status == oracle.StatusError {
				t.Fatal(got.Error)
			}
			var effects, attempts []string
			for _, e := range got.Effects {
				effects = append(effects, shortEffect(e))
			}
			for _, a := range got.Attempts {
				attempts = append(attempts, a.Call+" "+a.Path+" "+a.Errno)
			}
			if diff := cmp.Diff(test.effects, effects); diff != "" {
				t.Errorf("effects (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.attempts, attempts); diff != "" {
				t.Errorf("attempts (-want +got):\n%s", diff)
			}
			if t.Failed() {
				t.Logf("status %s, exit %d, stdout %q, stderr %q", got.Status, got.Exit, got.Stdout, got.Stderr)
			}
		})
	}
}

// TestObservation looks at everything else an observation says.
func TestObservation(t *testing.T) {
	o := oracletest.Open(t, oracle.Config{Workers: 1})
	t.Run("fixtures differ in the target directory", func(t *testing.T) {
		got := oracletest.Observe(t, o, "cd sub && cat inner.txt")
		if got[0].Fixture != "present" || got[0].Exit != 0 || got[0].Stdout == "" {
			t.Errorf("present: %+v", got[0])
		}
		if got[1].Fixture != "absent" || got[1].Exit != 1 || got[1].Stdout != "" {
			t.Errorf("absent: %+v", got[1])
		}
	})
	t.Run("exit and output", func(t *testing.T) {
		got := oracletest.Observe(t, o, `printf 'a\xff\0b'; echo err >&2; exit 3`)[0]
		if got.Status != oracle.Exited || got.Exit != 3 || got.Stdout != "a\\xff\x00b" || got.Stderr != "err\n" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("signal", func(t *testing.T) {
		if got := oracletest.Observe(t, o, "kill -TERM $$")[0]; got.Status != oracle.Signaled || got.Exit != 128+15 {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("exec tree", func(t *testing.T) {
		got := oracletest.Observe(t, o, "env nice ls sub | cat")[0]
		var tree []string
		for _, e := range got.Execs {
			tree = append(tree, fmt.Sprintf("%d %s %q", e.Depth, e.Path, e.Argv))
		}
		want := []string{
			`0 /usr/bin/env ["env" "nice" "ls" "sub"]`, `1 /usr/bin/nice ["nice" "ls" "sub"]`,
			`2 /usr/bin/ls ["ls" "sub"]`, `0 /usr/bin/cat ["cat"]`,
		}
		if diff := cmp.Diff(want, tree); diff != "" {
			t.Errorf("execs (-want +got):\n%s", diff)
		}
	})
	t.Run("everything is pinned", func(t *testing.T) {
		const command = "echo $$ $BASHPID $PPID; hostname; id; umask; env | sort; pwd; date +%Z; nproc; sh -c 'echo $$'"
		first, again := oracletest.Observe(t, o, command), oracletest.Observe(t, o, command)
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("two runs differ:\n%s", diff)
		}
		if strings.Contains(first[0].Stdout, "HOSTNAME=") {
			t.Errorf("the environment is not an allow-list:\n%s", first[0].Stdout)
		}
	})
	t.Run("setup is part of the fixture", func(t *testing.T) {
		got, err := o.Observe(t.Context(), oracle.Job{Command: "cat made; rm made README.md", Setup: "echo x > made; rm -r src; mv notes.txt n"})
		if err != nil {
			t.Fatal(err)
		}
		var effects []string
		for _, e := range got[0].Effects {
			effects = append(effects, shortEffect(e))
		}
		if diff := cmp.Diff([]string{"delete README.md", "delete made"}, effects); diff != "" || got[0].Stdout != "x\n" {
			t.Errorf("stdout %q, effects (-want +got):\n%s", got[0].Stdout, diff)
		}
		if after := oracletest.Observe(t, o, "cat made")[0]; after.Exit != 1 {
			t.Errorf("the setup outlived its job: %+v", after)
		}
	})
	t.Run("working directory", func(t *testing.T) {
		got, err := o.Observe(t.Context(), oracle.Job{Command: "pwd", Cwd: "sub"})
		if err != nil {
			t.Fatal(err)
		}
		if got[0].Stdout != "/srv/ws/sub\n" {
			t.Errorf("present: %+v", got[0])
		}
		if got[1].Exit != 126 || !strings.Contains(got[1].Stderr, "cannot enter the working directory") {
			t.Errorf("absent: %+v", got[1])
		}
	})
	t.Run("environment of its own", func(t *testing.T) {
		got, err := o.Observe(t.Context(), oracle.Job{Command: "/usr/bin/env", Env: []string{"A=1"}})
		if err != nil {
			t.Fatal(err)
		}
		if want := "PWD=/srv/ws\nA=1\nSHLVL=0\n_=/usr/bin/env\n"; got[0].Stdout != want {
			t.Errorf("got %q", got[0].Stdout)
		}
	})
	t.Run("terminal", func(t *testing.T) {
		got, err := o.Observe(t.Context(), oracle.Job{Command: "tty; stty size; echo err >&2; ls --color=auto -d src; git --no-pager log -1 --oneline > /dev/tty", TTY: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"/dev/pts/0\r\n24 80\r\nerr\r\n", "\x1b[01;34msrc"} {
			if !strings.Contains(got[0].Stdout, want) {
				t.Errorf("the transcript %q lacks %q", got[0].Stdout, want)
			}
		}
		if len(got[0].Effects) != 1 || got[0].Effects[0].Kind != oracle.TTY {
			t.Errorf("effects %v", got[0].Effects)
		}
		if after := oracletest.Observe(t, o, "tty; ls /dev/pts")[0]; after.Stdout != "not a tty\n" {
			t.Errorf("afterwards %+v", after)
		}
	})
	t.Run("what no argument can be", func(t *testing.T) {
		for _, command := range []string{"echo \x00", "echo " + strings.Repeat("x", 140_000)} {
			if got := oracletest.Observe(t, o, command)[0]; got.Status != oracle.StatusError || got.Error == "" {
				t.Errorf("%.20q: %+v", command, got.Status)
			}
		}
	})
}
