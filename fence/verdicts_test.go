package fence_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
)

// A verdictRow is one line of testdata/verdicts.txt.
type verdictRow struct {
	line           int
	readonly, walk string
	command        string
	why            string
}

// verdictRows reads testdata/verdicts.txt.
func verdictRows(tb testing.TB) []verdictRow {
	tb.Helper()
	file, err := os.Open("testdata/verdicts.txt")
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	var rows []verdictRow
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		cells := strings.Split(text, "\t")
		if len(cells) != 4 {
			tb.Fatalf("testdata/verdicts.txt:%d: %d columns, want 4", n, len(cells))
		}
		command := cells[2]
		if command[0] == '"' {
			if command, err = strconv.Unquote(command); err != nil {
				tb.Fatalf("testdata/verdicts.txt:%d: %v", n, err)
			}
		}
		rows = append(rows, verdictRow{line: n, readonly: cells[0], walk: cells[1], command: command, why: cells[3]})
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return rows
}

// variant returns the built-in variant of that name.
func variant(tb testing.TB, name string) *fence.Variant {
	tb.Helper()
	f, ok := fence.Lookup(name)
	if !ok {
		tb.Fatalf("there is no fence %s", name)
	}
	v, ok := f.(*fence.Variant)
	if !ok {
		tb.Fatalf("the fence %s is a %T", name, f)
	}
	return v
}

// request asks for command in the default policy.
func request(command string) fence.Request {
	return fence.Request{Command: command, Policy: fence.DefaultPolicy()}
}

// says is "admit" or the id of the rule that refuses.
func says(v *fence.Variant, r fence.Request) string {
	if _, err := v.Decide(r); err != nil {
		return string(err.(*fence.Refusal).Rule)
	}
	return "admit"
}

func TestVerdicts(t *testing.T) {
	readonly, walk := variant(t, "readonly"), variant(t, "walk")
	used := map[string]bool{}
	for _, row := range verdictRows(t) {
		used[row.readonly] = true
		if got := says(readonly, request(row.command)); got != row.readonly {
			t.Errorf("line %d: readonly says %s to %q, want %s: %s", row.line, got, row.command, row.readonly, row.why)
		}
		if got := says(walk, request(row.command)); got != row.walk {
			t.Errorf("line %d: walk says %s to %q, want %s: %s", row.line, got, row.command, row.walk, row.why)
		}
	}
	for _, rule := range fence.RuleInfos() {
		if !used[string(rule.ID)] {
			t.Errorf("no row of testdata/verdicts.txt is refused by rule %s", rule.ID)
		}
	}
}
