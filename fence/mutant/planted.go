package mutant

import (
	"slices"

	"github.com/fencediff/fencediff/fence"
)

// Planted returns the mistakes to plant into the rules of walk, in a fixed order:
// those of its mutants that are of a kind that fences were reported to make.
func Planted() []Mutation {
	list := slices.Concat(reported...)
	for _, m := range Generate(fence.WalkRules()) {
		if slices.Contains(plantedFacts, m.ID) {
			list = append(list, m)
		}
	}
	return list
}

// plantedFacts are changes of single facts.
var plantedFacts = []string{
	"cap/bytes/one-less", "cap/bytes/means-nothing-found", "cap/bytes/cut",
	"cap/segments/one-less", "cap/segments/means-nothing-found", "cap/segments/cut-at-semicolon",
	"cap/leading-cds/one-less", "cap/directories/one-less", "cap/format-width/one-less", "cap-operands/uniq/one-more",
	"separator/semicolon/from-after-success", "separator/or/from-after-success", "separator/pipe/from-after-success",
	"separator/and/from-any-directory", "separator/semicolon/refused", "separator/pipe/refused",
	"separator/semicolon/ends-reading", "separator/and/ends-reading", "separator/pipe/ends-reading",
	"separator/background/like-and", "special/background/is-text", "special/backtick/is-text", "separator/terminator-ends-reading",
	"value/git/-C/any-text", "value/git-ls-files/--exclude-from/any-text", "operand/sed/lead-script/any-text", "operand/grep/first/like-rest",
	"switch/ls/-l/forgotten", "switch/git/--no-pager/forgotten", "program/stat/forgotten", "subcommand/git-show/forgotten",
	"glob/is-one", "glob/refused", "tilde/is-text", "preflight/unchecked",
	"redirect/2-to-null/forgotten", "redirect/2-and-1/forgotten",
}
