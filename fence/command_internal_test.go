package fence

import (
	"errors"
	"testing"
)

// TestOldBashIsRefused: before 5.2 a pattern such as .* matches "..".
func TestOldBashIsRefused(t *testing.T) {
	for version, ok := range map[string]bool{
		"5.2": true, "5.3": true, "5.10": true, "6.0": true, "10.1": true,
		"5.1": false, "5.0": false, "4.4": false, "3.2": false, "": false, "x.y": false, "5": false,
	} {
		if err := skipsDots(version); (err == nil) != ok {
			t.Errorf("bash %q: %v", version, err)
		}
	}
}

// TestGlobsNeedTheCheck: a plan with a pattern does not start in a bash that was
// not found fit; one without is not asked.
func TestGlobsNeedTheCheck(t *testing.T) {
	unfit := errors.New("an old bash")
	asked := globsSkipDots
	globsSkipDots = func() error { return unfit }
	t.Cleanup(func() { globsSkipDots = asked })
	for _, words := range [][]Word{{{Text: "ls"}, {Text: ".*", Glob: true}}, {{Text: "ls"}, {Text: ".*"}}} {
		plan := Plan{Cwd: t.TempDir(), Segments: []Segment{{Words: words}}}
		err := plan.Command(t.Context()).Run()
		if glob := words[1].Glob; errors.Is(err, unfit) != glob {
			t.Errorf("glob %v: ran with %v", glob, err)
		}
	}
}
