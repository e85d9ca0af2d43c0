package grid

import (
	"bytes"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// TestSyntax has bash read every command without running it. The golden file
// lists the cells that bash rejects, so that a slip of the pen in an alphabet,
// which would make a cell vacuous, shows as a new line of it.
func TestSyntax(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts one bash a cell")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	var (
		group    sync.WaitGroup
		mu       sync.Mutex
		rejected []string
		cells    = make(chan Cell)
	)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for cell := range cells {
				command := exec.Command(bash, "--norc", "-n", "-c", "--", cell.Request.Command)
				command.Env = []string{"LC_ALL=C.UTF-8"}
				err := command.Run()
				if err == nil {
					continue
				}
				mu.Lock()
				rejected = append(rejected, cell.ID)
				mu.Unlock()
			}
		})
	}
	for cell := range smoke.Cells() {
		cells <- cell
	}
	close(cells)
	group.Wait()
	slices.Sort(rejected)
	var b bytes.Buffer
	for _, id := range rejected {
		b.WriteString(id + "\n")
	}
	golden(t, "syntax-errors.golden", b.Bytes())
}
