package mutant

import (
	"reflect"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// sampleWords has a word of every kind that can be one.
var sampleWords = map[fence.Kind]string{
	fence.Path: "notes.txt", fence.Directory: "src", fence.TopPath: "notes.txt", fence.Revision: "HEAD", fence.Text: "x",
	fence.Number: "1", fence.Format: "%s", fence.Layout: "%p", fence.Script: "1p", fence.Repository: "o/n", fence.Item: "x", fence.Package: "x",
}

// probeWords are what kinds take differently.
var probeWords = []string{
	"x", "1", "+1", "-1", "../x", "/", "~", "*", "a=b", "-x", "--", "%d", "%n", "%*d", "%p", "%f", "1p", "1,2p", "w", "o/n", "h/o/n", "x@1", "HEAD", "HEAD:../x", "''",
}

// commandsOf are the commands of a program that turn on one of its rows, but for
// the rows that another program has as well.
func commandsOf(p *fence.Program, other fence.Program) []string {
	list := []string{p.Name, p.Name + " x"}
	for i := range p.Rows {
		row := &p.Rows[i]
		sameGlobal := reflect.DeepEqual(p.Global, other.Global) && reflect.DeepEqual(p.GlobalSwitches, other.GlobalSwitches)
		if sameGlobal && slices.ContainsFunc(other.Rows, func(o fence.Row) bool { return reflect.DeepEqual(*row, o) }) {
			continue
		}
		list = append(list, rowCommands(join(p.Name, row.Name), row)...)
		start := len(list)
		for _, s := range p.GlobalSwitches {
			list = append(list, join(p.Name, s, row.Name))
		}
		for _, v := range p.Global {
			list = append(list, optionCommands(p.Name, v, " ")...)
		}
		for j := start; j < len(list); j++ {
			list[j] = join(list[j], row.Name, operands(row, 1))
		}
	}
	return list
}

// rowCommands are the commands that begin with head and turn on a row.
func rowCommands(head string, row *fence.Row) []string {
	for _, l := range row.Lead {
		word := l.Word
		if word == "" {
			word = sampleWords[l.Kind]
		}
		head = join(head, word)
	}
	fill := operands(row, 1)
	list := []string{join(head, fill), join(head, "--", fill), join(head, "-1"), join(head, "-1", fill), join(head, "-1", operands(row, 2))}
	for n := range max(3, row.Operands.Max) + 2 {
		list = append(list, join(head, operands(row, n)))
	}
	for _, w := range probeWords {
		list = append(list, join(head, w), join(head, fill, w), join(head, w, fill))
	}
	letters := ""
	for _, s := range row.Switches {
		list = append(list, join(head, s), join(head, s, fill), join(head, fill, s), join(head, s, s, fill))
		if len(s) == 2 {
			letters += s[1:]
		}
	}
	if len(letters) > 1 {
		list = append(list, join(head, "-"+letters[:2], fill))
	}
	for _, v := range row.Values {
		for _, option := range slices.Concat(optionCommands("", v, " "), optionCommands("", v, ""), optionCommands("", v, "=")) {
			list = append(list, join(head, option, fill))
		}
		for _, name := range v.Names {
			sample := join(name, sampleOf(v))
			list = append(list, join(head, sample), join(head, fill, sample))
		}
	}
	for _, v := range row.Attached {
		for _, option := range optionCommands("", v, "") {
			list = append(list, join(head, option), join(head, option, fill))
		}
	}
	return list
}

// optionCommands are an option with every value that may tell something.
func optionCommands(head string, v fence.Value, glue string) []string {
	var list []string
	words := slices.Concat(v.Choices, []string{sampleOf(v)}, probeWords)
	for _, name := range v.Names {
		list = append(list, join(head, name))
		for _, w := range words {
			list = append(list, join(head, name+glue+w))
		}
	}
	return list
}

// sampleOf is a value that an option takes.
func sampleOf(v fence.Value) string {
	if len(v.Choices) > 0 {
		return v.Choices[0]
	}
	return sampleWords[v.Kind]
}

// operands are n operands of a row, as it wants them; none where it takes none.
func operands(row *fence.Row, n int) string {
	var words []string
	if row.Operands.First != 0 {
		words = append(words, sampleWords[row.Operands.First])
	}
	for len(words) < n {
		words = append(words, sampleWords[row.Operands.Rest])
	}
	return join(words[:min(n, len(words))]...)
}

// join puts words that are not empty beside each other.
func join(words ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" }), " ")
}
