package grid

import "slices"

// full is the grid that searches: everything of smoke, whose cells keep their
// ids, and the crossings that smoke has no room for. Where a product is too
// large, it is a covering array.
var full = Grid{
	Name: "full",
	Families: slices.Concat(
		smoke.Families,
		crossedOptionFamilies(programs),
		dangerFamilies,
		crossedDirectoryFamilies,
		crossedListFamilies,
		crossedWordFamilies,
		crossedCapFamilies,
		crossedValueFamilies(programs),
		crossedCompoundFamilies,
	),
}
