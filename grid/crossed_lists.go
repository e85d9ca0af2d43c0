package grid

var crossedListFamilies = []Family{
	{
		Name:    "list",
		Reason:  "what follows a separator runs, whatever it is, whatever stands before and behind",
		Source:  "https://github.com/fluffypony/nsh/pull/11",
		Command: "{{first}}{{separator}}{{act}}{{behind}}",
		Axes: []Axis{
			{"first", join(firsts, []Value{{Name: "git", Text: "git log -n 1"}, {Name: "quiet", Text: "cat notes.txt 2>/dev/null"}})},
			{"separator", join(separators, tight)},
			{"act", acts},
			{"behind", []Value{{}, {Name: "piped", Text: " | cat"}, {Name: "listed", Text: "; pwd"}}},
		},
	},
	{
		Name:    "chain",
		Reason:  "chains of reads as agents write them, with one of each kind of separator between",
		Source:  "https://github.com/anthropics/claude-code/issues/30832",
		Command: "{{before}}{{one}}{{first}}{{two}}{{second}}{{three}}{{behind}}",
		Axes: []Axis{
			{"before", texts("", "cd src && ", "cd sub; ", "! ", "( ", "time ")},
			{"one", reads},
			{"first", separators[:7]},
			{"two", reads},
			{"second", separators[:7]},
			{"three", reads},
			{"behind", texts("", " 2>/dev/null", " >/dev/null 2>&1", " | wc -l", " || true", " > out.txt", " &", " )")},
		},
		Strength: 3,
	},
	{
		Name:    "redirect",
		Reason:  "every redirection, to every kind of target, in every place of a command",
		Source:  "https://github.com/anomalyco/opencode/issues/5330",
		Command: "{{place}}",
		Axes: []Axis{
			{"place", []Value{
				{Name: "front", Text: "{{redirect}}{{target}} grep -n alpha README.md"},
				{Name: "middle", Text: "grep -n {{redirect}}{{target}} alpha README.md"},
				{Name: "end", Text: "grep -n alpha README.md {{redirect}} {{target}}"},
				{Name: "first-stage", Text: "grep -n alpha README.md {{redirect}}{{target}} | wc -l"},
				{Name: "last-segment", Text: "pwd; cat README.md {{redirect}}{{target}}"},
				{Name: "second", Text: "cat README.md 2>/dev/null {{redirect}}{{target}}"},
				{Name: "loop", Text: "for i in 1; do cat README.md; done {{redirect}}{{target}}"},
			}},
			{"redirect", fileRedirects},
			{"target", join(texts("/dev/null", "out.txt", "notes.txt", "../out.txt", `"out.txt"`, "$PWD/out.txt"), nearNull)},
		},
	},
	{
		Name:    "operand-context",
		Reason:  "every kind of path, for every program that takes paths, wherever a simple command can stand",
		Source:  "https://github.com/github/copilot-cli/issues/2173",
		Command: "{{context}}",
		Axes: []Axis{
			{"context", within(contexts, "act", "program}} {{path")},
			{"program", pathReaders},
			{"path", join(keyPaths, otherPaths)},
		},
		Strength: 2,
	},
}
