package reports

import "testing"

func TestShape(t *testing.T) {
	for command, want := range map[string]string{
		`ls -la sub`:                      `ls`,
		`sort -o out.txt notes.txt`:       `sort`,
		`cat notes.txt > out.txt`:         `cat >_`,
		`ls 2>/dev/null`:                  `ls >_`,
		`ls &>> x`:                        `ls >_`,
		`ls 3<> x`:                        `ls >_`,
		`cat 0< x`:                        `cat <_`,
		`cat <<< "$(rm x)"`:               `cat <<<_$(rm)`,
		`cat <<EOF > out` + "\nx\nEOF\n":  `cat <<<_ >_`,
		`cd sub && cat ../outside.txt`:    `cd && cat`,
		`ls; rm -rf sub`:                  `ls; rm`,
		`ls & rm -rf sub`:                 `ls & rm`,
		`ls | head -n 3`:                  `ls | head`,
		`git -C sub log --oneline`:        `git sub`,
		`git log -1 --output out.txt`:     `git log`,
		`cat $(ls sub; touch x)`:          `cat $(ls; touch)`,
		`diff <(ls) "$(pwd)/x"`:           `diff <(ls) $(pwd)`,
		`echo x > "$(touch y)"`:           `echo >_$(touch)`,
		`PATH=. GIT_DIR=x ls`:             `PATH= GIT_DIR= ls`,
		`(cd sub; ls)`:                    `(cd; ls)`,
		`if true; then rm x; fi`:          `if true; then rm; fi`,
		`f() { rm x; }; f`:                `f() { rm; }; f`,
		`! ls # really`:                   `! ls`,
		`ls "unbalanced`:                  `ls (not parsed)`,
		`find . -exec sh -c 'touch x' \;`: `find`,
		``:                                ``,
		`a[0]=1 cmd`:                      `a[0]=1 (not parsed)`,
		"gh pr  view":                     `gh pr`,
		`cat notes.txt | while read l; do x; done`: `cat | while read; do x; done`,
	} {
		if got := shape(command); got != want {
			t.Errorf("the shape of %q is %q, want %q", command, got, want)
		}
	}
}

// Operands and options do not change a shape.
func TestShapeIgnoresOperands(t *testing.T) {
	for a, b := range map[string]string{
		`sort -o out.txt notes.txt`: `sort --output=x -u data.json`,
		`cd sub && cat x`:           `cd .. && cat -n y z`,
		`cat a > b`:                 `cat > /tmp/x c`,
	} {
		if shape(a) != shape(b) {
			t.Errorf("%q is %q and %q is %q", a, shape(a), b, shape(b))
		}
	}
}

func FuzzShape(f *testing.F) {
	for _, tc := range nasty {
		f.Add(tc.text)
	}
	f.Add("cat <<a <<b\na\nb\n")
	f.Add("coproc x { ls; }; select i in a; do :; done; case x in a) ls;; esac")
	f.Fuzz(func(t *testing.T, command string) {
		if first, second := shape(command), shape(command); first != second {
			t.Errorf("%q has the shapes %q and %q", command, first, second)
		}
	})
}
