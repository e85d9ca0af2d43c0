package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fencediff/fencediff/internal/engine"
)

// seeded names the seed of --seed in the sources that have one, so that what
// the results say of them stands for itself.
func seeded(specs []string, seed uint64) []string {
	named := slices.Clone(specs)
	for i, spec := range named {
		if strings.HasPrefix(spec, "fuzz:") && !strings.Contains(spec, "@") && seed != engine.DefaultSeed {
			named[i] = fmt.Sprintf("%s@%d", spec, seed)
		}
	}
	return named
}

// openSources opens every --source, as one.
func openSources(specs []string, stdin io.Reader) (engine.Source, error) {
	if len(specs) == 0 {
		return engine.Source{}, usagef("which commands? give --source, for instance --source grid:smoke")
	}
	sources := make([]engine.Source, len(specs))
	stdins := 0
	for i, spec := range specs {
		source, err := engine.OpenSource(spec, stdin)
		if err != nil {
			return engine.Source{}, err
		}
		if strings.HasSuffix(spec, ":-") {
			stdins++
		}
		sources[i] = source
	}
	if stdins > 1 {
		return engine.Source{}, usagef("standard input can be only one --source")
	}
	return engine.Join(sources...), nil
}
