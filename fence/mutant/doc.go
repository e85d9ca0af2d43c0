// Package mutant makes built-in fences wrong on purpose, one mistake at a time.
//
// Whether a grid, a fuzzer or a test would notice a mistake of a fence is known
// only by making the mistake. A [Mutation] is one, as a value: a change of the
// rules, or of what the fence takes a request for, or of what it makes of its own
// verdict. The fence itself knows nothing of them, so that production pays
// nothing and cannot be switched wrong by accident.
//
// [Planted] are mistakes that fences were reported to make.
package mutant
