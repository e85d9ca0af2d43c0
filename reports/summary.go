package reports

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

// Ending says why a run ended. The zero value is invalid.
type Ending uint8

// The endings.
const (
	// Complete: every request of every source was judged.
	Complete Ending = iota + 1
	// LimitReached: as many requests as were asked for.
	LimitReached
	// TimeUp: the time budget was used up.
	TimeUp
)

var endingNames = []string{Complete: "complete", LimitReached: "limit", TimeUp: "time"}

// String returns the ending's name on the wire.
func (e Ending) String() string { return enumString(endingNames, "ending", e) }

// MarshalText implements encoding.TextMarshaler; an invalid ending is an error.
func (e Ending) MarshalText() ([]byte, error) { return enumText(endingNames, "ending", e) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (e *Ending) UnmarshalText(text []byte) (err error) {
	*e, err = enumValue[Ending](endingNames, "ending", text)
	return err
}

// A Summary is what summary.json holds: what ran, how much of it really ran,
// and the findings in buckets. Neither times nor the number of workers are in
// it, so that the same run has the same bytes.
//
// Make one with [NewSummary], add every result, then call [Summary.Close]. Its
// memory grows with the number of buckets, not of results. It is not safe for
// concurrent use.
type Summary struct {
	// Schema is the $id of the schema that the summary follows.
	Schema string `json:"schema"`
	// Fence and Sources say what was compared.
	Fence   string   `json:"fence"`
	Sources []string `json:"sources"`
	// Oracle describes what ran the commands.
	Oracle oracle.Info `json:"oracle"`
	// Ended says why the run ended; set it before writing the summary.
	Ended  Ending `json:"ended"`
	Counts Counts `json:"counts"`
	// Verdicts, Labels, Classes and Severities count results; every value of
	// the enumeration is there, with 0 if it did not occur. The classes that
	// stand beside a request's own count what they say they are: traps sprung,
	// plans, cases.
	Verdicts   map[fence.Decision]int `json:"verdicts"`
	Labels     map[oracle.Label]int   `json:"labels"`
	Classes    map[Class]int          `json:"classes"`
	Severities map[Severity]int       `json:"severities"`
	// Twice is set when every command was run twice.
	Twice *Twice `json:"twice,omitempty"`
	// Hostile is set when admitted requests were run in hostile fixtures, Plans
	// when plans were run beside their commands, Expected when requests say what
	// real bash shows.
	Hostile  *HostileCounts `json:"hostile,omitempty"`
	Plans    *PlanCounts    `json:"plans,omitempty"`
	Expected *Expected      `json:"expected,omitempty"`
	// Rates are set for commands that a search made.
	Rates []Rate `json:"rates,omitempty"`
	// Buckets are sorted by class, severity, count (largest first) and id.
	Buckets []*Bucket `json:"buckets"`

	byID map[string]*Bucket
}

// Twice says how far two runs of the same commands agreed.
type Twice struct {
	// Compared counts the commands that were run twice.
	Compared int `json:"compared"`
	// Differences are those whose label, ending or effect kinds differed,
	// sorted by command.
	Differences []oracle.Difference `json:"differences"`
}

// Counts say how much of what was generated was really tried.
type Counts struct {
	// Generated counts the requests that the sources gave.
	Generated int `json:"generated"`
	// Judged counts those that the fence admitted or refused.
	Judged int `json:"judged"`
	// Executed counts those that ran as a command in at least one fixture.
	Executed int `json:"executed"`
	// Runs counts the runs of bash behind that, one a fixture.
	Runs int `json:"runs"`
	// Confirmations counts the commands' further runs that were asked for before
	// something was called a finding.
	Confirmations int `json:"confirmations"`
	// Adapted counts those that ran only in derived fixtures.
	Adapted int `json:"adapted"`
	// Vacuous counts those that bash got and that did not run as a command.
	Vacuous int `json:"vacuous"`
	// Inconclusive counts those of which fence or oracle could not tell, by
	// the label, or as "unsupported"; all are in Generated.
	Inconclusive map[string]int `json:"inconclusive"`
	// Graded counts those that were executed and are not inconclusive.
	Graded int `json:"graded"`
	// Planted counts how often the planted commands were run and read right.
	Planted int `json:"planted"`
}

// A Bucket is all findings that are most likely one mistake of the fence.
type Bucket struct {
	ID    string `json:"id"`
	Class Class  `json:"class"`
	// Decision and Label are those of all its findings.
	Decision fence.Decision `json:"verdict"`
	Label    oracle.Label   `json:"label"`
	// Severity is the worst of the bucket; set for holes only.
	Severity Severity `json:"severity,omitzero"`
	// Kinds are the effect kinds, Rule the rule that decided, Shape the command
	// without options and operands: what the bucket's findings have in common.
	Kinds []oracle.Kind `json:"kinds"`
	Rule  string        `json:"rule,omitempty"`
	Shape string        `json:"shape"`
	// Fixture is the hostile fixture of a [HostileHole].
	Fixture string `json:"fixture,omitempty"`
	Count   int    `json:"count"`
	// Witness is the finding that shows the mistake best: the worst, then the
	// shortest.
	Witness Witness `json:"witness"`
	// First is the id of the request that showed the mistake first. It is set of
	// causes only: of buckets it would depend on the order of the requests.
	First string `json:"first,omitempty"`

	firstID   string
	firstSeen int
}

// A Witness is the finding that stands for its bucket.
type Witness struct {
	ID      string  `json:"id"`
	Request Request `json:"request"`
	// Note says in a few words what went wrong: the worst effect, the attempt,
	// what the fence objected to, how the run ended, the trap, or the difference.
	Note   string `json:"note,omitempty"`
	Replay string `json:"replay"`
}

// NewSummary returns the summary of a run that has no results yet.
func NewSummary(fenceName string, sources []string, info oracle.Info) *Summary {
	s := &Summary{
		Schema: schema.Summary, Fence: fenceName, Sources: sources, Oracle: info,
		Verdicts:   map[fence.Decision]int{fence.Admit: 0, fence.Refuse: 0, fence.Unsupported: 0},
		Labels:     map[oracle.Label]int{},
		Classes:    map[Class]int{},
		Severities: map[Severity]int{},
		Buckets:    []*Bucket{},
		byID:       map[string]*Bucket{},
	}
	s.Counts.Inconclusive = map[string]int{}
	for l := oracle.LabelEffect; l <= oracle.LabelHarmless; l++ {
		s.Labels[l] = 0
	}
	for _, c := range Classes() {
		s.Classes[c] = 0
	}
	for _, v := range Severities() {
		s.Severities[v] = 0
	}
	return s
}

// Add counts one result and puts a finding into its bucket.
func (s *Summary) Add(r Result) {
	s.Verdicts[r.Decision]++
	s.Labels[r.Label]++
	s.Classes[r.Class]++
	if r.Severity != 0 {
		s.Severities[r.Severity]++
	}
	s.Counts.add(r)
	s.addBeside(r)
	for _, f := range r.findings() {
		s.bucket(f)
	}
}

func (c *Counts) add(r Result) {
	c.Generated++
	if r.Decision != fence.Unsupported {
		c.Judged++
	}
	runs := 0
	for _, o := range r.Observations {
		if o.Status != oracle.NeverStarted && o.Status != oracle.StatusError {
			runs++
		}
	}
	c.Runs += runs
	for _, run := range r.Evidence.Runs {
		c.Confirmations += run.Count
	}
	if len(r.Evidence.Runs) > 0 {
		c.Confirmations-- // the first run
	}
	if r.Adapted != nil {
		c.Adapted++
	}
	executed := runs > 0 && r.Label != oracle.LabelVacuous
	if executed {
		c.Executed++
	}
	switch {
	case r.Class == Inconclusive:
		c.Inconclusive[reason(r.Decision, r.Label)]++
	case executed:
		c.Graded++
	}
	if r.Label == oracle.LabelVacuous {
		c.Vacuous++
	}
}

// reason says in a word why a result is inconclusive.
func reason(d fence.Decision, l oracle.Label) string {
	if d == fence.Unsupported {
		return d.String()
	}
	return l.String()
}

// A finding is what one result adds to one bucket.
type finding struct {
	key      bucketKey
	bucket   string
	severity Severity
	witness  Witness
}

// findings lists what a result adds to which bucket: what its class says, and
// what was found beside it.
func (r Result) findings() []finding {
	var list []finding
	add := func(key bucketKey, bucket string, severity Severity, note, replay string) {
		list = append(list, finding{key, bucket, severity, Witness{ID: r.ID, Request: r.Request, Note: note, Replay: replay}})
	}
	if r.Class != Agree {
		add(keyOf(r), r.Bucket, r.Severity, note(r), r.Replay)
	}
	for _, h := range r.Hostile {
		if h.Outcome == Sprung {
			add(h.key(r.Request), h.Bucket, 0, h.note(), h.Replay)
		}
	}
	if p := r.Planned; p != nil && len(p.Differences) > 0 {
		add(p.key(r.Request), p.Bucket, 0, p.note(), p.Replay)
	}
	return list
}

func (s *Summary) bucket(f finding) {
	b := s.byID[f.bucket]
	if b == nil {
		b = &Bucket{
			ID: f.bucket, Class: f.key.Class, Decision: f.key.Decision, Label: f.key.label,
			Kinds: f.key.Kinds.List(), Rule: f.key.Rule, Shape: f.key.shape, Fixture: f.key.fixture,
			firstID: f.witness.ID, firstSeen: s.Counts.Generated,
		}
		s.byID[f.bucket] = b
		s.Buckets = append(s.Buckets, b)
	}
	b.Count++
	if b.Count == 1 || f.better(b) {
		b.Severity, b.Witness = f.severity, f.witness
	}
}

// better says whether the finding shows its bucket's mistake better than the
// witness that the bucket has.
func (f finding) better(b *Bucket) bool {
	command, witness := f.witness.Request.Command, b.Witness.Request.Command
	return cmp.Or(
		cmp.Compare(f.severity, b.Severity),
		cmp.Compare(len(command), len(witness)),
		strings.Compare(command, witness),
		strings.Compare(f.witness.ID, b.Witness.ID),
	) < 0
}

// Close sorts the buckets and what was unmet. Nothing may be added afterwards.
func (s *Summary) Close(ended Ending) {
	s.Ended = ended
	if s.Expected != nil {
		slices.SortFunc(s.Expected.Unmet, func(a, b UnmetCase) int {
			return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(a.Command, b.Command))
		})
	}
	s.sort()
}

// sort puts the buckets in the order in which they are shown.
func (s *Summary) sort() {
	slices.SortFunc(s.Buckets, func(a, b *Bucket) int {
		return cmp.Or(
			cmp.Compare(a.Class, b.Class),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(b.Count, a.Count),
			strings.Compare(a.ID, b.ID),
		)
	})
}
