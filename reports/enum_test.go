package reports

import (
	"encoding"
	"testing"
)

// Every enumeration speaks its own names, and its zero value is never one.
func TestEnumerations(t *testing.T) {
	testEnum(t, Classes(), func() *Class { return new(Class) },
		"hole", "hostile-hole", "suspect", "over-block", "plan-divergence", "unexpected", "inconclusive", "agree")
	testEnum(t, Severities(), func() *Severity { return new(Severity) },
		"code", "write-outside", "write-inside", "read-outside", "network", "leftover", "metadata")
	testEnum(t, []Ending{Complete, LimitReached, TimeUp}, func() *Ending { return new(Ending) }, "complete", "limit", "time")
	testEnum(t, append(Changes(), Unchanged), func() *Change { return new(Change) },
		"loosened", "tightened", "plan-only", "unsupported", "rule-only", "unchanged")
	testEnum(t, Outcomes(), func() *Outcome { return new(Outcome) },
		"hole-opened", "over-block-introduced", "inconclusive", "over-block-removed", "hole-closed", "neutral", "flaky")
	testEnum(t, enumAll[Known](knownNames), func() *Known { return new(Known) },
		"effect", "oracle-error", "flaky", "timeout", "attempt", "vacuous", "harmless", "unlabelled")
	testEnum(t, []Action{Fail, Warn, Pass}, func() *Action { return new(Action) }, "fail", "warn", "pass")
}

func testEnum[T interface {
	~uint8
	encoding.TextMarshaler
	String() string
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, values []T, fresh func() P, names ...string) {
	t.Helper()
	if len(values) != len(names) {
		t.Fatalf("%d values %v, %d names %v", len(values), values, len(names), names)
	}
	for i, v := range values {
		if text, err := v.MarshalText(); err != nil || string(text) != names[i] || v.String() != names[i] {
			t.Errorf("value %d is %q and %q (%v), want %q", i, text, v, err, names[i])
		}
		back := fresh()
		if err := back.UnmarshalText([]byte(names[i])); err != nil || T(*back) != v {
			t.Errorf("%q reads as %v (%v), want %v", names[i], *back, err, v)
		}
	}
	for _, v := range []T{0, T(len(values) + 1)} {
		if text, err := v.MarshalText(); err == nil {
			t.Errorf("the invalid value %d was written as %q", v, text)
		}
		if fresh().UnmarshalText([]byte(v.String())) == nil {
			t.Errorf("%q, which stands for no value, was read", v)
		}
	}
}
