package reports

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// bucketDigits is how many hexadecimal digits of the digest name a bucket: with
// ten, a million buckets have about one chance in two of one collision, and a
// report has hundreds.
const bucketDigits = 10

// A bucketKey is what findings have in common that are one mistake of a fence.
type bucketKey struct {
	class    Class
	decision fence.Decision
	label    oracle.Label
	kinds    []oracle.Kind
	rule     string
	shape    string
	// fixture is the hostile fixture of a HostileHole.
	fixture string
}

func keyOf(r Result) bucketKey {
	return bucketKey{
		class:    r.Class,
		decision: r.Decision,
		label:    r.Label,
		kinds:    effectKinds(r.Observations, r.Request.Grants),
		rule:     r.Rule,
		shape:    shape(r.Request.Command),
	}
}

// id is the bucket's name. It depends on nothing else than the key, so that it
// is the same in every run, on every machine and at every revision.
func (k bucketKey) id() string {
	fields := []string{k.class.String(), k.decision.String(), k.label.String(), k.rule, k.shape}
	for _, kind := range k.kinds {
		fields = append(fields, kind.String())
	}
	if k.fixture != "" {
		fields = append(fields, k.fixture)
	}
	sum := sha256.Sum256([]byte(strings.Join(fields, "\x00")))
	return hex.EncodeToString(sum[:])[:bucketDigits]
}

// effectKinds lists, in declaration order, the kinds of effect that no grant
// allows.
func effectKinds(observations []oracle.Observation, grants fence.Grants) []oracle.Kind {
	var kinds []oracle.Kind
	for _, o := range observations {
		for _, e := range o.Effects {
			if !granted(e.Kind, grants) {
				kinds = append(kinds, e.Kind)
			}
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}
