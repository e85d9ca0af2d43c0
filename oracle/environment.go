package oracle

// Environment is the whole environment of every command but TERM, which is
// "dumb", or "xterm" with a terminal. SHELL, USER and LOGNAME spare bash
// a look at the user database.
var Environment = []string{
	"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
	"HOME=/home/dev",
	"SHELL=/bin/bash",
	"USER=root",
	"LOGNAME=root",
	"LANG=C.UTF-8",
	"LC_ALL=C.UTF-8",
	"TZ=UTC0",
}
