// Package engine joins the three things that fencediff is made of: a stream of
// requests, a fence and an oracle.
//
// Every verb that asks a fence or runs a command goes through here, so that the
// order of the answers, cancellation, the planted commands and what counts as
// an error are decided once. The oracle is handed in, so that it may as well be
// one that answers from a store.
package engine
