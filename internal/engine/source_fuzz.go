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
			m := newMaker(seed)
			for i := range n {
				r := reports.NewRequest(fmt.Sprintf("fuzz:%d/%d", seed, i), m.command(i))
				if !yield(r, nil) {
					return
				}
			}
		},
		survey: func() (int, error) { return n, nil },
	}, nil
}

// A maker makes the commands of one seed.
type maker struct {
	seed  uint64
	kinds []func(i int) string
}

func newMaker(seed uint64) *maker {
	m := &maker{seed: seed}
	for _, s := range []fuzz.Settings{fuzz.Plain(), fuzz.Wild()} {
		g := fuzz.NewGenerator(s)
		m.kinds = append(m.kinds, func(i int) string { return g.Command(fuzz.Choices(seed, i)) })
	}
	smoke, _ := grid.Lookup("smoke")
	var commands []string
	for cell := range smoke.Cells() {
		commands = append(commands, cell.Request.Command)
	}
	words := fuzz.DefaultVocabulary()
	m.kinds = append(m.kinds, func(i int) string {
		data := fuzz.Choices(seed, i)
		from := (int(data[0])<<8 | int(data[1])) % len(commands)
		changed, _ := fuzz.Mutate(commands[from], data[2:], words)
		return changed
	})
	return m
}

func (m *maker) command(i int) string { return m.kinds[i%len(m.kinds)](i) }
