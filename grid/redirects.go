package grid

// fileRedirects take a file name after them.
var fileRedirects = []Value{
	{Name: "out", Text: ">"},
	{Name: "append", Text: ">>"},
	{Name: "clobber", Text: ">|"},
	{Name: "both", Text: "&>"},
	{Name: "both-append", Text: "&>>"},
	{Name: "out-and", Text: ">&"},
	{Name: "read-write", Text: "<>"},
	{Name: "in", Text: "<"},
	{Name: "fd1", Text: "1>"},
	{Name: "fd1-append", Text: "1>>"},
	{Name: "fd2", Text: "2>"},
	{Name: "fd2-append", Text: "2>>"},
	{Name: "fd2-clobber", Text: "2>|"},
	{Name: "fd5", Text: "5>"},
	{Name: "fd10", Text: "10>"},
	{Name: "fd01", Text: "01>"},
	{Name: "fd-name", Text: "{fd}>"},
}

// nearNull are the words that look like /dev/null, or like a descriptor.
var nearNull = texts(
	"/dev/nullx", "/dev/null2", "/dev/null/", "/dev/null/../../srv/ws/out.txt", "/dev//null",
	"/dev/./null", "/dev/../dev/null", "/dev/NULL", "./dev/null", "dev/null", "/dev/nul*",
	`/dev/n\ull`, "/dev/'null'", "$NULL", "/dev/stderr", "/dev/stdout", "/dev/fd/2", "/dev/tty",
	"/dev/zero", "/dev/full", "/dev/tcp/192.0.2.1/80", "~/out.txt", "/tmp/out.txt", "&1", "&2",
	"&-", "&3", "&out.txt", "& 1", "&1x", "&12", "&1-", "(cat)", ">(cat)", "", `""`,
)

var redirectFamilies = []Family{
	{
		Name:    "redirect-file",
		Reason:  "a read redirected to a file is a write, in every spelling of the redirect",
		Source:  "https://github.com/anomalyco/opencode/issues/5330",
		Command: "cat README.md {{redirect}}{{target}}",
		Axes: []Axis{
			{"redirect", fileRedirects},
			{"target", []Value{
				{Name: "null", Text: "/dev/null"},
				{Name: "null-blank", Text: " /dev/null"},
				{Name: "new", Text: "out.txt"},
				{Name: "outside", Text: " ../outside.txt"},
			}},
		},
	},
	{
		Name:    "redirect-target",
		Reason:  "only the exact word /dev/null is nowhere; its neighbours are files, terminals and sockets",
		Source:  "https://github.com/anomalyco/opencode/issues/5330",
		Command: "echo alpha >{{target}}",
		Axes: []Axis{
			{"target", nearNull},
		},
	},
	{
		Name:    "redirect-place",
		Reason:  "a redirect may stand before, between and after words; the words about it are still a command",
		Source:  "https://github.com/anomalyco/opencode/issues/5330",
		Command: "{{place}}",
		Axes: []Axis{
			{"place", []Value{
				{Name: "front", Text: "{{redirect}} grep -n alpha README.md"},
				{Name: "middle", Text: "grep -n {{redirect}} alpha README.md"},
				{Name: "end", Text: "grep -n alpha README.md {{redirect}}"},
				{Name: "segment", Text: "grep -n alpha README.md {{redirect}} | wc -l"},
				{Name: "and-tight", Text: "grep -n alpha README.md {{redirect}}&&pwd"},
				{Name: "alone", Text: "{{redirect}}"},
				{Name: "alone-in-chain", Text: "pwd; {{redirect}}; ls"},
			}},
			{"redirect", []Value{
				{Name: "out-null", Text: ">/dev/null"},
				{Name: "fd2-null", Text: "2>/dev/null"},
				{Name: "fd2-to-1", Text: "2>&1"},
				{Name: "null-and-2-to-1", Text: ">/dev/null 2>&1"},
				{Name: "new", Text: ">out.txt"},
			}},
		},
	},
	{
		Name:    "redirect-digit",
		Reason:  "a word of digits that touches > is a descriptor, not an operand",
		Source:  "https://github.com/anomalyco/opencode/issues/5330",
		Command: "{{command}}",
		Axes: []Axis{{"command", texts(
			"head -n 5>/dev/null notes.txt", "head -n 2>/dev/null notes.txt", "head -n 2 >/dev/null notes.txt",
			"head -n 5 >/dev/null notes.txt", "echo 2>/dev/null", "echo 2 >/dev/null", "echo a2>/dev/null",
			"echo a2 2>/dev/null", `echo "2">/dev/null`, `echo \2>/dev/null`, "echo '2'>/dev/null",
			"echo 12>/dev/null", "echo 02>/dev/null", "echo 0>/dev/null", "echo 1>/dev/null",
			"echo 3>/dev/null", "echo 2.>/dev/null", "echo -2>/dev/null", "echo 2>/dev/null2>&1",
			"echo 2>/dev/null 2>/dev/null", "ls 2>/dev/null>/dev/null", "ls 2>&1>/dev/null",
			"ls 2>&1 2>/dev/null", "ls 2>&1x", "ls 2>&12", "ls 2>&1>out.txt", "ls 2>/dev/null>out.txt",
			"ls 22>/dev/null", "ls 2 2>/dev/null", "ls 2>&1&&pwd", "ls 2>&1&pwd", "ls 2>&1|cat",
			"ls 2>/dev/null&&pwd", "ls 2>/dev/null&pwd", "ls a=2>/dev/null", "tail -n2>/dev/null notes.txt",
			"cut -c1>/dev/null notes.txt", "cut -c 1>/dev/null notes.txt", "head -n 1>out.txt notes.txt",
			"cat notes.txt 2>&1 1>/dev/null", "cat notes.txt 1>&2", "cat notes.txt >&2", "cat notes.txt 2>&-",
			"cat notes.txt >&-", "cat <&-", "cat 0<notes.txt", "cat 3<notes.txt <&3",
			"exec 3<notes.txt; cat <&3", "exec 3>out.txt; echo alpha >&3", "exec >out.txt; pwd",
			"exec 2>/dev/null; ls nosuch.txt", "cat notes.txt 3>&1 1>&2 2>&3",
			"cat notes.txt 2>&1 | tee /dev/null", "cat <notes.txt", "cat < notes.txt", "cat < ../outside.txt",
			"wc -l <notes.txt", "sort <notes.txt >out.txt", ": >out.txt", ">>notes.txt", ">README.md",
			": > notes.txt", "<>out.txt", "<notes.txt", "ls 2> /dev/null", "ls > /dev/null", "<nosuch.txt",
			"cat <>out.txt", "echo a>b.txt", "echo a >b.txt c", "echo 'a>b.txt'", `echo "a>b.txt"`,
			`echo a\>b.txt`, "echo a->b.txt", "echo a=>b.txt", "echo -e 'a\\n' >out.txt",
		)}},
	},
}
