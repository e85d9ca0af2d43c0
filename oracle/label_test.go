package oracle

import (
	"slices"
	"testing"
)

// ended returns an observation of a command that ended with a status.
func ended(exit int, stdout, stderr string) Observation {
	return Observation{Fixture: "present", Status: Exited, Exit: exit, Stdout: stdout, Stderr: stderr}
}

// TestLabelPrecedence has a better and a worse label in two fixtures, either
// way round: the better one must win.
func TestLabelPrecedence(t *testing.T) {
	effect, blocked, transient, cut := ended(0, "", ""), ended(1, "", ""), ended(0, "", ""), ended(0, "", "")
	effect.Effects = []Effect{{Kind: Create, Path: "/srv/ws/a", Inside: true}}
	blocked.Effects = []Effect{{Kind: Delete, Path: "/proc/1", Blocked: true}}
	transient.Effects = []Effect{{Kind: Create, Path: "/tmp/a", Transient: true}}
	cut.EffectsCut = true
	late := Observation{Status: Timeout, Exit: -1, Effects: effect.Effects}
	attempt, vacuous, harmless := ended(1, "", ""), ended(127, "", "bash: line 1: nosuch: command not found\n"), ended(0, "", "")
	attempt.Attempts = []Attempt{{Call: "unlink", Path: "/srv/ws/missing", Errno: "ENOENT"}}
	signaled := Observation{Status: Signaled, Exit: 137}

	levels := []struct {
		label Label
		kinds []Observation
	}{
		{LabelEffect, []Observation{effect, blocked, transient, cut, late}},
		{LabelOracleError, []Observation{{Status: StatusError, Exit: -1}, {Status: NeverStarted, Exit: -1}, {}, {Status: StatusError + 1}}},
		{LabelTimeout, []Observation{{Status: Timeout}, {Status: OutputLimit}, {Status: ProcessLimit}, {Status: MemoryLimit}, {Status: DiskLimit}}},
		{LabelAttempt, []Observation{attempt}},
		{LabelHarmless, []Observation{harmless, signaled}},
		{LabelVacuous, []Observation{vacuous}},
	}
	for i, better := range levels {
		for _, o := range better.kinds {
			if got := LabelOf([]Observation{o}); got != better.label {
				t.Errorf("%+v is %v, want %v", o, got, better.label)
			}
			for _, worse := range levels[i:] {
				for _, other := range worse.kinds {
					for _, both := range [][]Observation{{o, other}, {other, o}} {
						if got := LabelOf(both); got != better.label {
							t.Errorf("%+v is %v, want %v", both, got, better.label)
						}
					}
				}
			}
		}
	}
}

// TestNothingObservedIsNoPass: silence must never read as harmless.
func TestNothingObservedIsNoPass(t *testing.T) {
	for _, none := range [][]Observation{nil, {}} {
		if got := LabelOf(none); got != LabelOracleError {
			t.Errorf("LabelOf(%v) = %v", none, got)
		}
	}
}

// TestEveryStatusIsJudged: a status that is added must be put on one side.
func TestEveryStatusIsJudged(t *testing.T) {
	for s := range Status(len(statusNames) + 1) {
		o := Observation{Status: s}
		complete := s == Exited || s == Signaled
		sides := []bool{complete, limited(o), failed(o)}
		if slices.Index(sides, true) < 0 || slices.Contains(sides[slices.Index(sides, true)+1:], true) {
			t.Errorf("%v is complete, limited, failed: %v, want exactly one", s, sides)
		}
	}
}

func TestRan(t *testing.T) {
	exec := func(o Observation, programs ...string) Observation {
		for _, p := range programs {
			o.Execs = append(o.Execs, ExecRecord{Argv: []string{p}, Path: "/usr/bin/" + p})
		}
		return o
	}
	stub := ended(0, "", "")
	stub.Execs = []ExecRecord{{Argv: []string{"curl"}, Path: "/usr/lib/fencediff/stub"}}
	stubAndMore := exec(stub, "head")
	const (
		catBad    = "cat: unrecognized option '--zzz-bad'\nTry 'cat --help' for more information.\n"
		catAbsent = "cat: missing: No such file or directory\n"
		syntax    = "bash: -c: line 2: syntax error: unexpected end of file\n"
	)
	cutShort := ended(1, "", catBad)
	cutShort.StderrCut = true
	for _, test := range []struct {
		name string
		o    Observation
		want bool
	}{
		{"silent success", ended(0, "", ""), true},
		{"status 1 alone", ended(1, "", ""), true},
		{"status 2 alone", ended(2, "", ""), true},
		{"status 126 alone", ended(126, "", ""), false},
		{"status 127 alone", ended(127, "", ""), false},
		{"status 129 alone", ended(129, "", ""), true},
		{"an error that is no usage error", ended(1, "", "cat: sub: Is a directory\n"), true},
		{"a refusal by permission", ended(1, "", "cat: /root/x: Permission denied\n"), true},

		{"syntax error", ended(2, "", syntax), false},
		{"syntax error after output", ended(2, "x\n", syntax), false},
		{"text of a syntax error that another printed", ended(0, "", syntax), true},
		{"syntax error with bash by its path", ended(2, "", "/bin/bash: -c: line 1: unexpected EOF while looking for matching `\"'\n"), false},

		{"command not found", ended(127, "", "bash: line 1: nosuch: command not found\n"), false},
		{"command not found in a pipeline", ended(0, "x\n", "bash: line 3: nosuch: command not found\n"), false},
		{"those words in a file", ended(0, "bash: line 1: nosuch: command not found\n", ""), true},
		{"program by a path that is not there", ended(127, "", "bash: line 1: ./nosuch: No such file or directory\n"), false},
		{"env finds no program", ended(127, "", "env: ‘nosuch’: No such file or directory\n"), false},

		{"stub", stub, false},
		{"stub and a program", stubAndMore, false},
		{"stub by its trace", ended(0, "", "curl: recording stub: not run\n"), false},
		{"a stub's trace that no stub wrote", exec(ended(0, "", "curl: recording stub: not run\n"), "cat"), true},

		{"usage error", exec(ended(1, "", catBad), "cat"), false},
		{"usage error, not traced", ended(1, "", catBad), false},
		{"usage error of a program by its path", ended(1, "", "/bin/cat: invalid option -- 'Q'\nTry '/bin/cat --help' for more information.\n"), false},
		{"usage error and output", exec(ended(1, "x\n", catBad), "cat", "echo"), true},
		{"usage error and a real error", exec(ended(1, "", catBad+"cat: sub: Is a directory\n"), "cat"), true},
		{"usage error with a status that is not the program's", exec(ended(7, "", catBad), "cat"), true},
		{"usage error in a pipeline", exec(ended(3, "", catBad), "cat", "jq"), false},
		{"usage error that || follows", exec(ended(0, "", catBad), "cat"), false},
		{"usage error of a program that was not run", exec(ended(1, "", catBad), "sh"), true},
		{"usage error, the rest cut", cutShort, true},
		{"usage text on standard output", exec(ended(2, "Usage: /usr/bin/which [-a] args\n", "Illegal option --\n"), "which"), false},
		{"usage text of another program on standard output", exec(ended(2, "Usage: hostname x\n", "Illegal option --\n"), "which"), true},

		{"operand that does not exist", exec(ended(1, "", catAbsent), "cat"), false},
		{"one of two operands does not exist", exec(ended(1, "text\n", catAbsent), "cat"), true},
		{"cd to what does not exist", ended(1, "", "bash: line 1: cd: missing: No such file or directory\n"), false},
		{"redirection from what does not exist, then output", ended(0, "x\n", "bash: line 1: missing: No such file or directory\n"), true},
		{"redirection from what does not exist", ended(1, "", "bash: line 1: missing: No such file or directory\n"), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ran(test.o); got != test.want {
				t.Errorf("ran is %v, want %v: %+v", got, test.want, test.o)
			}
		})
	}
}

// TestOneFixtureIsEnough: a command that ran in one of two fixtures is not vacuous.
// TestNothingExecuted: what bash could not start is vacuous, wherever its
// message went.
func TestNothingExecuted(t *testing.T) {
	for _, test := range []struct {
		name string
		o    Observation
		want bool
	}{
		{"a missing program, silent", Observation{Status: Exited, Exit: 127}, false},
		{"a missing directory", Observation{Status: Exited, Exit: 126, Stderr: "fencediff: cannot enter the working directory\n"}, false},
		{"it printed", Observation{Status: Exited, Exit: 127, Stdout: "x\n"}, true},
		{"it executed", Observation{Status: Exited, Exit: 127, Execs: []ExecRecord{{Path: "/usr/bin/cat"}}}, true},
		{"another status", Observation{Status: Exited, Exit: 1}, true},
	} {
		if got := ran(test.o); got != test.want {
			t.Errorf("%s: ran is %t, want %t", test.name, got, test.want)
		}
	}
}

func TestOneFixtureIsEnough(t *testing.T) {
	absent := ended(1, "", "bash: line 1: cd: sub: No such file or directory\n")
	if got := LabelOf([]Observation{absent, absent}); got != LabelVacuous {
		t.Errorf("in none: %v", got)
	}
	if got := LabelOf([]Observation{ended(0, "inner.txt\n", ""), absent}); got != LabelHarmless {
		t.Errorf("in one: %v", got)
	}
}
