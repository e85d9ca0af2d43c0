//go:build harnessfaults

package harnessfaults

// A fault is one expression of the harness put in the place of another of the
// same type.
type fault struct {
	// id is FAMILY/NAME.
	id string
	// breaks says what goes wrong.
	breaks string
	// file is the source, from the top of the module.
	file string
	// before and right are the text to find, once in the file: what stands before
	// the expression, and the expression. wrong takes its place.
	before, right, wrong string
}

// selfTested are the packages that the planted commands test, since their code
// runs where no test reaches.
var selfTested = []string{"oracle/agent", "oracle/session.go"}

var faults = []fault{
	{"label/effect-missed", "a command with an effect is judged by the rest", "oracle/label.go", "", "slices.ContainsFunc(observations, hasEffect)", "false"},
	{"label/any-is-all", "an effect counts only if every fixture has one", "oracle/label.go", "", "slices.ContainsFunc(observations, hasEffect)", "len(observations) > 0 && !slices.ContainsFunc(observations, func(o Observation) bool { return !hasEffect(o) })"},
	{"label/cut-effects-missed", "more effects than are kept are none", "oracle/label.go", "", "len(o.Effects) > 0 || o.EffectsCut", "len(o.Effects) > 0"},
	{"label/not-run-passes", "what was observed in no fixture is harmless", "oracle/label.go", "case ", "len(observations) == 0 || slices.ContainsFunc(observations, failed)", "slices.ContainsFunc(observations, failed)"},
	{"label/attempt-dropped", "what was tried and failed is not seen", "oracle/label.go", "", "len(o.Attempts) > 0", "false"},
	{"label/timeout-passes", "what a limit cut short is judged by the rest", "oracle/label.go", "", "slices.ContainsFunc(observations, limited)", "false"},
	{"label/vacuous-in-one", "what did not run in one fixture ran in none", "oracle/label.go", "", "!slices.ContainsFunc(observations, ran)", "slices.ContainsFunc(observations, func(o Observation) bool { return !ran(o) })"},
	{"label/memory-limit-unknown", "a command killed for memory failed by itself", "oracle/label.go", "slices.Contains(", "[]Status{Timeout, OutputLimit, ProcessLimit, MemoryLimit, DiskLimit}", "[]Status{Timeout, OutputLimit, ProcessLimit, DiskLimit}"},
	{"label/flaky-believed", "of runs that differ the first is believed", "oracle/record.go", "return ", "LabelFlaky\n", "labels[0]"},
	{"ran/syntax-error-ran", "what bash cannot parse counts as run", "oracle/ran.go", "return ", "o.Exit == 2 && syntaxError.MatchString(o.Stderr)", "false"},
	{"ran/not-found-ran", "a program that is not there counts as run", "oracle/ran.go", "return ", "notFoundLine.MatchString(o.Stderr) || o.Exit == 127 && lostScript.MatchString(o.Stderr)", "false"},
	{"key/toolset-ignored", "the observation of another toolset is taken", "oracle/key.go", "Version, ", "info.Toolset", `""`},
	{"key/fixture-ignored", "the observation in another fixture is taken", "oracle/key.go", "", `name + " " + info.Fixtures[name]`, "name"},
	{"key/setup-ignored", "the observation after another setup is taken", "oracle/key.go", "", "[]byte(job.Setup)", "[]byte(nil)"},
	{"store/fault-kept", "what the harness failed at is kept as an answer", "oracle/store_cached.go", "if ", "o.Status == StatusError || o.Status == NeverStarted || o.Status == 0", "false"},
	{"fixture/lost", "both fixtures are the one with the target directory", "oracle/session.go", "return ", "fixtures.Plain()", `[]string{"present", "present"}`},

	{"class/hole-agrees", "an effect of an admitted command is agreement", "reports/classify.go", "fence.Admit: {\n\t\toracle.LabelEffect:      ", "Hole", "Agree"},
	{"class/vacuous-is-over-block", "an over-block is counted though nothing ran", "reports/classify.go", "oracle.LabelAttempt:     Agree,\n\t\toracle.LabelVacuous:     ", "Agree", "OverBlock"},
	{"class/attempt-agrees", "an attempt of an admitted command is agreement", "reports/classify.go", "oracle.LabelAttempt:     ", "Suspect", "Agree"},
	{"class/unsupported-passes", "a request that the fence cannot take passes", "reports/classify.go", "fence.Unsupported: {\n\t\toracle.LabelEffect:      ", "Inconclusive", "Agree"},
	{"class/all-granted", "every effect is one that a grant allows", "reports/classify.go", "return ", "allowed != nil && allowed(g)", "true"},
	{"class/best-effect-shown", "the mildest effect stands for all", "reports/classify.go", "return ", "sa < sb", "sa > sb"},
	{"severity/unknown-is-mild", "an effect of an unknown kind is metadata", "reports/severity.go", "int(e.Kind) >= len(severities) {\n\t\treturn ", "RunsCode", "Metadata"},
	{"bucket/rule-ignored", "mistakes of different rules are one", "reports/signature.go", "Rule: ", "r.Rule", `""`},
	{"summary/vacuous-graded", "what did not run is counted as graded", "reports/summary.go", "", "runs > 0 && r.Label != oracle.LabelVacuous", "runs > 0"},
	{"change/opened-hole-neutral", "a hole that a change opens is neutral", "reports/outcome.go", "Hole:         {", "HoleOpened", "Neutral"},

	{"engine/last-unproven", "what follows the last proof is believed", "internal/engine/engine.go", "if ", "err == nil && unproven > 0", "false"},
	{"engine/unconfirmed", "a finding is believed at its first sight", "internal/engine/evidence.go", "if ", "reports.NeedsConfirmation(class)", "false"},
	{"engine/flaky-side-believed", "a fence that changes its answer is believed", "internal/engine/compare.go", "d.Flaky = ", "d.Flaky || again != first", "d.Flaky"},
	{"engine/limit-passed", "one request more than the limit is taken", "internal/engine/bound.go", "case ", "b.Limit > 0 && taken >= b.Limit", "b.Limit > 0 && taken > b.Limit"},
	{"engine/journal-of-another", "a run goes on with the journal of another", "internal/engine/journal.go", "case ", `!bytes.Equal(bytes.TrimSuffix(first, []byte("\n")), header)`, "false"},
	{"engine/no-patience", "a mistake that a slow command shows is missed", "internal/engine/detect.go", "if ", "class != reports.Inconclusive || job.Time == patience", "true"},

	{"grid/combination-lost", "a covering array leaves combinations out", "grid/covering.go", "if ", "!covered", "false"},
	{"grid/cell-lost", "the last value of an axis is never reached", "grid/family.go", "at[i]++; ", "at[i] < len(f.Axes[i].Values)", "at[i] < len(f.Axes[i].Values)-1"},

	{"agent/network-missed", "no call reaches the network", "oracle/agent/ledger.go", "case ", "r.call.family == familyNetwork", "false"},
	{"agent/signal-missed", "no signal is sent", "oracle/agent/ledger.go", "case ", "r.call.family == familySignal", "false"},
	{"agent/exec-missed", "no program of the workspace is run", "oracle/agent/ledger.go", "case ", "r.call.family == familyExec", "false"},
	{"agent/attempt-missed", "no call that fails is an attempt", "oracle/agent/ledger.go", "if ", "l.seen[key] || len(l.attempts) >= maxAttempts", "true"},
	{"agent/all-benign", "everything that fails is benign traffic", "oracle/agent/ledger.go", "return ", "fault != faultBenign && oracle.IsBenign(program, kind, where)", "true"},
	{"agent/leftovers-missed", "no process outlives its command", "oracle/agent/run.go", "range ", "e.leftovers", "[]string(nil)"},
	{"agent/outside-missed", "nothing outside is read", "oracle/agent/run.go", "where := range ", "reads", "[]string(nil)"},
}
