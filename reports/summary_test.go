package reports

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

func TestSummary(t *testing.T) {
	s := someSummary(t, someResults(t))
	var buf bytes.Buffer
	if err := WriteLine(&buf, s); err != nil {
		t.Fatal(err)
	}
	validate(t, schema.Summary, buf.Bytes())
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, buf.Bytes(), "", "  "); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.json", pretty.String())
	total := 0
	for class, n := range s.Classes {
		if !slices.Contains(besideClasses, class) {
			total += n
		}
	}
	if total != s.Counts.Generated {
		t.Errorf("%d results have a class, %d were generated", total, s.Counts.Generated)
	}
}

// The order in which results come changes neither counts nor buckets nor
// witnesses.
func TestSummaryDoesNotDependOnOrder(t *testing.T) {
	results := someResults(t)
	want := lineOf(t, someSummary(t, results))
	for seed := range int64(20) {
		rand.New(rand.NewSource(seed)).Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
		if diff := cmp.Diff(string(want), string(lineOf(t, someSummary(t, results)))); diff != "" {
			t.Fatalf("another order, another summary:\n%s", diff)
		}
	}
}

// Bucket names are part of baselines that people keep: they must not change.
func TestBucketNamesAreStable(t *testing.T) {
	names := map[string]string{}
	var text bytes.Buffer
	for _, r := range someResults(t) {
		names[r.ID] = r.Bucket
		if r.Bucket != "" {
			text.WriteString(r.ID + " " + r.Bucket + "\n")
		}
	}
	golden(t, "buckets.txt", text.String())
	if names["h1"] != names["h2"] || names["o1"] != names["o2"] {
		t.Error("operands put findings into different buckets")
	}
	if names["h1"] == names["h3"] || names["s1"] == names["h1"] {
		t.Error("different mistakes share a bucket")
	}
}

// Nothing that did not run, or of which nobody could tell, counts as graded.
func TestCountsAreHonest(t *testing.T) {
	c := someSummary(t, someResults(t)).Counts
	want := Counts{
		Generated: 19, Judged: 18, Executed: 17, Runs: 36, Vacuous: 1,
		Inconclusive: map[string]int{"timeout": 1, "oracle-error": 1, "unsupported": 1}, Graded: 15, Planted: 2,
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	none := NewSummary("f", []string{"s"}, oracle.Info{})
	if none.Counts.Graded != 0 {
		t.Error("an empty run is graded")
	}
}
