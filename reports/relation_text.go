package reports

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/tw"

	"github.com/fencediff/fencediff/fence"
)

// Relations is what holding relations to a fence comes to. Add every violation,
// then set the counts. Its memory grows with the number of relations.
type Relations struct {
	// Fence and Sources say what was asked.
	Fence   string
	Sources []string
	// Requests counts the commands that pairs were made from.
	Requests int
	// Counts are one a relation.
	Counts []RelationCounts

	witnesses map[string]Violation
}

// Add takes note of a violation: of each relation the shortest is shown.
func (r *Relations) Add(v Violation) {
	if r.witnesses == nil {
		r.witnesses = map[string]Violation{}
	}
	size := func(v Violation) int { return len(v.First.Request.Command) + len(v.Second.Request.Command) }
	if w, ok := r.witnesses[v.Relation]; !ok || cmp.Or(cmp.Compare(size(v), size(w)), strings.Compare(v.Second.Request.Command, w.Second.Request.Command)) < 0 {
		r.witnesses[v.Relation] = v
	}
}

// Compared counts the pairs of answers that could have broken a relation, and
// broken how often each law, by name, is broken.
func (r *Relations) Compared() (compared int, broken map[string]int) {
	broken = map[string]int{}
	for _, c := range r.Counts {
		compared += c.Compared
		broken[c.Law] += c.Broken
	}
	return compared, broken
}

// relationColumns show a broken relation; its row has the shortest pair.
func (r *Relations) relationColumns() []column[RelationCounts] {
	text := func(of func(Violation) Judged, decision fence.Decision) func(RelationCounts) string {
		return func(c RelationCounts) string {
			v := r.witnesses[c.Relation]
			if j := of(v); j.Decision == decision {
				return place(j.Request)
			}
			return ""
		}
	}
	admitted := func(v Violation) Judged {
		if v.Second.Decision == fence.Admit {
			return v.Second
		}
		return v.First
	}
	refused := func(v Violation) Judged {
		if v.First.Decision == fence.Refuse {
			return v.First
		}
		return v.Second
	}
	return []column[RelationCounts]{
		{"law", 12, tw.AlignLeft, func(c RelationCounts) string { return c.Law }},
		{"relation", 20, tw.AlignLeft, func(c RelationCounts) string { return c.Relation }},
		{"broken", 9, tw.AlignRight, func(c RelationCounts) string { return strconv.Itoa(c.Broken) }},
		{"of", 9, tw.AlignRight, func(c RelationCounts) string { return strconv.Itoa(c.Compared) }},
		{"admitted", 50, tw.AlignLeft, text(admitted, fence.Admit)},
		{"refused", 50, tw.AlignLeft, text(refused, fence.Refuse)},
	}
}

// place is a request's command, with the directory where that is not the usual.
func place(r Request) string {
	text := r.Command
	if r.Cwd != "" {
		text += " (in " + r.Cwd + ")"
	}
	if r.Grants.Network {
		text += " (with network)"
	}
	return text
}

// WriteText writes the broken relations as a table for a person, then for each
// what it says and the line that asks the fence again, then what was tried.
func (r *Relations) WriteText(w io.Writer) error {
	var broken []RelationCounts
	idle, unsupported := 0, 0
	for _, c := range r.Counts {
		idle, unsupported = idle+c.Idle, unsupported+c.Unsupported
		if c.Broken > 0 {
			broken = append(broken, c)
		}
	}
	var b strings.Builder
	if len(broken) > 0 {
		fmt.Fprintf(&b, "BROKEN RELATIONS: two answers of the fence that cannot both be right\n")
		if err := writeTable(&b, r.relationColumns(), broken); err != nil {
			return err
		}
		for _, c := range broken {
			fmt.Fprintf(&b, "\n%s: %s\n%s\n", c.Relation, c.Says, r.witnesses[c.Relation].Replay)
		}
		b.WriteString("\n")
	}
	compared, laws := r.Compared()
	fmt.Fprintf(&b, "%s on %s: %d of %s broken", Escape(r.Fence), Escape(strings.Join(r.Sources, ", ")), len(broken), plural(len(r.Counts), "relation"))
	for i, c := range r.Counts { // the laws in the order of the relations
		if i == 0 || r.Counts[i-1].Law != c.Law {
			fmt.Fprintf(&b, ", %s %s", c.Law, plural(laws[c.Law], "time"))
		}
	}
	fmt.Fprintf(&b, "\n%s: %s compared, %d of which a law says nothing, %d unsupported\n", plural(r.Requests, "command"), plural(compared, "pair"), idle, unsupported)
	_, err := io.WriteString(w, b.String())
	return err
}
