//go:build harnessfaults

package harnessfaults

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// switchEnv names the fault that is on. The agent, whose environment is its own,
// has it linked in instead, in the variable that it keeps for its faults.
const switchEnv = "FENCEDIFF_HARNESS_FAULT"

// chooser is what an overlay adds to each package: the wrong value where its
// fault is on, else the right one.
const chooser = `package %s

%s

func harnessFault[T any](id string, wrong, right T) T {
	if %s == id {
		return wrong
	}
	return right
}
`

// overlay writes the sources with every fault in, and the file that tells the
// compiler to take them, and returns that.
func overlay(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	replace := make(map[string]string)
	write := func(file string, text []byte) {
		path := filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, file)] = path
	}
	texts := make(map[string]string)
	for _, f := range faults {
		text, ok := texts[f.file]
		if !ok {
			source, err := os.ReadFile(filepath.Join(root, f.file))
			if err != nil {
				t.Fatal(err)
			}
			text = string(source)
			pkg := filepath.Dir(f.file)
			imports, on := `import "os"`, fmt.Sprintf("os.Getenv(%q)", switchEnv)
			if pkg == "oracle/agent" {
				imports, on = "", "fault"
			}
			write(pkg+"/harness_fault.go", fmt.Appendf(nil, chooser, filepath.Base(pkg), imports, on))
		}
		right := strings.TrimSuffix(f.right, "\n")
		choice := fmt.Sprintf("harnessFault(%q, %s, %s)", f.id, f.wrong, right) + f.right[len(right):]
		if n := strings.Count(text, f.before+f.right); n != 1 {
			t.Fatalf("fault %s: %s holds %q %d times, want once; adapt the fault", f.id, f.file, f.before+f.right, n)
		}
		text = strings.Replace(text, f.before+f.right, f.before+choice, 1)
		texts[f.file] = text
	}
	for file, text := range texts {
		source, err := format.Source([]byte(text))
		if err != nil {
			t.Fatalf("%s does not parse with its faults in: %v", file, err)
		}
		write(file, source)
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, list, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
