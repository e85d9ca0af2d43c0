// Package schema holds the JSON Schemas (draft 2020-12) of every line and file
// that fencediff reads or writes, so that whoever reads them can check them and
// a test finds out when they drift from the code.
//
// A schema's $id ends in a version. What is added without changing what is
// there keeps it; anything else raises it.
package schema

import "embed"

// Files holds the schemas by file name, for instance "result.json".
//
//go:embed *.json
var Files embed.FS

// The $id of each schema.
const (
	// Request is a request line, read by judge, observe and run.
	Request = "urn:fencediff:schema:request:1"
	// Verdict is the part of an answer that a fence gives.
	Verdict = "urn:fencediff:schema:verdict:1"
	// Observation is what the oracle saw in one fixture.
	Observation = "urn:fencediff:schema:observation:1"
	// Judgement is an answer line of judge.
	Judgement = "urn:fencediff:schema:judgement:1"
	// Observed is an answer line of observe.
	Observed = "urn:fencediff:schema:observed:1"
	// Result is a line of results.jsonl.
	Result = "urn:fencediff:schema:result:1"
	// Summary is summary.json.
	Summary = "urn:fencediff:schema:summary:1"
	// Probe is the answer of probe --json.
	Probe = "urn:fencediff:schema:probe:1"
	// StoreStats is the answer of store stats --json.
	StoreStats = "urn:fencediff:schema:store-stats:1"
	// StoreLine is a line of store export and store import.
	StoreLine = "urn:fencediff:schema:store-line:1"
	// Change is a line of changes.jsonl: a change, the summary or the gate.
	Change = "urn:fencediff:schema:change:1"
	// Snapshot is a line of a snapshot: the header or a request.
	Snapshot = "urn:fencediff:schema:snapshot:1"
	// Shrinking is the answer of shrink --json.
	Shrinking = "urn:fencediff:schema:shrinking:1"
	// Relation is a line of fence relations --json: a violation or a relation.
	Relation = "urn:fencediff:schema:relation:1"
	// Baseline is the file that a gate reads.
	Baseline = "urn:fencediff:schema:baseline:1"
	// Mutation is mutation.json, and the answer of mutate --json.
	Mutation = "urn:fencediff:schema:mutation:1"
	// MutationBaseline is the file that gate --mutation reads.
	MutationBaseline = "urn:fencediff:schema:mutation-baseline:1"
	// Stryker is what stryker.json has of the mutation testing report schema.
	Stryker = "urn:fencediff:schema:stryker:1"
)
