// Package mutant makes built-in fences wrong on purpose, one mistake at a time.
//
// Whether a grid, a fuzzer or a test would notice a mistake of a fence is known
// only by making the mistake. A [Mutation] is one, as a value: a change of the
// rules, or of what the fence takes a request for, or of what it makes of its own
// verdict. The fence itself knows nothing of them, so that production pays
// nothing and cannot be switched wrong by accident.
//
// [Generate] makes every mutant of a fence's rules, [Planted] are those of the
// mistakes that fences were reported to make. An [Index] says on which commands a
// mutant can show, [Equivalents] which mutants can show on none, and the audits
// refuse mutations that would grade nothing.
package mutant
