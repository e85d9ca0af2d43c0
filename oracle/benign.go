package oracle

import "path"

// A Benign is one sort of traffic that looks like an effect and is none: a
// program's own bookkeeping that changes nothing for anyone.
type Benign struct {
	Name string `json:"name"`
	// Program is the path of the program that causes it, a pattern of path.Match.
	Program string `json:"program"`
	// Kinds are the effect kinds it looks like.
	Kinds []Kind `json:"kinds"`
	// Path is where, a pattern of path.Match.
	Path string `json:"path"`
	// Mechanism says what the program does, Reason why that does not count.
	Mechanism string `json:"mechanism"`
	Reason    string `json:"reason"`
	// Example is a command that causes it in the plain fixtures.
	Example string `json:"example"`
}

// BenignTraffic is the published list of what the oracle passes over. Every
// entry holds for transient effects only: what is still there afterwards is
// always an effect. An entry that no longer matters fails a test.
var BenignTraffic = []Benign{
	{
		Name: "git-index-lock", Program: "/usr/bin/git", Kinds: []Kind{Create, Delete, Rename}, Path: "/*/*/.git/index.lock",
		Mechanism: "status and diff lock the index in case they have to refresh it, and remove the lock again",
		Reason:    "the lock is git's own, is gone when git ends, and the index is unchanged",
		Example:   "git status",
	},
	{
		Name: "sort-spill", Program: "/usr/bin/sort", Kinds: []Kind{Create, Delete}, Path: "/tmp/sort??????",
		Mechanism: "sort spills large input into temporary files and removes them",
		Reason:    "the names are random and the files gone when sort ends",
		Example:   "seq 20000 | sort -S 32k",
	},
	{
		Name: "tac-spill", Program: "/usr/bin/tac", Kinds: []Kind{Create, Delete}, Path: "/tmp/tac??????",
		Mechanism: "tac copies input that it cannot seek in to a temporary file, which it unlinks before it is full",
		Reason:    "the name is random and the file gone before tac prints anything",
		Example:   "seq 3 | tac",
	},
	{
		Name: "bash-here-document", Program: "/usr/bin/bash", Kinds: []Kind{Create, Delete, ModeChange}, Path: "/tmp/sh-thd.*",
		Mechanism: "bash keeps a here-document that does not fit a pipe in a temporary file, which it unlinks before use",
		Reason:    "the file has no name by the time any command runs",
		Example:   "cat <<< $(seq 20000) | wc -c",
	},
}

// IsBenign says whether a transient effect is on the list.
func IsBenign(program string, kind Kind, where string) bool {
	for _, b := range BenignTraffic {
		if b.matches(program, kind, where) {
			return true
		}
	}
	return false
}

func (b Benign) matches(program string, kind Kind, where string) bool {
	inKinds := false
	for _, k := range b.Kinds {
		inKinds = inKinds || k == kind
	}
	return inKinds && match(b.Program, program) && match(b.Path, where)
}

func match(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
