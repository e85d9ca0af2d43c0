package fence

import "slices"

// arguments judges the words after the program and its subcommand by the row.
func (j *judgement) arguments() *Refusal {
	r := j.row
	for _, lead := range r.Lead {
		if j.at == len(j.words) {
			return j.refuse(RuleOperand, &j.words[j.at-1], r.next)
		}
		w := &j.words[j.at]
		if w.glob {
			return j.refuse(RuleOperand, w, nextGlob)
		}
		if lead.Word != "" {
			if w.text != lead.Word {
				return j.refuse(RuleOption, w, r.next)
			}
		} else if refusal := j.word(lead.Kind, nil, w); refusal != nil {
			return refusal
		}
		j.at++
	}
	c := count{first: r.Operands.First != 0}
	if c.first && r.Operands.FirstUnless != "" {
		for i := j.at; i < len(j.words) && j.words[i].text != "--"; i++ {
			if j.words[i].text == r.Operands.FirstUnless {
				c.first = false
			}
		}
	}
	options := r.Options != Never
	for j.at < len(j.words) {
		w := &j.words[j.at]
		if options && j.isOption(w.text) {
			if w.text == "--" && r.Options != Predicates {
				options = false
				j.at++
				continue
			}
			if w.glob {
				return j.refuse(RuleOperand, w, nextGlob)
			}
			if refusal := j.option(w, &c); refusal != nil {
				return refusal
			}
			continue
		}
		if refusal := j.operand(w, &c); refusal != nil {
			return refusal
		}
		if r.Options == First {
			options = false
		}
		j.at++
	}
	if c.digits != nil && r.DigitsMax > 0 && c.operands > r.DigitsMax {
		return j.refuse(RuleOption, c.digits, r.next)
	}
	return nil
}

// A count is what the words of a segment add up to.
type count struct {
	// first says that the next operand is the row's first.
	first bool
	// operands is their number; a glob counts as unbounded.
	operands int
	// predicates says that an option was seen, which ends find's operands.
	predicates bool
	// digits is the option -N, if one was given.
	digits *token
}

// unbounded is what a glob counts against an operand cap.
const unbounded = 1 << 20

// isOption says whether the row takes the word for an option.
func (j *judgement) isOption(text string) bool {
	if j.row.Options == Predicates && j.listed(text) != nil {
		return true
	}
	return isOption(text)
}

// listed finds an option of the row; nil if there is none of that name.
func (j *judgement) listed(name string) *option {
	if j.met != nil {
		j.met(Point{At: OptionPoint, Program: j.program.Name, Row: j.row.Name, Text: name}, 0)
	}
	return j.row.options[name]
}

// option judges one option and its value, and passes them.
func (j *judgement) option(w *token, c *count) *Refusal {
	r := j.row
	j.at++
	c.predicates = true
	if o := j.listed(w.text); o != nil {
		if o.value == nil {
			return nil
		}
		return j.value(o.value, w)
	}
	if j.met != nil {
		j.met(Point{At: UnlistedPoint, Program: j.program.Name, Row: r.Name}, 0)
	}
	if r.Digits && digits(w.text[1:]) {
		c.digits = w
		return nil
	}
	if refusal, ok := j.glued(w); ok {
		return refusal
	}
	if r.Bundles && w.text[1] != '-' {
		return j.bundle(w)
	}
	return j.refuse(RuleOption, w, r.next)
}

// glued judges an option whose value stands in the same word; ok says that it
// is one.
func (j *judgement) glued(w *token) (refusal *Refusal, ok bool) {
	for _, g := range j.row.glued {
		if len(w.text) <= len(g.prefix) || w.text[:len(g.prefix)] != g.prefix {
			continue
		}
		value := token{text: w.text[len(g.prefix):], at: w.at + len(g.prefix)}
		return j.word(g.value.Kind, g.value.Choices, &value), true
	}
	return nil, false
}

// bundle judges several one-letter options in one word. Only the last may take
// a value.
func (j *judgement) bundle(w *token) *Refusal {
	r := j.row
	for i := 1; i < len(w.text); i++ {
		o := j.listed("-" + w.text[i:i+1])
		rest := w.text[i+1:]
		switch {
		case o == nil:
			return j.refuse(RuleOption, w, r.next)
		case o.value == nil:
		case rest == "":
			return j.value(o.value, w)
		case r.Glued:
			return j.word(o.value.Kind, o.value.Choices, &token{text: rest, at: w.at + i + 1})
		default:
			return j.refuse(RuleOption, w, r.next)
		}
	}
	return nil
}

// operand judges one operand.
func (j *judgement) operand(w *token, c *count) *Refusal {
	r := j.row
	if c.predicates && r.Options == Predicates {
		return j.refuse(RuleOperand, w, r.next)
	}
	if r.NoPlus && len(w.text) > 0 && w.text[0] == '+' {
		return j.refuse(RuleOption, w, nextPlus)
	}
	kind := r.Operands.Rest
	if c.first {
		kind, c.first = r.Operands.First, false
	}
	if kind == NoOperand {
		return j.refuse(RuleOperand, w, r.next)
	}
	c.operands++
	if w.glob {
		c.operands = unbounded
		if kind != Path && kind != Revision || w.star || !globStart(w.text) {
			return j.refuse(RuleOperand, w, nextGlob)
		}
	}
	if r.Operands.Max > 0 && c.operands > r.Operands.Max {
		return j.refuse(RuleCap, w, r.next)
	}
	return j.word(kind, nil, w)
}

// globStart says whether a glob that begins like text can only expand to words
// that are no options: its first character is a letter, a digit, "." or "/".
func globStart(text string) bool {
	c := text[0]
	return isLetter(c) || isDigit(c) || c == '.' || c == '/'
}

// word judges a word by its kind.
func (j *judgement) word(kind Kind, choices []string, w *token) *Refusal {
	if choices != nil && !slices.Contains(choices, w.text) {
		return j.refuse(RuleOperand, w, nextKind(kind, choices))
	}
	switch kind {
	case Path, Revision:
		j.stays(w)
	case TopPath:
		if !leads(j.root, j.root, w.text) {
			j.outside(0, w.at, w.text)
		}
	case Directory:
		j.stays(w)
		dirs := make([]string, len(j.dirs))
		for i, d := range j.dirs {
			dirs[i] = resolve(d, w.text)
		}
		j.dirs = dirs
	case Format, Layout:
		return j.format(kind, w)
	default:
		if is := kindTests[kind]; is != nil && !is(w.text) {
			return j.refuse(RuleOperand, w, nextKind(kind, nil))
		}
	}
	return nil
}
