package schema

import (
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Every file is a valid schema, and the constants name them all and no other.
func TestSchemas(t *testing.T) {
	names := map[string]string{
		"request.json": Request, "verdict.json": Verdict, "observation.json": Observation,
		"judgement.json": Judgement, "observed.json": Observed, "result.json": Result, "summary.json": Summary,
		"shrinking.json": Shrinking, "store-stats.json": StoreStats, "store-line.json": StoreLine,
		"change.json": Change, "snapshot.json": Snapshot, "baseline.json": Baseline,
		"probe.json": Probe, "relation.json": Relation, "mutation.json": Mutation, "mutation-baseline.json": MutationBaseline, "stryker.json": Stryker,
	}
	files, err := fs.Glob(Files, "*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(names) {
		t.Errorf("%d schema files, %d constants", len(files), len(names))
	}
	compiler := jsonschema.NewCompiler()
	for _, file := range files {
		text, err := Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if doc["$id"] != names[file] {
			t.Errorf("%s has the $id %v, the constant is %q", file, doc["$id"], names[file])
		}
		if err := compiler.AddResource(names[file], doc); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	for _, id := range names {
		if s, err := compiler.Compile(id); err != nil {
			t.Errorf("%s: %v", id, err)
		} else if s.DraftVersion != 2020 {
			t.Errorf("%s: draft %d, want 2020-12", id, s.DraftVersion)
		}
	}
}
