package mutant

import (
	"reflect"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// A turn is what a decision has to consult to turn out otherwise by other rules.
type turn struct {
	point fence.Point
	// over is the greatest number that a cap bounds alike before and after.
	over int
	// anywhere is a text that the command has to hold, where no point says so.
	anywhere string
}

// turns lists what decides otherwise by the rules is than by the rules was: a
// decision that meets none of them is the same.
func turns(was, is *fence.Rules) []turn {
	var list []turn
	at := func(p fence.Point) { list = append(list, turn{point: p}) }
	list = append(list, capTurns(was.Caps, is.Caps)...)
	if was.Cd != is.Cd {
		at(fence.Point{At: fence.CdPoint})
	}
	list = append(list, operatorTurns(was, is)...)
	if !reflect.DeepEqual(was.Redirects, is.Redirects) {
		at(fence.Point{At: fence.RedirectPoint})
	}
	if !reflect.DeepEqual(was.Env, is.Env) {
		at(fence.Point{At: fence.PlanPoint})
	}
	for _, pair := range pairs(was.Programs, is.Programs, func(p *fence.Program) string { return p.Name }) {
		if pair.was == nil || pair.is == nil {
			at(fence.Point{At: fence.ProgramPoint, Program: pair.name})
		} else {
			list = append(list, programTurns(pair.was, pair.is)...)
		}
	}
	return list
}

func capTurns(was, is fence.Caps) []turn {
	var list []turn
	bound := func(name string, over ...int) {
		list = append(list, turn{point: fence.Point{At: fence.CapPoint, Text: name}, over: slices.Min(over)})
	}
	if was.Bytes != is.Bytes {
		bound("bytes", was.Bytes, is.Bytes)
	}
	if was.Segments != is.Segments || was.LeadingCds != is.LeadingCds {
		// The scan ends where the segments and leading cds together are too many.
		bound("segments", was.Segments, is.Segments, was.Segments+was.LeadingCds-1, is.Segments+is.LeadingCds-1)
	}
	if was.LeadingCds != is.LeadingCds {
		bound("leading cds", was.LeadingCds, is.LeadingCds)
	}
	if was.Directories != is.Directories {
		bound("directories", was.Directories, is.Directories)
	}
	if was.FormatWidth != is.FormatWidth {
		bound("format width", was.FormatWidth, is.FormatWidth)
	}
	return list
}

// operatorTurns are about separators and specials.
func operatorTurns(was, is *fence.Rules) []turn {
	var begins [256]bool // bytes that are traced
	for _, s := range was.Separators {
		begins[s.Text[0]] = true
	}
	for _, s := range was.Specials {
		begins[s.Text[0]] = true
	}
	var list []turn
	met := func(text string) {
		if first := text[:1]; begins[text[0]] {
			list = append(list, turn{point: fence.Point{At: fence.OperatorPoint, Text: first}})
		} else {
			list = append(list, turn{anywhere: first})
		}
	}
	for _, pair := range pairs(was.Separators, is.Separators, func(s *fence.Separator) string { return s.Text }) {
		switch {
		case pair.was == nil || pair.is == nil:
			met(pair.name)
		case *pair.was != *pair.is:
			list = append(list, turn{point: fence.Point{At: fence.OriginPoint, Text: pair.name}})
		}
	}
	for _, pair := range pairs(was.Specials, is.Specials, func(s *fence.Special) string { return s.Text }) {
		if pair.was != nil && pair.is != nil && *pair.was == *pair.is {
			continue
		}
		met(pair.name)
		if pair.is != nil && pair.is.InDouble && (pair.was == nil || !pair.was.InDouble) {
			list = append(list, turn{anywhere: pair.name[:1]})
		}
	}
	return list
}

func programTurns(was, is *fence.Program) []turn {
	var list []turn
	at := func(p fence.Point) {
		p.Program = was.Name
		list = append(list, turn{point: p})
	}
	if was.Network != is.Network || !reflect.DeepEqual(was.Env, is.Env) || !reflect.DeepEqual(was.Residual, is.Residual) {
		at(fence.Point{At: fence.ProgramPoint})
	}
	for _, name := range changedOptions(was.GlobalSwitches, is.GlobalSwitches, was.Global, is.Global) {
		at(fence.Point{At: fence.GlobalPoint, Text: name})
	}
	if subcommands(was) != subcommands(is) {
		at(fence.Point{At: fence.ProgramPoint})
	}
	for _, pair := range pairs(was.Rows, is.Rows, func(r *fence.Row) string { return r.Name }) {
		switch first, _, _ := strings.Cut(pair.name, " "); {
		case pair.was != nil && pair.is != nil:
			for _, t := range rowTurns(pair.was, pair.is) {
				t.Row = pair.name
				at(t)
			}
		case first == "":
			at(fence.Point{At: fence.ProgramPoint})
		default:
			at(fence.Point{At: fence.SubcommandPoint, Text: first})
		}
	}
	return list
}

// subcommands says whether a program looks for a subcommand.
func subcommands(p *fence.Program) bool {
	return slices.ContainsFunc(p.Rows, func(r fence.Row) bool { return r.Name != "" })
}

func rowTurns(was, is *fence.Row) []fence.Point {
	var list []fence.Point
	for _, name := range changedOptions(was.Switches, is.Switches, was.Values, is.Values) {
		list = append(list, fence.Point{At: fence.OptionPoint, Text: name})
		if was.Glued || is.Glued {
			list = append(list, fence.Point{At: fence.UnlistedPoint})
		}
	}
	if was.Digits != is.Digits || was.Bundles != is.Bundles || was.Glued != is.Glued || was.DigitsMax != is.DigitsMax ||
		!reflect.DeepEqual(was.Attached, is.Attached) {
		list = append(list, fence.Point{At: fence.UnlistedPoint})
	}
	// What is left is asked of every word.
	rest := *was
	rest.Switches, rest.Values, rest.Attached = is.Switches, is.Values, is.Attached
	rest.Digits, rest.DigitsMax, rest.Bundles, rest.Glued = is.Digits, is.DigitsMax, is.Bundles, is.Glued
	if !reflect.DeepEqual(&rest, is) {
		list = append(list, fence.Point{At: fence.RowPoint})
	}
	return list
}

// changedOptions lists the options that one pair of lists looks up otherwise than
// another, in alphabetical order.
func changedOptions(wasSwitches, isSwitches []string, wasValues, isValues []fence.Value) []string {
	was, is := options(wasSwitches, wasValues), options(isSwitches, isValues)
	var list []string
	for name, value := range was {
		if other, ok := is[name]; !ok || !reflect.DeepEqual(value, other) {
			list = append(list, name)
		}
	}
	for name := range is {
		if _, ok := was[name]; !ok {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// options are the options by name, with what their value has to be; nil for a
// switch.
func options(switches []string, values []fence.Value) map[string]*fence.Value {
	m := make(map[string]*fence.Value, len(switches))
	for _, s := range switches {
		m[s] = nil
	}
	for _, v := range values {
		kind := v
		kind.Names = nil
		for _, name := range v.Names {
			m[name] = &kind
		}
	}
	return m
}

// A pair is what two lists have under one name; nil where one has nothing.
type pair[T any] struct {
	name    string
	was, is *T
}

// pairs lists what two lists have by name, in the order of the first list and then
// of the other.
func pairs[T any](was, is []T, name func(*T) string) []pair[T] {
	var list []pair[T]
	at := make(map[string]int, len(was))
	for i := range was {
		at[name(&was[i])] = i
		list = append(list, pair[T]{name(&was[i]), &was[i], nil})
	}
	for i := range is {
		if j, ok := at[name(&is[i])]; ok {
			list[j].is = &is[i]
		} else {
			list = append(list, pair[T]{name(&is[i]), nil, &is[i]})
		}
	}
	return list
}
