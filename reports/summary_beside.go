package reports

import (
	"slices"
	"strings"
)

// HostileCounts say what became of the requests that were run in hostile
// fixtures. They are apart from all other counts.
type HostileCounts struct {
	// Requests counts the admitted requests that were run in at least one.
	Requests int `json:"requests"`
	// Plans and Commands count the runs by what ran.
	Plans    int `json:"plans"`
	Commands int `json:"commands"`
	// Sprung, Held and Untold count the runs by their outcome.
	Sprung int `json:"sprung"`
	Held   int `json:"held"`
	Untold int `json:"untold"`
	// Fixtures has a row a fixture, sorted by name.
	Fixtures []FixtureCounts `json:"fixtures"`
}

// FixtureCounts are the outcomes in one hostile fixture.
type FixtureCounts struct {
	Fixture string `json:"fixture"`
	Sprung  int    `json:"sprung"`
	Held    int    `json:"held"`
	Untold  int    `json:"untold"`
}

// PlanCounts say how many plans were run beside their commands.
type PlanCounts struct {
	Compared  int `json:"compared"`
	Divergent int `json:"divergent"`
}

// Expected says how the cases that name what real bash shows fared.
type Expected struct {
	// Compared counts them, Unmet lists those that were not as they say, sorted
	// by id.
	Compared int         `json:"compared"`
	Unmet    []UnmetCase `json:"unmet"`
}

// An UnmetCase is a case that is not as it says.
type UnmetCase struct {
	ID      string `json:"id"`
	Command string `json:"command"`
	// Why says what was seen instead.
	Why string `json:"why"`
}

// addBeside counts what was found beside the result's own class.
func (s *Summary) addBeside(r Result) {
	if len(r.Hostile) > 0 {
		if s.Hostile == nil {
			s.Hostile = &HostileCounts{}
		}
		s.Hostile.add(r.Hostile)
		s.Classes[HostileHole] = s.Hostile.Sprung
	}
	if p := r.Planned; p != nil {
		if s.Plans == nil {
			s.Plans = &PlanCounts{}
		}
		s.Plans.Compared++
		if len(p.Differences) > 0 {
			s.Plans.Divergent++
			s.Classes[PlanDivergence]++
		}
	}
	if r.Request.Expect.Kind == "" {
		return
	}
	if s.Expected == nil {
		s.Expected = &Expected{Unmet: []UnmetCase{}}
	}
	s.Expected.Compared++
	if r.Unexpected != "" {
		s.Expected.Unmet = append(s.Expected.Unmet, UnmetCase{ID: r.ID, Command: r.Request.Command, Why: r.Unexpected})
		s.Classes[Unexpected]++
	}
}

// Found counts what there is of a class. A trap of which nobody can say whether
// it sprang is inconclusive, too.
func (s *Summary) Found(class Class) int {
	if class == Inconclusive && s.Hostile != nil {
		return s.Classes[class] + s.Hostile.Untold
	}
	return s.Classes[class]
}

func (c *HostileCounts) add(runs []HostileRun) {
	c.Requests++
	for _, run := range runs {
		at, found := slices.BinarySearchFunc(c.Fixtures, run.Fixture, func(f FixtureCounts, name string) int { return strings.Compare(f.Fixture, name) })
		if !found {
			c.Fixtures = slices.Insert(c.Fixtures, at, FixtureCounts{Fixture: run.Fixture})
		}
		row := &c.Fixtures[at]
		switch run.Outcome {
		case Sprung:
			c.Sprung, row.Sprung = c.Sprung+1, row.Sprung+1
		case Held:
			c.Held, row.Held = c.Held+1, row.Held+1
		default:
			c.Untold, row.Untold = c.Untold+1, row.Untold+1
		}
		if run.Ran == AsPlanned {
			c.Plans++
		} else {
			c.Commands++
		}
	}
}
