package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fence/mutant"
	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
	"github.com/fencediff/fencediff/reports"
)

// faults are planted mistakes of different causes, each with a command that
// shows it. NAME stands for a name that somebody chose.
var faults = []struct{ id, command string }{
	{"special/background/is-text", "ls & touch NAME"},
	{"separator/newline-is-blank", "ls\ntouch NAME"},
	{"separator/semicolon/ends-reading", "ls; touch NAME"},
	{"separator/pipe/ends-reading", "ls | tee NAME"},
	{"separator/comment-to-the-end", "ls #\ntouch NAME"},
	{"separator/semicolon/from-after-success", "cd sub; cat ../outside.txt"},
	{"separator/or/from-after-success", "cd sub || cat ../outside.txt"},
	{"option/sort-output", "sort -o NAME notes.txt"},
	{"option/sort-output-attached", "sort --output=NAME notes.txt"},
	{"option/find-delete", "find src -delete"},
	{"option/git-diff-output", "git diff --output=NAME"},
	{"option/git-log-output", "git log --output=NAME"},
	{"redirect/append", "cat notes.txt >> NAME"},
	{"redirect/both", "cat notes.txt &> NAME"},
	{"redirect/near-null", "cat notes.txt >/dev/nullNAME"},
	{"program/tee", "ls | tee NAME"},
	{"program/xargs", "ls | xargs touch NAME"},
	{"program/git-branch", "git branch NAME"},
	{"path/relative-unchecked", "cat ../outside.txt"},
	{"cap-operands/uniq/one-more", "uniq notes.txt NAME"},
	{"separator/pipe/refused", "cat notes.txt | wc -l"},
	{"subcommand/git-show/forgotten", "git show --stat"},
	{"program/stat/forgotten", "stat notes.txt"},
	{"environment/prefix-unseen", "GIT_EXTERNAL_DIFF=./NAME git diff"},
	{"switch/ls/-l/forgotten", "ls -l src"},
}

// around are ways to put more around a command, none of which shows anything.
var around = []string{
	"%s", "ls -a; %s", "cat README.md; %s; head -n 1 notes.txt", "pwd && %s", "%s | wc -l", "%s 2>/dev/null", "ls src 2>&1 | head -n 3; %s",
	"git status --short; %s && pwd", "echo 'a b' \"c\" | cat; %s | grep -n x", "git --no-pager log --oneline; %s", "cd src && ls && cd ..; %s",
	"ls -d src || pwd; %s; cat < /dev/null",
}

var chosen = []string{"out.txt", "x", "new-file", "zz9.log", "Result_2"}

// variation makes another command of a fault's: names, what is around, and at
// times a mutation.
func variation(random *rand.Rand, command string) string {
	command = strings.ReplaceAll(command, "NAME", chosen[random.IntN(len(chosen))])
	files := []string{"notes.txt", "data.json", "README.md", "src/main.go"}
	command = strings.ReplaceAll(command, "notes.txt", files[random.IntN(len(files))])
	if random.IntN(4) == 0 {
		command, _ = fuzz.Mutate(command, fuzz.Choices(random.Uint64(), 0), fuzz.DefaultVocabulary())
	}
	for range random.IntN(3) {
		command = fmt.Sprintf(around[random.IntN(len(around))], command)
	}
	return command
}

// A caused is what became of one finding.
type caused struct{ command, smallest, cause string }

// A faulty is a fence with one mistake, in front of an oracle.
type faulty struct {
	*Engine
	root  string
	right fence.Fence
}

func newFaulty(t testing.TB, id string, o oracle.Oracle, root string) faulty {
	t.Helper()
	planted := mutant.Planted()
	i := slices.IndexFunc(planted, func(m mutant.Mutation) bool { return m.ID == id })
	if i < 0 {
		t.Fatalf("no fault %s is planted", id)
	}
	f, err := planted[i].Fence(fence.WalkRules())
	if err != nil {
		t.Fatal(err)
	}
	walk, _ := fence.Lookup("walk")
	return faulty{&Engine{Fence: f, Oracle: o}, root, walk}
}

// causeOf shrinks a command; not ok for one that does not show the mistake.
func (f faulty) causeOf(t *testing.T, command string) (c caused, ok bool) {
	t.Helper()
	r := reports.NewRequest("r", command)
	r.Policy.Root = f.root
	right, err := f.right.Judge(t.Context(), r.Request)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := f.judge(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if right.Decision == wrong.Decision {
		return c, false
	}
	shrunk, smallest, err := f.Shrink(t.Context(), r, 5000)
	switch {
	case err != nil:
		t.Fatal(err)
	case shrunk.Stop == fuzz.NotShown:
		return c, false
	case shrunk.Stop != fuzz.Minimal:
		t.Errorf("%q ends %s", command, shrunk.Stop)
	}
	return caused{command, shrunk.Command, smallest.Cause()}, true
}

// vary finds n variations of a fault's command that show it.
func (f faulty) vary(t *testing.T, command string, seed uint64, n int) (list []caused) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	for tries := 0; len(list) < n; tries++ {
		if tries == 100*n {
			t.Fatalf("%d of %d variations show it", len(list), tries)
		}
		if c, ok := f.causeOf(t, variation(random, command)); ok {
			list = append(list, c)
		}
	}
	return list
}

// usual is the cause that most of the findings have.
func usual(list []caused) (cause string) {
	counts := map[string]int{}
	for _, c := range list {
		if counts[c.cause]++; counts[c.cause] > counts[cause] {
			cause = c.cause
		}
	}
	return cause
}

// TestACauseIsOneBucket makes 1,000 findings by varying 25 planted faults.
func TestACauseIsOneBucket(t *testing.T) {
	const each, again, most = 40, 3, 40
	found := make([][]caused, len(faults))
	t.Run("faults", func(t *testing.T) {
		for i, fault := range faults {
			t.Run(fault.id, func(t *testing.T) {
				t.Parallel()
				o := newModel(t)
				f := newFaulty(t, fault.id, o, o.root)
				found[i] = f.vary(t, fault.command, 1, each)
				cause := usual(found[i])

				other := f.vary(t, fault.command, 2, again)
				if got := usual(other); got != cause {
					t.Errorf("with another seed its cause is %s, %q; with the first it is %s", got, other[0].smallest, cause)
				}
				for _, name := range chosen {
					if c, ok := f.causeOf(t, strings.ReplaceAll(fault.command, "NAME", name)); !ok || c.cause != cause {
						t.Errorf("with the name %s its cause is %s, %q; otherwise %s", name, c.cause, c.smallest, cause)
					}
				}
				// Alone, in another order, with an oracle that has seen nothing else.
				o = newModel(t)
				f = newFaulty(t, fault.id, o, o.root)
				for _, c := range slices.Backward(found[i][:again]) {
					if alone, ok := f.causeOf(t, c.command); !ok || alone != c {
						t.Errorf("alone %q comes down to %q, %s; among others to %q, %s", c.command, alone.smallest, alone.cause, c.smallest, c.cause)
					}
				}
			})
		}
	})
	buckets, findings := map[string]string{}, 0
	for i, list := range found {
		for _, c := range list {
			findings++
			if fault, ok := buckets[c.cause]; ok && fault != faults[i].id {
				t.Errorf("the bucket %s mixes %s with %s, which %q shows", c.cause, fault, faults[i].id, c.smallest)
			}
			if buckets[c.cause] == "" {
				t.Logf("%s %s %q from %q", c.cause, faults[i].id, c.smallest, c.command)
			}
			buckets[c.cause] = faults[i].id
		}
	}
	t.Logf("%d findings in %d buckets", findings, len(buckets))
	if findings != len(faults)*each || len(buckets) > most {
		t.Errorf("%d findings in %d buckets; want %d in %d or fewer", findings, len(buckets), len(faults)*each, most)
	}
}

// TestCausesInBash has real bash label what the faults' commands are shrunk to:
// each has a cause of its own, whatever it is called and whatever is around it.
func TestCausesInBash(t *testing.T) {
	o := oracletest.Open(t, oracle.Config{})
	causes := make([]string, len(faults))
	t.Run("faults", func(t *testing.T) {
		for i, fault := range faults {
			if i%2 != 0 {
				continue // half of them say enough, for half the time; of the others one needs a file that is there
			}
			t.Run(fault.id, func(t *testing.T) {
				t.Parallel()
				f := newFaulty(t, fault.id, o, fence.DefaultPolicy().Root)
				for _, command := range []string{
					strings.ReplaceAll(fault.command, "NAME", "zz9"),
					"ls -a; " + strings.NewReplacer("NAME", "out.txt", "notes.txt", "data.json").Replace(fault.command),
				} {
					c, ok := f.causeOf(t, command)
					t.Logf("%q comes down to %q", command, c.smallest)
					if !ok || causes[i] != "" && c.cause != causes[i] {
						t.Errorf("the cause of %q is %s, and without what is around it %s", command, c.cause, causes[i])
					}
					causes[i] = c.cause
				}
			})
		}
	})
	for i, cause := range causes {
		if at := slices.Index(causes, cause); at != i && cause != "" {
			t.Errorf("%s and %s have one cause", faults[at].id, faults[i].id)
		}
	}
}
