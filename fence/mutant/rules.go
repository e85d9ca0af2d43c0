package mutant

import (
	"fmt"
	"slices"

	"github.com/fencediff/fencediff/fence"
)

// A change changes rules, or says what is not there to be changed.
type change = func(*fence.Rules) error

// both makes one change of several.
func both(changes ...change) change {
	return func(r *fence.Rules) error {
		for _, c := range changes {
			if err := c(r); err != nil {
				return err
			}
		}
		return nil
	}
}

func caps(set func(*fence.Caps)) change {
	return func(r *fence.Rules) error {
		was := r.Caps
		if set(&r.Caps); r.Caps == was {
			return fmt.Errorf("the caps are so already")
		}
		return nil
	}
}

// find returns the element that is asked for.
func find[T any](list []T, what string, is func(T) bool) (*T, error) {
	at := slices.IndexFunc(list, is)
	if at < 0 {
		return nil, fmt.Errorf("no %s", what)
	}
	return &list[at], nil
}

// separator changes a separator.
func separator(text string, set func(*fence.Separator)) change {
	return func(r *fence.Rules) error {
		s, err := find(r.Separators, "separator "+text, func(s fence.Separator) bool { return s.Text == text })
		if err == nil {
			set(s)
		}
		return err
	}
}

func addSeparator(s fence.Separator) change {
	return func(r *fence.Rules) error {
		r.Separators = append(r.Separators, s)
		return nil
	}
}

func noSeparator(text string) change {
	return func(r *fence.Rules) error {
		return remove(&r.Separators, "separator "+text, func(s fence.Separator) bool { return s.Text == text })
	}
}

// remove takes the elements out that are asked for.
func remove[T any](list *[]T, what string, is func(T) bool) error {
	n := len(*list)
	if *list = slices.DeleteFunc(slices.Clone(*list), is); len(*list) == n {
		return fmt.Errorf("no %s", what)
	}
	return nil
}

// literal takes specials for plain text.
func literal(texts ...string) change {
	return func(r *fence.Rules) error {
		for _, text := range texts {
			if err := remove(&r.Specials, "special "+text, func(s fence.Special) bool { return s.Text == text }); err != nil {
				return err
			}
		}
		return nil
	}
}

// literalInDouble takes all specials for plain text inside double quotes.
func literalInDouble(r *fence.Rules) error {
	changed := false
	for i := range r.Specials {
		changed = changed || r.Specials[i].InDouble
		r.Specials[i].InDouble = false
	}
	if !changed {
		return fmt.Errorf("no special refuses in double quotes")
	}
	return nil
}

func noRedirect(text string) change {
	return func(r *fence.Rules) error {
		return remove(&r.Redirects, "redirect "+text, func(d fence.Redirect) bool { return d.String() == text })
	}
}

func redirectsWithoutBlanks(r *fence.Rules) error {
	for i := range r.Redirects {
		r.Redirects[i].Blank = false
	}
	return nil
}

// program changes a program.
func program(name string, set func(*fence.Program) error) change {
	return func(r *fence.Rules) error {
		p, err := find(r.Programs, "program "+name, func(p fence.Program) bool { return p.Name == name })
		if err != nil {
			return err
		}
		return set(p)
	}
}

func noProgram(name string) change {
	return func(r *fence.Rules) error {
		return remove(&r.Programs, "program "+name, func(p fence.Program) bool { return p.Name == name })
	}
}

// addProgram admits a program with any words at all.
func addProgram(name string) change {
	return func(r *fence.Rules) error {
		r.Programs = append(r.Programs, fence.Program{Name: name, Rows: []fence.Row{anyWords("")}})
		return nil
	}
}

// anyWords is a row that takes every word for an operand.
func anyWords(name string) fence.Row {
	return fence.Row{Name: name, Options: fence.Never, Operands: fence.Operands{Rest: fence.Text}}
}

func addRow(name string, row fence.Row) change {
	return program(name, func(p *fence.Program) error {
		p.Rows = append(p.Rows, row)
		return nil
	})
}

func noRow(name, row string) change {
	return program(name, func(p *fence.Program) error {
		return remove(&p.Rows, "row "+row, func(r fence.Row) bool { return r.Name == row })
	})
}

// row changes a row of a program.
func row(name, subcommand string, set func(*fence.Row) error) change {
	return program(name, func(p *fence.Program) error {
		r, err := find(p.Rows, "row "+subcommand, func(r fence.Row) bool { return r.Name == subcommand })
		if err != nil {
			return err
		}
		return set(r)
	})
}

// admits lets a row have a switch more.
func admits(name, subcommand, word string) change {
	return row(name, subcommand, func(r *fence.Row) error {
		if slices.Contains(r.Switches, word) {
			return fmt.Errorf("%s is a switch already", word)
		}
		r.Switches = append(slices.Clone(r.Switches), word)
		return nil
	})
}

// takes lets a row have an option with a value more.
func takes(name, subcommand, option string, kind fence.Kind) change {
	return row(name, subcommand, func(r *fence.Row) error {
		r.Values = append(slices.Clone(r.Values), fence.Value{Names: []string{option}, Kind: kind})
		return nil
	})
}

// attaches lets a row have an option more whose value is in the same word.
func attaches(name, subcommand, option string, kind fence.Kind) change {
	return row(name, subcommand, func(r *fence.Row) error {
		r.Attached = append(slices.Clone(r.Attached), fence.Value{Names: []string{option}, Kind: kind})
		return nil
	})
}

// forgets takes a switch from a row.
func forgets(name, subcommand, word string) change {
	return row(name, subcommand, func(r *fence.Row) error {
		return remove(&r.Switches, "switch "+word, func(s string) bool { return s == word })
	})
}

// everyKind takes words of one kind for words of another.
func everyKind(from, to fence.Kind) change {
	return func(r *fence.Rules) error {
		changed := false
		set := func(k *fence.Kind) {
			if *k == from {
				*k, changed = to, true
			}
		}
		values := func(list []fence.Value) []fence.Value {
			list = slices.Clone(list)
			for i := range list {
				set(&list[i].Kind)
			}
			return list
		}
		for i := range r.Programs {
			p := &r.Programs[i]
			p.Global = values(p.Global)
			for j := range p.Rows {
				row := &p.Rows[j]
				row.Values, row.Attached = values(row.Values), values(row.Attached)
				row.Lead = slices.Clone(row.Lead)
				for k := range row.Lead {
					set(&row.Lead[k].Kind)
				}
				set(&row.Operands.First)
				set(&row.Operands.Rest)
			}
		}
		if !changed {
			return fmt.Errorf("nothing is of the kind %s", from)
		}
		return nil
	}
}

// optionsFirst ends the options of every program at its first operand.
func optionsFirst(r *fence.Rules) error {
	for i := range r.Programs {
		for j := range r.Programs[i].Rows {
			if row := &r.Programs[i].Rows[j]; row.Options == fence.Anywhere {
				row.Options = fence.First
			}
		}
	}
	return nil
}
