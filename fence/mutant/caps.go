package mutant

import (
	"fmt"

	"github.com/fencediff/fencediff/fence"
)

// unlimited is a cap that nothing reaches.
const unlimited = 1 << 30

// aCap is one of the caps of a request.
type aCap struct {
	name  string
	field func(*fence.Caps) *int
	// next is how the next step of a refusal by it begins.
	next string
}

var requestCaps = []aCap{
	{"bytes", func(c *fence.Caps) *int { return &c.Bytes }, "split the command"},
	{"segments", func(c *fence.Caps) *int { return &c.Segments }, "run fewer commands"},
	{"leading-cds", func(c *fence.Caps) *int { return &c.LeadingCds }, "name the directory in one cd"},
	{"directories", func(c *fence.Caps) *int { return &c.Directories }, "use fewer cds"},
	{"format-width", func(c *fence.Caps) *int { return &c.FormatWidth }, "use a smaller width"},
}

// capMutations are about the caps of a request.
func capMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, c := range requestCaps {
		// So many leading cds as there may be end in fewer directories than the cap.
		if c.name == "directories" && rules.Cd != fence.CdAnywhere {
			continue
		}
		id := "cap/" + c.name + "/"
		set := func(name, breaks string, set func(int) int) {
			list = append(list, Mutation{ID: id + name, Breaks: breaks + " " + c.name, Rules: caps(c.field, set)})
		}
		set("one-more", "one more than the most", func(n int) int { return n + 1 })
		set("one-less", "one less than the most", func(n int) int { return n - 1 })
		set("zero", "there may be no", func(int) int { return 0 })
		set("unlimited", "nothing bounds the", func(int) int { return unlimited })
		list = append(list, overrules(id+"means-nothing-found", "too many "+c.name+" mean that nothing was found", refusals(fence.RuleCap, advises(c.next))))
	}
	list = append(list,
		misreads("cap/bytes/cut", "what exceeds the longest command is not read", firstBytes(rules.Caps.Bytes)),
		misreads("cap/leading-cds/cut", "cds that exceed the most in front are not read",
			replaces(fmt.Sprintf(`^((cd \S+ && ){%d})(cd \S+ && )+`, rules.Caps.LeadingCds), "$1")),
	)
	for _, s := range rules.Separators {
		if s.From != fence.SameDirectory {
			list = append(list, misreads("cap/segments/cut-at-"+idWord(s.Text),
				"segments that exceed the most are not read, joined by "+s.Text, firstParts(rules.Caps.Segments, s.Text)))
		}
	}
	return list
}

// operandCapMutations are about the caps of a row's operands.
func operandCapMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, p := range places(rules) {
		add := func(name, breaks string, set func(*fence.Row)) {
			list = append(list, Mutation{
				ID: "cap-operands/" + p.name() + "/" + name, Breaks: p.command() + " " + breaks,
				Rules: sets(p.program, p.row.Name, set),
			})
		}
		if most := p.row.Operands.Max; most > 0 {
			add("one-more", "may have an operand more", func(r *fence.Row) { r.Operands.Max++ })
			if most > 1 {
				add("one-less", "may have an operand less", func(r *fence.Row) { r.Operands.Max-- })
			}
			add("zero", "may have no operand", func(r *fence.Row) { r.Operands = fence.Operands{Rest: fence.NoOperand} })
			add("unlimited", "may have any number of operands", func(r *fence.Row) { r.Operands.Max = 0 })
			list = append(list, overrules("cap-operands/"+p.name()+"/means-nothing-found",
				"too many operands of "+p.command()+" mean that nothing was found", refusals(fence.RuleCap, advises("use "+p.command()+" "))))
		}
		if !p.row.Digits {
			continue
		}
		if p.row.DigitsMax > 0 {
			add("digits-one-more", "-N may have an operand more beside it", func(r *fence.Row) { r.DigitsMax++ })
			add("digits-unlimited", "-N may have any number of operands beside it", func(r *fence.Row) { r.DigitsMax = 0 })
		} else {
			add("digits-one", "-N may have one operand beside it", func(r *fence.Row) { r.DigitsMax = 1 })
		}
	}
	return list
}
