package grid

var terminalFamilies = []Family{
	{
		Name:    "terminal",
		Reason:  "with a terminal at hand programs start pagers, and the terminal itself can be written to",
		Source:  "https://github.com/QwenLM/qwen-code/pull/10201",
		Command: "{{command}}",
		TTY:     true,
		Axes: []Axis{{"command", texts(
			"cat notes.txt", "ls --color=auto", "git log -n 1", "git diff", "git --no-pager log -n 1",
			"git -p log -n 1", "git log -n 1 | cat", "PAGER=./x.sh git log -n 1", "GIT_PAGER=./x.sh git diff",
			"LESS=-oout.txt git log", "git -c core.pager=./x.sh log -n 1", "git -c pager.log=./x.sh log -n 1",
			"git grep -O./x.sh alpha", "declare -x PAGER=./x.sh; git -p log -n 1", "echo alpha > /dev/tty",
			"printf '\\033[2J' > /dev/tty", "stty -echo", "clear", "tty", "test -t 1 && touch PWNED",
			"[ -t 0 ] && cat ../outside.txt",
		)}},
	},
}
