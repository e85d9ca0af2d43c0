// Package fence decides whether a shell command of a coding agent only reads,
// and plans how to run it so that it stays a read.
//
// A fence is allow-direction: what it does not positively recognise it refuses.
// The built-in variants readonly and walk take a request apart into words,
// judge them by Rules, which are data, and answer with a *Plan or a *Refusal.
// They see the text of the request only; they never look at the disk and never
// run anything. The fence naive is what many agents ship and is here to be
// beaten.
//
// # What the fence promises
//
// Against an agent that may write any text at all, by mistake or because what
// it read told it to: no command that readonly or walk admits, run as its plan
// in bash 5.2 or later, writes, deletes, changes or executes a file of anyone's,
// reaches the network without the grant, or opens or lists a path outside the
// root that it names. That there is such a path it can tell: which and fd look
// for a name that holds a slash. The promise holds whichever files the workspace
// holds, whether the directories and files that the command names exist or not,
// and whatever the caller's environment is: the plan starts from an empty one.
//
// # What only the executor can promise
//
// The fence is lexical, so that some things are beyond it, and need a confining
// executor (a sandbox that lets the command read the workspace and nothing
// else):
//
//   - Symbolic links. A link in the workspace that leads out is followed.
//   - What a repository's own configuration makes git do and no option or
//     variable stops; a clean filter that the repository names runs code.
//   - Time, memory, output. A read of a large tree takes long, a read of a named
//     pipe waits for ever.
//   - What the programs themselves do wrong: the rows say what they do as
//     documented and as tried in Debian 12.
//   - A directory that is replaced between the judgement and the run.
//
// Every plan lists under Residual what of this its programs can be led to do.
// HOSTILE.md says for each of the hostile fixtures which rows spring its trap as
// they are written, and which as their plan: a test tries them all.
//
// A command run as it was written, without its plan, keeps the promise only in
// a workspace whose repository configuration is the user's own.
//
// # Use
//
// Lookup gives a built-in fence, and New one with rules of your own. Decide is
// for a caller that runs what is admitted; Judge is the same decision behind
// the interface that every fence shares.
package fence
