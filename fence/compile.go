package fence

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A program is a Program made fast to look up.
type program struct {
	*Program
	global map[string]*option
	rows   node
	// env is the bit of the program's environment in a plan's set of them; 0
	// when it adds none.
	env uint
	// parented says that its environment names the root's parent.
	parented                   bool
	nextGlobal, nextSubcommand string
}

// A node leads from the words of a subcommand to its row.
type node struct {
	row  *row
	next map[string]*node
}

// A row is a Row made fast to look up.
type row struct {
	*Row
	options  map[string]*option
	glued    []gluedOption
	residual []string
	next     string
}

// An option is a switch (nil value) or an option with a value.
type option struct{ value *Value }

// A gluedOption is an option whose value follows prefix in the same word.
type gluedOption struct {
	prefix string
	value  *Value
}

func (v *Variant) compile() error {
	rules := v.lexer.rules
	v.programs = make(map[string]*program, len(rules.Programs))
	names := make([]string, 0, len(rules.Programs))
	for i := range rules.Programs {
		p := &program{Program: &rules.Programs[i]}
		if v.programs[p.Name] != nil {
			return fmt.Errorf("program %s stands twice", p.Name)
		}
		if err := p.compile(); err != nil {
			return fmt.Errorf("program %s: %w", p.Name, err)
		}
		v.programs[p.Name] = p
		names = append(names, p.Name)
		if len(p.Env) > 0 {
			p.env = v.envs.add(p.Env)
			p.parented = slices.ContainsFunc(p.Env, func(e Var) bool { return strings.Contains(e.Value, parent) })
		}
	}
	v.envs.base = rules.Env
	for _, d := range rules.Redirects {
		v.redirects = append(v.redirects, d.String())
	}
	v.nextProgram = "use one of " + strings.Join(names, ", ")
	return nil
}

// check refuses rules whose enumerations are not set, or that judge nothing.
func (r *Rules) check() error {
	if r.Cd != CdLeading && r.Cd != CdAnywhere {
		return errors.New("no place for cd")
	}
	if len(r.Programs) == 0 {
		return errors.New("no programs")
	}
	for _, s := range r.Separators {
		if s.Text == "" || s.Next == 0 || s.From == 0 {
			return fmt.Errorf("separator %q is incomplete", s.Text)
		}
	}
	for _, s := range r.Specials {
		if s.Text == "" || s.Means == 0 {
			return fmt.Errorf("special %q is incomplete", s.Text)
		}
	}
	for _, d := range r.Redirects {
		if !strings.HasPrefix(d.Op, ">") || d.Target == "" {
			return fmt.Errorf("redirect %q is incomplete", d)
		}
	}
	return nil
}

func (p *program) compile() error {
	p.global = options(p.GlobalSwitches, p.Global)
	p.nextGlobal = "use " + p.Name + " SUBCOMMAND"
	if len(p.global) > 0 {
		p.nextGlobal = "before the subcommand use only " + optionText(p.GlobalSwitches, p.Global)
	}
	names := make([]string, 0, len(p.Rows))
	for i := range p.Rows {
		r := &row{Row: &p.Rows[i]}
		if !r.complete() {
			return fmt.Errorf("row %q is incomplete", r.Name)
		}
		r.options = options(r.Switches, r.Values)
		r.glued = gluedOptions(r.Row)
		r.residual = slices.Clip(slices.Concat(p.Residual, r.Residual))
		r.next = "use " + usage(p.Name, r.Row)
		n := &p.rows
		for _, w := range strings.Fields(r.Name) {
			if n.next == nil {
				n.next = map[string]*node{}
			}
			if n.next[w] == nil {
				n.next[w] = &node{}
			}
			n = n.next[w]
		}
		if n.row != nil {
			return fmt.Errorf("row %q stands twice", r.Name)
		}
		n.row = r
		names = append(names, r.Name)
	}
	p.nextSubcommand = "use one of " + p.Name + " " + strings.Join(names, ", ")
	return nil
}

// complete says whether every enumeration of the row is set to something known.
func (r *row) complete() bool {
	kinds := []Kind{r.Operands.Rest}
	if r.Operands.First != 0 {
		kinds = append(kinds, r.Operands.First)
	}
	for _, l := range r.Lead {
		if l.Word == "" {
			kinds = append(kinds, l.Kind)
		}
	}
	for _, v := range slices.Concat(r.Values, r.Attached) {
		kinds = append(kinds, v.Kind)
	}
	unknown := func(k Kind) bool { return k == 0 || int(k) >= len(kindNames) }
	return r.Options != 0 && int(r.Options) < len(orderNotes) && !slices.ContainsFunc(kinds, unknown)
}

func options(switches []string, values []Value) map[string]*option {
	m := make(map[string]*option, len(switches)+len(values))
	for _, s := range switches {
		m[s] = &option{}
	}
	for i := range values {
		for _, name := range values[i].Names {
			m[name] = &option{value: &values[i]}
		}
	}
	return m
}

func gluedOptions(r *Row) []gluedOption {
	var list []gluedOption
	for i := range r.Attached {
		for _, name := range r.Attached[i].Names {
			list = append(list, gluedOption{name, &r.Attached[i]})
		}
	}
	if !r.Glued {
		return list
	}
	for i := range r.Values {
		for _, name := range r.Values[i].Names {
			if strings.HasPrefix(name, "--") {
				name += "="
			}
			list = append(list, gluedOption{name, &r.Values[i]})
		}
	}
	return list
}
