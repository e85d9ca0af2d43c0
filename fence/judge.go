package fence

import (
	"strings"
	"unicode/utf8"
)

// decide is the one authority: judge, library, plan and refusal all come from
// here. The order is the order in which rules speak when several would.
func (v *Variant) decide(r Request) (*Plan, *Refusal) {
	s := v.scans.Get().(*scan)
	defer v.scans.Put(s)
	if refusal := v.takeApart(s, r.Command); refusal != nil {
		return nil, refusal
	}
	root, refusal := r.Policy.root()
	if refusal != nil {
		return nil, refusal
	}
	start := resolve(root, r.Cwd)
	moved, cwd, refusal := v.leadingCds(s, root, start)
	if refusal != nil {
		return nil, refusal
	}
	if moved == 0 {
		if _, err := Preflight(r.Cwd, r.Policy); err != nil {
			return nil, err.(*Refusal)
		}
	}
	if s.fault != nil {
		return nil, s.fault
	}
	if s.redirect != nil {
		return nil, s.redirect
	}
	if n := moved + v.lexer.rules.Caps.Segments; len(s.pieces) > n {
		return nil, &Refusal{Rule: RuleCap, Offset: s.pieces[n].at, Detail: s.first(n), Next: nextSegments}
	}
	return v.segments(s, r, root, start, cwd, moved)
}

// takeApart judges the command's shape and length and scans it into s.
func (v *Variant) takeApart(s *scan, command string) *Refusal {
	s.reset()
	if refusal := shape(command); refusal != nil {
		return refusal
	}
	if limit := v.lexer.rules.Caps.Bytes; len(command) > limit {
		return &Refusal{Rule: RuleCap, Offset: limit, Detail: "bytes", Next: nextBytes}
	}
	v.lexer.scan(s, command)
	if s.fault != nil && s.fault.Rule == RuleCap {
		return s.fault
	}
	return nil
}

// shape refuses what bash could read otherwise than we do, or not at all. In a
// multi-byte locale a stray byte can swallow a closing quote.
func shape(command string) *Refusal {
	empty, ascii := true, true
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == 0 || c == '\n' || c == '\r':
			return &Refusal{Rule: RuleShape, Offset: i, Detail: command[i : i+1], Next: nextOneLine}
		case c >= utf8.RuneSelf:
			empty, ascii = false, false
		case c != ' ' && c != '\t':
			empty = false
		}
	}
	if empty {
		return &Refusal{Rule: RuleShape, Offset: 0, Detail: command, Next: nextOneLine}
	}
	if !ascii && !utf8.ValidString(command) {
		for i := 0; i < len(command); {
			c, n := utf8.DecodeRuneInString(command[i:])
			if c == utf8.RuneError && n == 1 {
				return &Refusal{Rule: RuleShape, Offset: i, Detail: command[i : i+1], Next: nextUTF8}
			}
			i += n
		}
	}
	return nil
}

// first returns the first word of piece n, if it has one.
func (s *scan) first(n int) string {
	if w := s.pieces[n].words; w.from < w.to {
		return s.words[w.from].text
	}
	return ""
}

// leadingCds counts the cds at the start that become the working directory and
// returns where they lead. Where the rules allow no other cd, it refuses those.
func (v *Variant) leadingCds(s *scan, root, dir string) (moved int, cwd string, refusal *Refusal) {
	rules := v.lexer.rules
	for moved < len(s.pieces) && s.isCd(&s.pieces[moved]) {
		p := &s.pieces[moved]
		operand, refusal := s.cdOperand(p)
		if refusal != nil {
			return 0, "", refusal
		}
		if p.sep < 0 || rules.Separators[p.sep].From != AfterSuccess {
			break
		}
		if moved == rules.Caps.LeadingCds {
			return 0, "", &Refusal{Rule: RuleCap, Offset: p.at, Detail: "cd", Next: nextLeadingCds}
		}
		dir = resolve(dir, operand.text)
		if !inside(root, dir) {
			return 0, "", outsideWorkdir(root, operand.text, operand.at)
		}
		moved++
	}
	for i := moved; i < len(s.pieces); i++ {
		p := &s.pieces[i]
		if !s.isCd(p) {
			continue
		}
		if _, refusal := s.cdOperand(p); refusal != nil {
			return 0, "", refusal
		}
		if rules.Cd == CdLeading {
			return 0, "", &Refusal{Rule: RuleCd, Offset: p.at, Detail: "cd", Next: nextCd}
		}
	}
	return moved, dir, nil
}

// segments judges every piece after the moved cds and builds the plan. Rows are
// judged before paths, and paths before the network, over the whole command.
func (v *Variant) segments(s *scan, r Request, root, start, cwd string, moved int) (*Plan, *Refusal) {
	var sets [][]string
	if s.anyCd() {
		var refusal *Refusal
		if sets, refusal = v.walk(s, start); refusal != nil {
			return nil, refusal
		}
	}
	var one [1]string
	one[0] = cwd
	b := v.newBuilder(s, cwd, moved)
	j := judgement{v: v, root: root, network: r.Grants.Network}
	for i := moved; i < len(s.pieces); i++ {
		j.dirs = one[:]
		if sets != nil {
			j.dirs = sets[i]
		}
		if refusal := j.piece(s, &s.pieces[i]); refusal != nil {
			return nil, refusal
		}
		b.add(&s.pieces[i], &j)
	}
	if j.path != nil {
		return nil, j.path
	}
	if j.net != nil {
		return nil, j.net
	}
	return b.plan(root), nil
}

// anyCd says whether a piece runs cd.
func (s *scan) anyCd() bool {
	for i := range s.pieces {
		if s.isCd(&s.pieces[i]) {
			return true
		}
	}
	return false
}

// A judgement is the state of judging one command's segments.
type judgement struct {
	v       *Variant
	root    string
	network bool
	// path and net are the first refusals of rules that speak after the rows.
	path, net *Refusal

	// The rest is of the segment being judged: the directories it may run in,
	// its words, its program and row, the word to judge next and the first word
	// after the subcommand.
	dirs    []string
	words   []token
	program *program
	row     *row
	at, own int
}

// piece judges one segment.
func (j *judgement) piece(s *scan, p *piece) *Refusal {
	j.words, j.program, j.row, j.at = s.words[p.words.from:p.words.to], nil, nil, 0
	if len(j.words) == 0 {
		return &Refusal{Rule: RuleProgram, Offset: p.at, Detail: "", Next: j.v.next.program}
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
	program, ok := j.v.programs[w.text]
	if !ok {
		return j.refuse(RuleProgram, w, j.v.next.program)
	}
	j.program = program
	if program.Network && !j.network && j.net == nil {
		j.net = j.refuse(RuleNetwork, w, nextNetwork)
	}
	j.at = 1
	if refusal := j.global(); refusal != nil {
		return refusal
	}
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

// global reads the options between the program and its subcommand, and the
// subcommand, and finds the row.
func (j *judgement) global() *Refusal {
	n := &j.program.rows
	for n.next != nil && j.at < len(j.words) {
		w := &j.words[j.at]
		if w.glob {
			return j.refuse(RuleOperand, w, nextGlob)
		}
		if n == &j.program.rows && strings.HasPrefix(w.text, "-") {
			o := j.program.global[w.text]
			switch {
			case o == nil:
				return j.refuse(RuleOption, w, j.program.nextGlobal)
			case o.value == nil:
				j.at++
				continue
			}
			j.at++
			if refusal := j.value(o.value, w); refusal != nil {
				return refusal
			}
			continue
		}
		sub := n.next[w.text]
		if sub == nil {
			return j.refuse(RuleSubcommand, w, j.program.nextSubcommand)
		}
		n = sub
		j.at++
	}
	if n.row == nil {
		return j.refuse(RuleSubcommand, &j.words[len(j.words)-1], j.program.nextSubcommand)
	}
	j.row, j.own = n.row, j.at
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
