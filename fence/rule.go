package fence

// RuleID names a rule of the built-in fences. It is an error, so that
// errors.Is(err, fence.RuleCap) asks which rule refused. The empty id is
// invalid.
type RuleID string

// The rules, in the order of judgement.
const (
	RuleShape      RuleID = "shape"
	RuleCap        RuleID = "cap"
	RuleCd         RuleID = "cd"
	RuleWorkdir    RuleID = "workdir"
	RuleOperator   RuleID = "operator"
	RuleQuote      RuleID = "quote"
	RuleRedirect   RuleID = "redirect"
	RuleEnvPrefix  RuleID = "env_prefix"
	RuleProgram    RuleID = "program"
	RuleSubcommand RuleID = "subcommand"
	RuleOption     RuleID = "option"
	RuleOperand    RuleID = "operand"
	RulePath       RuleID = "path"
	RuleNetwork    RuleID = "network"
)

// A RuleInfo describes one rule for people.
type RuleInfo struct {
	ID RuleID
	// Asks is what the rule asks of a command.
	Asks string
	// Example is a command that the rule refuses in the default policy.
	Example string
}

var ruleInfos = [...]RuleInfo{
	{RuleShape, "the command is not empty, is UTF-8 and holds no NUL, newline or carriage return", "ls\r"},
	{RuleCap, "no number is exceeded", "uniq notes.txt out.txt"},
	{RuleCd, "a cd is literal, stands where it proves something, and what follows stays inside wherever the shell may be", "cd sub; ls"},
	{RuleWorkdir, "a root is known and the working directory lies inside it", "cd .. && ls"},
	{RuleOperator, "nothing unquoted expands, groups, comments or runs in the background, and no segment is empty", "ls &"},
	{RuleQuote, "quotes are balanced and no backslash ends the command", "echo 'a"},
	{RuleRedirect, "a redirection is 2>/dev/null, >/dev/null or 2>&1", "ls >out.txt"},
	{RuleEnvPrefix, "a segment does not begin with an assignment or env", "PAGER=x git log"},
	{RuleProgram, "the program is one of the rows, by its plain name", "rm notes.txt"},
	{RuleSubcommand, "the subcommand is one of the program's rows", "git push"},
	{RuleOption, "every option stands in the row, as it is written there", "sort -o out.txt notes.txt"},
	{RuleOperand, "every operand and value is of the kind that the row says, and globs stand in path operands only", "head -n x notes.txt"},
	{RulePath, "every path, and the directory that a segment runs in, stays inside the root", "cat ../outside.txt"},
	{RuleNetwork, "a program that needs the network has the grant", "gh pr list"},
}

// RuleInfos returns every rule in the order of judgement.
func RuleInfos() []RuleInfo { return append([]RuleInfo(nil), ruleInfos[:]...) }

// Error returns the id, which makes a RuleID usable with errors.Is.
func (id RuleID) Error() string { return string(id) }
