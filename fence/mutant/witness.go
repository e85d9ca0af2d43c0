package mutant

import (
	"cmp"
	"context"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// Witnesses are commands made from the rules of a fence, to look for one that
// shows a mistake where no source has any. They are safe for concurrent use.
type Witnesses struct {
	fence *fence.Variant
	index *Index
}

// NewWitnesses makes commands from the rules of a fence.
func NewWitnesses(v *fence.Variant) (*Witnesses, error) {
	index, err := NewIndex(v, sorted(requestsFrom(*v.Rules(), fence.Rules{})))
	return &Witnesses{v, index}, err
}

// Find looks for the shortest command, made from the rules with or without the
// mistake, that the two fences decide otherwise. Finding none proves nothing.
func (w *Witnesses) Find(m Mutation) (witness fence.Request, found bool) {
	changed, err := m.change(w.index.rules)
	if err != nil {
		return witness, false
	}
	mistaken, err := m.Fence(w.index.rules)
	if err != nil {
		return witness, false
	}
	candidates := requestsFrom(changed, w.index.rules)
	for _, i := range w.index.Reached(m) {
		candidates = append(candidates, w.index.requests[i])
	}
	ctx := context.Background()
	for _, r := range sorted(candidates) {
		was, errWas := w.fence.Judge(ctx, r)
		is, errIs := mistaken.Judge(ctx, r)
		if errWas == nil && errIs == nil && was.Decision != is.Decision {
			return r, true
		}
	}
	return witness, false
}

func sorted(requests []fence.Request) []fence.Request {
	slices.SortFunc(requests, func(a, b fence.Request) int {
		return cmp.Or(cmp.Compare(len(a.Command), len(b.Command)), strings.Compare(a.Command, b.Command), strings.Compare(a.Cwd, b.Cwd))
	})
	return requests
}

// requestsFrom are requests that turn on something in the rules that other rules
// do not have.
func requestsFrom(rules, other fence.Rules) []fence.Request {
	var requests []fence.Request
	add := func(commands []string, grants fence.Grants) {
		for _, command := range commands {
			requests = append(requests, fence.Request{Command: command, Policy: fence.DefaultPolicy(), Grants: grants})
		}
	}
	none := fence.Grants{}
	if !reflect.DeepEqual(rules.Separators, other.Separators) {
		add(lists(rules), none)
	}
	if rules.Caps != other.Caps {
		add(bounds(rules.Caps), none)
	}
	if !reflect.DeepEqual(rules.Specials, other.Specials) || !reflect.DeepEqual(rules.Redirects, other.Redirects) {
		add(specials(rules), none)
	}
	for i := range rules.Programs {
		p := &rules.Programs[i]
		var same fence.Program
		if at := slices.IndexFunc(other.Programs, func(o fence.Program) bool { return o.Name == p.Name }); at >= 0 {
			same = other.Programs[at]
		}
		if reflect.DeepEqual(*p, same) {
			continue
		}
		commands := commandsOf(p, same)
		add(commands, none)
		if p.Network {
			add(commands, fence.Grants{Network: true})
		}
	}
	if rules.Cd != other.Cd {
		add(plain, none)
		requests = append(requests, circumstances()...)
	}
	return requests
}

// circumstances are requests that turn on where they would run, and how.
func circumstances() []fence.Request {
	var requests []fence.Request
	for _, cwd := range []string{"", ".", "src", "./src", "src/..", "..", "../ws", "../ws2", "../ws/src", "/", "/srv", "/srv/ws", "/srv/ws/", "/srv/ws2", "/srv/ws-old", "/srv/ws/src", "~", "x\ny"} {
		for _, root := range []string{"/srv/ws", "", "/", "srv/ws"} {
			for mode := fence.ReadOnly; mode <= fence.DangerFullAccess; mode++ {
				for _, confined := range []bool{true, false} {
					requests = append(requests, fence.Request{Command: "ls", Cwd: cwd, Policy: fence.Policy{Root: root, Mode: mode, Confined: confined}})
				}
			}
		}
	}
	return requests
}

// Audit looks for mutations that change nothing of the commands: an *IdleError.
func (w *Witnesses) Audit(mutations []Mutation) error { return w.index.Audit(mutations) }

// plain are commands that turn on what is in no table of the rules.
var plain = []string{
	"ls 'a b'", `ls "a b"`, `ls a\ b`, `ls '`, `ls "`, `ls \`, `ls "\""`, "ls ~", "ls ~/x", "ls *", "ls a*b", "ls ?", "ls [a]",
	"ls ../x", "ls src/../../x", "ls src/../x", "ls /srv/ws/x", "ls /x", "ls $(pwd)", "ls `pwd`", "ls <(pwd)", "ls <<x", "ls <<<x", "ls >|x", "ls <>x",
	"A=1 ls", "env ls", "env A=1 ls", "export A=1; ls", "set -a; A=1; ls", "CDPATH=.. cd src; ls", "cd -; ls", "timeout 1 ls", "nice ls",
	"printf %%", "printf %%n", "find -exec ls {} +", "ls\n", "ls\npwd", "ls\r", "ls \xff", "ls\v", "ls #x", "", " ",
}

// lists are commands of several segments, joined in every way.
func lists(rules fence.Rules) []string {
	separators := []string{"|", "||", "&&", ";", "&", "|&", "\n"}
	for _, s := range rules.Separators {
		if !slices.Contains(separators, s.Text) {
			separators = append(separators, s.Text)
		}
	}
	var list []string
	for _, a := range separators {
		list = append(list, "ls"+a+"ls", "ls"+a, a+"ls", "cd src"+a+"ls ..", "cd src"+a+"cat ../notes.txt", "cd .."+a+"ls")
		for _, b := range separators {
			list = append(list, "ls"+a+b+"ls", "cd src"+a+"cd .."+b+"ls", "cd src"+a+"ls"+b+"ls ..", "ls"+a+"cd src"+b+"ls ..", "cd src"+a+"cd x"+b+"ls ../..")
		}
	}
	return list
}

// mostBytes and mostParts bound the commands that are made to reach a cap: what a
// fence takes long to judge is no witness for people.
const mostBytes, mostParts = 10_000, 100

// bounds are commands at every cap, one below and one beyond.
func bounds(c fence.Caps) []string {
	var list []string
	around := func(bound, most int, command func(n int) string) {
		for n := max(1, bound-1); n <= bound+1 && n <= most; n++ {
			list = append(list, command(n))
		}
	}
	const head = "ls "
	around(c.Bytes, mostBytes, func(n int) string { return head + strings.Repeat("a", max(0, n-len(head))) })
	around(c.Segments, mostParts, func(n int) string { return strings.TrimSuffix(strings.Repeat("ls;", n), ";") })
	around(c.LeadingCds, mostParts, func(n int) string { return strings.Repeat("cd .&&", n) + "ls" })
	// Every cd that may fail can double the directories.
	for n := 1; n <= 2+bits.Len(uint(min(c.Directories, mostParts))); n++ {
		var b strings.Builder
		for i := range n {
			b.WriteString("cd " + string(rune('a'+i)) + ";")
		}
		list = append(list, b.String()+"ls")
	}
	around(c.FormatWidth, mostBytes, func(n int) string { return "printf %" + strconv.Itoa(n) + "d" })
	return list
}

// specials are commands with every special and redirection, in several places.
func specials(rules fence.Rules) []string {
	list := []string{"ls >x", "ls >>x", "ls <x", "ls 2>x", "ls 2>&1", "ls >/dev/null", "ls > /dev/null", "ls &>x"}
	for _, s := range rules.Specials {
		list = append(list, "ls "+s.Text, "ls a"+s.Text, "ls a"+s.Text+"b", "ls "+s.Text+"b", `ls "`+s.Text+`"`, `ls "a`+s.Text+`b"`, "ls '"+s.Text+"'")
	}
	for _, d := range rules.Redirects {
		list = append(list, "ls "+d.String(), "ls "+d.FD+d.Op+" "+d.Target, "ls "+d.String()+"x", "ls "+d.FD+d.Op+"x")
	}
	return list
}
