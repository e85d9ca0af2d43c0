package grid

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fencediff/fencediff/fence"
)

// A change is one change of a fence's rules that a grid has to notice.
type change struct {
	name  string
	apply func(*fence.Rules)
}

// row finds a row that a change works on.
func row(r *fence.Rules, program, name string) *fence.Row {
	p := r.Programs[slices.IndexFunc(r.Programs, func(p fence.Program) bool { return p.Name == program })]
	return &p.Rows[slices.IndexFunc(p.Rows, func(r fence.Row) bool { return r.Name == name })]
}

// without is a list without its item i, in an array of its own.
func without[T any](list []T, i int) []T {
	return slices.Delete(slices.Clone(list), i, i+1)
}

// changes lists, for every fact of the rules, the change that takes it away or
// moves it by one: whatever a grid does not notice, no run of it tests.
func changes(rules fence.Rules) []change {
	var list []change
	add := func(apply func(*fence.Rules), format string, args ...any) {
		list = append(list, change{fmt.Sprintf(format, args...), apply})
	}
	for name, field := range map[string]func(*fence.Caps) *int{
		"bytes":        func(c *fence.Caps) *int { return &c.Bytes },
		"segments":     func(c *fence.Caps) *int { return &c.Segments },
		"leading cds":  func(c *fence.Caps) *int { return &c.LeadingCds },
		"format width": func(c *fence.Caps) *int { return &c.FormatWidth },
	} {
		for _, by := range []int{-1, 1} {
			add(func(r *fence.Rules) { *field(&r.Caps) += by }, "cap %s %+d", name, by)
		}
	}
	if rules.Cd == fence.CdAnywhere {
		for _, by := range []int{-1, 1} {
			add(func(r *fence.Rules) { r.Caps.Directories += by }, "cap directories %+d", by)
		}
	}
	for i, separator := range rules.Separators {
		add(func(r *fence.Rules) { r.Separators = without(r.Separators, i) }, "no separator %s", separator.Text)
	}
	for i, special := range rules.Specials {
		add(func(r *fence.Rules) { r.Specials = without(r.Specials, i) }, "no special %s", special.Text)
	}
	for i, redirect := range rules.Redirects {
		add(func(r *fence.Rules) { r.Redirects = without(r.Redirects, i) }, "no redirect %s", redirect)
	}
	for i, program := range rules.Programs {
		add(func(r *fence.Rules) { r.Programs = without(r.Programs, i) }, "no program %s", program.Name)
		for j := range program.GlobalSwitches {
			add(func(r *fence.Rules) {
				r.Programs[i].GlobalSwitches = without(r.Programs[i].GlobalSwitches, j)
			}, "%s: no global switch %s", program.Name, program.GlobalSwitches[j])
		}
		for j := range program.Global {
			add(func(r *fence.Rules) { r.Programs[i].Global = without(r.Programs[i].Global, j) },
				"%s: no global value %v", program.Name, program.Global[j].Names)
		}
		if program.Network {
			add(func(r *fence.Rules) { r.Programs[i].Network = false }, "%s: no network needed", program.Name)
		}
		for _, was := range program.Rows {
			list = append(list, rowChanges(program.Name, was)...)
		}
	}
	return list
}

// rowChanges lists the changes of one row.
func rowChanges(program string, was fence.Row) []change {
	var list []change
	add := func(apply func(*fence.Row), format string, args ...any) {
		list = append(list, change{
			program + " " + was.Name + ": " + fmt.Sprintf(format, args...),
			func(r *fence.Rules) { apply(row(r, program, was.Name)) },
		})
	}
	add(func(r *fence.Row) { r.Name = "nosuch" }, "no row")
	for i, word := range was.Switches {
		add(func(r *fence.Row) { r.Switches = without(r.Switches, i) }, "no switch %s", word)
	}
	values := func(what string, field func(*fence.Row) *[]fence.Value) {
		for i, value := range *field(&was) {
			for j, name := range value.Names {
				add(func(r *fence.Row) {
					list := slices.Clone(*field(r))
					list[i].Names = without(list[i].Names, j)
					*field(r) = list
				}, "no %s value %s", what, name)
			}
			for j, choice := range value.Choices {
				add(func(r *fence.Row) {
					list := slices.Clone(*field(r))
					list[i].Choices = without(list[i].Choices, j)
					*field(r) = list
				}, "no choice %s", choice)
			}
			if value.Kind != fence.Text {
				add(func(r *fence.Row) {
					list := slices.Clone(*field(r))
					list[i].Kind = fence.Text
					*field(r) = list
				}, "any text for %s", value.Names[0])
			}
			if value.Dash {
				add(func(r *fence.Row) {
					list := slices.Clone(*field(r))
					list[i].Dash = false
					*field(r) = list
				}, "no dash for %s", value.Names[0])
			}
		}
	}
	values("separate", func(r *fence.Row) *[]fence.Value { return &r.Values })
	values("attached", func(r *fence.Row) *[]fence.Value { return &r.Attached })
	if was.Digits {
		add(func(r *fence.Row) { r.Digits = false }, "no digits")
	}
	if was.DigitsMax > 0 {
		add(func(r *fence.Row) { r.DigitsMax++ }, "an operand more beside digits")
	}
	if was.NoPlus {
		add(func(r *fence.Row) { r.NoPlus = false }, "plus operands")
	}
	for i := range was.Lead {
		add(func(r *fence.Row) { r.Lead = without(r.Lead, i) }, "no lead %d", i)
	}
	if was.Operands.Rest != fence.Text {
		add(func(r *fence.Row) { r.Operands.Rest = fence.Text }, "any text for operands")
	}
	if was.Operands.Rest != fence.NoOperand {
		add(func(r *fence.Row) { r.Operands.Rest = fence.NoOperand }, "no operands")
	}
	if was.Operands.First != 0 {
		add(func(r *fence.Row) { r.Operands.First = 0 }, "first operand like the rest")
	}
	if was.Operands.FirstUnless != "" {
		add(func(r *fence.Row) { r.Operands.FirstUnless = "" }, "first operand in any case")
	}
	if was.Operands.Max > 0 {
		for _, by := range []int{-1, 1} {
			add(func(r *fence.Row) { r.Operands.Max += by }, "operand cap %+d", by)
		}
	}
	return list
}

// verdict is what a variant says about a cell, as far as a change of its rules
// can show: an admit, or the rule, place and detail of a refusal.
func verdict(t *testing.T, v *fence.Variant, cell Cell) string {
	_, err := v.Decide(cell.Request)
	var refusal *fence.Refusal
	switch {
	case err == nil:
		return "admit"
	case errors.As(err, &refusal):
		return fmt.Sprintf("%s %d %s", refusal.Rule, refusal.Offset, refusal.Detail)
	}
	t.Fatalf("%s: %v", cell.ID, err)
	return ""
}

// TestSmokeNoticesEveryFact changes one fact of a built-in fence at a time and
// expects a cell of the smoke grid to be judged otherwise.
func TestSmokeNoticesEveryFact(t *testing.T) {
	cells := slices.Collect(smoke.Cells())
	for name, rules := range map[string]func() fence.Rules{"readonly": fence.ReadonlyRules, "walk": fence.WalkRules} {
		t.Run(name, func(t *testing.T) {
			original, err := fence.New(name, rules())
			if err != nil {
				t.Fatal(err)
			}
			verdicts := make([]string, len(cells))
			for i, cell := range cells {
				verdicts[i] = verdict(t, original, cell)
			}
			for _, change := range changes(rules()) {
				changed := rules()
				change.apply(&changed)
				v, err := fence.New(name, changed)
				if err != nil {
					t.Errorf("%s: %v", change.name, err)
					continue
				}
				noticed := false
				for i, cell := range cells {
					if noticed = verdict(t, v, cell) != verdicts[i]; noticed {
						break
					}
				}
				if !noticed {
					t.Errorf("no cell notices: %s", change.name)
				}
			}
		})
	}
}

// TestSmokeMeetsEveryRule expects every rule to refuse a cell, by each variant.
func TestSmokeMeetsEveryRule(t *testing.T) {
	for name, rules := range map[string]func() fence.Rules{"readonly": fence.ReadonlyRules, "walk": fence.WalkRules} {
		v, err := fence.New(name, rules())
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[fence.RuleID]int)
		admitted := 0
		for cell := range smoke.Cells() {
			_, err := v.Decide(cell.Request)
			var refusal *fence.Refusal
			if errors.As(err, &refusal) {
				seen[refusal.Rule]++
			} else if err == nil {
				admitted++
			}
		}
		t.Logf("%s admits %d of %d", name, admitted, smoke.Count())
		if admitted == 0 {
			t.Errorf("%s admits no cell", name)
		}
		for _, info := range fence.RuleInfos() {
			if seen[info.ID] == 0 {
				t.Errorf("%s: rule %s refuses no cell", name, info.ID)
			}
		}
	}
}
