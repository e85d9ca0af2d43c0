package mutant

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// literals returns texts of which every match of a pattern holds one; none where
// that cannot be told. Looking for them first spares a pattern most commands.
func literals(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return literalsOf(re)
}

func literalsOf(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCharClass:
		var list []string
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] != re.Rune[i+1] {
				return nil
			}
			list = append(list, string(re.Rune[i]))
		}
		return list
	case syntax.OpCapture, syntax.OpPlus:
		return literalsOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literalsOf(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if list := literalsOf(sub); shortest(list) > shortest(best) {
				best = list
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			list := literalsOf(sub)
			if list == nil {
				return nil
			}
			all = append(all, list...)
		}
		return all
	}
	return nil
}

// shortest is the length of the shortest text, 0 of none.
func shortest(list []string) int {
	if len(list) == 0 {
		return 0
	}
	return len(slices.MinFunc(list, func(a, b string) int { return len(a) - len(b) }))
}

// holdsAny says whether a command holds one of the texts, or may match for want of
// any.
func holdsAny(command string, texts []string) bool {
	return len(texts) == 0 || slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(command, text) })
}
