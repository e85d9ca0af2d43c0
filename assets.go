// Package fencediff holds the files of the project's top level that the
// installed program needs at run time.
package fencediff

import _ "embed"

//go:embed Dockerfile.bash
var dockerfile string

// Dockerfile returns the text of Dockerfile.bash, from which the oracle's image
// is built.
func Dockerfile() string { return dockerfile }
