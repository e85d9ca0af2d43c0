package grid

import "slices"

// programs are the rows of the grammar that are crossed as programs; echo and
// printf, which take no options, and gh and npm, which need the network, have
// families of their own.
var programs = slices.Concat(gitPrograms, filePrograms, textPrograms, searchPrograms)

// smoke is the grid that every run can afford: everything the grammar names,
// and the shapes that public reports say fences get wrong.
var smoke = Grid{
	Name: "smoke",
	Families: slices.Concat(
		optionFamilies(programs),
		[]Family{placeFamily(programs)},
		outputFamilies,
		networkFamilies,
		operandFamilies,
		capFamilies,
		separatorFamilies,
		redirectFamilies,
		directoryFamilies,
		quotingFamilies,
		expansionFamilies,
		compoundFamilies,
		heredocFamilies,
		controlFamilies,
		environmentFamilies,
		wrapperFamilies,
		toolFamilies,
		gitFamilies,
		writerFamilies,
		readerFamilies,
		terminalFamilies,
	),
}
