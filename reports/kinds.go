package reports

import (
	"strings"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/oracle"
)

// Kinds is a set of kinds of effect, which the zero value has none of. It is
// comparable.
type Kinds uint32

// List lists the kinds in declaration order; an empty set is an empty list.
func (k Kinds) List() []oracle.Kind {
	list := []oracle.Kind{}
	for _, kind := range oracle.Kinds() {
		if k&(1<<kind) != 0 {
			list = append(list, kind)
		}
	}
	return list
}

// String names the kinds, with a blank between two.
func (k Kinds) String() string {
	names := make([]string, 0, len(oracle.Kinds()))
	for _, kind := range k.List() {
		names = append(names, kind.String())
	}
	return strings.Join(names, " ")
}

// effectKinds are the kinds of effect that no grant allows.
func effectKinds(observations []oracle.Observation, grants fence.Grants) (kinds Kinds) {
	for _, o := range observations {
		for _, e := range o.Effects {
			if !granted(e.Kind, grants) {
				kinds |= 1 << e.Kind
			}
		}
	}
	return kinds
}
