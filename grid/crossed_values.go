package grid

import "strings"

// valuedOptions are the options of the programs that stand with a value, and what
// else the command needs to run.
func valuedOptions(programs []program) []Value {
	var values []Value
	for _, p := range programs {
		for _, o := range p.options {
			before, option, after, ok := cutValue(o.Text)
			if !ok {
				continue
			}
			head := p.head + spaced(before)
			values = append(values, Value{Text: head + " " + option, Fields: map[string]string{
				"head": head, "option": option, "behind": spaced(after) + spaced(p.operand),
			}})
		}
	}
	return values
}

// cutValue finds the first option that is followed by a value, and what stands
// before the option and behind the value.
func cutValue(text string) (before, option, after string, ok bool) {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i++ {
		value := words[i+1]
		if !strings.HasPrefix(words[i], "-") || strings.ContainsAny(value[:1], `-\`) {
			continue
		}
		end := i + 2
		for strings.Count(strings.Join(words[i+1:end], " "), "'")%2 == 1 {
			end++
		}
		return strings.Join(words[:i], " "), words[i], strings.Join(words[end:], " "), true
	}
	return "", "", "", false
}

// crossedValueFamilies are the families about what an option takes for its value,
// and what it leaves to be an operand.
func crossedValueFamilies(programs []program) []Family {
	return []Family{
		{
			Name:    "option-value",
			Reason:  "the word after an option is its value, an operand or an option, whatever it looks like",
			Source:  "https://github.com/Hmbown/CodeWhale/blob/main/crates/tui/src/command_safety.rs",
			Command: "{{place}}",
			Axes: []Axis{
				{"place", []Value{
					{Name: "before", Text: "{{o.head}} {{o.option}} {{value}}{{o.behind}}"},
					{Name: "after", Text: "{{o.head}}{{o.behind}} {{o.option}} {{value}}"},
				}},
				{"value", texts("/", "..", "../outside.txt", "-x", "-1", "x", "'*'")},
				{"o", valuedOptions(programs)},
			},
		},
		{
			Name:    "option-late",
			Reason:  "an option behind an operand is an option all the same",
			Command: "{{command}}",
			Axes: []Axis{{"command", texts(
				"cat notes.txt -A", "head notes.txt -z", "wc notes.txt -lw", "which ls -s", "stat notes.txt -t", "file notes.txt -k",
				"du src -k", "df src -k", "cut -b 1 notes.txt -b1", "cut -c 1 notes.txt --output-delimiter=x", "git status src -z", "git blame notes.txt -s",
				// A switch that stands last takes no value.
				"tr a -d", "tr a --delete", "git blame HEAD~1..HEAD notes.txt --reverse",
			)}},
		},
		{
			Name:    "value-choice",
			Reason:  "an option that has choices takes no other value",
			Command: "git status --untracked-files={{value}} src",
			Axes:    []Axis{{"value", texts("", "no", "normal", "all", "x", "No", "true", "../outside.txt")}},
		},
		{
			Name:    "operand-moved",
			Reason:  "an operand is read from where the program runs, not from the root",
			Command: "{{move}} && {{program}} {{path}}",
			Axes: []Axis{
				{"move", texts("cd src", "cd src && cd ../src")},
				{"program", pathReaders},
				{"path", texts("../README.md", "../../outside.txt")},
			},
		},
		{
			Name:    "pipe-moved",
			Reason:  "a pipe binds tighter than the list it stands in, and both its sides start where the list is",
			Command: "{{move}}{{first}} | {{second}}",
			Axes: []Axis{
				{"move", texts("", "cd src && ", "cd src; ", "cd src && pwd && ", "cd src && cd .. && ")},
				{"first", texts("ls", "cat ../README.md", "cat README.md", "cat main.go")},
				{"second", texts("wc -l", "cat ../README.md", "cat README.md - main.go")},
			},
		},
		{
			Name:    "operand-single",
			Reason:  "what one operand is, where the program reads it otherwise than others",
			Command: "{{command}}",
			Axes: []Axis{{"command", texts(
				"uniq +1", "uniq -- +1", "tail +1", "sort +1", "printf '%s' '%n'", "printf '%s' '%*d'", "git log -1 HEAD README.md",
				"git log -1 -- README.md notes.txt", "git -C -x status", "git -C -- status",
				"git grep -e -x", "git grep -e .. HEAD", "grep a\u00a0/ README.md", "cd src && comm ../data.json ../README.md",
			)}},
		},
		{
			Name:    "operand-gh",
			Reason:  "the words of gh's reads are judged wherever they stand",
			Command: "gh {{row}} {{words}}",
			Network: true,
			Axes: []Axis{
				{"row", ghReads},
				{"words", texts("v1 --web", "v1 -R -x/y", "v1 -s -x", "-R name", "-s a:b", "--json a:b", "v1 -- --web")},
			},
		},
		{
			Name:    "operand-npm",
			Reason:  "the words of npm's reads are judged wherever they stand",
			Command: "npm {{row}} {{words}}",
			Network: true,
			Axes: []Axis{
				{"row", texts("view", "show", "info")},
				{"words", texts("left-pad -- version", "-- left-pad", "left-pad --json", "-- --json")},
			},
		},
		{
			Name:    "workdir-moved",
			Reason:  "a cd that did not happen leaves the shell in the tool's own directory, not in the root",
			Command: "{{command}}",
			Cwd:     "src",
			Axes: []Axis{{"command", texts(
				"cd .. || cat ../notes.txt", "cd .. && cat notes.txt", "cd ..; cat ../notes.txt", "cd .. | cat ../notes.txt",
				"cd missing || cat ../notes.txt", "cd ../sub || cat ../notes.txt", "cd ../sub; cat ../notes.txt", "cat ../notes.txt",
				"cd ..; cat ../outside.txt", "cd .. && cat ../outside.txt", "cd .. || cat ../outside.txt", "cd .. | cat ../outside.txt",
			)}},
		},
		{
			Name:    "workdir-beside",
			Reason:  "a directory beside the root whose name begins like the root's lies outside",
			Command: "{{command}}",
			Cwd:     "{{cwd}}",
			Axes: []Axis{
				{"cwd", texts("/srv/ws-evil", "../ws-evil", "/srv/ws-", "/srv/w")},
				{"command", texts("pwd", "ls -A")},
			},
		},
	}
}
