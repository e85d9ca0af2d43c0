package oracle

import "slices"

// A Record is all that is known about one job: what its runs showed. The zero
// value knows nothing.
type Record struct {
	// Job is what ran.
	Job Job
	// Runs are the different things that were seen, in the order in which they
	// were first seen. More than one means that the job is flaky.
	Runs []Run
}

// A Run is what one or more runs of a job showed alike.
type Run struct {
	// Count is how many runs showed it; at least 1.
	Count int
	// Observations are those of the first of them, one a fixture.
	Observations []Observation
}

// NewRecord returns the record of a job that was run once.
func NewRecord(job Job, observations []Observation) Record {
	return Record{Job: job, Runs: []Run{{Count: 1, Observations: observations}}}
}

// Add counts one more run. Two runs are alike when label, endings and effect
// kinds are; paths of temporary files and dates in output may differ.
func (r *Record) Add(observations []Observation) {
	seen := summary(observations)
	for i := range r.Runs {
		if summary(r.Runs[i].Observations) == seen {
			r.Runs[i].Count++
			return
		}
	}
	r.Runs = append(r.Runs, Run{Count: 1, Observations: observations})
}

// Total is how many runs there were.
func (r Record) Total() int {
	n := 0
	for _, run := range r.Runs {
		n += run.Count
	}
	return n
}

// Label judges the job by all its runs: that of one run where they are alike;
// else LabelEffect if every run had an effect, LabelOracleError if the harness
// failed in one, and LabelFlaky.
func (r Record) Label() Label {
	var labels []Label
	for _, run := range r.Runs {
		labels = append(labels, LabelOf(run.Observations))
	}
	switch {
	case len(labels) == 0:
		return LabelOracleError
	case len(labels) == 1 || !slices.ContainsFunc(labels, func(l Label) bool { return l != LabelEffect }):
		return labels[0]
	case slices.Contains(labels, LabelOracleError):
		return LabelOracleError
	}
	return LabelFlaky
}
