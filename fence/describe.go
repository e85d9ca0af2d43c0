package fence

import (
	"fmt"
	"slices"
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
	section := func(title string) { b.WriteString("\n" + title + "\n") }
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	fmt.Fprintf(&b, "fence %s\n", v.name)
	section("caps")
	for _, c := range r.Caps.list() {
		line("%-12s %d", c.name, c.value)
	}
	section("cd")
	line("%s", cdNames[r.Cd])
	section("separators")
	for _, s := range r.Separators {
		line("%-2s  the next segment runs %s, from %s", s.Text, conditionNames[s.Next], originNames[s.From])
	}
	section("refused unless quoted")
	for _, s := range r.Specials {
		line("%-2s  %s", s.Text, strings.Join(s.list(), ", "))
	}
	section("redirections")
	for _, d := range r.Redirects {
		line("%s", strings.Join(d.list(), ", "))
	}
	section("words")
	for k := Path; int(k) < len(kindNames); k++ {
		line("%-10s  %s", k, k.means())
	}
	section("programs")
	for i := range r.Programs {
		p := &r.Programs[i]
		for j := range p.Rows {
			line("%s", usage(p.Name, &p.Rows[j]))
			for _, note := range p.Rows[j].notes() {
				line("    %s", note)
			}
		}
		for _, note := range p.notes() {
			line("  %s", note)
		}
	}
	section("environment of every plan")
	for _, e := range r.Env {
		line("%s=%s", e.Name, e.Value)
	}
	return b.String()
}

// list says in words what a special means and where it refuses.
func (s Special) list() []string {
	words := []string{meaningNames[s.Means]}
	if s.WordStart {
		words = append(words, "at the start of a word")
	}
	if s.InDouble {
		words = append(words, "in double quotes too")
	}
	return words
}

// list writes a redirection and says where it may have blanks.
func (r Redirect) list() []string {
	words := []string{r.String()}
	if r.Blank {
		words = append(words, "with blanks before "+r.Target+" too")
	}
	return words
}

// notes says what a program's usage does not.
func (p *Program) notes() []string {
	var notes []string
	if text := optionText(p.GlobalSwitches, p.Global); text != "" {
		notes = append(notes, "before the subcommand: "+text)
	}
	if text := dashNote(p.Global); text != "" {
		notes = append(notes, text)
	}
	if p.Network {
		notes = append(notes, "needs the network grant")
	}
	if len(p.Env) > 0 {
		var vars []string
		for _, e := range p.Env {
			vars = append(vars, e.Name+"="+e.Value)
		}
		notes = append(notes, "the plan sets "+strings.Join(vars, " "))
	}
	for _, text := range p.Residual {
		notes = append(notes, "the plan does not keep it from this: "+text)
	}
	return notes
}

// notes says what a row's usage does not.
func (r *Row) notes() []string {
	var notes []string
	if note := orderNotes[r.Options]; note != "" {
		notes = append(notes, note)
	}
	if text := dashNote(slices.Concat(r.Values, r.Attached)); text != "" {
		notes = append(notes, text)
	}
	if r.NoPlus {
		notes = append(notes, "no operand begins with +")
	}
	if r.DigitsMax > 0 {
		notes = append(notes, fmt.Sprintf("-N with at most %d operand", r.DigitsMax))
	}
	if r.Bundles {
		notes = append(notes, "letters may share one word")
	}
	if r.Glued {
		notes = append(notes, "a value may share its option's word")
	}
	if len(r.Add) > 0 {
		notes = append(notes, "the plan adds "+strings.Join(r.Add, " "))
	}
	for _, text := range r.Residual {
		notes = append(notes, "the plan does not keep it from this: "+text)
	}
	return notes
}

// dashNote says which options take a value that begins with -; empty for none.
func dashNote(values []Value) string {
	var names []string
	for _, v := range values {
		if v.Dash {
			names = append(names, v.Names...)
		}
	}
	if names == nil {
		return ""
	}
	return "a value may begin with - after " + strings.Join(names, " ")
}

var orderNotes = [...]string{
	Anywhere:   "",
	First:      "options end at the first operand",
	Never:      "no word is an option",
	Predicates: "operands come first; -- ends nothing",
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

// The names of the caps.
const (
	capBytes       = "bytes"
	capSegments    = "segments"
	capLeadingCds  = "leading cds"
	capDirectories = "directories"
	capFormatWidth = "format width"
)

func (c Caps) list() []namedCap {
	return []namedCap{
		{capBytes, c.Bytes},
		{capSegments, c.Segments},
		{capLeadingCds, c.LeadingCds},
		{capDirectories, c.Directories},
		{capFormatWidth, c.FormatWidth},
	}
}

// kindNames are the symbols of the kinds in a usage line, and what they mean.
var kindNames = [...]struct{ symbol, means string }{
	NoOperand:  {"-", "nothing"},
	Path:       {"PATH", "a path inside the workspace"},
	Directory:  {"DIR", "a directory inside the workspace"},
	TopPath:    {"TOPPATH", "a path that stays inside the workspace when read from its root"},
	Revision:   {"REV", "a revision, or a path inside the workspace"},
	Text:       {"TEXT", "any text"},
	Number:     {"N", "a number"},
	Format:     {"FORMAT", "a printf format that assigns nothing and has its widths in it"},
	Layout:     {"LAYOUT", "a format of find -printf"},
	Script:     {"SCRIPT", "p, Np or N,Mp"},
	Repository: {"OWNER/NAME", "a repository without a host"},
	Item:       {"NAME", "a name or number without a host"},
	Package:    {"PACKAGE", "a package's or field's name, with @VERSION if need be"},
}

// String returns the symbol that stands for the kind in a usage line.
func (k Kind) String() string {
	if k == 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("invalid kind %d", uint8(k))
	}
	return kindNames[k].symbol
}

// means says what a word of the kind is.
func (k Kind) means() string { return kindNames[k].means }

// usage writes a row as one line, in the manner of a manual page.
func usage(program string, r *Row) string {
	words := []string{program}
	if r.Name != "" {
		words = append(words, r.Name)
	}
	for _, l := range r.Lead {
		if l.Word != "" {
			words = append(words, l.Word)
		} else {
			words = append(words, l.Kind.String())
		}
	}
	var options []string
	if text := optionText(r.Switches, r.Values); text != "" {
		options = append(options, "["+text+"]")
	}
	for _, v := range r.Attached {
		for _, name := range v.Names {
			options = append(options, "["+name+valueText(v)+"]")
		}
	}
	if r.Digits {
		options = append(options, "[-N]")
	}
	if r.Options == Predicates {
		words = append(append(words, r.Operands.usage()...), options...)
	} else {
		words = append(append(words, options...), r.Operands.usage()...)
	}
	return strings.Join(words, " ")
}

// usage writes the operands of a usage line.
func (o Operands) usage() []string {
	var words []string
	if o.First != 0 {
		words = append(words, o.First.String())
		if o.FirstUnless != "" {
			words = append(words, "(unless "+o.FirstUnless+")")
		}
	}
	switch {
	case o.Rest == NoOperand:
	case o.Max > 0:
		words = append(words, fmt.Sprintf("%s (at most %d)", o.Rest, o.Max))
	default:
		words = append(words, o.Rest.String()+"...")
	}
	return words
}

// optionText writes the options of a usage line.
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
	return v.Kind.String()
}
