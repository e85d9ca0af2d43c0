package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// indexAge is how much newer than now the index is made: git takes entries for
// suspect, and writes the index again, when one of them is of the same second.
const indexAge = 2 * time.Second

// warmEnvironment keeps git's warming of an index from what the fixture's own
// configuration would have it run.
var warmEnvironment = append(slices.Clone(oracle.Environment),
	"GIT_CONFIG_COUNT=2",
	"GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=false",
	"GIT_CONFIG_KEY_1=core.hooksPath", "GIT_CONFIG_VALUE_1=/dev/null")

// warm refreshes the index of every repository of a fixture in the view that
// commands get, so that git finds it up to date and has no reason to write it.
func (w *worker) warm(fixture string) warmed {
	recipe, _ := fixtures.Lookup(fixture)
	for _, dir := range recipe.Repositories() {
		if err := w.warmIndex(fixture, dir); err != nil {
			return warmed{Error: err.Error()}
		}
	}
	return warmed{}
}

func (w *worker) warmIndex(fixture, repository string) (err error) {
	s, err := w.slotFor(fixture)
	if err != nil {
		return err
	}
	if err := s.mount(); err != nil {
		return err
	}
	o := blank(fixture)
	status := &oracle.AgentJob{Command: []byte("git status --porcelain"), Cwd: []byte(repository), Env: warmEnvironment}
	if _, _, err := w.execute(s, &o, status); err != nil {
		return errors.Join(err, s.discard())
	}
	index := filepath.Join(repository, ".git", "index")
	fresh, err := os.ReadFile(s.root.upper() + index)
	if errors.Is(err, os.ErrNotExist) {
		return s.discard() // it was warm
	}
	if err = errors.Join(err, s.discard()); err != nil {
		return err
	}
	// The slot's pristine view lies over the layer that is about to change.
	if err := s.close(); err != nil {
		return err
	}
	delete(w.slots, fixture)
	layer := w.State.fixture(fixture) + index
	info, err := os.Stat(layer)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(string(fresh), "DIRC") {
		return fmt.Errorf("%s of fixture %s is no git index", index, fixture)
	}
	if err := os.WriteFile(layer, fresh, info.Mode()); err != nil {
		return err
	}
	warm := time.Now().Add(indexAge)
	return os.Chtimes(layer, warm, warm)
}
