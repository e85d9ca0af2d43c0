package fence

import "strings"

// What a refusal tells the agent to do instead. It names only what a read-only
// agent has.
const (
	nextOneLine      = "send one line of text"
	nextUTF8         = "write the command in UTF-8"
	nextBytes        = "split the command into several calls"
	nextSegments     = "run fewer commands in one call"
	nextLeadingCds   = "name the directory in one cd"
	nextDirectories  = "use fewer cds in one call"
	nextCd           = "write cd DIR && in front, with one literal directory, or set the working directory of the call"
	nextCdFailed     = "join the command to its cd by &&, or set the working directory of the call: a cd that fails leaves the shell where it was"
	nextEmptySegment = "put a command on both sides of the operator"
	nextQuote        = "close the quote, or quote the backslash"
	nextEnvPrefix    = "leave the variable out; the plan sets what a read needs"
	nextValue        = "give the option its value as the next word, one that does not begin with -"
	nextGlob         = "quote the *, or use it in a path operand that begins with a letter, a digit, . or /"
	nextPlus         = "write ./ in front of a file name that begins with +"
	nextPath         = "name something inside the session workspace"
	nextNetwork      = "read what is in the workspace; this session has no network"
	nextParent       = "use another program: the directory that holds the session workspace has a : in its name, which keeps this one from staying in the workspace"
	nextFormat       = "use a plain conversion such as %s or %d with its width in the format"
	nextWidth        = "use a smaller width"
)

// nextSpecial is the next step for each meaning of a special.
var nextSpecial = [...]string{
	Control:     "quote it if it is text; else run the commands as separate calls, or join them by | && || or ;",
	Expansion:   "quote it in single quotes if it is text; else write out what it would expand to",
	Redirection: "name the file as an operand instead",
}

func nextKind(kind Kind, choices []string) string {
	if choices != nil {
		return "use one of " + strings.Join(choices, ", ")
	}
	return "use " + kind.means()
}
