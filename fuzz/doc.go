// Package fuzz makes shell commands that nobody wrote down, and makes a command
// that shows something as small as it can be.
//
// A [Generator] builds syntax trees of mvdan.cc/sh, all statement and word forms
// of bash, from a string of bytes: every choice spends one byte, and an empty
// string gives the smallest command there is. So native fuzzing can minimise
// what it finds, and a seed and a number name a command for ever. [Mutate]
// changes a command as people and attackers do: another quoting, another
// separator, a bundle of options, a blank that only looks like one. [Shrink]
// takes away from a command, by its syntax and byte by byte, whatever a predicate
// can do without.
//
// The package knows neither fences nor the oracle, so that both can be tested
// with it: what makes a command worth keeping is the caller's to say.
package fuzz
