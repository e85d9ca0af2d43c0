package grid

import "strings"

// segments is n copies of a segment joined by a separator.
func segments(n int, segment, separator string) string {
	return strings.TrimSuffix(strings.Repeat(segment+separator, n), separator)
}

// sized is a command of exactly n bytes that echoes what fills it.
func sized(n int) string {
	const head = "echo "
	return head + strings.Repeat("a", n-len(head))
}

var capFamilies = []Family{
	{
		Name:    "cap-bytes",
		Reason:  "the longest command a fence reads, one byte below and above",
		Command: "{{command}}",
		Axes: []Axis{{"command", []Value{
			{Name: "8191", Text: sized(8191)},
			{Name: "8192", Text: sized(8192)},
			{Name: "8193", Text: sized(8193)},
			{Name: "8193-hidden-write", Text: sized(8180) + "; touch PWNED"},
			{Name: "65536", Text: sized(65536)},
		}}},
	},
	{
		Name:    "cap-segments",
		Reason:  "the cap of segments, one below and one above, for each separator",
		Command: "{{command}}",
		Axes: []Axis{{"command", []Value{
			{Name: "semicolon-32", Text: segments(32, "pwd", "; ")},
			{Name: "semicolon-33", Text: segments(33, "pwd", "; ")},
			{Name: "and-32", Text: segments(32, "pwd", " && ")},
			{Name: "and-33", Text: segments(33, "pwd", " && ")},
			{Name: "or-32", Text: segments(32, "pwd", " || ")},
			{Name: "or-33", Text: segments(33, "pwd", " || ")},
			{Name: "pipe-32", Text: segments(32, "cat", " | ")},
			{Name: "pipe-33", Text: segments(33, "cat", " | ")},
			{Name: "last-writes", Text: segments(33, "pwd", "; ") + "; touch PWNED"},
			{Name: "moves-and-32", Text: "cd src && " + segments(32, "pwd", " && ")},
			{Name: "moves-and-33", Text: "cd src && " + segments(33, "pwd", " && ")},
		}}},
	},
	{
		Name:    "cap-operands",
		Reason:  "an operand too many is an output file, a usage error or nothing",
		Source:  "https://github.com/amd/gaia/pull/2740",
		Command: "{{command}}",
		Axes: []Axis{{"command", join(
			texts(
				"uniq notes.txt out.txt", "uniq notes.txt untracked.txt", "uniq -c notes.txt out.txt",
				"uniq notes.txt -c out.txt", "uniq -- notes.txt out.txt", "uniq - out.txt", "uniq notes.txt -",
				"uniq -f 1 notes.txt out.txt", "sort notes.txt | uniq", "sort notes.txt | uniq - out.txt",
				"sort notes.txt | uniq -", "uniq notes.txt ../out.txt", "uniq notes.txt /dev/null",
				"uniq notes.txt /dev/stdout", "uniq a b c", "uniq -f x notes.txt", "tail -n x notes.txt",
				"du -d x src", "uniq notes.txt ''", "uniq src/*.go", "uniq src/main*", "uniq README*",
				"uniq *.zzz", "uniq --count notes.txt -- out.txt", "uniq +1 notes.txt",
				"uniq -1 notes.txt out.txt", "comm data.json README.md notes.txt", "comm data.json *.md",
				"comm - README.md", "comm -12 data.json README.md", "tr a b c", "tr -d a b", "tr -ds a b",
				"tr *.md b", "tr '*' b", "tr '[:lower:]' '[:upper:]'", "tr [:lower:] [:upper:]", "pwd",
				"pwd src", "pwd --", "pwd -L -P",
				"cat notes.txt notes.txt notes.txt notes.txt notes.txt notes.txt notes.txt notes.txt",
				"tail -n 1 notes.txt data.json README.md", "tail -1 notes.txt data.json",
				"head -1 notes.txt data.json", "tail -n -1 notes.txt", "head -n -1 notes.txt",
				"tail +1 notes.txt", "tail -n +2 notes.txt", "tail -c +2 notes.txt", "tail -- +1",
				"sort +1 notes.txt", "head +1 notes.txt",
			),
			[]Value{
				{Name: "cat-64", Text: "cat" + strings.Repeat(" data.json", 64)},
				{Name: "cat-1000", Text: "cat" + strings.Repeat(" data.json", 1000)},
			})}},
	},
	{
		Name:    "cap-width",
		Reason:  "a printf width fills memory; the cap, one below and above, in each place a number can stand",
		Command: "printf '%{{conversion}}' alpha",
		Axes: []Axis{{"conversion", texts(
			"4095s", "4096s", "4097s", "-4096s", "-4097s", ".4096s", ".4097s", "4096.4096s", "4096.4097s",
			"4097.4096s", "04096s", "00000004096s", "0004097s", "99999999999999999999s",
			".99999999999999999999s", "*s", ".*s", "-*s",
		)}},
	},
}
