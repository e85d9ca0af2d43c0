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

// A twiceError names what stands twice in rules, so that a change of it could
// mean either.
type twiceError string

func (e twiceError) Error() string { return "there are two of " + string(e) }

// find returns the element that is asked for, of which there must be one.
func find[T any](list []T, what string, is func(T) bool) (*T, error) {
	at := slices.IndexFunc(list, is)
	switch {
	case at < 0:
		return nil, fmt.Errorf("no %s", what)
	case slices.ContainsFunc(list[at+1:], is):
		return nil, twiceError(what)
	}
	return &list[at], nil
}

// remove takes the element out that is asked for, of which there must be one.
func remove[T any](list *[]T, what string, is func(T) bool) error {
	if _, err := find(*list, what, is); err != nil {
		return err
	}
	*list = slices.DeleteFunc(*list, is)
	return nil
}

// removeWord takes a word out of a list.
func removeWord(list *[]string, word string) error {
	return remove(list, "word "+word, func(s string) bool { return s == word })
}

// caps changes one of the caps.
func caps(field func(*fence.Caps) *int, set func(int) int) change {
	return func(r *fence.Rules) error {
		n := field(&r.Caps)
		*n = set(*n)
		return nil
	}
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

// special changes a special.
func special(text string, set func(*fence.Special)) change {
	return func(r *fence.Rules) error {
		s, err := find(r.Specials, "special "+text, func(s fence.Special) bool { return s.Text == text })
		if err == nil {
			set(s)
		}
		return err
	}
}

func addSpecial(s fence.Special) change {
	return func(r *fence.Rules) error {
		r.Specials = append(r.Specials, s)
		return nil
	}
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

// redirect changes a redirection.
func redirect(text string, set func(*fence.Redirect)) change {
	return func(r *fence.Rules) error {
		d, err := find(r.Redirects, "redirect "+text, func(d fence.Redirect) bool { return d.String() == text })
		if err == nil {
			set(d)
		}
		return err
	}
}

func addRedirect(d fence.Redirect) change {
	return func(r *fence.Rules) error {
		r.Redirects = append(r.Redirects, d)
		return nil
	}
}

func noRedirect(text string) change {
	return func(r *fence.Rules) error {
		return remove(&r.Redirects, "redirect "+text, func(d fence.Redirect) bool { return d.String() == text })
	}
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

// sets is row for what cannot fail.
func sets(name, subcommand string, set func(*fence.Row)) change {
	return row(name, subcommand, func(r *fence.Row) error {
		set(r)
		return nil
	})
}

// admits lets a row have a switch more.
func admits(name, subcommand, word string) change {
	return row(name, subcommand, func(r *fence.Row) error {
		if slices.Contains(r.Switches, word) {
			return fmt.Errorf("%s is a switch already", word)
		}
		r.Switches = append(r.Switches, word)
		return nil
	})
}

// takes lets a row have an option with a value more.
func takes(name, subcommand, option string, kind fence.Kind) change {
	return sets(name, subcommand, func(r *fence.Row) {
		r.Values = append(r.Values, fence.Value{Names: []string{option}, Kind: kind})
	})
}

// attaches lets a row have an option more whose value is in the same word.
func attaches(name, subcommand, option string, kind fence.Kind) change {
	return sets(name, subcommand, func(r *fence.Row) {
		r.Attached = append(r.Attached, fence.Value{Names: []string{option}, Kind: kind})
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
		for i := range r.Programs {
			p := &r.Programs[i]
			for j := range p.Global {
				set(&p.Global[j].Kind)
			}
			for j := range p.Rows {
				row := &p.Rows[j]
				for k := range row.Values {
					set(&row.Values[k].Kind)
				}
				for k := range row.Attached {
					set(&row.Attached[k].Kind)
				}
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

// literalInDouble takes all specials for plain text inside double quotes.
func literalInDouble(r *fence.Rules) error {
	for i := range r.Specials {
		r.Specials[i].InDouble = false
	}
	return nil
}

// redirectsWithoutBlanks refuses blanks in redirections.
func redirectsWithoutBlanks(r *fence.Rules) error {
	for i := range r.Redirects {
		r.Redirects[i].Blank = false
	}
	return nil
}
