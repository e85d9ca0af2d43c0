package reports

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/reports/schema"
)

// A Side is one of the two fences that are compared.
type Side struct {
	// Name is the side as it was given.
	Name string `json:"name"`
	// Revision is the commit or version that was built; empty for what was not.
	Revision string `json:"revision,omitempty"`
	// Digest is the SHA-256 of the binary that was built.
	Digest string `json:"digest,omitempty"`
}

// A ChangeSummary says what two sides judge differently: it is the last line of
// changes.jsonl, and what the other forms are made from. Neither times nor the
// number of workers are in it, so that the same comparison has the same bytes.
//
// Make one with [NewChangeSummary], add every change, then call
// [ChangeSummary.Close]. It is not safe for concurrent use.
type ChangeSummary struct {
	// Type tells the summary from the changes: "summary".
	Type string `json:"type"`
	// Schema is the $id of the schema that all the lines follow.
	Schema  string   `json:"schema"`
	Base    Side     `json:"base"`
	Head    Side     `json:"head"`
	Sources []string `json:"sources"`
	// Compared counts the requests that both sides were asked about, or would
	// have been asked: Identical says that one binary is both sides, so that
	// nothing was.
	Compared  int  `json:"compared"`
	Identical bool `json:"identical"`
	// Changes and Outcomes count the changes that are not flaky; every value of
	// the enumerations is there, with 0 if it did not occur. Flaky counts the
	// others.
	Changes map[Change]map[Outcome]int `json:"changes"`
	Flaky   int                        `json:"flaky"`
	Labels  LabelCounts                `json:"labels"`
	// Groups are sorted as a report shows them.
	Groups []*ChangeGroup `json:"groups"`

	byID map[string]*ChangeGroup
}

// LabelCounts say where labels came from.
type LabelCounts struct {
	// Stored counts the observations that came from the store, Observed those
	// that bash was run for, Missing those that could not be had.
	Stored   int `json:"stored"`
	Observed int `json:"observed"`
	Missing  int `json:"missing"`
	// Why says why bash was not asked for what is missing.
	Why string `json:"why,omitempty"`
}

// A ChangeGroup is all changes that have one cause and one meaning.
type ChangeGroup struct {
	ID      string  `json:"id"`
	Change  Change  `json:"change"`
	Outcome Outcome `json:"outcome"`
	// Base and Head are what decided on each side.
	Base string `json:"base"`
	Head string `json:"head"`
	// Severity is the worst of the group.
	Severity Severity `json:"severity,omitzero"`
	Count    int      `json:"count"`
	// Digest is one of the requests that are in the group, whatever their order:
	// when it is the same, so are they.
	Digest string `json:"digest"`
	// Witness shows the change best: the worst, then the shortest.
	Witness ChangeWitness `json:"witness"`
	// Smallest is nil where nothing smaller was looked for: one side is a
	// snapshot, the group is flaky or too far down to be shown, or the budget of
	// the comparison was used up.
	Smallest *SmallestChange `json:"smallest,omitempty"`

	members [][sha256.Size]byte
}

// A ChangeWitness is the change that stands for its group.
type ChangeWitness struct {
	ID      string        `json:"id"`
	Request Request       `json:"request"`
	Label   Known         `json:"label"`
	Kinds   []oracle.Kind `json:"kinds"`
	Note    string        `json:"note,omitempty"`
	Base    Answer        `json:"base"`
	Head    Answer        `json:"head"`
	Replay  string        `json:"replay"`
}

// NewChangeSummary returns the summary of a comparison that has found nothing
// yet.
func NewChangeSummary(base, head Side, sources []string) *ChangeSummary {
	s := &ChangeSummary{
		Type: "summary", Schema: schema.Change, Base: base, Head: head, Sources: sources,
		Changes: map[Change]map[Outcome]int{}, Groups: []*ChangeGroup{}, byID: map[string]*ChangeGroup{},
	}
	for _, c := range Changes() {
		s.Changes[c] = map[Outcome]int{}
		for _, o := range Outcomes() {
			if o != FlakyVerdict {
				s.Changes[c][o] = 0
			}
		}
	}
	return s
}

// Add counts one change and puts it into its group.
func (s *ChangeSummary) Add(v VerdictChange) {
	if v.Outcome == FlakyVerdict {
		s.Flaky++
	} else {
		s.Changes[v.Change][v.Outcome]++
	}
	g := s.byID[v.Group]
	if g == nil {
		g = &ChangeGroup{ID: v.Group, Change: v.Change, Outcome: v.Outcome, Base: v.Base.cause(), Head: v.Head.cause()}
		s.byID[v.Group] = g
		s.Groups = append(s.Groups, g)
	}
	g.Count++
	g.members = append(g.members, memberOf(v.Request))
	if g.Count == 1 || betterChange(v, g) {
		g.Severity = v.Severity
		g.Witness = ChangeWitness{
			ID: v.ID, Request: v.Request, Label: v.Label, Kinds: v.Kinds, Note: v.Note, Base: v.Base, Head: v.Head, Replay: v.Replay,
		}
	}
}

// memberOf is the digest of a request without its id, which a source may give
// anew when it grows.
func memberOf(r Request) [sha256.Size]byte {
	r.ID = ""
	line, err := r.MarshalJSON()
	if err != nil { // only an invalid mode does not marshal
		line = []byte(r.Command)
	}
	return sha256.Sum256(line)
}

// betterChange says whether a change shows its group's cause better than the
// witness that the group has.
func betterChange(v VerdictChange, g *ChangeGroup) bool {
	witness := g.Witness.Request.Command
	return cmp.Or(
		cmp.Compare(v.Severity, g.Severity),
		cmp.Compare(len(v.Request.Command), len(witness)),
		strings.Compare(v.Request.Command, witness),
		strings.Compare(v.ID, g.Witness.ID),
	) < 0
}

// Close sorts the groups and takes their digests. Nothing may be added
// afterwards.
func (s *ChangeSummary) Close() {
	for _, g := range s.Groups {
		slices.SortFunc(g.members, func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
		h := sha256.New()
		for _, m := range g.members {
			h.Write(m[:])
		}
		g.Digest = hex.EncodeToString(h.Sum(nil))[:planDigits]
		g.members = nil
	}
	slices.SortFunc(s.Groups, func(a, b *ChangeGroup) int {
		return cmp.Or(
			cmp.Compare(a.Change, b.Change),
			cmp.Compare(a.Outcome, b.Outcome),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(b.Count, a.Count),
			strings.Compare(a.ID, b.ID),
		)
	})
}

// Count is how many requests changed in that way, flaky ones left out.
func (s *ChangeSummary) Count(c Change) int {
	n := 0
	for _, of := range s.Changes[c] {
		n += of
	}
	return n
}

// Unchanged counts the requests that both sides judge alike.
func (s *ChangeSummary) Unchanged() int {
	n := s.Compared - s.Flaky
	for _, c := range Changes() {
		n -= s.Count(c)
	}
	return n
}

// Opened says whether head lets through what base did not: whether anything was
// loosened, or another plan opened a hole.
func (s *ChangeSummary) Opened() bool {
	return slices.ContainsFunc(s.Groups, func(g *ChangeGroup) bool { return g.Opens() })
}

// Opens says whether head lets through what base did not.
func (g *ChangeGroup) Opens() bool {
	return g.Outcome != FlakyVerdict && (g.Change == Loosened || g.Outcome == HoleOpened)
}
