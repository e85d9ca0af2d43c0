// Package reports holds findings and the forms they are shown in.
//
// A finding is where a fence and real bash disagree about one request. The
// package decides which class that disagreement has and how bad it is
// ([Classify]), groups findings that are the same mistake ([Bucket]), writes
// them as JSON lines for machines ([Result], [Summary], with schemas in
// reports/schema) and as tables for people ([WriteText]).
//
// A verdict change is where two sides, revisions of one fence or two fences, judge
// a request differently ([VerdictChange]); what it means depends on what bash shows
// ([Outcome]). Changes are grouped by cause, written in three forms, and held to a
// committed [Baseline]. A [Snapshot] keeps what one side says.
//
// It knows verdicts and observations but asks no fence and runs no command, so
// that everything here is a pure function of what was seen.
package reports
