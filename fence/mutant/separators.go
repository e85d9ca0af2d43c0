package mutant

import (
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// originNames are what origins are called in ids.
var originNames = map[fence.Origin]string{
	fence.SameDirectory: "same-directory", fence.AfterSuccess: "after-success",
	fence.AfterFailure: "after-failure", fence.AnyDirectory: "any-directory",
}

// origins in the order of ids.
var origins = []fence.Origin{fence.SameDirectory, fence.AfterSuccess, fence.AfterFailure, fence.AnyDirectory}

// separatorMutations are about what ends a segment and what that proves.
func separatorMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	add := func(id, breaks string, c change) {
		list = append(list, Mutation{ID: "separator/" + id, Breaks: breaks, Rules: c})
	}
	for _, s := range rules.Separators {
		name, text := idWord(s.Text), s.Text
		add(name+"/dropped", text+" is no separator", noSeparator(text))
		if !hasPrefixIn(rules, text) {
			add(name+"/refused", text+" is refused", both(noSeparator(text), addSpecial(fence.Special{Text: text, Means: fence.Control})))
		}
		for _, o := range provers(rules) {
			if (o.Next != s.Next || o.From != s.From) && !alike(rules, o.From, s.From) {
				add(name+"/like-"+idWord(o.Text), text+" is taken for "+o.Text,
					separator(text, func(s *fence.Separator) { s.Next, s.From = o.Next, o.From }))
			}
		}
		for _, from := range origins {
			if !alike(rules, from, s.From) {
				add(name+"/from-"+originNames[from], text+" proves another directory: "+originNames[from],
					separator(text, func(s *fence.Separator) { s.From = from }))
			}
		}
		if s.Next == fence.OnSuccess || s.Next == fence.OnFailure && rules.Cd == fence.CdAnywhere {
			add(name+"/always", "what follows "+text+" is never skipped", separator(text, func(s *fence.Separator) { s.Next = fence.Always }))
		}
		list = append(list, misreads("separator/"+name+"/ends-reading", "nothing after the first "+text+" is read", stops(text)))
	}
	for _, r := range refusedSeparators(rules) {
		for _, s := range provers(rules) {
			add(idWord(r.Text)+"/like-"+idWord(s.Text), r.Text+" is taken for "+s.Text,
				both(literal(r.Text), addSeparator(fence.Separator{Text: r.Text, Next: s.Next, From: s.From})))
		}
	}
	if rules.Cd == fence.CdAnywhere {
		list = append(list, misreads("separator/and-binds-first", "&& binds tighter than ||, so that a cd after || that && follows always moved",
			replaces(`\|\| (cd \S+ && )`, "; $1")))
	}
	return append(list,
		overrules("separator/empty-segment", "a segment may be empty", refusals(fence.RuleOperator, advises("put a command on both sides"))),
		misreads("separator/trailing-semicolon", "a ; at the end is not read", drops(`; *$`)),
		misreads("separator/pipe-binds-last", "a | takes the whole list in front of it for its left side, so that a cd there moves nobody",
			replaces(`(^|; )cd \S+ && ([^;&|]*\|[^|])`, "$1$2")),
		misreads("separator/terminator-ignored", "-- ends no options", replaces(` -- `, " ")),
		misreads("separator/terminator-ends-reading", "nothing after -- is read", drops(` -- .*`)),
	)
}

// alike says whether two origins are the same directories in every command. Where a
// cd may stand in front only, nothing moves the shell behind it, so that a failure
// leaves it wherever anything may.
func alike(rules fence.Rules, a, b fence.Origin) bool {
	if rules.Cd == fence.CdLeading {
		if a == fence.AfterFailure {
			a = fence.AnyDirectory
		}
		if b == fence.AfterFailure {
			b = fence.AnyDirectory
		}
	}
	return a == b
}

// provers are the first separators to prove what they prove.
func provers(rules fence.Rules) []fence.Separator {
	var list []fence.Separator
	for _, s := range rules.Separators {
		same := func(o fence.Separator) bool { return o.Next == s.Next && o.From == s.From }
		if !slices.ContainsFunc(list, same) {
			list = append(list, s)
		}
	}
	return list
}

// hasPrefixIn says whether a shorter operator would be read where the text stands.
func hasPrefixIn(rules fence.Rules, text string) bool {
	for _, s := range rules.Separators {
		if s.Text != text && strings.HasPrefix(text, s.Text) {
			return true
		}
	}
	for _, s := range rules.Specials {
		if strings.HasPrefix(text, s.Text) {
			return true
		}
	}
	return false
}

// refusedSeparators are the specials that are written like separators.
func refusedSeparators(rules fence.Rules) []fence.Special {
	var letters string
	for _, s := range rules.Separators {
		letters += s.Text
	}
	var list []fence.Special
	for _, s := range rules.Specials {
		if strings.Trim(s.Text, letters) == "" {
			list = append(list, s)
		}
	}
	return list
}

// specialMutations are about what refuses a command unquoted.
func specialMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	for _, s := range rules.Specials {
		add := func(name, breaks string, c change) {
			list = append(list, Mutation{ID: "special/" + idWord(s.Text) + "/" + name, Breaks: s.Text + " " + breaks, Rules: c})
		}
		add("is-text", "is text", literal(s.Text))
		if s.InDouble {
			add("literal-in-double", "is text in double quotes", special(s.Text, func(s *fence.Special) { s.InDouble = false }))
		} else {
			add("refused-in-double", "refuses in double quotes too", special(s.Text, func(s *fence.Special) { s.InDouble = true }))
		}
		if s.WordStart {
			add("refused-inside", "refuses inside a word too", special(s.Text, func(s *fence.Special) { s.WordStart = false }))
		} else {
			add("word-start-only", "refuses at the start of a word only", special(s.Text, func(s *fence.Special) { s.WordStart = true }))
		}
	}
	return list
}

// redirectMutations are about the redirections that a read may have.
func redirectMutations(rules fence.Rules) []Mutation {
	var list []Mutation
	name := strings.NewReplacer(">>", "-append-", ">&", "-and-", ">", "-to-", "/dev/", "")
	for _, d := range rules.Redirects {
		text := d.String()
		add := func(id, breaks string, c change) {
			list = append(list, Mutation{ID: "redirect/" + strings.Trim(name.Replace(text), "-") + "/" + id, Breaks: breaks, Rules: c})
		}
		add("forgotten", text+" is refused", noRedirect(text))
		blank := redirect(text, func(d *fence.Redirect) { d.Blank = !d.Blank })
		if d.Blank {
			add("without-blank", "a blank in "+text+" is refused", blank)
		} else {
			add("with-blank", "a blank in "+text+" is admitted", blank)
		}
		if d.Op == ">" {
			add("appended", text+" may append", addRedirect(fence.Redirect{FD: d.FD, Op: ">>", Target: d.Target, Blank: d.Blank}))
		}
	}
	return list
}
