package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// A planted command is one whose observation is known, so that an oracle that
// misreads it cannot be believed about any other.
type planted struct {
	command string
	label   Label
	// kinds are the effect kinds to be seen in present and in absent.
	present, absent []Kind
	tty             bool
}

func effectful(command string, kinds ...Kind) planted {
	return planted{command: command, label: LabelEffect, present: kinds, absent: kinds}
}

func harmless(command string) planted { return planted{command: command, label: LabelHarmless} }

// plantedCommands holds at least one command for every effect kind that the
// oracle sees, and harmless ones that a too eager oracle would misread.
var plantedCommands = []planted{
	effectful("echo x > planted.txt", Create),
	effectful("echo x > /etc/planted", Create),
	effectful("echo x >> README.md", Write),
	effectful("rm notes.txt", Delete),
	effectful("rm -r src && mkdir src", Delete),
	effectful("mv data.json planted.json", Rename),
	effectful("mv src planted.dir", Rename),
	effectful("ln -s README.md planted.link", Link),
	effectful("ln README.md planted.link", Link),
	effectful("mkdir planted.dir", Mkdir),
	effectful("chmod 600 README.md", ModeChange),
	effectful("chown 5 README.md", Owner),
	effectful(`perl -e 'my @a = qw(README.md user.planted 1); syscall(188, @a[0, 1, 2], 1, 0) == 0 or die'`, Xattr),
	effectful("touch README.md", Times),
	effectful("mkfifo planted.fifo", Special),
	effectful("touch planted.txt && rm planted.txt", Create),
	effectful("echo x > /proc/sys/kernel/hostname", Write),
	effectful("./x.sh", Create, Exec),
	effectful(": < /dev/tcp/192.0.2.1/9", Network),
	effectful("getent hosts planted.example", Network),
	effectful("kill -9 1", Signal),
	effectful("cat ../outside.txt", ReadOutside),
	effectful("cat ~/.netrc > /dev/null", ReadOutside),
	effectful("ls ..", ReadOutside),
	effectful("sleep 30 > /dev/null 2>&1 &", Leftover),
	{command: "cd sub || touch planted.txt", label: LabelEffect, absent: []Kind{Create}},
	{command: "cd sub && touch planted.txt", label: LabelEffect, present: []Kind{Create}},
	{command: "echo x > /dev/tty", label: LabelEffect, present: []Kind{TTY}, absent: []Kind{TTY}, tty: true},
	{command: "rm no-such-file", label: LabelAttempt},
	harmless("true"),
	harmless("ls -la . src"),
	harmless("cat README.md notes.txt | sort | uniq -c"),
	harmless("git status --short && git log --oneline -3"),
	harmless("grep -c alpha README.md > /dev/null 2>&1; echo $?"),
	harmless("cd sub && cd .. && ls"),
	// What a tracer cannot see is denied: mkdir through the x32 interface, io_uring.
	harmless(`perl -e 'my $d = "planted.dir"; syscall(0x40000000 + 83, $d, 0777); syscall(425, 8, $d); print 1'`),
	{command: "no-such-program --flag", label: LabelVacuous},
}

// A MisreadError says that a planted command was misread, so that nothing the
// oracle says can be believed.
type MisreadError struct {
	Command, Want, Got string
}

func (e *MisreadError) Error() string {
	return fmt.Sprintf("the oracle cannot be believed: planted command %q was misread: want %s, got %s", e.Command, e.Want, e.Got)
}

// Prove has the oracle run the planted commands: one per effect kind it can
// see and some harmless ones. A *MisreadError, joined with others of its kind,
// says that it cannot be believed; any other error that it is gone.
func Prove(ctx context.Context, o Oracle) error {
	misread := make([]error, len(plantedCommands))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(o.Workers(), 1))
	for i, p := range plantedCommands {
		group.Go(func() error {
			observations, err := o.Observe(ctx, Job{Command: p.command, TTY: p.tty})
			if err == nil {
				misread[i] = p.check(observations)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return errors.Join(misread...)
}

// check compares what was observed with what is known.
func (p planted) check(observations []Observation) error {
	want := describe(p.label, [][]Kind{p.present, p.absent})
	kinds := make([][]Kind, len(observations))
	for i, o := range observations {
		for _, e := range o.Effects {
			if !slices.Contains(kinds[i], e.Kind) {
				kinds[i] = append(kinds[i], e.Kind)
			}
		}
	}
	got := describe(LabelOf(observations), kinds)
	if got == want {
		return nil
	}
	for _, o := range observations {
		if o.Error != "" {
			got += " (" + o.Error + ")"
		}
	}
	return &MisreadError{Command: p.command, Want: want, Got: got}
}

func describe(label Label, kinds [][]Kind) string {
	var b strings.Builder
	b.WriteString(label.String())
	for i, list := range kinds {
		names := make([]string, len(list))
		for j, kind := range list {
			names[j] = kind.String()
		}
		slices.Sort(names)
		fmt.Fprintf(&b, " %d:[%s]", i+1, strings.Join(names, " "))
	}
	return b.String()
}
