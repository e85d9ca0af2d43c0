package fuzz

// A Question is what a fence is asked: a command and where it would run.
type Question struct {
	Command string
	// Cwd is the working directory; empty is the workspace's, and a relative one
	// starts there.
	Cwd string
	// Network says that the network is granted.
	Network bool
}

// with is the same question about another command.
func (q Question) with(command string) Question {
	q.Command = command
	return q
}

// An Answer is what a fence says of a question. The zero value is invalid.
type Answer uint8

const (
	// Admitted: the fence holds the command to be a safe read.
	Admitted Answer = iota + 1
	// Refused: it does not.
	Refused
	// Unable: the question cannot be put to this fence.
	Unable
)

// A Law is what must hold between the answers to two questions. The zero value
// is invalid.
type Law uint8

const (
	// Alike: both questions mean the same, so both are admitted or both refused.
	Alike Law = iota + 1
	// Conjunction: the second does at least what the first does, so it is
	// admitted only if the first is.
	Conjunction
	// Closure: the second does nothing that the first does not, so it is admitted
	// if the first is. What breaks it is no danger, but nobody understands it.
	Closure
	// Never: the second has an effect whatever the first does, so it is refused.
	Never
)

var lawNames = []string{Alike: "alike", Conjunction: "conjunction", Closure: "closure", Never: "never"}

// Laws lists the laws.
func Laws() []Law { return []Law{Alike, Conjunction, Closure, Never} }

// String returns the law's name; "invalid" for one that is none.
func (l Law) String() string {
	if l == 0 || int(l) >= len(lawNames) {
		return "invalid"
	}
	return lawNames[l]
}

// A Pair is two questions that a relation holds between.
type Pair struct{ First, Second Question }

// A Relation is a metamorphic relation: a law between what a fence says of a
// command and of one made from it. It needs no oracle, and says of no verdict
// which of the two is wrong. The zero value is invalid.
type Relation struct {
	// Name never changes.
	Name string
	// Says is the law in words.
	Says string
	Law  Law

	pairs func(*Subject) []Pair
}

// Relations lists what must hold between the answers of any fence.
func Relations() []Relation { return append([]Relation(nil), relations...) }

// Pairs lists the pairs of questions that the relation makes of a subject; none
// where it says nothing of the subject.
func (r Relation) Pairs(s *Subject) []Pair {
	if len(s.Command) > longest {
		return nil
	}
	var list []Pair
	for _, p := range r.pairs(s) {
		if p.First != p.Second && s.reads(p.First.Command) && s.reads(p.Second.Command) {
			list = append(list, p)
		}
	}
	return list
}

// reads says that a command is one, so that what a fence says of it matters.
func (s *Subject) reads(command string) bool {
	return command == s.Command && s.file != nil || parse(command) != nil
}

// longest is how many bytes a command may have that relations speak of: fences
// may refuse what is long, and what is made from a command is longer.
const longest = 512

// A Standing is how two answers stand to a law. The zero value is invalid.
type Standing uint8

const (
	// Holds: the answers could have broken the law and do not.
	Holds Standing = iota + 1
	// Broken: they break it.
	Broken
	// Idle: the law says nothing of such answers.
	Idle
)

// Standing says how the answers to the two questions of a pair stand to the law.
func (l Law) Standing(first, second Answer) Standing {
	broken, idle := false, false
	switch l {
	case Alike:
		broken = first != second
	case Conjunction:
		broken, idle = first == Refused && second == Admitted, first == Admitted && second == Refused
	case Closure:
		broken, idle = first == Admitted && second == Refused, first == Refused
	case Never:
		broken = second == Admitted
	}
	switch {
	case second == Unable, first == Unable && l != Never, idle:
		return Idle
	case broken:
		return Broken
	}
	return Holds
}
