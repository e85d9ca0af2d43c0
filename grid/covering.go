package grid

import (
	"fmt"
	"slices"
	"sync"
)

// A covering is a covering array: rows of one level an axis, such that every
// combination of levels of any few axes stands in a row.
type covering [][]int

// coverings keeps the arrays by their shape: a family is counted, run through
// and counted again.
var coverings sync.Map

// coveringOf returns the covering array of that strength over axes with so many
// levels. The same shape has the same array, always.
func coveringOf(levels []int, strength int) covering {
	key := fmt.Sprint(levels, strength)
	if known, ok := coverings.Load(key); ok {
		return known.(covering)
	}
	made, _ := coverings.LoadOrStore(key, newCovering(levels, strength))
	return made.(covering)
}

// newCovering builds the array by the in-parameter-order strategy (Lei, Kacker,
// Kuhn, Okun and Lawrence, "IPOG", 2007): the product of the largest axes first,
// then axis by axis, first one level more in each row, the one that covers most,
// then rows for what is left.
func newCovering(levels []int, strength int) covering {
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return levels[b] - levels[a] })
	sizes := make([]int, len(order))
	for i, axis := range order {
		sizes[i] = levels[axis]
	}
	rows := product(sizes[:strength])
	for axis := strength; axis < len(sizes); axis++ {
		rows = extend(rows, sizes[:axis+1], strength)
	}
	array := make(covering, len(rows))
	for n, row := range rows {
		array[n] = make([]int, len(levels))
		for i, axis := range order {
			if array[n][axis] = row[i]; row[i] < 0 {
				array[n][axis] = n % levels[axis]
			}
		}
	}
	return array
}

// product returns every combination of levels, the last running fastest.
func product(sizes []int) [][]int {
	rows := [][]int{{}}
	for _, size := range sizes {
		var next [][]int
		for _, row := range rows {
			for level := range size {
				next = append(next, append(row[:len(row):len(row)], level))
			}
		}
		rows = next
	}
	return rows
}

// extend gives rows the last axis of sizes. A level of -1 is one that does not
// matter.
func extend(rows [][]int, sizes []int, strength int) [][]int {
	last := len(sizes) - 1
	var open []*interaction
	for _, axes := range subsets(last, strength-1) {
		open = append(open, newInteraction(axes, sizes))
	}
	for n, row := range rows {
		best, most := 0, -1
		for i := range sizes[last] {
			// Start elsewhere in each row, so that a tie does not always fall alike.
			level, gain := (n+i)%sizes[last], 0
			for _, o := range open {
				if at, ok := o.index(row, level); ok && !o.covered[at] {
					gain++
				}
			}
			if gain > most {
				best, most = level, gain
			}
		}
		rows[n] = append(row[:last:last], best)
		for _, o := range open {
			if at, ok := o.index(row, best); ok {
				o.covered[at] = true
			}
		}
	}
	old := len(rows)
	for _, o := range open {
		for at, covered := range o.covered {
			if !covered {
				rows = place(rows, old, o.combination(at, sizes))
			}
		}
	}
	return rows
}

// place puts a combination, with -1 for the axes it says nothing of, into one of
// the rows from the given one on that leaves room for it, or into a new row.
func place(rows [][]int, from int, combination []int) [][]int {
	for _, row := range rows[from:] {
		if fits(row, combination) {
			for axis, level := range combination {
				if level >= 0 {
					row[axis] = level
				}
			}
			return rows
		}
	}
	return append(rows, combination)
}

func fits(row, combination []int) bool {
	for axis, level := range combination {
		if level >= 0 && row[axis] >= 0 && row[axis] != level {
			return false
		}
	}
	return true
}

// An interaction is one choice of earlier axes together with the new one, and
// which combinations of their levels are covered.
type interaction struct {
	axes    []int
	sizes   []int
	covered []bool
}

func newInteraction(axes, sizes []int) *interaction {
	n := sizes[len(sizes)-1]
	for _, axis := range axes {
		n *= sizes[axis]
	}
	return &interaction{axes: axes, sizes: sizes, covered: make([]bool, n)}
}

// index is the place of a row's combination with a level of the new axis; false
// says that the row leaves an axis open.
func (i *interaction) index(row []int, level int) (int, bool) {
	at := 0
	for _, axis := range i.axes {
		if row[axis] < 0 {
			return 0, false
		}
		at = at*i.sizes[axis] + row[axis]
	}
	return at*i.sizes[len(i.sizes)-1] + level, true
}

// combination is the row that has the combination at that place and nothing else.
func (i *interaction) combination(at int, sizes []int) []int {
	row := make([]int, len(sizes))
	for axis := range row {
		row[axis] = -1
	}
	last := len(sizes) - 1
	row[last], at = at%sizes[last], at/sizes[last]
	for _, axis := range slices.Backward(i.axes) {
		row[axis], at = at%sizes[axis], at/sizes[axis]
	}
	return row
}

// subsets returns every choice of k of the numbers below n, each sorted.
func subsets(n, k int) [][]int {
	if k == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for last := k - 1; last < n; last++ {
		for _, rest := range subsets(last, k-1) {
			all = append(all, append(rest, last))
		}
	}
	return all
}
