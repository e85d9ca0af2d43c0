package reports

import (
	"encoding/json"
	"fmt"

	"github.com/fencediff/fencediff/fence"
)

// A Judged request is one with what a fence says of it.
type Judged struct {
	Request Request
	fence.Verdict
}

// A Violation is two answers of a fence that break a relation. Which of the two
// is wrong it does not say.
type Violation struct {
	// ID is that of the request that the pair was made from.
	ID string
	// Relation and Law name what is broken.
	Relation, Law string
	// First and Second are the pair, in the order that the relation speaks of.
	First, Second Judged
	// Replay is the shell line that asks the fence again about both.
	Replay string
}

// NewViolation returns the violation of a relation by a fence, made from the
// request with the id.
func NewViolation(fenceName, relation, law, id string, first, second Request, a, b fence.Verdict) (Violation, error) {
	first.ID, second.ID = "first", "second"
	v := Violation{ID: id, Relation: relation, Law: law, First: Judged{first, a}, Second: Judged{second, b}}
	var err error
	v.Replay, err = judgeAgain(fenceName, first, second)
	return v, err
}

// MarshalJSON implements json.Marshaler.
func (j Judged) MarshalJSON() ([]byte, error) {
	return marshalLine(struct {
		Request Request        `json:"request"`
		Verdict fence.Decision `json:"verdict"`
		Rule    string         `json:"rule,omitempty"`
		Raw     string         `json:"raw,omitempty"`
	}{j.Request, j.Decision, j.Rule, j.Raw})
}

// MarshalJSON implements json.Marshaler.
func (v Violation) MarshalJSON() ([]byte, error) {
	return marshalLine(struct {
		Type     string `json:"type"`
		ID       string `json:"id"`
		Relation string `json:"relation"`
		Law      string `json:"law"`
		First    Judged `json:"first"`
		Second   Judged `json:"second"`
		Replay   string `json:"replay"`
	}{"violation", v.ID, v.Relation, v.Law, v.First, v.Second, v.Replay})
}

// RelationCounts say how often a relation was held to a fence.
type RelationCounts struct {
	// Relation, Law and Says are the relation's name and what it says.
	Relation, Law, Says string
	// Compared counts the pairs of answers that could have broken the relation,
	// Broken those that do.
	Compared, Broken int
	// Idle counts the pairs of answers of which the relation says nothing, and
	// Unsupported those of which one could not be had.
	Idle, Unsupported int
}

// MarshalJSON implements json.Marshaler.
func (c RelationCounts) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type        string `json:"type"`
		Relation    string `json:"relation"`
		Law         string `json:"law"`
		Says        string `json:"says"`
		Compared    int    `json:"compared"`
		Broken      int    `json:"broken"`
		Idle        int    `json:"idle"`
		Unsupported int    `json:"unsupported"`
	}{"relation", c.Relation, c.Law, c.Says, c.Compared, c.Broken, c.Idle, c.Unsupported})
}

// judgeAgain is the shell line that gives requests to judge.
func judgeAgain(fenceName string, requests ...Request) (string, error) {
	line := `printf '%s\n'`
	for _, r := range requests {
		text, err := r.MarshalJSON()
		if err != nil {
			return "", fmt.Errorf("reports: replay line of %s: %w", r.ID, err)
		}
		line += " " + singleQuote(asciiJSON(text))
	}
	return line + " | fencediff judge --fence " + shellWord(fenceName), nil
}
