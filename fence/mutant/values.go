package mutant

import (
	"fmt"
	"slices"

	"github.com/fencediff/fencediff/fence"
)

// kindNames are what kinds are called in ids.
var kindNames = map[fence.Kind]string{
	fence.Path: "path", fence.Directory: "directory", fence.TopPath: "top-path", fence.Revision: "revision", fence.Text: "text",
	fence.Number: "number", fence.Format: "format", fence.Layout: "layout", fence.Script: "script",
	fence.Repository: "repository", fence.Item: "item", fence.Package: "package",
}

// A holder is a list of options with values somewhere in the rules.
type holder struct {
	// id and command name the program or row, list which list of it.
	id, command string
	values      []fence.Value
	// change changes the list.
	change func(func(*[]fence.Value) error) change
	// attached says that the values stand in the same word; switches adds a
	// switch beside them, and is nil where that makes no sense.
	attached bool
	switches func(word string) change
}

// holders lists every list of options with values.
func holders(rules fence.Rules) []holder {
	var list []holder
	for _, p := range rules.Programs {
		list = append(list, holder{
			id: idWord(p.Name), command: p.Name, values: p.Global,
			change: func(set func(*[]fence.Value) error) change {
				return program(p.Name, func(p *fence.Program) error { return set(&p.Global) })
			},
			switches: func(word string) change {
				return program(p.Name, func(p *fence.Program) error {
					p.GlobalSwitches = append(p.GlobalSwitches, word)
					return nil
				})
			},
		})
	}
	for _, p := range places(rules) {
		list = append(
			list,
			holder{
				id: p.name(), command: p.command(), values: p.row.Values,
				change: func(set func(*[]fence.Value) error) change {
					return row(p.program, p.row.Name, func(r *fence.Row) error { return set(&r.Values) })
				},
				switches: func(word string) change { return admits(p.program, p.row.Name, word) },
			},
			holder{
				id: p.name(), command: p.command(), values: p.row.Attached, attached: true,
				change: func(set func(*[]fence.Value) error) change {
					return row(p.program, p.row.Name, func(r *fence.Row) error { return set(&r.Attached) })
				},
			},
		)
	}
	return list
}

// valueMutations are about options with a value.
func valueMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, h := range holders(rules) {
		for _, v := range h.values {
			list = append(list, h.nameMutations(v)...)
			list = append(list, h.kindMutations(v)...)
		}
	}
	return list
}

// mutation is a mistake about one option.
func (h holder) mutation(option, name, breaks string, set func(*fence.Value)) Mutation {
	return Mutation{
		ID: "value/" + h.id + "/" + idWord(option) + "/" + name, Breaks: h.command + " " + option + ": " + breaks,
		Rules: h.change(func(values *[]fence.Value) error {
			v, err := find(*values, "option "+option, func(v fence.Value) bool { return slices.Contains(v.Names, option) })
			if err != nil {
				return err
			}
			set(v)
			*values = slices.DeleteFunc(*values, func(v fence.Value) bool { return len(v.Names) == 0 })
			return nil
		}),
	}
}

// nameMutations are about the names of an option.
func (h holder) nameMutations(v fence.Value) []Mutation {
	var list []Mutation
	for _, name := range v.Names {
		forgets := h.mutation(name, "forgotten", "it is refused", func(v *fence.Value) {
			v.Names = slices.DeleteFunc(v.Names, func(s string) bool { return s == name })
		})
		list = append(list, forgets)
		if h.switches != nil {
			plain := forgets
			plain.ID = "value/" + h.id + "/" + idWord(name) + "/is-switch"
			plain.Breaks = h.command + " " + name + ": its value is taken for an operand"
			plain.Rules = both(forgets.Rules, h.switches(name))
			list = append(list, plain)
		}
	}
	return list
}

// kindMutations are about what the value of an option, named by its first name,
// may be.
func (h holder) kindMutations(v fence.Value) []Mutation {
	var list []Mutation
	add := func(name, breaks string, set func(*fence.Value)) {
		list = append(list, h.mutation(v.Names[0], name, breaks, set))
	}
	kind := func(name string, k fence.Kind) {
		add(name, fmt.Sprintf("its value is a %s", k), func(v *fence.Value) { v.Kind = k })
	}
	switch v.Kind {
	case fence.Text:
		if v.Choices == nil {
			kind("number", fence.Number)
		}
	case fence.TopPath:
		kind("any-text", fence.Text)
		kind("path", fence.Path)
	case fence.Directory:
		kind("any-text", fence.Text)
		kind("path", fence.Path)
	default:
		kind("any-text", fence.Text)
	}
	for i, choice := range v.Choices {
		add("not-"+idWord(choice), choice+" is refused", func(v *fence.Value) { v.Choices = slices.Delete(v.Choices, i, i+1) })
	}
	if v.Choices != nil {
		add("any-choice", "any value is admitted", func(v *fence.Value) { v.Choices = nil })
	}
	switch {
	case h.attached:
	case v.Dash:
		add("no-dash", "its value may not begin with -", func(v *fence.Value) { v.Dash = false })
	case v.Kind != fence.Number: // no number begins with -
		add("dash", "its value may begin with -", func(v *fence.Value) { v.Dash = true })
	}
	return list
}
