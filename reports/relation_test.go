package reports

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/reports/schema"
	"github.com/fencediff/fencediff/reports/schema/schematest"
)

// violation is one with every field set, about two commands.
func violation(t *testing.T, first, second string) Violation {
	t.Helper()
	refused := fence.Verdict{Decision: fence.Refuse, Rule: "program", Raw: "deny"}
	v, err := NewViolation("it's mine", "group", "conjunction", "a", NewRequest("a", first), NewRequest("a", second), refused, fence.Verdict{Decision: fence.Admit, Raw: "allow"})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestRelationLinesFollowTheSchema(t *testing.T) {
	v := violation(t, "rm \xff\u202e", "{ rm \xff\u202e; }")
	validate(t, schema.Relation, lineOf(t, v))
	validate(t, schema.Relation, lineOf(t, RelationCounts{Relation: "group", Law: "never", Says: "something", Compared: 3, Broken: 1, Idle: 2, Unsupported: 4}))
	for name, change := range map[string]func(map[string]any){
		"no relation":     func(m map[string]any) { delete(m, "relation") },
		"no answer":       func(m map[string]any) { delete(m, "second") },
		"an unknown law":  func(m map[string]any) { m["law"] = "same" },
		"paint":           func(m map[string]any) { m["replay"] = "\x1b[2J" },
		"an unknown type": func(m map[string]any) { m["type"] = "summary" },
	} {
		var doc map[string]any
		if err := json.Unmarshal(lineOf(t, v), &doc); err != nil {
			t.Fatal(err)
		}
		change(doc)
		if schematest.Check(schema.Relation, lineOf(t, doc)) == nil {
			t.Errorf("the schema takes a violation with %s", name)
		}
	}
}

func TestRelationsAsText(t *testing.T) {
	report := Relations{Fence: "it's mine", Sources: []string{"file:x"}, Requests: 2}
	report.Add(violation(t, "rm a long one", "{ rm a long one; }"))
	report.Add(violation(t, "rm \x1b[31m", "{ rm \x1b[31m; }"))
	report.Add(violation(t, "rm another one", "{ rm another one; }"))
	report.Counts = []RelationCounts{
		{Relation: "blanks", Law: "alike", Compared: 5, Idle: 1},
		{Relation: "group", Law: "conjunction", Says: "it groups", Compared: 4, Broken: 3, Unsupported: 1},
	}
	var b strings.Builder
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "relations.txt", b.String())
	if strings.Contains(b.String(), "\x1b") {
		t.Error("a command paints")
	}
	if compared, broken := report.Compared(); compared != 9 || broken["conjunction"] != 3 || broken["alike"] != 0 {
		t.Errorf("%d compared, broken: %v", compared, broken)
	}
}
