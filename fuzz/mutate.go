package fuzz

import (
	"math/rand"
	"strings"

	gofuzz "github.com/google/gofuzz"
)

// A Mutation is one way to change a command. The zero value is invalid.
type Mutation struct {
	// Name is what the way is called, in results and in tests.
	Name string
	// Why says what mistake of a fence it looks for.
	Why string

	change func(m *mutator) string
}

// Mutations lists the ways that [Mutate] knows.
func Mutations() []Mutation { return append([]Mutation(nil), mutations...) }

// Mutate changes a command in one way, or in two. Data make the choices, as in
// [Generator.Command]; the result may equal the command where the way that was
// chosen finds nothing to change.
func Mutate(command string, data []byte, words *Vocabulary) (changed string, names []string) {
	c := gofuzz.Continue{Rand: rand.New(&byteSource{data: data})}
	rounds := 1
	if often(c, 30) {
		rounds = 2
	}
	changed = command
	for range rounds {
		m := &mutator{Continue: c, command: changed, vocabulary: words}
		m.words, m.separators = tokens(changed)
		way := pick(c, mutations)
		changed = way.change(m)
		names = append(names, way.Name)
	}
	return changed, names
}

// A mutator has what a mutation chooses from.
type mutator struct {
	gofuzz.Continue
	command           string
	words, separators []span
	vocabulary        *Vocabulary
}

// word changes one word with f; a command without one stays as it is.
func (m *mutator) word(f func(string) string) string {
	if len(m.words) == 0 {
		return m.command
	}
	s := pick(m.Continue, m.words)
	return s.replace(m.command, f(s.of(m.command)))
}

// blank replaces one blank with something else.
func (m *mutator) blank(with ...string) string {
	var blanks []span
	for i, c := range m.command {
		if c == ' ' {
			blanks = append(blanks, span{i, i + 1})
		}
	}
	if len(blanks) == 0 {
		return m.command
	}
	return pick(m.Continue, blanks).replace(m.command, pick(m.Continue, with))
}

var mutations = []Mutation{
	{"token", "a word that a rule does not expect", func(m *mutator) string {
		return m.word(func(string) string { return pick(m.Continue, m.vocabulary.Inside) })
	}},
	{"drop", "a word that a rule needs is missing", func(m *mutator) string {
		return m.word(func(string) string { return "" })
	}},
	{"repeat", "only the first, or the last, of two is looked at", func(m *mutator) string {
		return m.word(func(w string) string { return w + " " + w })
	}},
	{"quote", "quotes are not removed as bash does", func(m *mutator) string {
		return m.word(func(w string) string {
			switch m.Intn(6) {
			case 0:
				return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
			case 1:
				return `"` + w + `"`
			case 2:
				return `\` + w
			case 3:
				return "$'" + w + "'"
			case 4:
				return w + "''"
			default:
				return w[:len(w)/2] + `""` + w[len(w)/2:]
			}
		})
	}},
	{"unquote", "an operator is hidden from the fence by quotes that are gone", func(m *mutator) string {
		return m.word(func(w string) string { return strings.Trim(w, `'"`) })
	}},
	{"separator", "separators are told apart wrongly", func(m *mutator) string {
		if len(m.separators) == 0 {
			return m.command + pick(m.Continue, separatorTexts) + "cat notes.txt"
		}
		return pick(m.Continue, m.separators).replace(m.command, pick(m.Continue, separatorTexts))
	}},
	{"bundle", "a bundle of short options is not taken apart", func(m *mutator) string {
		for i := 1; i < len(m.words); i++ {
			a, b := m.words[i-1], m.words[i]
			if isShort(a.of(m.command)) && isShort(b.of(m.command)) {
				return span{a.from, b.to}.replace(m.command, a.of(m.command)+b.of(m.command)[1:])
			}
		}
		return m.word(func(w string) string {
			if isShort(w) {
				return w[:2] + pick(m.Continue, []string{"n", "o", "i", "r", "x", "f"}) + w[2:]
			}
			return w
		})
	}},
	{"abbreviate", "a long option may be cut short", func(m *mutator) string {
		return m.word(func(w string) string {
			if name, value, _ := strings.Cut(w, "="); strings.HasPrefix(w, "--") && len(name) > 4 {
				return strings.TrimSuffix(name[:3+m.Intn(len(name)-3)]+"="+value, "=")
			}
			return w
		})
	}},
	{"option", "an option that nobody thought of", func(m *mutator) string {
		program := pick(m.Continue, m.vocabulary.Programs)
		if len(program.Options) == 0 || len(m.words) == 0 {
			return m.command
		}
		after := pick(m.Continue, m.words).to
		return span{after, after}.replace(m.command, " "+pick(m.Continue, program.Options))
	}},
	{"value", "a value is glued to its option, or not", func(m *mutator) string {
		return m.word(func(w string) string {
			if name, value, ok := strings.Cut(w, "="); ok {
				return name + " " + value
			}
			if isShort(w) && len(w) > 2 {
				return w[:2] + " " + w[2:]
			}
			return w
		})
	}},
	{"outside", "an operand, or the value of an option, leads out of the workspace", func(m *mutator) string {
		return m.word(func(w string) string {
			outside := pick(m.Continue, m.vocabulary.Outside)
			if name, _, ok := strings.Cut(w, "="); ok && strings.HasPrefix(name, "-") {
				return name + "=" + outside // the option stays
			}
			return outside
		})
	}},
	{"climb", "a path climbs out in its middle", func(m *mutator) string {
		return m.word(func(w string) string {
			return pick(m.Continue, []string{"sub/../../", "../", "./", "//", "/srv/ws/../"}) + w
		})
	}},
	{"wrapper", "a program runs another", func(m *mutator) string {
		return pick(m.Continue, wrappers) + m.command
	}},
	{"around", "what a group does is overlooked", func(m *mutator) string {
		around := pick(m.Continue, [][2]string{{"(", ")"}, {"{ ", "; }"}, {"$(", ")"}, {"! ", ""}, {"cd sub && ", ""}, {"cd sub; ", ""}, {"cd sub | ", ""}, {"if ", "; then :; fi"}})
		return around[0] + m.command + around[1]
	}},
	{"redirect", "a redirection is overlooked", func(m *mutator) string {
		return m.command + " " + pick(m.Continue, []string{">", ">>", "<", "2>", "&>", ">|", "<>", ">&"}) + pick(m.Continue, m.vocabulary.Targets)
	}},
	{"blank", "a character is taken for a blank, or not", func(m *mutator) string {
		return m.blank("\t", "\u00a0", "\r", "\v", "\f", "\u2003", "\u3000", "\\\n", "\n", "  ")
	}},
	{"end", "the end of the line hides something", func(m *mutator) string {
		return m.command + pick(m.Continue, []string{"\r", "\n", " #", ";", " &", "\u00a0", "\\", "\r\n"})
	}},
	{"assign", "the environment changes what a program does", func(m *mutator) string {
		return pick(m.Continue, []string{"PAGER=./x.sh ", "GIT_PAGER=./x.sh ", "GIT_EXTERNAL_DIFF=./x.sh ", "PATH=. ", "LC_ALL=C ", "A= "}) + m.command
	}},
	{"glob", "a pattern is not taken for one", func(m *mutator) string {
		return m.word(func(w string) string {
			return pick(m.Continue, []string{"*", "?", "[a-z]*", "{a,b}", "**/*"}) + w[min(1, len(w)):]
		})
	}},
	{"odd", "a character that nobody thought of", func(m *mutator) string {
		at := m.Intn(len(m.command) + 1)
		return span{at, at}.replace(m.command, pick(m.Continue, m.vocabulary.Odd))
	}},
}

var separatorTexts = []string{" | ", " && ", " || ", "; ", " |& ", " & ", "\n", " ;; ", "|", "&&"}

var wrappers = []string{"command ", "env ", "timeout 1 ", "nice ", "exec ", "builtin ", "time ", "! ", "xargs ", "sudo ", "\\", "eval ", "bash -c ", "nohup "}

func isShort(w string) bool { return len(w) > 1 && w[0] == '-' && w[1] != '-' }
