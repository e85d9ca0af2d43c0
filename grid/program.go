package grid

// A program is one row of the fences' grammar as the grid crosses it: what is
// run, on what, with which options.
type program struct {
	// name is the row's name in family names and ids.
	name string
	// head is the program, with its subcommand.
	head string
	// operand lies in the workspace and exists in both fixtures; empty where the
	// options stand alone.
	operand string
	// outside leaves the workspace; empty keeps the program out of option-place.
	outside string
	// options are valid for head and operand: a switch, or an option with its
	// value, or what it cannot do without.
	options []Value
}

// family is the product of a program's options, each on its operand.
func (p program) family() Family {
	command := p.head + " {{option}}"
	if p.operand != "" {
		command += " " + p.operand
	}
	return Family{
		Name:    "option-" + p.name,
		Reason:  "every option of " + p.head + " that the grammar lists",
		Command: command,
		Axes:    []Axis{{"option", p.options}},
	}
}

// optionFamilies makes one family a program.
func optionFamilies(programs []program) []Family {
	families := make([]Family, len(programs))
	for i, p := range programs {
		families[i] = p.family()
	}
	return families
}

// placeFamily crosses programs, each with its first option, with the places
// that option and operand can stand in.
func placeFamily(programs []program) Family {
	var values []Value
	for _, p := range programs {
		if p.outside == "" {
			continue
		}
		values = append(values, Value{Name: p.name, Fields: map[string]string{
			"head": p.head, "operand": p.operand, "outside": p.outside, "option": p.options[0].Text,
		}})
	}
	return Family{
		Name:    "option-place",
		Reason:  "an option known in one place is forgotten in another, and so is an operand that leaves",
		Command: "{{place}}",
		Axes: []Axis{
			{"place", []Value{
				{Name: "bare", Text: "{{p.head}}"},
				{Name: "without", Text: "{{p.head}} {{p.operand}}"},
				{Name: "after", Text: "{{p.head}} {{p.operand}} {{p.option}}"},
				{Name: "outside", Text: "{{p.head}} {{p.option}} {{p.outside}}"},
				{Name: "piped", Text: "{{p.head}} {{p.option}} {{p.operand}} 2>/dev/null | head -n 3"},
			}},
			{"p", values},
		},
	}
}
