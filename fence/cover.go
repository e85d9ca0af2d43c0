package fence

// A Point is one place of the rules that a decision can turn on. Points compare
// with ==.
type Point struct {
	// At says what kind of place it is, and which of the fields name it.
	At PointKind
	// Program is the name of a program.
	Program string
	// Row is the name of one of its rows; empty for its row without a name.
	Row string
	// Text is the word, operator or byte that was looked up, whether it was found
	// or not; for a cap its name in the described rules.
	Text string
}

// PointKind is a kind of place in the rules. The zero value is invalid.
type PointKind uint8

// The kinds.
const (
	// CapPoint: the number that the cap Text bounds was met; how large it was is
	// told beside. The caps of operands are parts of their rows.
	CapPoint PointKind = iota + 1
	// CdPoint: a cd was met.
	CdPoint
	// OperatorPoint: the byte Text, which begins a separator or a special, was
	// met where one counts.
	OperatorPoint
	// OriginPoint: what the separator Text proves was asked.
	OriginPoint
	// RedirectPoint: a redirection was met.
	RedirectPoint
	// ProgramPoint: Program was looked up.
	ProgramPoint
	// GlobalPoint: the option Text was looked up before Program's subcommand.
	GlobalPoint
	// SubcommandPoint: Text was looked up as the first word of a subcommand.
	SubcommandPoint
	// RowPoint: the row was found, and its words were judged by it.
	RowPoint
	// OptionPoint: the option Text was looked up in the row.
	OptionPoint
	// UnlistedPoint: an option was met that neither Switches nor Values of the
	// row list.
	UnlistedPoint
	// PlanPoint: a plan was made.
	PlanPoint
)

// A Tracer is told the points that a decision consulted, some of them more than
// once, in the order of judgement. Size is the number that a cap bounds, and 0
// for other points.
type Tracer func(p Point, size int)

// Trace is Judge, and tells which points of the rules the decision consulted:
// rules that are equal in all of them decide the request alike, but for the text
// of Verdict.Next, which lists what else there is.
func (v *Variant) Trace(r Request, met Tracer) Verdict {
	return verdict(v.decideIn(&scan{met: met}, r))
}
