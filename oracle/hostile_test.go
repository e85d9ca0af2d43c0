package oracle_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// hostile lists attacks on the oracle and the status each ends with. Adding an
// attack is adding a row.
var hostile = []struct {
	name    string
	command string
	status  oracle.Status
}{
	{"fork bomb", ":(){ :|:& };:; wait", oracle.ProcessLimit},
	{"kill everything", "kill -9 -1; echo survived", oracle.Exited},
	{"kill the parent", "kill -9 $PPID; echo survived", oracle.Exited},
	{"kill itself", "kill -9 $$", oracle.Signaled},
	{"remove everything", "rm -rf --no-preserve-root / 2> /dev/null", oracle.Exited},
	{"endless output", "yes", oracle.OutputLimit},
	{"endless binary output", "cat /dev/zero", oracle.OutputLimit},
	{"endless loop", "while :; do :; done", oracle.Timeout},
	{"endless memory", `perl -e 'my $x = "x" x (1 << 30); sleep 30'`, oracle.MemoryLimit},
	{"full disk", "cat /dev/zero > big", oracle.DiskLimit},
	{"full disk outside", "cat /dev/zero > /usr/big", oracle.DiskLimit},
	{"many files", "mkdir d; cd d; touch {1..5000} 2> /dev/null", oracle.DiskLimit},
	{"deep tree", "perl -e 'for (1 .. 3000) { mkdir q(d) && chdir q(d) or last }'", oracle.Exited},
	{"a pipe nobody writes", "mkfifo p; cat p", oracle.Timeout},
	{"a daemon", "setsid sleep 100 > /dev/null 2>&1 < /dev/null & disown", oracle.Exited},
	{"a writing daemon", "(setsid bash -c 'while :; do echo x >> f; done' &) > /dev/null 2>&1", oracle.Exited},
	{"a stopped process", "kill -STOP $$; echo went on", oracle.Exited},
	{"an ignored signal", "trap '' TERM INT HUP; while :; do :; done", oracle.Timeout},
	{"sysctl", "echo 1 > /proc/sys/kernel/panic; echo b > /proc/sysrq-trigger", oracle.Exited},
	{"last pid", "echo 1 > /proc/sys/kernel/ns_last_pid", oracle.Exited},
	{"out of memory score", "echo -1000 > /proc/self/oom_score_adj; echo -1000 > /proc/$$/oom_score_adj", oracle.Exited},
	{"the agent's memory", "cat /proc/1/mem /proc/1/environ; ls /proc/1/fd /proc/1/root", oracle.Exited},
	{"raw devices", "mknod sda b 8 0; cat sda; mknod mem c 1 1; cat mem; mknod kmsg c 1 11 && cat kmsg", oracle.Exited},
	{"new namespaces", "unshare -Urm bash -c 'mount -t tmpfs x /mnt'; unshare -p true; unshare -n true", oracle.Exited},
	{"mounts", "mount -t tmpfs x /mnt; mount -o bind / /mnt; umount /proc; mount -t overlay x -o lowerdir=/:/usr /mnt", oracle.Exited},
	{"chroot", "mkdir r; chroot r true; chroot / true", oracle.Exited},
	{"clock and names", "date -s 2001-01-01; hostname mallory", oracle.Exited},
	{"tracing the agent", `perl -e 'exit(syscall(101, 16, 1, 0, 0) == 0)'`, oracle.Exited},
	{"inherited descriptors", "ls -l /proc/self/fd | grep -v -e ' [012] -> ' -e '/proc/' -e total", oracle.Exited},
	{"imitated protocol", `printf '{"id":1,"observations":[]}\n{"id":2}\n' | tee /dev/stderr`, oracle.Exited},
	{"shared memory", `perl -e 'shmget(4711, 4096, 01666) // die'`, oracle.Exited},
	{"abstract socket", `perl -e 'use Socket; socket(my $s, PF_UNIX, SOCK_STREAM, 0); bind($s, pack_sockaddr_un("\0planted")) or die; sleep 9' &`, oracle.Exited},
	{"x32 and io_uring", `perl -e 'my $d = "d"; exit 1 if syscall(0x40000000 + 83, $d, 0777) != -1 or !$!{ENOSYS}; exit 2 if syscall(425, 8, $d) != -1 or !$!{ENOSYS}'`, oracle.Exited},
	{"ulimits", "ulimit -n 4096; ulimit -u 1000; ulimit -c unlimited; echo done", oracle.Exited},
	{"index of the repository", "rm -rf .git; git init -q", oracle.Exited},
	{"the shell itself", "echo > /bin/bash; echo > /lib/x86_64-linux-gnu/libc.so.6", oracle.Exited},
	{"every mode", "chmod -R 000 /etc /home /usr/bin /srv", oracle.Exited},
	{"names with escapes", `touch $'\e[2J' $'new\nline' $'\xff'; ls`, oracle.Exited},
}

// probes are what is asked after each attack. Their answers must be those of a
// fresh container.
var probes = []string{
	"ls -A /; ls -la /srv/ws /home /tmp /dev; id; echo $$ $BASHPID; hostname; ipcs -m",
	"git status --short; git log --oneline; cat README.md ../outside.txt",
	"echo x > new; rm -r src; ls",
}

func TestHostile(t *testing.T) {
	// One worker: what asks is what was attacked.
	o := oracletest.Open(t, oracle.Config{Workers: 1, Limits: oracle.Limits{Time: 10 * time.Second, Files: 4096}})
	fresh := make([][]oracle.Observation, len(probes))
	for i, probe := range probes {
		fresh[i] = oracletest.Observe(t, o, probe)
	}
	for _, attack := range hostile {
		t.Run(attack.name, func(t *testing.T) {
			job := oracle.Job{Command: attack.command}
			if attack.status == oracle.Timeout {
				job.Time = time.Second // it would only be waited for
			}
			observations, err := o.Observe(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range observations {
				if got.Status != attack.status {
					t.Errorf("%s: status %s, want %s (exit %d, stdout %.300q, stderr %.300q, error %s)",
						got.Fixture, got.Status, attack.status, got.Exit, got.Stdout, got.Stderr, got.Error)
				}
			}
			for i, probe := range probes {
				if diff := cmp.Diff(fresh[i], oracletest.Observe(t, o, probe)); diff != "" {
					t.Errorf("afterwards %q differs from a fresh container (-fresh +now):\n%s", probe, diff)
				}
			}
		})
	}
}

// TestHostileSilence checks that nothing an attack printed shows that it got
// anywhere.
func TestHostileSilence(t *testing.T) {
	o := oracletest.Open(t, oracle.Config{Workers: 1})
	for _, command := range []string{
		"ls -l /proc/self/fd | grep -v -e ' [012] -> ' -e '/proc/' -e total",
		"cat /proc/1/environ",
		"cat /proc/1/cmdline | grep -c SECRET; cat /proc/1/maps",
		"cat /proc/kmsg; cat /proc/kcore | head -c 1",
		"mknod mem c 1 1 && cat mem",
	} {
		got := oracletest.Observe(t, o, command)[0]
		if text := strings.Trim(got.Stdout, "0\n"); text != "" {
			t.Errorf("%q printed %.300q", command, text)
		}
	}
}
