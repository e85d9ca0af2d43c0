package fuzz

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// relations hold for every fence that is right about reads. None relies on what
// a fence knows: a spelling that fences may well refuse is under Conjunction,
// where refusing it breaks nothing.
var relations = []Relation{
	{"outer-blanks", "blanks around a command change nothing", Alike, closed(func(s *Subject) []string {
		return []string{" \t" + s.Command + "\t "}
	})},
	{"inner-blanks", "more blanks between words change nothing", Alike, gaps("  \t")},
	{"separator-blanks", "blanks around a separator change nothing", Alike, func(s *Subject) []Pair {
		if s.file == nil || strings.Contains(s.Command, "\n") {
			return nil
		}
		return []Pair{s.pair(s.replace(slices.Clone(s.separators), func(op string) string { return " " + op + "  " }))}
	}},
	{"single-quotes", "single quotes around a plain word change nothing", Alike, spelled(singleQuote)},
	{"double-quotes", "double quotes around a plain word change nothing", Alike, spelled(func(w string) string { return `"` + w + `"` })},
	{"backslashes", "a backslash before each character of a plain word changes nothing", Alike, spelled(func(w string) string {
		return `\` + strings.Join(strings.Split(w, ""), `\`)
	})},
	{"split-quotes", "quotes inside a plain word change nothing", Alike, spelled(func(w string) string { return w[:len(w)/2] + `""` + singleQuote(w[len(w)/2:]) })},
	{"empty-quotes", "empty quotes at the end of a plain word change nothing", Alike, spelled(func(w string) string { return w + "''" })},
	{"dot-path", "a file is the same behind ./", Alike, files(func(name string) string { return "./" + name })},
	{"renamed", "a file of another name in the same place is judged alike", Alike, files(func(name string) string { return strings.Replace(name, ".", "2.", 1) })},
	{"terminator", "a double dash before operands changes nothing", Alike, func(s *Subject) []Pair {
		words, ok := s.simple()
		if !ok || len(words) < 2 || !terminated[words[0]] || !allPlain(words) || slices.ContainsFunc(words[1:], func(w string) bool { return strings.ContainsRune("-+", rune(w[0])) }) {
			return nil
		}
		return []Pair{s.pair(words[0] + " -- " + strings.Join(words[1:], " "))}
	}},
	{"discard-errors", "discarding errors changes nothing", Alike, simple(func(words []string, command string) []string {
		if stateful[words[0]] || !isPlain(words[0]) {
			return nil
		}
		return []string{command + " 2>/dev/null"}
	})},
	{"cd-is-cwd", "cd DIR && A is A in the working directory DIR", Alike, func(s *Subject) []Pair {
		if words, ok := s.simple(); !ok || s.Cwd != "" || stateful[words[0]] || !isPlain(words[0]) {
			return nil
		}
		inside := s.Question
		inside.Cwd = "sub"
		return []Pair{{inside, s.with("cd sub && " + s.Command)}}
	}},
	{"cwd-spelling", "however a directory is spelled, it is the same", Alike, func(s *Subject) (list []Pair) {
		if s.Cwd != "" {
			return nil
		}
		inside := s.Question
		inside.Cwd = "sub"
		for _, dir := range []string{"./sub", "sub/", "sub/.", "sub/../sub"} {
			again := s.Question
			again.Cwd = dir
			list = append(list, Pair{inside, again})
		}
		return list
	}},
	{"operators", "which operators join commands that change nothing in the shell does not matter", Alike, func(s *Subject) (list []Pair) {
		commands, operators := s.commands()
		if commands == nil || strings.Contains(s.Command, "\n") || slices.ContainsFunc(operators, func(op string) bool { return !slices.Contains(joining, op) }) {
			return nil
		}
		for _, op := range joining {
			var texts []string
			for _, at := range commands {
				texts = append(texts, at.of(s.Command))
			}
			list = append(list, s.pair(strings.Join(texts, " "+op+" ")))
		}
		return list
	}},

	{"joined", "an admitted command joined with itself by any operator is admitted", Closure, closed(func(s *Subject) (list []string) {
		if !s.stateless || strings.Contains(s.Command, "\n") {
			return nil
		}
		for _, op := range joining {
			list = append(list, s.Command+" "+op+" "+s.Command)
		}
		return list
	})},
	{"network", "who may reach the network may do what others may", Closure, func(s *Subject) []Pair {
		granted := s.Question
		granted.Network = true
		return []Pair{{s.Question, granted}}
	}},

	{"each-alone", "each command of a list or pipeline is admitted alone if all of it is", Conjunction, func(s *Subject) (list []Pair) {
		commands, _ := s.commands()
		for _, at := range commands {
			list = append(list, Pair{s.with(at.of(s.Command)), s.Question})
		}
		return list
	}},
	{"prefix", "a list or pipeline that is cut before an operator is admitted if all of it is", Conjunction, func(s *Subject) (list []Pair) {
		commands, _ := s.commands()
		for _, at := range commands[:max(len(commands)-1, 0)] {
			list = append(list, Pair{s.with(s.Command[:at.to]), s.Question})
		}
		return list
	}},
	{"drop-redirects", "without its redirections a command does no more", Conjunction, func(s *Subject) []Pair {
		if s.file == nil || !s.closed {
			return nil
		}
		var redirects []span
		syntax.Walk(s.file, func(n syntax.Node) bool {
			if stmt, ok := n.(*syntax.Stmt); ok && stmt.Cmd != nil {
				for _, r := range stmt.Redirs {
					redirects = appendInside(redirects, s.Command, spanOf(r))
				}
			}
			return true
		})
		return []Pair{{s.with(s.replace(redirects, func(string) string { return "" })), s.Question}}
	}},
	{"after-a-read", "a read before a command makes it no read", Conjunction, around(
		"pwd; ", "", "pwd && ", "", "pwd | ", "", "pwd |& ", "", "pwd & ", "", "pwd\n", "", "false || ", "",
	)},
	{"before-a-read", "a read after a command makes it no read, unless that changes the shell for it", Conjunction, func(s *Subject) []Pair {
		if !s.stateless {
			return nil
		}
		return around("", "; pwd", "", " && pwd", "", " | cat", "", " |& cat", "", " || pwd", "", " & pwd", "", "\npwd")(s)
	}},
	{"bundle", "switches in one word do what they do one by one", Conjunction, bundles},
	{"ending", "what ends a command does not make it a read", Conjunction, around("", ";", "", "\n", "", " # x", "", " &")},
	{"behind-a-comment", "a comment ends with its line", Conjunction, around("# x\n", "", ": # x\n", "")},
	{"group", "a group does what is in it", Conjunction, around("(", ")", "{ ", "; }", "! ", "")},
	{"condition", "a condition or a loop runs what is in it", Conjunction, around(
		"if ", "; then :; fi", "if true; then ", "; fi", "while ", "; do break; done", "for i in 1; do ", "; done", "case x in x) ", ";; esac",
	)},
	{"function", "a function runs its body", Conjunction, around("f() { ", "; }; f")},
	{"substitution", "a substitution runs what is in it", Conjunction, around(`echo "$(`, `)"`, "echo $(", ")", "cat <(", ")", ": `", "`")},
	{"shell", "a shell that is given a command runs it", Conjunction, closed(func(s *Subject) []string {
		if strings.Contains(s.Command, "\n") {
			return nil
		}
		quoted := singleQuote(s.Command)
		return []string{
			"eval " + quoted, "bash -c " + quoted, "bash <<< " + quoted, "printf '%s\\n' " + quoted + " | bash", "source <(printf '%s\\n' " + quoted + ")",
			"bash <<'E'\n" + s.Command + "\nE",
		}
	})},
	{"launcher", "a program that starts another does what that does", Conjunction, programs(func(words []string, command string) (list []string) {
		for _, launcher := range []string{"command", "env", "nice", "nohup", "timeout 5", "exec", "time", "setsid -w", "stdbuf -o0", "env -i PATH=/usr/bin:/bin"} {
			list = append(list, launcher+" "+command)
		}
		return list
	})},
	{"xargs", "what xargs starts is started", Conjunction, programs(func(words []string, command string) []string {
		if len(words) < 2 || !allPlain(words) {
			return nil
		}
		return []string{"echo " + strings.Join(words[1:], " ") + " | xargs " + words[0], "xargs " + command + " </dev/null"}
	})},
	{"find-exec", "what find starts is started", Conjunction, programs(func(words []string, command string) []string {
		return []string{"find . -maxdepth 0 -exec " + command + ` \;`, "find . -maxdepth 0 -exec " + command + " ';'"}
	})},
	{"program-path", "a program by its path is the program", Conjunction, programs(func(words []string, command string) []string {
		if strings.Contains(words[0], "/") {
			return nil
		}
		return []string{"/usr/bin/" + command}
	})},
	{"program-variable", "a program from a variable is the program", Conjunction, programs(func(words []string, command string) []string {
		rest := command[len(words[0]):]
		return []string{"x=" + words[0] + "; $x" + rest, "x=" + words[0] + ` && "$x"` + rest}
	})},
	{"assignment", "a variable set for a command lets it do no less", Conjunction, simple(func(words []string, command string) []string {
		return []string{"X=1 " + command, "LC_ALL=C " + command}
	})},
	{"leading-redirect", "a redirection may stand in front", Conjunction, simple(func(words []string, command string) []string {
		return []string{"2>/dev/null " + command, "</dev/null " + command, ">&2 " + command}
	})},
	{"continuation", "a line may go on behind a backslash", Conjunction, gaps(" \\\n")},
	{"dollar-quotes", "dollar and quotes quote a word", Conjunction, spelled(func(w string) string { return "$'" + w + "'" })},
	{"locale-quotes", "quotes that are translated quote a word", Conjunction, spelled(func(w string) string { return `$"` + w + `"` })},
	{"expansion", "an expansion that gives nothing changes no word", Conjunction, spelled(func(w string) string { return w + "$empty" })},

	{"writer-joined", "what writes is no read beside one", Never, around(
		"rm x; ", "", "touch x && ", "", "sh -c 'touch x'; ", "", "", "; rm x", "", " & touch x", "", "\ntouch x", "tee x </dev/null | ", "",
	)},
	{"writer-substituted", "what an operand runs counts", Never, simple(func(words []string, command string) []string {
		if stateful[words[0]] {
			return nil
		}
		return []string{command + " $(touch x)", command + ` "$(touch x)"`, command + " `touch x`", command + " <(touch x)"}
	})},
	{"output-file", "an output file is written", Never, simple(func(words []string, command string) (list []string) {
		for _, redirect := range []string{">x", "> x", ">>x", ">|x", "&>x", ">&x", "2>x", "<>x", ">sub/../x"} {
			list = append(list, command+" "+redirect)
		}
		return append(list, ">x "+command)
	})},
}

// joining are the operators that join commands on one line.
var joining = []string{"|", "&&", "||", ";"}

func singleQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// closed makes commands of a subject that can have something around it.
func closed(make func(*Subject) []string) func(*Subject) []Pair {
	return func(s *Subject) (list []Pair) {
		if s.file == nil || !s.closed {
			return nil
		}
		for _, command := range make(s) {
			list = append(list, s.pair(command))
		}
		return list
	}
}

// around puts texts before and after a command, two of them a pair.
func around(texts ...string) func(*Subject) []Pair {
	return closed(func(s *Subject) (list []string) {
		for i := 0; i < len(texts); i += 2 {
			if strings.Contains(texts[i], "`") && strings.ContainsAny(s.Command, "`\\") {
				continue
			}
			list = append(list, texts[i]+s.Command+texts[i+1])
		}
		return list
	})
}

// simple makes commands of one program with its words.
func simple(make func(words []string, command string) []string) func(*Subject) []Pair {
	return func(s *Subject) (list []Pair) {
		if words, ok := s.simple(); ok {
			for _, command := range make(words, strings.Trim(s.Command, " \t")) {
				list = append(list, s.pair(command))
			}
		}
		return list
	}
}

// programs makes commands of one program that is no builtin.
func programs(make func(words []string, command string) []string) func(*Subject) []Pair {
	return func(s *Subject) []Pair {
		if _, ok := s.program(); !ok {
			return nil
		}
		return simple(make)(s)
	}
}

// spelled writes every plain word otherwise.
func spelled(spell func(string) string) func(*Subject) []Pair {
	return func(s *Subject) []Pair {
		if command, ok := s.respell(spell); ok {
			return []Pair{s.pair(command)}
		}
		return nil
	}
}

// gaps writes what is between words otherwise.
func gaps(with string) func(*Subject) []Pair {
	return func(s *Subject) []Pair {
		if s.file == nil {
			return nil
		}
		return []Pair{s.pair(s.replace(s.gaps(), func(string) string { return with }))}
	}
}

// files writes the names of files, where they are whole words, otherwise.
func files(spell func(string) string) func(*Subject) []Pair {
	return spelled(func(w string) string {
		if strings.Count(w, ".") == 1 && w[0] != '.' && w[0] != '-' && w[len(w)-1] != '.' && isFile(w) {
			return spell(w)
		}
		return w
	})
}

// isFile says that a word looks like a name in the workspace.
func isFile(w string) bool {
	return strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._") == "" && !strings.Contains(w, "..")
}

// terminated are programs that take a double dash before their operands.
var terminated = map[string]bool{"cat": true, "head": true, "tail": true, "wc": true, "ls": true, "stat": true, "nl": true, "file": true, "du": true}

// switches are letters of programs that take no value.
var switches = map[string]string{"ls": "laAhRr1dtF", "cat": "nAbEsT", "wc": "lwcm", "grep": "nicvlrwxohE", "sort": "rnufb", "uniq": "cdu", "du": "shac"}

// bundles takes bundles of switches apart.
func bundles(s *Subject) []Pair {
	if s.file == nil {
		return nil
	}
	var bundled []span
	for _, call := range s.calls {
		if len(call.Args) == 0 {
			continue
		}
		letters := switches[call.Args[0].Lit()]
		for _, w := range call.Args[1:] {
			text := w.Lit()
			if text == "--" || !strings.HasPrefix(text, "-") {
				break // what follows may be no option
			}
			if isShort(text) && len(text) > 2 && strings.Trim(text[1:], letters) == "" {
				bundled = appendInside(bundled, s.Command, spanOf(w))
			}
		}
	}
	if bundled == nil {
		return nil
	}
	apart := s.replace(bundled, func(w string) string { return "-" + strings.Join(strings.Split(w[1:], ""), " -") })
	return []Pair{{s.with(apart), s.Question}}
}
