package fence

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// A Variant is a built-in fence: a name and the rules it decides by. It is safe
// for concurrent use. The zero value is invalid; New makes one.
type Variant struct {
	name     string
	lexer    *lexer
	programs map[string]*program
	scans    sync.Pool
	envs     environments
	// redirects are the rules' redirections as they are written, nextProgram the
	// next step of a refused program.
	redirects   []string
	nextProgram string
}

// New returns a fence that decides by rules, which must not be changed
// afterwards. The error says which of the rules contradict themselves.
func New(name string, rules Rules) (*Variant, error) {
	err := rules.check()
	if err == nil {
		v := &Variant{name: name, lexer: newLexer(&rules)}
		v.scans.New = func() any { return new(scan) }
		if err = v.compile(); err == nil {
			return v, nil
		}
	}
	return nil, fmt.Errorf("fence: rules of %s: %w", name, err)
}

// Name returns the fence's name.
func (v *Variant) Name() string { return v.name }

// Rules returns the rules that the fence decides by. They must not be changed.
func (v *Variant) Rules() *Rules { return v.lexer.rules }

// Judge implements Fence. It never returns an error.
func (v *Variant) Judge(_ context.Context, r Request) (Verdict, error) {
	return verdict(v.decide(r)), nil
}

// verdict is a decision as every fence tells it.
func verdict(plan *Plan, refusal *Refusal) Verdict {
	if refusal != nil {
		return Verdict{
			Decision: Refuse,
			Rule:     string(refusal.Rule), Offset: refusal.Offset, Detail: refusal.Detail, Next: refusal.Next,
		}
	}
	return Verdict{Decision: Admit, Offset: -1, Cwd: plan.Cwd, Plan: plan}
}

// Decide returns the plan of an admitted request, or why it is refused: the
// error is always a *Refusal.
func (v *Variant) Decide(r Request) (*Plan, error) {
	plan, refusal := v.decide(r)
	if refusal != nil {
		return nil, refusal
	}
	return plan, nil
}

// Directories returns, for each segment of the command in order, every
// directory that the shell may be in when the segment runs, the likeliest
// first; leading cds are segments here. It does not matter whether the command
// is admitted: only one that cannot be taken apart, or that holds a cd whose
// target cannot be known, is an error, a *Refusal.
func (v *Variant) Directories(r Request) ([][]string, error) {
	s := v.scans.Get().(*scan)
	defer v.scans.Put(s)
	if refusal := v.takeApart(s, r.Command); refusal != nil {
		return nil, refusal
	}
	if s.fault != nil {
		return nil, s.fault
	}
	root, refusal := r.Policy.root()
	if refusal != nil {
		return nil, refusal
	}
	if refusal := v.walk(s, resolve(root, r.Cwd)); refusal != nil {
		return nil, refusal
	}
	sets := make([][]string, len(s.pieces))
	for i, p := range s.pieces {
		sets[i] = slices.Clone(p.dirs)
	}
	return sets, nil
}
