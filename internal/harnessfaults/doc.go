// Package harnessfaults breaks the harness on purpose, one fault at a time, and
// expects a check to notice each.
//
// A harness that misses an effect, swaps any for all or counts what never ran
// says that a fence holds when it does not, and nothing else would say so. The
// faults are values behind the build tag harnessfaults: the tests with that tag
// build the harness with all of them in, by the compiler's overlay, and switch on
// one a run. The shipped sources hold none of it.
//
//	go test -tags harnessfaults ./internal/harnessfaults
//
// testdata/caught.golden says which check catches which fault: a test of the
// suite, or the self-test, the planted commands that every run begins with.
package harnessfaults
