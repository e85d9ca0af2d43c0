package mutant

import (
	"reflect"
	"slices"

	"github.com/fencediff/fencediff/fence"
)

// programMutations are about which programs there are.
func programMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, p := range rules.Programs {
		id := "program/" + idWord(p.Name) + "/"
		list = append(list, Mutation{ID: id + "forgotten", Breaks: p.Name + " is refused", Rules: noProgram(p.Name)})
		if subcommands(&p) {
			list = append(list, overrules(id+"any-subcommand", "every subcommand of "+p.Name+" is admitted",
				refusals(fence.RuleSubcommand, advises("use one of "+p.Name+" "))))
		}
	}
	return list
}

// subcommandMutations are about which rows there are, and that they are all that
// is admitted.
func subcommandMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, p := range places(rules) {
		id, name := "subcommand/"+p.name()+"/", p.row.Name
		if name != "" {
			list = append(list, Mutation{ID: id + "forgotten", Breaks: p.command() + " is refused", Rules: noRow(p.program, name)})
		}
		loose := anyWords(name)
		loose.Add, loose.Residual = p.row.Add, p.row.Residual
		if !reflect.DeepEqual(loose, *p.row) {
			list = append(list, Mutation{
				ID: id + "any-words", Breaks: p.command() + " may have any words",
				Rules: sets(p.program, name, func(r *fence.Row) { *r = loose }),
			})
		}
	}
	return list
}

// networkMutations are about who needs the grant.
func networkMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, p := range rules.Programs {
		m := Mutation{ID: "network/" + idWord(p.Name) + "/needed", Breaks: p.Name + " needs the network"}
		if p.Network {
			m.ID, m.Breaks = "network/"+idWord(p.Name)+"/free", p.Name+" needs no grant"
		}
		m.Rules = program(p.Name, func(p *fence.Program) error {
			p.Network = !p.Network
			return nil
		})
		list = append(list, m)
	}
	return append(list,
		misreads("network/granted", "the network is always granted", reading{"every session has the network", func(r fence.Request) fence.Request {
			r.Grants.Network = true
			return r
		}}),
		misreads("network/never-granted", "the grant of the network is not seen", reading{"no session has the network", func(r fence.Request) fence.Request {
			r.Grants.Network = false
			return r
		}}),
	)
}

// switchMutations are about options without a value.
func switchMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	add := func(owner, command, word string, forgets, values change) {
		id := "switch/" + owner + "/" + idWord(word) + "/"
		list = append(
			list,
			Mutation{ID: id + "forgotten", Breaks: command + " may not have " + word, Rules: forgets},
			Mutation{ID: id + "takes-value", Breaks: "the word after " + command + " " + word + " is taken for its value", Rules: both(forgets, values)},
		)
	}
	for _, p := range rules.Programs {
		for _, word := range p.GlobalSwitches {
			add(
				idWord(p.Name), p.Name, word,
				program(p.Name, func(p *fence.Program) error { return removeWord(&p.GlobalSwitches, word) }),
				program(p.Name, func(p *fence.Program) error {
					p.Global = append(p.Global, fence.Value{Names: []string{word}, Kind: fence.Text})
					return nil
				}),
			)
		}
	}
	for _, p := range places(rules) {
		for _, word := range p.row.Switches {
			add(
				p.name(), p.command(), word,
				row(p.program, p.row.Name, func(r *fence.Row) error { return removeWord(&r.Switches, word) }),
				takes(p.program, p.row.Name, word, fence.Text),
			)
		}
		if p.row.Digits {
			list = append(list, Mutation{
				ID: "switch/" + p.name() + "/digits/forgotten", Breaks: p.command() + " may not have -N",
				Rules: sets(p.program, p.row.Name, func(r *fence.Row) { r.Digits = false }),
			})
		}
	}
	return list
}

// operandMutations are about the words that are no options.
func operandMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, p := range places(rules) {
		add := func(name, breaks string, set func(*fence.Row)) {
			list = append(list, Mutation{
				ID: "operand/" + p.name() + "/" + name, Breaks: p.command() + ": " + breaks,
				Rules: sets(p.program, p.row.Name, set),
			})
		}
		for i, lead := range p.row.Lead {
			name := "lead-" + idWord(lead.Word)
			if lead.Word == "" {
				name = "lead-" + kindNames[lead.Kind]
			}
			add(name+"/forgotten", "it need not begin with "+name, func(r *fence.Row) { r.Lead = slices.Delete(r.Lead, i, i+1) })
			if lead.Word != "" || lead.Kind != fence.Text {
				add(name+"/any-text", "any word may stand for "+name, func(r *fence.Row) { r.Lead[i] = fence.Lead{Kind: fence.Text} })
			}
		}
		was := p.row.Operands
		if was.First != 0 {
			add("first/like-rest", "the first operand is like the others", func(r *fence.Row) { r.Operands.First, r.Operands.FirstUnless = 0, "" })
			add("rest/like-first", "the other operands are like the first", func(r *fence.Row) { r.Operands.Rest = was.First })
		}
		if was.FirstUnless != "" {
			add("first/always", "the first operand is one beside "+was.FirstUnless+" too", func(r *fence.Row) { r.Operands.FirstUnless = "" })
		}
		if was.First != 0 && was.First != fence.Text {
			add("first/any-text", "the first operand is any text", func(r *fence.Row) { r.Operands.First = fence.Text })
		}
		// Where the first is any text, rest/like-first says the same.
		if was.Rest != fence.Text && was.First != fence.Text {
			add("rest/any-text", "operands are any text", func(r *fence.Row) { r.Operands.Rest = fence.Text })
		}
		if was.Rest != fence.NoOperand && was.Max == 0 {
			add("rest/none", "no operand is admitted", func(r *fence.Row) { r.Operands.Rest = fence.NoOperand })
		}
		if was.Rest == fence.Path || was.Rest == fence.Revision {
			add("rest/from-root", "operands are read from the root", func(r *fence.Row) { r.Operands.Rest = fence.TopPath })
		}
		if p.row.NoPlus {
			add("plus", "an operand may begin with +", func(r *fence.Row) { r.NoPlus = false })
		}
	}
	return list
}

// orderMutations are about which words can be options.
func orderMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	orders := []struct {
		order  fence.OptionOrder
		name   string
		breaks string
	}{
		{fence.Anywhere, "anywhere", "options may stand behind operands"},
		{fence.First, "first", "options end at the first operand"},
		{fence.Never, "never", "no word is an option"},
	}
	for _, p := range places(rules) {
		for _, o := range orders {
			if o.order != p.row.Options {
				list = append(list, Mutation{
					ID: "order/" + p.name() + "/" + o.name, Breaks: p.command() + ": " + o.breaks,
					Rules: sets(p.program, p.row.Name, func(r *fence.Row) { r.Options = o.order }),
				})
			}
		}
	}
	return list
}
