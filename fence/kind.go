package fence

import "strings"

// kindTests says, for the kinds that are about a word's text alone, whether a
// word is of the kind. Text is not here: any word is.
var kindTests = [...]func(string) bool{
	Number:     isNumber,
	Script:     isPrintScript,
	Repository: isRepository,
	Item:       isItem,
	Package:    isPackage,
}

// isNumber accepts digits with an optional "+", which tail reads as "from line N".
func isNumber(text string) bool { return digits(strings.TrimPrefix(text, "+")) }

// isPrintScript accepts the sed scripts p, Np and N,Mp.
func isPrintScript(text string) bool {
	lines, ok := strings.CutSuffix(text, "p")
	if !ok || lines == "" {
		return ok
	}
	first, last, ranged := strings.Cut(lines, ",")
	return digits(first) && (!ranged || digits(last))
}

// isRepository accepts OWNER/NAME; a third part would be a host in front.
func isRepository(text string) bool {
	owner, name, ok := strings.Cut(text, "/")
	return ok && isName(owner) && isName(name)
}

// isItem accepts what gh takes without a host: no address, and at most one
// slash, since OWNER/NAME is as long as a name gets before a host is read.
func isItem(text string) bool {
	return text != "" && !strings.Contains(text, ":") && strings.Count(text, "/") <= 1
}

// isPackage accepts what npm looks up in a registry: NAME, @SCOPE/NAME, either
// with @VERSION, and the name of a field. A word with another slash, a colon, a
// leading dot or an archive's ending npm takes for a directory, a file or a
// repository instead, which it reads or runs git for; a version it reads alike.
func isPackage(text string) bool {
	if scoped, ok := strings.CutPrefix(text, "@"); ok {
		scope, name, slash := strings.Cut(scoped, "/")
		if !slash || !isName(scope) {
			return false
		}
		text = name
	}
	name, version, _ := strings.Cut(text, "@")
	return name != "" && isLetter(name[0]) && inRegistry(name) && inRegistry(version)
}

// inRegistry says whether npm looks a name or version up in a registry.
func inRegistry(text string) bool {
	return !strings.HasPrefix(text, ".") && !strings.ContainsAny(text, `/\:`) && !isArchive(strings.ToLower(text))
}

// isArchive says whether npm takes a word, in lower case, for an archive, whose
// ending it matches by the pattern [.](tgz|tar.gz|tar)$.
func isArchive(text string) bool {
	if strings.HasSuffix(text, ".tgz") || strings.HasSuffix(text, ".tar") {
		return true
	}
	rest, ok := strings.CutSuffix(text, "gz")
	return ok && rest != "" && strings.HasSuffix(rest[:len(rest)-1], ".tar")
}

// isName accepts letters, digits, "-", "_" and ".", not only dots.
func isName(text string) bool {
	other := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case isLetter(c), isDigit(c), c == '-', c == '_':
			other = true
		case c != '.':
			return false
		}
	}
	return other
}

// The letters of a format directive, as bash 5.2's printf reads it.
const (
	formatFlags       = "-+ #0'"
	formatModifiers   = "hjlLtz"
	formatConversions = "diouxXeEfFgGaAcsbqQ"
)

// format judges a format: no width or precision above the cap and, for bash's
// printf, no conversion that assigns a variable or takes its width from an
// operand.
func (j *judgement) format(kind Kind, w *token) *Refusal {
	text := w.text
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		i++
		if i < len(text) && text[i] == '%' {
			continue
		}
		from := i
		for i < len(text) && strings.IndexByte(formatFlags, text[i]) >= 0 {
			i++
		}
		var wide bool
		if i, wide = j.number(text, i); wide {
			return j.refuse(RuleCap, &token{text: text[from-1 : i], at: w.at}, nextWidth)
		}
		if i < len(text) && text[i] == '.' {
			i++
			if i < len(text) && text[i] == '-' {
				i++ // bash takes a negative precision for none
			}
			if i, wide = j.number(text, i); wide {
				return j.refuse(RuleCap, &token{text: text[from-1 : i], at: w.at}, nextWidth)
			}
		}
		if kind == Layout {
			i-- // what follows is find's own and only prints
			continue
		}
		for i < len(text) && strings.IndexByte(formatModifiers, text[i]) >= 0 {
			i++
		}
		if i == len(text) || strings.IndexByte(formatConversions, text[i]) < 0 {
			return j.refuse(RuleOperand, &token{text: text[from-1 : min(i+1, len(text))], at: w.at}, nextFormat)
		}
	}
	return nil
}

// number passes the digits at i and says whether they exceed the cap.
func (j *judgement) number(text string, i int) (end int, wide bool) {
	limit := j.v.lexer.rules.Caps.FormatWidth
	n := 0
	for i < len(text) && isDigit(text[i]) {
		n = min(n*10+int(text[i]-'0'), limit+1)
		i++
	}
	if j.met != nil {
		j.met(Point{At: CapPoint, Text: capFormatWidth}, n)
	}
	return i, n > limit
}
