// Package external asks fences that are programs of somebody else.
//
// A [Spec] says which program and how to talk to it. There are two ways: exec
// starts the program once a command and reads its exit status, jsonl starts it
// once and exchanges one JSON line a command. Package revision, below this one,
// makes a jsonl program of a Go function as it was at any revision.
//
// What a fence said (raw) and what its host would do with that (effective) are
// kept apart: the same silence is a prompt in one agent and permission in the
// next. A [Host] is the table from the one to the other. What runs is admit,
// what prompts or is blocked is refuse; a request that cannot be put to the
// fence, and an answer that no host is known to take, are unsupported and never
// pass for a verdict.
//
// # What is promised
//
// Open returns a fence only after it has shown that it is alive: it must admit
// one command and refuse another ([NotLiveError]), and must not have run the
// second. A missing interpreter or a swallowed crash would else look like a fence
// without a single hole. Every program gets an environment of its own: an empty
// home, so that no configuration of the user's changes a verdict, a fixed locale
// and time zone, and an empty working folder. Its standard error is kept for
// messages and never read as an answer. A call that takes too long is the raw
// answer error, and the program's process group is killed.
//
// # What is not
//
// The program runs with the caller's rights: nothing here confines it. Run
// fences that you do not trust in a container.
package external
