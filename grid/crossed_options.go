package grid

import "slices"

// pairFamily crosses every two options of a program, in both orders, with where
// they stand.
func (p program) pairFamily() Family {
	places := []Value{
		{Name: "before", Text: p.head + " {{one}} {{two}}" + spaced(p.operand)},
		{Name: "last-segment", Text: "pwd; " + p.head + " {{one}} {{two}}" + spaced(p.operand)},
		{Name: "first-stage", Text: p.head + " {{one}} {{two}}" + spaced(p.operand) + " | head -n 1"},
		{Name: "quiet", Text: p.head + " {{one}} {{two}}" + spaced(p.operand) + " 2>/dev/null"},
	}
	if p.operand != "" {
		places = append(places,
			Value{Name: "around", Text: p.head + " {{one}} " + p.operand + " {{two}}"},
			Value{Name: "after", Text: p.head + " " + p.operand + " {{one}} {{two}}"},
			Value{Name: "terminated", Text: p.head + " {{one}} {{two}} -- " + p.operand},
			Value{Name: "split-by-terminator", Text: p.head + " {{one}} -- {{two}} " + p.operand},
		)
	}
	return Family{
		Name:     "pair-" + p.name,
		Reason:   "an option changes what the next word of " + p.head + " is",
		Source:   "https://github.com/Hmbown/CodeWhale/blob/main/crates/tui/src/command_safety.rs",
		Command:  "{{place}}",
		Axes:     []Axis{{"place", places}, {"one", p.options}, {"two", p.options}},
		Strength: 2,
	}
}

// optionValues are the options of the programs, each with all it needs to run.
func optionValues(programs []program) []Value {
	var values []Value
	for _, p := range programs {
		for _, o := range p.options {
			values = append(values, Value{Text: p.head + " " + o.Text + spaced(p.operand)})
		}
	}
	return values
}

// crossedOptionFamilies are the families about options that read.
func crossedOptionFamilies(programs []program) []Family {
	var families []Family
	for _, p := range programs {
		if len(p.options) > 2 {
			families = append(families, p.pairFamily())
		}
	}
	return slices.Concat(families, []Family{
		{
			Name:    "option-context",
			Reason:  "an option that is known in a command of one segment is forgotten in a longer one",
			Source:  "https://github.com/anthropics/claude-code/issues/30832",
			Command: "{{context}}",
			Axes:    []Axis{{"context", contexts}, {"act", optionValues(programs)}},
		},
		{
			Name:    "option-refused-context",
			Reason:  "options that only read and are refused, wherever a simple command can stand",
			Source:  "https://github.com/anthropics/claude-code/issues/30832",
			Command: "{{context}}",
			Axes:    []Axis{{"context", contexts}, {"act", refusedOptions}},
		},
	})
}

var dangerFamilies = []Family{
	{
		Name:    "danger-spelling",
		Reason:  "an option that writes, runs or reads elsewhere is the same option in every spelling and every place",
		Source:  "https://github.com/oeftimie/vv-claude-harness/pull/57",
		Command: "{{place}}",
		Axes: []Axis{
			{"place", []Value{
				{Name: "first", Text: "{{p.head}} {{spelling}}{{p.rest}}{{p.operand}}"},
				{Name: "last", Text: "{{p.head}}{{p.operand}} {{spelling}}{{p.rest}}"},
				{Name: "terminated", Text: "{{p.head}} -- {{spelling}}{{p.rest}}{{p.operand}}"},
				{Name: "second-segment", Text: "pwd; {{p.head}} {{spelling}}{{p.rest}}{{p.operand}}"},
				{Name: "second-stage", Text: "cat notes.txt | {{p.head}} {{spelling}}{{p.rest}}{{p.operand}}"},
				{Name: "quiet", Text: "{{p.head}} {{spelling}}{{p.rest}}{{p.operand}} >/dev/null 2>&1"},
			}},
			{"spelling", spellingValues()},
			{"p", dangerValues(hasOperand)},
		},
	},
	{
		Name:    "danger-alone-spelling",
		Reason:  "an option that needs no operand to do harm is the same option in every spelling",
		Source:  "https://github.com/oeftimie/vv-claude-harness/pull/57",
		Command: "{{place}}",
		Axes: []Axis{
			{"place", []Value{
				{Name: "first", Text: "{{p.head}} {{spelling}}{{p.rest}}"},
				{Name: "terminated", Text: "{{p.head}} -- {{spelling}}{{p.rest}}"},
				{Name: "second-segment", Text: "pwd; {{p.head}} {{spelling}}{{p.rest}}"},
				{Name: "quiet", Text: "{{p.head}} {{spelling}}{{p.rest}} >/dev/null 2>&1"},
			}},
			{"spelling", spellingValues()},
			{"p", dangerValues(standsAlone)},
		},
	},
	{
		Name:    "danger-context",
		Reason:  "an option that writes, runs or reads elsewhere, wherever a simple command can stand",
		Source:  "https://github.com/openai/codex/pull/482",
		Command: "{{context}}",
		Axes:    []Axis{{"context", within(contexts, "act", "p.head}} {{p.plain}}{{p.rest}}{{p.operand")}, {"p", dangerValues(anyDanger)}},
	},
}

// spellingValues stand for the spellings of a danger's option.
func spellingValues() []Value {
	values := make([]Value, len(spellings))
	for i, s := range spellings {
		values[i] = Value{Name: s.name, Text: "{{p." + s.name + "}}"}
	}
	return values
}
