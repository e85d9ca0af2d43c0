package grid

var outputFamilies = []Family{
	{
		Name:    "echo",
		Reason:  "echo prints its words, and only some first words are options",
		Command: "echo {{words}}",
		Axes:    []Axis{{"words", texts("", "alpha", "alpha beta", "-n", "-n alpha", "-e 'a\\tb'", "-E 'a\\tb'", "-ne alpha", "-x alpha", "--help", "--", "-", "alpha -n", "'-n'", "\"alpha\"", "'alpha' \"beta\"", "alpha > /dev/null", "alpha 2>/dev/null", "../outside.txt", "/outside/secret.txt", "~", "*", "a=b", "a#b", "'a;b'", "a\\;b", "'$HOME'", "--output=out.txt", "123", "''", "\\\\", "'\\'", "a\\ b", "-e '\\x41'", "-e '\\c' alpha", "a!b", "'!'", "%s", "@", "a,b", "a:b", "+1", "^a", "é", "日本")}},
	},
	{
		Name:    "printf",
		Reason:  "a printf format is a program of its own: it counts, assigns and pads",
		Command: "printf {{format}} alpha 7",
		Axes:    []Axis{{"format", texts("'%s\\n'", "'%s %s\\n'", "%s", "'%d\\n'", "'%s %d\\n'", "'%i'", "'%5s|%-5s|'", "'%05d'", "'%+d'", "'% d'", "'%#x'", "\"%'d\"", "'%x %X'", "'%o'", "'%u'", "'%c'", "'%b'", "'%q'", "'%Q'", "'%e'", "'%f'", "'%g'", "'%a'", "'%.2f'", "'%.3s'", "'%.s'", "'%10.3s'", "'%-10.3s|'", "'%hd'", "'%hhd'", "'%ld'", "'%lld'", "'%jd'", "'%td'", "'%zd'", "'%Ld'", "'%n'", "'%ln'", "'%hhn'", "'%5n'", "'%.5n'", "'%-n'", "'%%n'", "'%%'", "'%'", "'%5%'", "'%(%Y)T'", "'%()T'", "'%*s'", "'%.*s'", "'%-*s'", "'%*.*s'", "'%2$s'", "'%k'", "'%S'", "'%C'", "'%1'", "'%s%n'", "'a%lnb'", "'%\\n'", "'\\x25n'", "'\\045n'", "'%\\x6e'", "'\\u0025n'", "-v x '%s'", "-vx '%s'", "-v PATH '%s'", "-v", "-- '%s'", "-x '%s'", "--help", "-", "'-%s'", "'-v'", "'\\a'", "'\\033[2J'", "'%s' > /dev/null", "\"%s\"", "\"%s\\n\"", "\"%n\"", "%\"n\"", "%''n", "alpha", "''", "'%s;touch PWNED'", "'%q' '$HOME'")}},
	},
}
