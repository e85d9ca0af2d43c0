// Package revision builds Go fences as they were at a git revision, so that two
// revisions of one fence can be asked side by side.
//
// A [Subject] says which fence: a built-in variant of the module that the
// repository holds, or a function of a package. The package writes a small main
// around it that speaks the jsonl protocol of package external, and builds that
// in a git worktree of its own: the user's checkout, index and branches are not
// touched, and no hook of the repository's runs. A package of another module is
// fetched by the go command at the version that is asked for.
//
// Builds are kept in the user's cache folder under the digest of the binary, with
// an index from what was built (commit, subject, compiler, flags) to that digest.
// Worktrees of one commit give the same bytes, and so do commits between which
// nothing changed that the fence is made of: revisions with equal digests are
// known to judge alike without being asked.
package revision
