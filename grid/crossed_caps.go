package grid

var crossedCapFamilies = []Family{
	{
		Name:    "cap-beyond",
		Reason:  "what stands right behind the most that a fence reads runs all the same",
		Command: "{{most}}{{act}}",
		Axes: []Axis{
			{"most", []Value{
				{Name: "bytes", Text: sized(8192) + "; "},
				{Name: "segments-semicolon", Text: segments(32, "pwd", "; ") + "; "},
				{Name: "segments-and", Text: segments(32, "pwd", " && ") + " && "},
				{Name: "segments-pipe", Text: segments(32, "cat", " | ") + " | "},
				{Name: "moves", Text: segments(8, "cd .", " && ") + " && cd .. && "},
			}},
			{"act", texts("pwd", "touch PWNED", "cat ../outside.txt")},
		},
	},
}
