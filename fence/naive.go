package fence

import (
	"context"
	"slices"
	"strings"
)

// naive is the fence that many agents ship: the lower-cased command must begin
// with the words of an allowed command, and must not hold what usually chains
// commands. It is here to be beaten: redirections, newlines, a single &, the
// commands that launch others and the options that write all pass.
type naive struct{}

// naiveAllowed are the beginnings of commands that naive takes for reads.
var naiveAllowed = []string{
	"awk", "basename", "cal", "cat", "cut", "date", "df", "diff", "dirname", "du", "echo", "env", "file", "find", "free",
	"git blame", "git branch", "git config --get", "git describe", "git diff", "git grep", "git log", "git ls-files",
	"git ls-remote", "git reflog", "git remote", "git rev-parse", "git show", "git stash list", "git status", "git tag",
	"grep", "groups", "head", "hostname", "id", "jq", "kill", "killall", "less", "ls", "lsof", "more", "nice", "nohup",
	"nproc", "printenv", "printf", "ps", "pwd", "readlink", "realpath", "rg", "sort", "stat", "strings", "tail", "test",
	"time", "timeout", "top", "tr", "tree", "true", "type", "uname", "uniq", "uptime", "wc", "whatis", "whereis", "which",
	"who", "whoami", "xxd",
}

// naiveRefused are the texts that naive takes for chaining, quoted or not.
var naiveRefused = []string{";", "|", "&&", "$(", "`"}

// Name implements Fence.
func (naive) Name() string { return "naive" }

// Judge implements Fence. An admit carries no plan: the command would be given
// to bash as it is.
func (naive) Judge(_ context.Context, r Request) (Verdict, error) {
	for _, text := range naiveRefused {
		if at := strings.Index(r.Command, text); at >= 0 {
			return Verdict{Decision: Refuse, Rule: string(RuleOperator), Offset: at, Detail: text, Next: "run one command in one call"}, nil
		}
	}
	command := strings.ToLower(r.Command)
	allowed := slices.ContainsFunc(naiveAllowed, func(words string) bool {
		rest, ok := strings.CutPrefix(command, words)
		return ok && (rest == "" || strings.ContainsRune(" \t-", rune(rest[0])))
	})
	if !allowed {
		word, _, _ := strings.Cut(command, " ")
		return Verdict{Decision: Refuse, Rule: string(RuleProgram), Detail: word, Next: "use a command that only reads"}, nil
	}
	return Verdict{Decision: Admit, Offset: -1, Cwd: r.Cwd}, nil
}

// Describe implements Describer.
func (naive) Describe() string {
	return "fence naive\n\nrefused anywhere\n  " + strings.Join(naiveRefused, "  ") +
		"\n\nallowed beginnings, in lower case, before the end, a blank or -\n  " + strings.Join(naiveAllowed, "\n  ") + "\n"
}
