package grid

var outputFamilies = []Family{
	{
		Name:    "echo",
		Reason:  "echo prints its words, and only some first words are options",
		Command: "echo {{words}}",
		Axes: []Axis{{"words", texts(
			"", "alpha", "-n", "-n alpha", "-e 'a\\tb'", "-ne alpha", "--help", "--", "-", "alpha -n", "'-n'",
			"\"alpha\"", "alpha 2>/dev/null", "../outside.txt", "/outside/secret.txt", "~", "*", "a=b", "a#b",
			"'$HOME'", "--output=out.txt", "''", "\\\\", "a\\ b", "-e '\\x41'", "'!'", "%s", "+1", "日本",
		)}},
	},
	{
		Name:    "printf",
		Reason:  "a printf format is a program of its own: it counts, assigns and pads",
		Command: "printf {{format}} alpha 7",
		Axes: []Axis{{"format", texts(
			"'%s\\n'", "'%s %s\\n'", "'%d\\n'", "'%5s|%-5s|'", "'%05d'", "'%+d'", "'%#x'", "\"%'d\"", "'%c'",
			"'%b'", "'%q'", "'%Q'", "'%.2f'", "'%.s'", "'%10.3s'", "'%ld'", "'%Ld'", "'%n'", "'%ln'", "'%hhn'",
			"'%5n'", "'%.5n'", "'%%n'", "'%%'", "'%'", "'%5%'", "'%(%Y)T'", "'%()T'", "'%*s'", "'%.*s'",
			"'%2$s'", "'%k'", "'%S'", "'%C'", "'%1'", "'a%lnb'", "'%\\n'", "'\\x25n'", "'%\\x6e'", "'\\u0025n'",
			"-v x '%s'", "-v PATH '%s'", "-- '%s'", "-x '%s'", "--help", "-", "'-%s'", "'-v'", "'\\a'",
			"'\\033[2J'", "'%s' > /dev/null", "\"%n\"", "%\"n\"", "%''n", "alpha", "''", "'%s;touch PWNED'",
			"'%q' '$HOME'",
		)}},
	},
}
