package fuzz

// Settings say what sort of commands a [Generator] makes. Shares are percent, 0
// to 100. The zero value makes lists of single programs with plain operands.
type Settings struct {
	// Depth is how deep compounds and substitutions nest.
	Depth int
	// Lists is the share of places for a statement that get several, joined by a
	// separator.
	Lists int
	// Compounds is the share of commands that are no simple ones: loops,
	// conditions, functions, subshells.
	Compounds int
	// Expansions is the share of words with a parameter, a substitution, an
	// arithmetic expression or a glob.
	Expansions int
	// Quotes is the share of words that are quoted although they need not be.
	Quotes int
	// Redirects is the share of statements with a redirection.
	Redirects int
	// Outside is the share of operands outside the workspace.
	Outside int
	// Odd is the share of words with a character that is rare in commands:
	// control characters, look-alikes of blanks, carriage returns.
	Odd int
	// Vocabulary is what programs, options and operands are taken from; nil is
	// [DefaultVocabulary].
	Vocabulary *Vocabulary
}

// Plain are settings for commands much like those that agents send: mostly
// programs with options, in pipelines and short lists.
func Plain() Settings {
	return Settings{Depth: 1, Lists: 35, Compounds: 3, Expansions: 8, Quotes: 15, Redirects: 8, Outside: 8, Odd: 1}
}

// Wild are settings for everything that bash has.
func Wild() Settings {
	return Settings{Depth: 3, Lists: 40, Compounds: 30, Expansions: 35, Quotes: 30, Redirects: 25, Outside: 20, Odd: 8}
}
