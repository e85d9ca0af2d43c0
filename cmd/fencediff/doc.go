// Fencediff runs generated shell commands past a fence, the classifier that says
// whether a coding agent may run a command without asking, and past real bash in
// throw-away fixtures, and reports where the two disagree.
//
// The command only wires: flags, files and exit codes. What it does is in the
// packages fence, oracle, grid, reports and internal/engine.
package main
