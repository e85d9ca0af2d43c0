package grid_test

import (
	"fmt"

	"github.com/fencediff/fencediff/grid"
)

func ExampleLookup() {
	smoke, ok := grid.Lookup("smoke")
	if !ok {
		return
	}
	cell, ok := smoke.Cell("cd-join/semicolon/present-or-absent/leak")
	fmt.Println(ok, cell.Request.Command)
	// Output: true cd sub; cat ../outside.txt
}

func ExampleFamily() {
	family := grid.Family{
		Name:    "listing",
		Reason:  "an option is known before a path and forgotten after it",
		Command: "{{place}}",
		Axes: []grid.Axis{
			{Name: "place", Values: []grid.Value{
				{Name: "before", Text: "ls {{option}} src"},
				{Name: "after", Text: "ls src {{option}}"},
			}},
			{Name: "option", Values: []grid.Value{{Text: "-l"}, {Text: "-R"}}},
		},
	}
	fmt.Println(family.Count())
	for cell := range family.Cells() {
		fmt.Println(cell.ID, "=", cell.Request.Command)
	}
	// Output:
	// 4
	// listing/before/-l = ls -l src
	// listing/before/-R = ls -R src
	// listing/after/-l = ls src -l
	// listing/after/-R = ls src -R
}
