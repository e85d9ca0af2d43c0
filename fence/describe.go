package fence

import (
	"fmt"
	"strings"
)

// A Describer is a fence that can print the rules it decides by.
type Describer interface {
	// Describe returns the rules as text for people, ending in a newline.
	Describe() string
}

// Describe implements Describer.
func (v *Variant) Describe() string {
	r := v.lexer.rules
	var b strings.Builder
	fmt.Fprintf(&b, "fence %s\n\ncaps\n", v.name)
	for _, c := range r.Caps.list() {
		fmt.Fprintf(&b, "  %-12s %d\n", c.name, c.value)
	}
	fmt.Fprintf(&b, "\ncd\n  %s\n\nseparators\n", cdNames[r.Cd])
	for _, s := range r.Separators {
		fmt.Fprintf(&b, "  %-3s next runs %s, from %s\n", s.Text, conditionNames[s.Next], originNames[s.From])
	}
	b.WriteString("\nrefused unquoted\n")
	for _, s := range r.Specials {
		fmt.Fprintf(&b, "  %-3s %s", s.Text, meaningNames[s.Means])
		if s.WordStart {
			b.WriteString(", at the start of a word")
		}
		if s.InDouble {
			b.WriteString(", in double quotes too")
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nredirects\n")
	for _, d := range r.Redirects {
		fmt.Fprintf(&b, "  %s\n", d)
	}
	b.WriteString("\nprograms\n")
	for i := range r.Programs {
		p := &r.Programs[i]
		for j := range p.Rows {
			fmt.Fprintf(&b, "  %s\n", usage(p.Name, &p.Rows[j]))
		}
		if text := optionText(p.GlobalSwitches, p.Global); text != "" {
			fmt.Fprintf(&b, "    before the subcommand: %s\n", text)
		}
		if p.Network {
			b.WriteString("    needs the network grant\n")
		}
	}
	return b.String()
}

var cdNames = [...]string{
	CdLeading:  "cd DIR && in front only; it becomes the working directory",
	CdAnywhere: "cd DIR anywhere; paths stay inside from every directory that the shell may be in",
}

var conditionNames = [...]string{
	Together: "beside it", OnSuccess: "after a success", OnFailure: "after a failure", Always: "always",
}

var originNames = [...]string{
	SameDirectory: "the directory of the pipeline", AfterSuccess: "where a success leaves the shell",
	AfterFailure: "where a failure leaves the shell", AnyDirectory: "any directory it may be in",
}

var meaningNames = [...]string{Control: "control", Expansion: "expansion", Redirection: "redirection"}

type namedCap struct {
	name  string
	value int
}

func (c Caps) list() []namedCap {
	return []namedCap{
		{"bytes", c.Bytes},
		{"segments", c.Segments},
		{"leading cds", c.LeadingCds},
		{"directories", c.Directories},
		{"format width", c.FormatWidth},
	}
}

// usage writes a row as one line, in the manner of a manual page.
func usage(program string, r *Row) string {
	var b strings.Builder
	b.WriteString(program)
	if r.Name != "" {
		b.WriteString(" " + r.Name)
	}
	for _, l := range r.Lead {
		b.WriteByte(' ')
		if l.Word != "" {
			b.WriteString(l.Word)
		} else {
			b.WriteString("{" + l.Kind.String() + "}")
		}
	}
	operands := ""
	if r.Operands.First != 0 {
		operands += " {" + r.Operands.First.String() + "}"
		if r.Operands.FirstUnless != "" {
			operands += " (unless " + r.Operands.FirstUnless + ")"
		}
	}
	switch {
	case r.Operands.Rest == NoOperand:
	case r.Operands.Max > 0:
		operands += fmt.Sprintf(" {%s}, at most %d", r.Operands.Rest, r.Operands.Max)
	default:
		operands += " {" + r.Operands.Rest.String() + "}..."
	}
	if r.Options == Predicates {
		b.WriteString(operands)
		operands = ""
	}
	if text := optionText(r.Switches, r.Values); text != "" {
		b.WriteString(" [" + text + "]")
	}
	for _, v := range r.Attached {
		for _, name := range v.Names {
			b.WriteString(" [" + name + valueText(v) + "]")
		}
	}
	if r.Digits {
		b.WriteString(" [-N]")
	}
	b.WriteString(operands)
	return b.String()
}

func optionText(switches []string, values []Value) string {
	words := append([]string(nil), switches...)
	for _, v := range values {
		words = append(words, strings.Join(v.Names, "|")+" "+valueText(v))
	}
	return strings.Join(words, " ")
}

func valueText(v Value) string {
	if v.Choices != nil {
		return strings.Join(v.Choices, "|")
	}
	return "{" + v.Kind.String() + "}"
}
