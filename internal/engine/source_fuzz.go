package engine

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/fencediff/fencediff/fuzz"
	"github.com/fencediff/fencediff/grid"
	"github.com/fencediff/fencediff/reports"
)

// DefaultSeed is the seed of random commands where none is named.
const DefaultSeed = 1

// openFuzz opens N or N@SEED: that many random commands. Of three, one is much
// like what agents send, one has everything that bash has, and one is a cell of
// the smoke grid with something changed. Command i of a seed is always the same.
func openFuzz(spec, arg string, _ io.Reader) (Source, error) {
	number, seedText, seeded := strings.Cut(arg, "@")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return Source{}, errors.New("want how many commands, for instance fuzz:1000, or fuzz:1000@7 for another seed than 1")
	}
	seed := uint64(DefaultSeed)
	if seeded {
		if seed, err = strconv.ParseUint(seedText, 10, 64); err != nil {
			return Source{}, fmt.Errorf("the seed %q is no number from 0 on", seedText)
		}
	}
	return Source{
		Spec: spec,
		Requests: func(yield func(reports.Request, error) bool) {
			command := newMaker(seed)
			for i := range n {
				r := reports.NewRequest(fmt.Sprintf("fuzz:%d/%d", seed, i), command(i))
				if !yield(r, nil) {
					return
				}
			}
		},
		survey: func() (int, error) { return n, nil },
	}, nil
}

// newMaker returns what makes the i-th command of a seed.
func newMaker(seed uint64) func(i int) string {
	plain, wild := fuzz.NewGenerator(fuzz.Plain()), fuzz.NewGenerator(fuzz.Wild())
	commands, words := smokeCommands(), fuzz.DefaultVocabulary()
	kinds := []func(data []byte) string{
		plain.Command,
		wild.Command,
		func(data []byte) string {
			from := (int(data[0])<<8 | int(data[1])) % len(commands)
			changed, _ := fuzz.Mutate(commands[from], data[2:], words)
			return changed
		},
	}
	return func(i int) string { return kinds[i%len(kinds)](fuzz.Choices(seed, i)) }
}

// smokeCommands are commands worth changing: those of the smoke grid.
func smokeCommands() []string {
	smoke, _ := grid.Lookup("smoke")
	var commands []string
	for cell := range smoke.Cells() {
		commands = append(commands, cell.Request.Command)
	}
	return commands
}
