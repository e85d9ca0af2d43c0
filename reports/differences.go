package reports

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fencediff/fencediff/oracle"
)

// varying is what two runs of a program never share, by program; it is not
// compared.
var varying = map[string]*regexp.Regexp{
	"stat": regexp.MustCompile(`(?m)(Device|Inode): \S+|^(Access|Modify|Change| Birth): \d.*$`),
	"rg":   regexp.MustCompile(`\d+\.\d+ seconds`),
	"git":  regexp.MustCompile(`(?m)(Not Committed Yet)( +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)|^(author|committer)-time \d+$`),
}

// unordered are programs that print what several threads find, in any order.
var unordered = []string{"rg", "fd"}

// comparedFields are what a command and its plan must not differ in.
var comparedFields = []struct {
	name string
	of   func(oracle.Observation) string
}{
	{"status", func(o oracle.Observation) string { return o.Status.String() }},
	{"exit", func(o oracle.Observation) string { return strconv.Itoa(o.Exit) }},
	{"stdout", func(o oracle.Observation) string { return strconv.Quote(o.Stdout) }},
	{"stderr", func(o oracle.Observation) string { return strconv.Quote(o.Stderr) }},
	{"effects", effectList},
}

func effectList(o oracle.Observation) string {
	list := []string{}
	for _, e := range o.Effects {
		list = append(list, fmt.Sprintf("%s %s", e.Kind, e.Path))
	}
	return strings.Join(list, ", ")
}

// Differences lists what two runs of one command in the same fixtures differ
// in, but for what two runs of its programs never share.
func Differences(a, b []oracle.Observation) []Difference {
	list := []Difference{}
	for i := range min(len(a), len(b)) {
		x, y := comparable(a[i]), comparable(b[i])
		for _, field := range comparedFields {
			if was, is := field.of(x), field.of(y); was != is {
				list = append(list, Difference{Fixture: a[i].Fixture, Field: field.name, Command: was, Plan: is})
			}
		}
	}
	return list
}

// comparable takes out of an observation what two runs of the programs that it
// lists never share.
func comparable(o oracle.Observation) oracle.Observation {
	for _, e := range o.Execs {
		name := e.Path[strings.LastIndexByte(e.Path, '/')+1:]
		if len(e.Argv) > 0 {
			name = e.Argv[0][strings.LastIndexByte(e.Argv[0], '/')+1:]
		}
		if re := varying[name]; re != nil {
			o.Stdout = re.ReplaceAllString(o.Stdout, "...")
		}
		if slices.Contains(unordered, name) {
			o.Stdout = sortedLines(o.Stdout)
		}
	}
	if len(o.Execs) > 1 {
		// Which program of a pipeline complains first is chance.
		o.Stderr = sortedLines(o.Stderr)
	}
	return o
}

func sortedLines(text string) string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}
