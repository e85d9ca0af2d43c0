package mutant

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A Mutation is one mistake of a fence. At least one of Rules, Reads and Decides
// is set; none keeps anything between calls. The zero value is invalid.
type Mutation struct {
	// ID is FAMILY/NAME. It never changes, and no other mutation has it.
	ID string
	// Breaks says in one line what the mistake is.
	Breaks string
	// Rules changes the rules; an error says that they hold nothing to change.
	Rules func(*fence.Rules) error
	// Reads returns the request that the fence takes the given one for.
	Reads func(fence.Request) fence.Request
	// Decides returns what the fence makes of the verdict that it would give.
	Decides func(fence.Verdict) fence.Verdict

	// shown says what Reads or Decides do.
	shown string
}

// Family is the part of the id before the first slash.
func (m Mutation) Family() string {
	family, _, _ := strings.Cut(m.ID, "/")
	return family
}

// An InapplicableError says that a mutation finds nothing to change, so that it
// would grade nothing.
type InapplicableError struct {
	// ID is the mutation.
	ID string
	// Err says what is not there.
	Err error
}

func (e *InapplicableError) Error() string {
	return fmt.Sprintf("mutation %s does not apply: %v; adapt it to the rules, or take it out", e.ID, e.Err)
}

// Unwrap returns what is not there.
func (e *InapplicableError) Unwrap() error { return e.Err }

// Fence is the built-in fence of these rules with the mistake; the rules stay as
// they are. It returns an *InapplicableError, an *AmbiguousError where what is to
// be changed stands twice, or what [fence.New] says of the changed rules.
func (m Mutation) Fence(rules fence.Rules) (fence.Fence, error) {
	rules, err := m.change(rules)
	if err != nil {
		return nil, err
	}
	v, err := fence.New(m.ID, rules)
	if err != nil {
		return nil, err
	}
	if m.Reads == nil && m.Decides == nil {
		return v, nil
	}
	return &mistaken{v, m}, nil
}

// change returns the rules with the mistake, which share nothing with those given.
func (m Mutation) change(rules fence.Rules) (fence.Rules, error) {
	rules = rules.Clone()
	if m.Rules == nil {
		return rules, nil
	}
	err := m.Rules(&rules)
	if anchor, ok := errors.AsType[twiceError](err); ok {
		return rules, &AmbiguousError{ID: m.ID, Anchor: string(anchor)}
	}
	if err != nil {
		return rules, &InapplicableError{m.ID, err}
	}
	return rules, nil
}

// mistaken is a fence whose mistake is not in its rules.
type mistaken struct {
	fence.Fence
	mutation Mutation
}

// Judge implements fence.Fence.
func (f *mistaken) Judge(ctx context.Context, r fence.Request) (fence.Verdict, error) {
	if f.mutation.Reads != nil {
		r = f.mutation.Reads(r)
	}
	v, err := f.Fence.Judge(ctx, r)
	if err == nil && f.mutation.Decides != nil {
		v = f.mutation.Decides(v)
	}
	return v, err
}
