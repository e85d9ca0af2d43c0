package grid

// separators end one segment and begin the next, or look as if they did.
var separators = []Value{
	{Name: "pipe", Text: " | "},
	{Name: "and", Text: " && "},
	{Name: "or", Text: " || "},
	{Name: "semicolon", Text: "; "},
	{Name: "background", Text: " & "},
	{Name: "pipe-both", Text: " |& "},
	{Name: "newline", Text: "\n"},
	{Name: "carriage-return", Text: "\r"},
	{Name: "carriage-return-newline", Text: "\r\n"},
	{Name: "semicolon-newline", Text: ";\n"},
	{Name: "and-newline", Text: " &&\n"},
	{Name: "pipe-newline", Text: " |\n"},
	{Name: "background-semicolon", Text: " &; "},
	{Name: "double-semicolon", Text: ";; "},
	{Name: "semicolon-and", Text: ";& "},
	{Name: "semicolon-semicolon-spaced", Text: "; ; "},
	{Name: "not-after-and", Text: " && ! "},
	{Name: "not-after-semicolon", Text: "; ! "},
	{Name: "vertical-tab", Text: "\v"},
	{Name: "form-feed", Text: "\f"},
	{Name: "line-separator", Text: "\u2028"},
	{Name: "full-width-semicolon", Text: "； "},
	{Name: "comment-newline", Text: " # it's a comment\n"},
	{Name: "continuation", Text: " \\\n"},
	{Name: "carriage-return-continuation", Text: " \\\r\n"},
}

// tight are the separators of the grammar with every spacing about them.
var tight = []Value{
	{Name: "pipe-none", Text: "|"},
	{Name: "pipe-left", Text: " |"},
	{Name: "pipe-right", Text: "| "},
	{Name: "pipe-tab", Text: "\t|\t"},
	{Name: "and-none", Text: "&&"},
	{Name: "and-left", Text: " &&"},
	{Name: "and-right", Text: "&& "},
	{Name: "and-split", Text: " & & "},
	{Name: "or-none", Text: "||"},
	{Name: "or-left", Text: " ||"},
	{Name: "or-right", Text: "|| "},
	{Name: "or-split", Text: " | | "},
	{Name: "semicolon-none", Text: ";"},
	{Name: "semicolon-both", Text: " ; "},
	{Name: "semicolon-left", Text: " ;"},
	{Name: "background-none", Text: "&"},
	{Name: "background-left", Text: " &"},
	{Name: "background-right", Text: "& "},
	{Name: "pipe-both-none", Text: "|&"},
}

// dangling are separators with nothing on one side or on both.
var dangling = []Value{
	{Name: "trailing", Text: "cat README.md{{separator}}"},
	{Name: "leading", Text: "{{separator}}cat README.md"},
	{Name: "doubled", Text: "cat README.md{{separator}}{{separator}}pwd"},
}

var separatorFamilies = []Family{
	{
		Name:    "separator",
		Reason:  "what follows a separator runs, whatever the fence took the separator for",
		Source:  "https://github.com/fluffypony/nsh/pull/11",
		Command: "{{first}}{{separator}}{{action}}",
		Axes:    []Axis{{"first", firsts}, {"separator", separators}, {"action", actions[1:2]}},
	},
	{
		Name:    "separator-tight",
		Reason:  "separators need no blanks, and blanks inside one make another",
		Source:  "https://github.com/rebel0789/codexpro/pull/52",
		Command: "head -n 1 README.md{{separator}}{{action}}",
		Axes:    []Axis{{"separator", tight}, {"action", actions[:2]}},
	},
	{
		Name:    "separator-dangling",
		Reason:  "an empty segment is a syntax error, nothing, or the start of a background job",
		Command: "{{place}}",
		Axes: []Axis{
			{"place", dangling},
			{"separator", []Value{
				{Name: "pipe", Text: " | "},
				{Name: "and", Text: " && "},
				{Name: "or", Text: " || "},
				{Name: "semicolon", Text: "; "},
				{Name: "background", Text: " & "},
				{Name: "newline", Text: "\n"},
				{Name: "carriage-return", Text: "\r"},
			}},
		},
	},
	{
		Name:    "separator-chain",
		Reason:  "precedence: a pipe binds tighter than a list, && and || are equal and lean left",
		Command: "{{first}}{{one}}grep alpha{{two}}{{action}}",
		Axes: []Axis{
			{"first", []Value{{Name: "ok", Text: "cat README.md"}, {Name: "fails", Text: "cat nosuch.txt"}}},
			{"one", separators[:4]},
			{"two", separators[:4]},
			{"action", actions[1:2]},
		},
	},
	{
		Name:    "background",
		Reason:  "a job that outlives the command is an effect",
		Command: "{{job}}",
		Axes: []Axis{{"job", texts(
			"sleep 30 &", "(sleep 30 &)", "nohup sleep 30 &", "setsid sleep 30 &", "setsid -f sleep 30",
			"coproc sleep 30", "sleep 30 & disown", "sleep 0.1 & wait", "cat notes.txt &",
			"{ sleep 0.01; touch PWNED; } & wait", "sleep 30 | cat README.md & exit", ": & jobs",
		)}},
	},
}
