package fence

import "slices"

// Clone returns rules that are equal and share nothing with r, to be changed as
// you like.
func (r Rules) Clone() Rules {
	r.Separators = slices.Clone(r.Separators)
	r.Specials = slices.Clone(r.Specials)
	r.Redirects = slices.Clone(r.Redirects)
	r.Env = slices.Clone(r.Env)
	r.Programs = slices.Clone(r.Programs)
	for i := range r.Programs {
		p := &r.Programs[i]
		p.Global = cloneValues(p.Global)
		p.GlobalSwitches = slices.Clone(p.GlobalSwitches)
		p.Env = slices.Clone(p.Env)
		p.Residual = slices.Clone(p.Residual)
		p.Rows = slices.Clone(p.Rows)
		for j := range p.Rows {
			row := &p.Rows[j]
			row.Lead = slices.Clone(row.Lead)
			row.Switches = slices.Clone(row.Switches)
			row.Values = cloneValues(row.Values)
			row.Attached = cloneValues(row.Attached)
			row.Add = slices.Clone(row.Add)
			row.Residual = slices.Clone(row.Residual)
		}
	}
	return r
}

func cloneValues(values []Value) []Value {
	values = slices.Clone(values)
	for i := range values {
		values[i].Names = slices.Clone(values[i].Names)
		values[i].Choices = slices.Clone(values[i].Choices)
	}
	return values
}
