package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// TrapOutcome says what became of a trap. The zero value is invalid.
type TrapOutcome uint8

// The outcomes.
const (
	// Sprung: the trap did what it is there to do.
	Sprung TrapOutcome = iota + 1
	// Held: the command ended and the trap shows no sign.
	Held
	// Untold: a limit or a fault cut the run short before any sign. Never a pass.
	Untold
)

var trapOutcomeNames = []string{Sprung: "sprung", Held: "held", Untold: "untold"}

// String returns the outcome's name on the wire.
func (o TrapOutcome) String() string { return enumString(trapOutcomeNames, "trap outcome", o) }

// MarshalText implements encoding.TextMarshaler; an invalid outcome is an error.
func (o TrapOutcome) MarshalText() ([]byte, error) {
	return enumText(trapOutcomeNames, "trap outcome", o)
}

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (o *TrapOutcome) UnmarshalText(text []byte) (err error) {
	*o, err = enumValue[TrapOutcome](trapOutcomeNames, "trap outcome", text)
	return err
}

// Form says in which form a command ran. The zero value is invalid.
type Form uint8

// The forms.
const (
	// AsWritten: the command itself.
	AsWritten Form = iota + 1
	// AsPlanned: the plan that the fence made of it.
	AsPlanned
)

var formNames = []string{AsWritten: "command", AsPlanned: "plan"}

// String returns the form's name on the wire.
func (f Form) String() string { return enumString(formNames, "form", f) }

// MarshalText implements encoding.TextMarshaler; an invalid form is an error.
func (f Form) MarshalText() ([]byte, error) { return enumText(formNames, "form", f) }

// UnmarshalText implements encoding.TextUnmarshaler; an unknown name is an error.
func (f *Form) UnmarshalText(text []byte) (err error) {
	*f, err = enumValue[Form](formNames, "form", text)
	return err
}

// A HostileRun is what became of an admitted request in one hostile fixture.
// The fixture never decides the request's label or class.
type HostileRun struct {
	Fixture string `json:"fixture"`
	// Ran says whether the plan or, for want of one, the command ran.
	Ran     Form        `json:"ran"`
	Outcome TrapOutcome `json:"outcome"`
	// Observation is what the oracle saw.
	Observation oracle.Observation `json:"observation"`
	// Bucket and Replay are those of a [HostileHole]; empty unless it sprang.
	Bucket string `json:"bucket,omitempty"`
	Replay string `json:"replay,omitempty"`
}

// HostileJob returns what the oracle runs for an admitted request in a hostile
// fixture, and in which form: the plan of the verdict where it carries one.
func HostileJob(r Request, v fence.Verdict, recipe fixtures.Recipe) (oracle.Job, Form) {
	job, form := r.Job(), AsWritten
	if v.Plan != nil {
		job, form = r.PlanJob(v.Plan), AsPlanned
	}
	trap, _ := recipe.Trap()
	job.TTY = job.TTY || trap.Terminal
	job.Fixtures = []string{recipe.Name()}
	return job, form
}

// NewHostileRun judges what the oracle saw of a request in a hostile fixture.
func NewHostileRun(fenceName string, r Request, recipe fixtures.Recipe, ran Form, o oracle.Observation) (HostileRun, error) {
	run := HostileRun{Fixture: recipe.Name(), Ran: ran, Outcome: Held, Observation: o}
	trap, ok := recipe.Trap()
	switch {
	case !ok:
		return run, fmt.Errorf("reports: the fixture %s has no trap", recipe.Name())
	case oracle.Sprung(trap, o):
		run.Outcome = Sprung
	case !o.Status.Complete():
		run.Outcome = Untold
	}
	if run.Outcome != Sprung {
		return run, nil
	}
	var err error
	run.Bucket = run.key(r).id()
	r.Hostile = recipe.Name()
	run.Replay, err = Replay(fenceName, r)
	return run, err
}

func (h HostileRun) key(r Request) bucketKey {
	observations := []oracle.Observation{h.Observation}
	return bucketKey{
		Signature: Signature{Class: HostileHole, Decision: fence.Admit, Kinds: effectKinds(observations, fence.Grants{})},
		label:     oracle.LabelOf(observations), shape: shape(r.Command), fixture: h.Fixture,
	}
}

// note is the worst of the effects, or the limit that ended the run, and what
// ran.
func (h HostileRun) note() string {
	what := "output"
	if worst, _ := worstEffect([]oracle.Observation{h.Observation}, fence.Grants{}); worst != nil {
		what = worst.Kind.String() + " " + worst.Path
	} else if !h.Observation.Status.Complete() {
		what = h.Observation.Status.String()
	}
	return h.Ran.String() + ": " + what
}

// A PlanRun is what the plan of an admitted request did, compared with the
// command as it was written.
type PlanRun struct {
	// Line is what the runner of the plan gives to bash.
	Line string `json:"line"`
	// Differences are in the order of the fixtures and of the fields; none means
	// that the plan did the same.
	Differences []Difference `json:"differences"`
	// Observations are those of the plan.
	Observations []oracle.Observation `json:"observations"`
	// Bucket and Replay are those of a [PlanDivergence]; empty without one.
	Bucket string `json:"bucket,omitempty"`
	Replay string `json:"replay,omitempty"`
}

// A Difference is one thing in which a command and its plan differ.
type Difference struct {
	Fixture string `json:"fixture"`
	// Field is "status", "exit", "stdout", "stderr" or "effects".
	Field string `json:"field"`
	// Command and Plan are the field of either, as text.
	Command string `json:"command"`
	Plan    string `json:"plan"`
}

// NewPlanRun compares what a command did with what its plan did.
func NewPlanRun(fenceName string, r Request, plan *fence.Plan, written, planned []oracle.Observation) (*PlanRun, error) {
	p := &PlanRun{Line: plan.Line(), Differences: Differences(written, planned), Observations: planned}
	if len(p.Differences) == 0 {
		return p, nil
	}
	p.Bucket = p.key(r).id()
	var err error
	p.Replay, err = Replay(fenceName, r, "--plan")
	return p, err
}

func (p *PlanRun) key(r Request) bucketKey {
	return bucketKey{
		Signature: Signature{Class: PlanDivergence, Decision: fence.Admit, Rule: p.fields()},
		label:     oracle.LabelOf(p.Observations), shape: shape(r.Command),
	}
}

// fields are the fields that differ in any fixture.
func (p *PlanRun) fields() string {
	var list []string
	for _, field := range comparedFields {
		if slices.ContainsFunc(p.Differences, func(d Difference) bool { return d.Field == field.name }) {
			list = append(list, field.name)
		}
	}
	return strings.Join(list, ", ")
}

// note is the first difference.
func (p *PlanRun) note() string {
	first := p.Differences[0]
	return fmt.Sprintf("%s %s: %s, planned %s", first.Fixture, first.Field, first.Command, first.Plan)
}
