package fence

// Rules are everything a built-in fence knows, as data: the decision, the
// printed rules (Describe), the next step of a refusal and the points at which
// mutation testing changes a fence all come from one value of this type.
//
// ReadonlyRules and WalkRules return a fresh value on every call; change it as
// you like and give it to New. The zero value admits nothing and New rejects it.
type Rules struct {
	// Caps are the numbers that bound a request.
	Caps Caps
	// Cd says where a cd may stand.
	Cd CdPlace
	// Separators are the operators that end a segment.
	Separators []Separator
	// Specials are the unquoted texts that refuse a command.
	Specials []Special
	// Redirects are the only redirections that a read may have.
	Redirects []Redirect
	// Programs are the programs that a segment may run.
	Programs []Program
	// Env is the environment of every plan, beside what its programs add.
	Env []Var
}

// Caps bound a request. Each is the largest number that is still judged; one
// more refuses, by RuleCap, and never means that nothing was found.
type Caps struct {
	// Bytes bounds the length of a command.
	Bytes int
	// Segments bounds the segments of a command, leading cds not counted.
	Segments int
	// LeadingCds bounds the leading cds of a command.
	LeadingCds int
	// Directories bounds the set of directories that the shell may be in.
	Directories int
	// FormatWidth bounds a width or precision in a format.
	FormatWidth int
}

// CdPlace says where a cd may stand. The zero value is invalid.
type CdPlace uint8

// The places.
const (
	// CdLeading allows `cd DIR &&` at the start of a command only, where it
	// becomes the plan's working directory.
	CdLeading CdPlace = iota + 1
	// CdAnywhere allows `cd DIR` as any segment; the fence then carries the
	// set of directories that the shell may be in.
	CdAnywhere
)

// A Separator is an operator that ends a segment, with what it proves. Its
// facts are bash's: && and || have equal precedence and associate to the left,
// | binds tighter and runs each of its sides in a subshell.
type Separator struct {
	// Text is the operator.
	Text string
	// Next says when the segment after the operator runs.
	Next Condition
	// From says which of the directories that the shell may be in the segment
	// after the operator may start from.
	From Origin
}

// Condition says when the segment after a separator runs. The zero value is
// invalid.
type Condition uint8

// The conditions.
const (
	// Together: beside the segment before it, in the same pipeline.
	Together Condition = iota + 1
	// OnSuccess: when the last pipeline that ran succeeded.
	OnSuccess
	// OnFailure: when the last pipeline that ran failed.
	OnFailure
	// Always: whatever happened before.
	Always
)

// Origin says what a separator proves about the directory. The zero value is
// invalid.
type Origin uint8

// The origins.
const (
	// SameDirectory: where the pipeline began; a cd in it moves nobody.
	SameDirectory Origin = iota + 1
	// AfterSuccess: where the shell is after a success, so that a cd right
	// before the operator is proven.
	AfterSuccess
	// AfterFailure: where the shell is after a failure.
	AfterFailure
	// AnyDirectory: wherever the shell may be; nothing is proven.
	AnyDirectory
)

// A Special is a text that refuses a command when it stands unquoted.
type Special struct {
	// Text is one or two characters. Where several specials and separators
	// match, the longest counts.
	Text string
	// Means says what bash would make of it.
	Means Meaning
	// WordStart says that it refuses at the start of a word only.
	WordStart bool
	// InDouble says that it refuses inside double quotes too.
	InDouble bool
}

// Meaning says what bash makes of a special. The zero value is invalid.
type Meaning uint8

// The meanings. A cd that holds an expansion or a redirection is refused as a
// cd that is not literal; control ends it like any segment.
const (
	// Control joins, groups or ends commands, or starts a comment.
	Control Meaning = iota + 1
	// Expansion makes bash replace the word by something else.
	Expansion
	// Redirection opens a file.
	Redirection
)

// A Redirect is one redirection that only discards or merges output.
type Redirect struct {
	// FD is the descriptor as written, which must start a word; "" is none.
	FD string
	// Op is the operator.
	Op string
	// Target is what follows the operator, unquoted.
	Target string
	// Blank allows blanks between operator and target.
	Blank bool
}

// String returns the redirection as it is written without blanks.
func (r Redirect) String() string { return r.FD + r.Op + r.Target }

// A Program is one program that a segment may run, found by its exact name.
type Program struct {
	// Name is the first word of the segment; never a path.
	Name string
	// Global are the values that may stand between the program and its
	// subcommand; a value of kind Directory moves the segment.
	Global []Value
	// GlobalSwitches may stand there too.
	GlobalSwitches []string
	// Rows are the subcommands, or one row with an empty name.
	Rows []Row
	// Network says that it needs Grants.Network.
	Network bool
	// Env is what it needs in the environment to stay quiet.
	Env []Var
	// Residual lists what no plan of ours keeps it from doing.
	Residual []string
}

// A Row says which words a program, or one subcommand of it, may be given.
type Row struct {
	// Name is the subcommand, of one word or two; empty for a program without.
	Name string
	// Options says which words can be options.
	Options OptionOrder
	// Lead are words that must come first, in this order.
	Lead []Lead
	// Switches are options without a value.
	Switches []string
	// Values are options whose value is the next word.
	Values []Value
	// Attached are options whose value is glued to the name, as in -U3.
	Attached []Value
	// Digits allows one option -N of digits only.
	Digits bool
	// DigitsMax bounds the operands beside -N; 0 means that nothing does.
	DigitsMax int
	// NoPlus refuses an operand that begins with "+", which some programs read
	// as an option.
	NoPlus bool
	// Operands says what the words are that are no options.
	Operands Operands
	// Bundles allows several one-letter switches in one word. No row turns it
	// on today.
	Bundles bool
	// Glued allows the value of every option in the same word: -n5, --lines=5.
	// No row turns it on today.
	Glued bool
	// Add are arguments that the runner inserts after the subcommand.
	Add []string
	// Residual lists what no plan of ours keeps the subcommand from doing.
	Residual []string
}

// OptionOrder says which words of a row can be options. The zero value is
// invalid.
type OptionOrder uint8

// The orders.
const (
	// Anywhere: every word before -- that begins with "-" and is longer, as
	// GNU getopt permutes them.
	Anywhere OptionOrder = iota + 1
	// First: only before the first operand, as bash's own builtins do.
	First
	// Never: every word is an operand, "--" too.
	Never
	// Predicates: after the leading operands every word is an option or the
	// value of one, as find reads them; "--" ends nothing.
	Predicates
)

// A Lead is a word that must stand at its place: Word if set, else any word of
// kind Kind.
type Lead struct {
	Word string
	Kind Kind
}

// A Value is an option with a value.
type Value struct {
	// Names are the spellings of the option.
	Names []string
	// Kind is what the value is.
	Kind Kind
	// Dash allows a value that begins with "-".
	Dash bool
	// Choices, if set, are the only values.
	Choices []string
}

// Operands says what the operands of a row are.
type Operands struct {
	// First is the kind of the first operand when it differs from Rest.
	First Kind
	// FirstUnless names an option that takes the place of the first operand.
	FirstUnless string
	// Rest is the kind of the others; NoOperand when there must be none.
	Rest Kind
	// Max bounds their number; 0 means that nothing does.
	Max int
}

// Kind is what a word must be. The zero value stands for "not given".
type Kind uint8

// The kinds.
const (
	// NoOperand: no word is allowed.
	NoOperand Kind = iota + 1
	// Path names a file; it must stay inside the root.
	Path
	// Directory is a path that the program changes to before it does anything.
	Directory
	// TopPath names a file that git opens from the top of the working tree,
	// whichever directory it runs in; read from the root it must stay inside the
	// root, and so it does from every top below.
	TopPath
	// Revision is a revision or a path. Whatever it is, read as a path it must
	// stay inside the root; a revision always does.
	Revision
	// Text is any text.
	Text
	// Number is digits, with an optional leading "+".
	Number
	// Format is a format of bash's printf.
	Format
	// Layout is a format of find's -printf.
	Layout
	// Script is a sed script that only prints lines: p, Np or N,Mp.
	Script
	// Repository is OWNER/NAME, never with a host.
	Repository
	// Item names an issue, branch, tag, run or repository, never with a host.
	Item
	// Package is the name of a package in a registry, with an optional version.
	Package
)

// A Var is a variable of the plan's environment.
type Var struct {
	Name string
	// Value may hold the placeholders {parent}, the directory that holds the
	// root, and {path}, the fixed search path without the root. {parent} stands in
	// lists: where its name holds a ":", which separates them, the program refuses.
	Value string
}
