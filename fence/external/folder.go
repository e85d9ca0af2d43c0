package external

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A folder is where a fence's program lives: a home and a working folder of its
// own, both empty but for the bait, which lies in the working folder.
type folder struct{ base string }

// bait is the file that LiveRefuses would delete.
const bait = "bait"

func newFolder() (folder, error) {
	base, err := os.MkdirTemp("", "fencediff-fence")
	if err != nil {
		return folder{}, err
	}
	f := folder{base}
	for _, dir := range []string{f.home(), f.work(), f.temp()} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			f.remove()
			return folder{}, err
		}
	}
	if err := os.WriteFile(filepath.Join(f.work(), bait), nil, 0o600); err != nil {
		f.remove()
		return folder{}, err
	}
	return f, nil
}

func (f folder) home() string { return filepath.Join(f.base, "home") }
func (f folder) work() string { return filepath.Join(f.base, "work") }
func (f folder) temp() string { return filepath.Join(f.base, "tmp") }

// untouched says whether the working folder is as it was made.
func (f folder) untouched() bool {
	entries, err := os.ReadDir(f.work())
	return err == nil && len(entries) == 1 && entries[0].Name() == bait
}

// remove is best effort: what a fence leaves in its folder is its own affair.
func (f folder) remove() { _ = os.RemoveAll(f.base) }

// command prepares a program: in the working folder, with a scrubbed
// environment, in a process group of its own that is killed as a whole.
func (f folder) command(argv []string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = f.work()
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + f.home(), "TMPDIR=" + f.temp(),
		"LC_ALL=C.UTF-8", "TZ=UTC0", "PWD=" + f.work(),
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// What a killed program's children hold open is not waited for.
	cmd.WaitDelay = time.Second
	return cmd
}

// kill ends a program and all that it started.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// locate finds the program in the search path and makes every word that names a
// file of the caller's working directory absolute, because the program does not
// run there.
func locate(argv []string) ([]string, error) {
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, err
	}
	located := append([]string{path}, argv[1:]...)
	for i, word := range located {
		if _, err := os.Lstat(word); err != nil {
			continue
		}
		if located[i], err = filepath.Abs(word); err != nil {
			return nil, err
		}
	}
	return located, nil
}

// stderrKept is how many bytes of a program's standard error a message quotes.
const stderrKept = 2 << 10

// A head keeps the beginning of what is written to it. It is safe for
// concurrent use.
type head struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer; it never fails.
func (h *head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text.Write(p[:min(len(p), stderrKept-h.text.Len())])
	return len(p), nil
}

// firstLine is the first line that holds something.
func (h *head) firstLine() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	line, _, _ := strings.Cut(strings.TrimSpace(h.text.String()), "\n")
	return line
}
