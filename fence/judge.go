package fence

import (
	"strings"
	"unicode/utf8"
)

// decide is decideIn with a scan of the pool.
func (v *Variant) decide(r Request) (*Plan, *Refusal) {
	s := v.scans.Get().(*scan)
	defer v.scans.Put(s)
	return v.decideIn(s, r)
}

// decideIn is the one authority: judge, library, plan and refusal all come from
// here. The order is the order in which rules speak when several would.
func (v *Variant) decideIn(s *scan, r Request) (*Plan, *Refusal) {
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
	name := r.Cwd
	if moved > 0 {
		name = cwd
	}
	if cwd, refusal = preflight(name, root, r.Policy); refusal != nil {
		return nil, refusal
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
	if refusal := v.walk(s, start); refusal != nil {
		return nil, refusal
	}
	if refusal := v.segments(s.pieces[moved:], s, root, r.Grants); refusal != nil {
		return nil, refusal
	}
	if s.met != nil {
		s.met(Point{At: PlanPoint}, 0)
	}
	return v.plan(s.pieces[moved:], s, root, cwd), nil
}

// takeApart judges the command's shape and length and scans it into s.
func (v *Variant) takeApart(s *scan, command string) *Refusal {
	if refusal := shape(command); refusal != nil {
		return refusal
	}
	if s.met != nil {
		s.met(Point{At: CapPoint, Text: capBytes}, len(command))
	}
	if limit := v.lexer.rules.Caps.Bytes; len(command) > limit {
		return &Refusal{Rule: RuleCap, Offset: limit, Detail: "bytes", Next: nextBytes}
	}
	s.run(v.lexer, command)
	if s.met != nil {
		s.met(Point{At: CapPoint, Text: capSegments}, len(s.pieces))
	}
	if s.fault != nil && s.fault.Rule == RuleCap {
		return s.fault
	}
	return nil
}

// shape refuses what bash could read otherwise than we do, or not at all. In a
// multi-byte locale a stray byte can swallow a closing quote.
func shape(command string) *Refusal {
	at := len(command)
	for _, c := range []byte{0, '\n', '\r'} {
		if i := strings.IndexByte(command[:at], c); i >= 0 {
			at = i
		}
	}
	if at < len(command) {
		return &Refusal{Rule: RuleShape, Offset: at, Detail: command[at : at+1], Next: nextOneLine}
	}
	if strings.Trim(command, " \t") == "" {
		return &Refusal{Rule: RuleShape, Detail: command, Next: nextOneLine}
	}
	if utf8.ValidString(command) {
		return nil
	}
	at = 0
	for r, n := utf8.DecodeRuneInString(command); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRuneInString(command[at:]) {
		at += n
	}
	return &Refusal{Rule: RuleShape, Offset: at, Detail: command[at : at+1], Next: nextUTF8}
}

// segments judges every piece. Rows are judged before paths, and paths before
// the network, over the whole command.
func (v *Variant) segments(pieces []piece, s *scan, root string, grants Grants) *Refusal {
	j := judgement{v: v, root: root, network: grants.Network, met: s.met}
	for i := range pieces {
		if refusal := j.piece(s, &pieces[i]); refusal != nil {
			return refusal
		}
	}
	if j.path != nil {
		return j.path
	}
	return j.net
}
