// Package grid turns finite alphabets into products of shell commands.
//
// A fence is wrong at a crossing: an option it knows, a separator it knows, and
// the two together in an order nobody tried. Random commands meet such a
// crossing by luck; a grid meets every one of them, says beforehand how many
// there are, and names each so that a finding of last year still means the same
// cell today.
//
// A [Grid] is a list of families. A [Family] is one template and the axes whose
// product fills it; an [Axis] is a named alphabet and a [Value] one letter of
// it. Alphabets are data, each in its own file: a new option, separator or
// shape is one more value, and a new question is one more family. Nothing is
// filtered out of a product, so that its size is the product of its axes and
// no cell is lost silently. Where a product is too large, the family states a
// strength and is a covering array: it leaves out combinations of many axes, and
// none of as many as it states.
//
// There are three grids. "smoke" holds one cell or more for everything the
// fences' grammar names, and for the shapes that public reports say fences get
// wrong. "full" holds smoke, and crosses its alphabets with one another. "hostile"
// holds commands that are harmless by themselves, each for the hostile fixture
// that the cell names, in which exactly one trap is laid.
package grid
