package grid

import "slices"

// settingForms are the ways to set a variable for a command.
var settingForms = []Value{
	{Name: "prefix", Text: "{{set.name}}={{set.value}} {{set.command}}"},
	{Name: "two", Text: "A=1 {{set.name}}={{set.value}} {{set.command}}"},
	{Name: "append", Text: "{{set.name}}+={{set.value}} {{set.command}}"},
	{Name: "set", Text: "{{set.name}}={{set.value}}; {{set.command}}"},
	{Name: "export", Text: "export {{set.name}}={{set.value}}; {{set.command}}"},
	{Name: "export-and", Text: "export {{set.name}}={{set.value}} && {{set.command}}"},
	{Name: "declare", Text: "declare -x {{set.name}}={{set.value}}; {{set.command}}"},
	{Name: "all-exported", Text: "set -a; {{set.name}}={{set.value}}; {{set.command}}"},
	{Name: "env", Text: "env {{set.name}}={{set.value}} {{set.command}}"},
	{Name: "env-clean", Text: "env -i PATH=\"$PATH\" {{set.name}}={{set.value}} {{set.command}}"},
	{Name: "quoted-name", Text: `"{{set.name}}"={{set.value}} {{set.command}}`},
	{Name: "elsewhere", Text: "pwd && {{set.name}}={{set.value}} {{set.command}}"},
	{Name: "piped", Text: "cat notes.txt | {{set.name}}={{set.value}} {{set.command}}"},
	{Name: "subshell", Text: "({{set.name}}={{set.value}}); {{set.command}}"},
	{Name: "moved", Text: "cd . && {{set.name}}={{set.value}} {{set.command}}"},
	{Name: "redirected", Text: "2>/dev/null {{set.name}}={{set.value}} {{set.command}}"},
}

var crossedCompoundFamilies = []Family{
	{
		Name:    "nested",
		Reason:  "a command in a compound in a compound runs like any other",
		Source:  "https://github.com/bigduu/Bamboo-agent/pull/584",
		Command: "{{outer}}",
		Axes: []Axis{
			{"outer", within(compounds, "action", "inner")},
			{"inner", within(compounds, "action", "act")},
			{"act", acts[1:7]},
		},
	},
	{
		Name:    "nested-substitution",
		Reason:  "a command inside a word inside a compound runs before the word is used",
		Source:  "https://github.com/agentforce314/clawcodex/pull/626",
		Command: "{{outer}}",
		Axes: []Axis{
			{"outer", within(compounds, "action", "inner")},
			{"inner", within(substitutions, "action", "act")},
			{"act", acts[1:5]},
		},
	},
	{
		Name:    "nested-evaluation",
		Reason:  "data that is evaluated once more, inside compounds and lists",
		Source:  "https://github.com/advisories/GHSA-g8r9-g2v8-jv6f",
		Command: "{{outer}}",
		Axes: []Axis{
			{"outer", within(compounds, "action", "inner")},
			{"inner", within(evaluations, "action", "act")},
			{"act", harms[:2]},
		},
	},
	{
		Name:    "wrapped",
		Reason:  "programs and builtins that run another program, wherever a simple command can stand",
		Source:  "https://github.com/omnigent-ai/omnigent/pull/389",
		Command: "{{context}}",
		Axes: []Axis{
			{"context", within(contexts, "act", "wrapper")},
			{"wrapper", wrappers},
			{"action", acts},
		},
		Strength: 2,
	},
	{
		Name:    "wrapped-twice",
		Reason:  "a program that runs a program that runs another",
		Source:  "https://github.com/omnigent-ai/omnigent/pull/389",
		Command: "{{outer}}",
		Axes: []Axis{
			{"outer", within(wrappers[:16], "action", "inner")},
			{"inner", within(slices.Concat(wrappers[:16], compounds[:2]), "action", "act")},
			{"act", acts},
		},
	},
	{
		Name:    "setting",
		Reason:  "every way to set a variable that names a program, a file or a directory for a later command",
		Source:  "https://github.com/Yeachan-Heo/oh-my-codex/pull/3240",
		Command: "{{form}}",
		Axes:    []Axis{{"form", settingForms}, {"set", settings}},
	},
}
