package fence

// A judgement is the state of judging one command's segments.
type judgement struct {
	v       *Variant
	root    string
	network bool
	// path and net are the first refusals of rules that speak after the rows.
	path, net *Refusal
	met       Tracer // usually nil

	// The rest is of the segment being judged: the directories it may run in,
	// its words, its program and row and the word to judge next.
	dirs    []string
	words   []token
	program *program
	row     *row
	at      int
}

// piece judges one segment and keeps what it found there for the plan.
func (j *judgement) piece(s *scan, p *piece) *Refusal {
	j.words, j.dirs = s.words[p.words.from:p.words.to], p.dirs
	if len(j.words) == 0 {
		return &Refusal{Rule: RuleProgram, Offset: p.at, Detail: "", Next: j.v.nextProgram}
	}
	w := &j.words[0]
	if w.assign || w.text == "env" {
		return &Refusal{Rule: RuleEnvPrefix, Offset: w.at, Detail: w.text, Next: nextEnvPrefix}
	}
	if w.glob {
		return j.refuse(RuleOperand, w, nextGlob)
	}
	if s.isCd(p) {
		j.stays(&j.words[1])
		return nil
	}
	j.inDirectory(w)
	if j.met != nil {
		j.met(Point{At: ProgramPoint, Program: w.text}, 0)
	}
	program, ok := j.v.programs[w.text]
	if !ok {
		return j.refuse(RuleProgram, w, j.v.nextProgram)
	}
	j.program = program
	if program.parented && !listable(j.root) {
		return j.refuse(RuleProgram, w, nextParent)
	}
	if program.Network && !j.network && j.net == nil {
		j.net = j.refuse(RuleNetwork, w, nextNetwork)
	}
	j.at = 1
	if refusal := j.subcommand(); refusal != nil {
		return refusal
	}
	p.program, p.row, p.own = j.program, j.row, j.at
	return j.arguments()
}

func (j *judgement) refuse(rule RuleID, w *token, next string) *Refusal {
	return &Refusal{Rule: rule, Offset: w.at, Detail: w.text, Next: next}
}

// inDirectory judges the directory that a segment runs in like a path operand.
func (j *judgement) inDirectory(w *token) {
	for i, d := range j.dirs {
		if !inside(j.root, d) {
			j.outside(i, w.at, d)
			return
		}
	}
}

// stays judges a word as a path from every directory the segment may run in.
func (j *judgement) stays(w *token) {
	for i, d := range j.dirs {
		if !leads(j.root, d, w.text) {
			j.outside(i, w.at, w.text)
			return
		}
	}
}

// outside keeps the first path that leads outside. From the directory where the
// shell is when all goes well that is RulePath; from one where a failed or
// skipped cd leaves it, RuleCd.
func (j *judgement) outside(dir, at int, detail string) {
	if j.path != nil {
		return
	}
	j.path = &Refusal{Rule: RulePath, Offset: at, Detail: detail, Next: nextPath}
	if dir > 0 {
		j.path.Rule, j.path.Next = RuleCd, nextCdFailed
	}
}

// subcommand reads the subcommand, and the options in front of its words, and
// finds the row.
func (j *judgement) subcommand() *Refusal {
	p := j.program
	n := &p.rows
	for n.next != nil && j.at < len(j.words) {
		w := &j.words[j.at]
		if w.glob {
			return j.refuse(RuleOperand, w, nextGlob)
		}
		if isOption(w.text) {
			if j.met != nil {
				j.met(Point{At: GlobalPoint, Program: p.Name, Text: w.text}, 0)
			}
			o := p.global[w.text]
			if o == nil {
				return j.refuse(RuleOption, w, p.nextGlobal)
			}
			j.at++
			if o.value == nil {
				continue
			}
			if refusal := j.value(o.value, w); refusal != nil {
				return refusal
			}
			continue
		}
		if j.met != nil && n == &p.rows {
			j.met(Point{At: SubcommandPoint, Program: p.Name, Text: w.text}, 0)
		}
		if n = n.next[w.text]; n == nil {
			return j.refuse(RuleSubcommand, w, p.nextSubcommand)
		}
		j.at++
	}
	if n.row == nil {
		return j.refuse(RuleSubcommand, &j.words[len(j.words)-1], p.nextSubcommand)
	}
	j.row = n.row
	if j.met != nil {
		j.met(Point{At: RowPoint, Program: p.Name, Row: n.row.Name}, 0)
	}
	return nil
}

// value judges the word at j.at as the value of the option at w, and passes it.
func (j *judgement) value(v *Value, option *token) *Refusal {
	if j.at == len(j.words) {
		return j.refuse(RuleOption, option, nextValue)
	}
	w := &j.words[j.at]
	if w.glob {
		return j.refuse(RuleOperand, w, nextGlob)
	}
	if isOption(w.text) && !v.Dash {
		return j.refuse(RuleOption, w, nextValue)
	}
	j.at++
	return j.word(v.Kind, v.Choices, w)
}

// isOption says whether a program would take the word for an option: it begins
// with "-" and is not "-" alone.
func isOption(text string) bool { return len(text) > 1 && text[0] == '-' }
