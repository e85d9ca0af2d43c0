package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/reports"
)

// maxEquivalent is the most mutants of a hundred that the register may excuse.
const maxEquivalent = 5

// Mutants prepares mutations of a built-in fence for a grading by the requests:
// with what each reaches and with its entry in the register. All mutations that
// there are have to be given, so that the register can be held to them.
//
// Errors are those of [mutant.Audit], of [mutant.Index.Audit] on these requests and
// the full grid, and of [mutant.Index.AuditNull], and a *RegisterError.
func Mutants(v *fence.Variant, requests []reports.Request, mutations []mutant.Mutation, register []mutant.Equivalent) ([]Mutant, error) {
	rules := *v.Rules()
	if err := mutant.Audit(rules, mutations); err != nil {
		return nil, err
	}
	excused, err := registered(mutations, register)
	if err != nil {
		return nil, err
	}
	judged := make([]fence.Request, len(requests))
	for i, r := range requests {
		judged[i] = r.Request
	}
	index, err := mutant.NewIndex(v, judged)
	if err != nil {
		return nil, err
	}
	if err := index.AuditNull(); err != nil {
		return nil, err
	}
	witnesses, err := mutant.NewWitnesses(v)
	if err != nil {
		return nil, err
	}
	if err := auditIdle(v, mutations, index, witnesses); err != nil {
		return nil, err
	}
	mutants := make([]Mutant, len(mutations))
	for i, m := range mutations {
		mutants[i] = Mutant{
			ID: m.ID, Family: m.Family(), Difference: m.Difference(rules), Line: m.Line(rules),
			Fence:      func() (fence.Fence, error) { return m.Fence(rules) },
			Reached:    func() []int { return index.Reached(m) },
			Witness:    func() (fence.Request, bool) { return witnesses.Find(m) },
			Equivalent: excused[m.ID],
		}
	}
	return mutants, nil
}

// An auditor looks for mutations that change nothing of what it knows.
type auditor interface {
	Audit(mutations []mutant.Mutation) error
}

// auditIdle looks for mutations that change nothing: neither of what the auditors
// know, nor of the full grid.
func auditIdle(v *fence.Variant, mutations []mutant.Mutation, auditors ...auditor) error {
	suspects := slices.DeleteFunc(slices.Clone(mutations), func(m mutant.Mutation) bool {
		return slices.ContainsFunc(auditors, func(a auditor) bool { return a.Audit([]mutant.Mutation{m}) == nil })
	})
	if len(suspects) == 0 {
		return nil
	}
	full, _ := grid.Lookup("full")
	var idle error
	for cells := range slices.Chunk(slices.Collect(full.Cells()), lastChunk) {
		requests := make([]fence.Request, len(cells))
		for i, cell := range cells {
			requests[i] = cell.Request
		}
		part, err := mutant.NewIndex(v, requests)
		if err != nil {
			return err
		}
		suspects = slices.DeleteFunc(suspects, func(m mutant.Mutation) bool {
			err := part.Audit([]mutant.Mutation{m})
			if err != nil {
				idle = err
			}
			return err == nil
		})
	}
	if len(suspects) > 0 {
		return idle
	}
	return nil
}

// registered finds every entry's mutation.
func registered(mutations []mutant.Mutation, register []mutant.Equivalent) (map[string]*mutant.Equivalent, error) {
	entries := make(map[string]*mutant.Equivalent, len(register))
	for i := range register {
		e := &register[i]
		switch {
		case entries[e.ID] != nil:
			return nil, &RegisterError{fmt.Sprintf("%s stands twice", e.ID)}
		case strings.TrimSpace(e.Reason) == "" || e.Claims == 0:
			return nil, &RegisterError{fmt.Sprintf("%s has no reason, or claims nothing", e.ID)}
		case !slices.ContainsFunc(mutations, func(m mutant.Mutation) bool { return m.ID == e.ID }):
			return nil, &RegisterError{fmt.Sprintf("no mutant is called %s", e.ID)}
		}
		entries[e.ID] = e
	}
	if 100*len(entries) > maxEquivalent*len(mutations) {
		return nil, &RegisterError{fmt.Sprintf("%d of %d mutants are more than %d %%", len(entries), len(mutations), maxEquivalent)}
	}
	return entries, nil
}

// A RegisterError says that the register of equivalent mutants is not as it must
// be.
type RegisterError struct{ What string }

func (e *RegisterError) Error() string {
	return "the register of equivalent mutants: " + e.What + "; mend the register"
}

// A StaleEquivalentError says that an entry of the register is not true any more.
type StaleEquivalentError struct {
	Entry mutant.Equivalent
	// Killer shows the mutant.
	Killer *reports.Killer
}

func (e *StaleEquivalentError) Error() string {
	return fmt.Sprintf("mutant %s is registered as equivalent (%s), and request %s (%q) shows it: %s, label %s; remove the entry",
		e.Entry.ID, e.Entry.Reason, e.Killer.Request.ID, e.Killer.Request.Command, e.Killer.Change, e.Killer.Label)
}

// hold says whether an entry can be true although a request is decided otherwise.
func hold(e *mutant.Equivalent, k *reports.Killer) error {
	if e.Claims == mutant.SameDecisions || k.Semantic() {
		return &StaleEquivalentError{*e, k}
	}
	return nil
}
