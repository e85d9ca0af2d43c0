package reports

import "cmp"

// Cause names the mistake that a finding shows whose command is as small as it
// can be: by what it shows and by the form that is left. It is the same for
// findings that differ in names, or in what was taken away; of a command that
// is not the smallest it says nothing. Like a bucket's its name is the same in
// every run and everywhere.
func (r Result) Cause() string {
	s := r.Signature()
	severity := ""
	if s.Severity != 0 {
		severity = s.Severity.String()
	}
	return digest(s.Class.String(), s.Decision.String(), s.Rule, s.Objection, severity, form(r.Request.Command))
}

// A Smallest is what became of the witness of a bucket that was shrunk.
type Smallest struct {
	// Result is that of the smallest command.
	Result Result
	// Minimal says that no deletion shows the same.
	Minimal bool
}

// Regroup puts buckets together whose witnesses were shrunk and show one cause.
// The causes take their places: with the cause as the id, the count of all, the
// smallest command as the witness, and as its id that of the request that showed
// the cause first. Buckets whose witness was not shrunk stay. The summary must be
// closed; smallest goes by bucket.
func (s *Summary) Regroup(smallest map[string]Smallest) error {
	causes := map[string]*Bucket{}
	var kept []*Bucket
	for _, b := range s.Buckets {
		found, ok := smallest[b.ID]
		if !ok {
			kept = append(kept, b)
			continue
		}
		c := found.bucket(b)
		known := causes[c.ID]
		if known == nil {
			causes[c.ID] = c
			kept = append(kept, c)
			continue
		}
		known.Count += c.Count
		if c.firstSeen < known.firstSeen {
			known.First, known.firstSeen = c.First, c.firstSeen
		}
		if len(c.Witness.Request.Command) < len(known.Witness.Request.Command) {
			known.Kinds, known.Shape, known.Witness = c.Kinds, c.Shape, c.Witness
		}
	}
	for _, c := range causes {
		c.Witness.ID, c.Witness.Request.ID = c.First, c.First
		replay, err := Replay(s.Fence, c.Witness.Request)
		if err != nil {
			return err
		}
		c.Witness.Replay = replay
	}
	s.Buckets = kept
	s.sort()
	return nil
}

// bucket is a cause's, with what was counted of the bucket that it takes the
// place of.
func (f Smallest) bucket(b *Bucket) *Bucket {
	r := f.Result
	c := &Bucket{
		ID: r.Cause(), Class: r.Class, Decision: r.Decision, Label: r.Label, Severity: r.Severity,
		Kinds: r.Signature().Kinds.List(), Rule: r.Rule, Shape: shape(r.Request.Command), Count: b.Count,
		Witness: Witness{Request: r.Request, Note: note(r)}, First: b.firstID, firstSeen: b.firstSeen,
	}
	if !f.Minimal {
		c.Witness.Note = cmp.Or(c.Witness.Note, c.Label.String()) + " (less may do)"
	}
	return c
}
