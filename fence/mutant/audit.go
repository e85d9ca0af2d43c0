package mutant

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/fencediff/fencediff/fence"
)

// An AmbiguousError says that a mutation could be one or another.
type AmbiguousError struct {
	// ID is the mutation.
	ID string
	// As is the mutation before it that has its id, or makes its rules; usually
	// empty.
	As string
	// Anchor is what it changes, where that stands twice in the rules.
	Anchor string
}

func (e *AmbiguousError) Error() string {
	switch e.As {
	case "":
		return fmt.Sprintf("mutation %s could change either of two: %s; name it otherwise", e.ID, e.Anchor)
	case e.ID:
		return fmt.Sprintf("mutation %s stands twice; give one of them another id", e.ID)
	}
	return fmt.Sprintf("mutation %s makes the same rules as %s; take one of them out", e.ID, e.As)
}

// An IdleError says that a mutation changes nothing, so that it would grade
// nothing.
type IdleError struct {
	// ID is the mutation.
	ID string
	// What stays as it is.
	What string
}

func (e *IdleError) Error() string {
	return fmt.Sprintf("mutation %s changes no %s; adapt it, or take it out", e.ID, e.What)
}

// A NullError says that a fence without a mistake, made like one with a mistake,
// is another than the original.
type NullError struct {
	// Request is decided otherwise.
	Request fence.Request
	// Got and Want are the verdicts of the fence made and of the original.
	Got, Want fence.Verdict
}

func (e *NullError) Error() string {
	return fmt.Sprintf("without a mistake %q is judged %s by rule %q, the fence says %s by rule %q; grade nothing with it",
		e.Request.Command, e.Got.Decision, e.Got.Rule, e.Want.Decision, e.Want.Rule)
}

// Audit looks for mutations that cannot grade anything. The error is an
// *InapplicableError, an *AmbiguousError for an id or rules that stand twice, or
// an *IdleError for rules that stay as they are.
func Audit(rules fence.Rules, mutations []Mutation) error {
	ids := make(map[string]bool, len(mutations))
	made := make(map[string]string, len(mutations)) // the id by the rules
	original, err := json.Marshal(rules)
	if err != nil {
		return err
	}
	for _, m := range mutations {
		if ids[m.ID] {
			return &AmbiguousError{ID: m.ID, As: m.ID}
		}
		ids[m.ID] = true
		if m.Rules == nil || m.Reads != nil || m.Decides != nil {
			continue
		}
		changed, err := m.change(rules)
		if err != nil {
			return err
		}
		text, err := json.Marshal(changed)
		if err != nil {
			return err
		}
		if string(text) == string(original) {
			return &IdleError{m.ID, "rule"}
		}
		if as := made[string(text)]; as != "" {
			return &AmbiguousError{ID: m.ID, As: as}
		}
		made[string(text)] = m.ID
	}
	return nil
}

// Audit looks for mutations that change nothing of the index: an *IdleError for
// one that takes every request for itself and leaves every verdict.
func (x *Index) Audit(mutations []Mutation) error {
	for _, m := range mutations {
		if m.Rules != nil {
			continue
		}
		idle := true
		for i := 0; i < len(x.requests) && idle; i++ {
			idle = !x.mistakes(m, i)
		}
		if idle {
			return &IdleError{m.ID, "request and no verdict"}
		}
	}
	return nil
}

// AuditNull makes a fence of the index's rules in the way that mutations are
// made, with a mistake that is none, and judges all requests: the first verdict
// that is not the fence's own to the last byte is a *NullError.
func (x *Index) AuditNull() error {
	f, err := Mutation{
		ID:      "null/null",
		Rules:   func(*fence.Rules) error { return nil },
		Reads:   func(r fence.Request) fence.Request { return r },
		Decides: func(v fence.Verdict) fence.Verdict { return v },
	}.Fence(x.rules)
	if err != nil {
		return err
	}
	for i, r := range x.requests {
		got, err := f.Judge(context.Background(), r)
		if err != nil {
			return err
		}
		if want := x.verdicts[i]; !reflect.DeepEqual(got, want) {
			return &NullError{r, got, want}
		}
	}
	return nil
}
