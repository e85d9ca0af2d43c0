package reports

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/fencediff/fencediff/oracle"
)

// bucketDigits is how many hexadecimal digits of the digest name a bucket: with
// ten, a million buckets have about one chance in two of one collision, and a
// report has hundreds.
const bucketDigits = 10

// A bucketKey is what findings have in common that are one mistake of a fence.
type bucketKey struct {
	// Signature is what they show. Objection and severity are not part of the
	// id: they are those of one of them.
	Signature
	label oracle.Label
	shape string
	// fixture is the hostile fixture of a HostileHole.
	fixture string
}

func keyOf(r Result) bucketKey {
	return bucketKey{Signature: r.Signature(), label: r.Label, shape: shape(r.Request.Command)}
}

// id is the bucket's name. It depends on nothing else than the key, so that it
// is the same in every run, on every machine and at every revision.
func (k bucketKey) id() string {
	fields := []string{k.Class.String(), k.Decision.String(), k.label.String(), k.Rule, k.shape}
	for _, kind := range k.Kinds.List() {
		fields = append(fields, kind.String())
	}
	if k.fixture != "" {
		fields = append(fields, k.fixture)
	}
	return digest(fields...)
}

// digest names what has these fields in common.
func digest(fields ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(fields, "\x00")))
	return hex.EncodeToString(sum[:])[:bucketDigits]
}
