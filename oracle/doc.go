// Package oracle says what a command really does: it has real bash run it in
// throw-away fixtures and reports what changed.
package oracle
