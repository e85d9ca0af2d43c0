package reports

import (
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

func TestForm(t *testing.T) {
	for command, want := range map[string]string{
		`ls`:                                `ls`,
		`sort -o out.txt notes.txt`:         `sort -o _ _`,
		`sort -onotes.txt`:                  `sort -o_`,
		`git diff --output=x`:               `git diff --output=_`,
		`git --no-pager log -3`:             `git --no-pager log -_`,
		`find src/main.go -newer x -delete`: `find _ -newer _ -delete`,
		`cat ../outside.txt`:                `cat ../_`,
		`cat ..`:                            `cat ..`,
		`cat /etc/passwd`:                   `cat /_`,
		`tail +12 a`:                        `tail +_ _`,
		`ls>>out.txt`:                       `ls>>_`,
		`echo 'a b' "c $HOME" $'x\n'`:       `echo '_ _' "_ $HOME" $'_\_'`,
		`PATH=. git log`:                    `PATH=. git log`,
		`cat $(touch x)`:                    `cat $(touch _)`,
		`printf '%n' {a,b}`:                 `printf '%_' {_,_}`,
		`cd sub;cat a`:                      `cd _;cat _`,
		"ls\u00a0x":                         "ls\u00a0x",
		`cat "unbalanced`:                   `cat "_`,
		``:                                  ``,
	} {
		if got := form(command); got != want {
			t.Errorf("the form of %q is %q, want %q", command, got, want)
		}
	}
}

func TestObjection(t *testing.T) {
	for _, tc := range []struct{ command, detail, want string }{
		{"git log --format=%h", "--format=%h", "--format="},
		{"ls -sa", "-sa", "-s"},
		{"find . -exec x", "-exec", "-exec"},
		{"awk 1 notes.txt", "awk", "awk"},
		{`ls; a\wk 1`, "awk", ""}, // what the fence read is not there
		{`'awk' 1 notes.txt`, "awk", "awk"},
		{"git push origin", "push", "push"},
		{"echo $HOME", "$", "$"},
		{"ls\ncat a", "\n", "\n"},
		{"cat ../outside.txt", "../outside.txt", "_.."},
		{"cat sub/../../x", "sub/../../x", "_.."},
		{"cat /etc/hosts", "/etc/hosts", "_/"},
		{"uniq src/*.go", "src/*.go", "_*"},
		{"cat notes.txt", "notes.txt", "_"},
		{"A=1 ls", "A=1", "_="},
		{"ls", "commands like this one are not for you", ""},
		{"ls", "", ""},
		{"cat 'x", "cat", "cat"},
		{"cat 'x -o", "-o", "-o"},
	} {
		if got := objection(tc.command, tc.detail); got != tc.want {
			t.Errorf("of %q %q is objected to as %q, want %q", tc.command, tc.detail, got, tc.want)
		}
	}
}

func TestCause(t *testing.T) {
	finding := func(command, detail string, severity Severity) Result {
		r := Result{Request: NewRequest("r", command), Class: Hole, Severity: severity}
		r.Decision = fence.Admit
		if detail != "" {
			r.Class, r.Decision, r.Rule, r.Detail = OverBlock, fence.Refuse, "option", detail
		}
		return r
	}
	base := finding("sort -o a b", "", WritesInside)
	same := []Result{finding("sort -o out.txt c", "", WritesInside)}
	withKinds := base
	withKinds.Observations = []oracle.Observation{{Effects: []oracle.Effect{{Kind: oracle.Write}}}}
	same = append(same, withKinds)
	for _, r := range same {
		if r.Cause() != base.Cause() {
			t.Errorf("%q has another cause than %q", r.Request.Command, base.Request.Command)
		}
	}
	seen := map[string]string{}
	for _, r := range []Result{
		base, finding("sort -o a b", "", WritesOutside), finding("sort -o a", "", WritesInside), finding("sort --output=a b", "", WritesInside),
		finding("uniq a b", "", WritesInside), finding("ls -o", "-o", 0), finding("ls -p", "-p", 0), finding("cat -o", "-o", 0), finding("ls '-o'", "-o", 0),
	} {
		if other, ok := seen[r.Cause()]; ok {
			t.Errorf("%q has the cause of %q", r.Request.Command, other)
		}
		seen[r.Cause()] = r.Request.Command
	}
}

func TestKinds(t *testing.T) {
	all := make([]oracle.Effect, 0, len(oracle.Kinds()))
	for _, k := range oracle.Kinds() {
		all = append(all, oracle.Effect{Kind: k}, oracle.Effect{Kind: k})
	}
	got := effectKinds([]oracle.Observation{{}, {Effects: all}}, fence.Grants{Network: true})
	if len(got.List()) != len(oracle.Kinds())-1 || got&(1<<oracle.Network) != 0 {
		t.Errorf("got %s", got)
	}
	if none := Kinds(0); none.String() != "" || none.List() == nil {
		t.Errorf("none is %q, %v", none, none.List())
	}
}

func FuzzForm(f *testing.F) {
	for _, tc := range nasty {
		f.Add(tc.text, tc.text)
	}
	f.Add("cat <<a <<b\na\nb\n", "b")
	f.Add("a[0]=1 ${x[1]} $((1+2)) [[ a == b* ]]", "a")
	f.Fuzz(func(t *testing.T, command, detail string) {
		if first, second := form(command), form(command); first != second {
			t.Errorf("%q has the forms %q and %q", command, first, second)
		}
		objection(command, detail)
	})
}
