package oracle

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFindRange(t *testing.T) {
	for _, test := range []struct {
		name, text string
		first      int // 0: there is none
	}{
		{"by name", "other:1:65536\ndev:100000:65536\n", 100000},
		{"by id", "1000:200000:65536\n", 200000},
		{"the first that is large enough", "dev:100:10\ndev:300000:70000\ndev:400000:70000\n", 300000},
		{"too few", "dev:100000:65535\n", 0},
		{"somebody else's", "devel:100000:65536\n", 0},
		{"damaged", "dev:100000\ndev:x:65536\ndev:1:y\n:::\n", 0},
		{"empty", "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "subuid")
			if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			first, err := findRange(file, "dev", "1000")
			if first != test.first || (err == nil) != (test.first > 0) {
				t.Errorf("findRange = %d, %v, want %d", first, err, test.first)
			}
		})
	}
	if first, err := findRange(filepath.Join(t.TempDir(), "missing"), "dev"); err == nil {
		t.Errorf("a missing file gives %d", first)
	}
}
