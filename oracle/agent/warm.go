package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fencediff/fencediff/fixtures"
	"github.com/fencediff/fencediff/oracle"
)

// indexAge is how much newer than now the index is made: git takes entries for
// suspect, and writes the index again, when one of them is of the same second.
const indexAge = 2 * time.Second

// warm refreshes the index of every repository in the view that commands get,
// so that git finds it up to date and has no reason to write it.
func (w *worker) warm() warmed {
	bash, err := w.bashVersion()
	for _, recipe := range fixtures.All() {
		for _, dir := range recipe.Repositories() {
			if err == nil {
				err = w.warmIndex(recipe.Name(), dir)
			}
		}
	}
	if err != nil {
		return warmed{Error: err.Error()}
	}
	return warmed{Bash: bash}
}

func (w *worker) bashVersion() (string, error) {
	s, err := w.slotFor(fixtures.Plain()[0])
	if err != nil {
		return "", err
	}
	o, err := w.run(s, &oracle.AgentJob{Command: []byte(`printf %s "$BASH_VERSION"`)})
	if err == nil && (o.Status != oracle.Exited || o.Exit != 0 || len(o.Effects) > 0) {
		err = fmt.Errorf("the first command went wrong: %s %d %s", o.Status, o.Exit, o.Stderr)
	}
	return o.Stdout, err
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
	if _, _, err := w.execute(s, &o, &oracle.AgentJob{Command: []byte("git status --porcelain"), Cwd: []byte(repository)}); err != nil {
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
