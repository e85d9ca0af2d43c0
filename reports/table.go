package reports

import (
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// A column of a table, made from whatever a row stands for. Width is the most
// terminal cells it may take; longer text is cut and ends in an ellipsis.
type column[Row any] struct {
	title string
	width int
	align tw.Align
	cell  func(Row) string
}

// writeTable writes rows as a table of text.
func writeTable[Row any](w io.Writer, columns []column[Row], rows []Row) error {
	titles := make([]string, len(columns))
	aligns := make(tw.Alignment, len(columns))
	for i, c := range columns {
		titles[i], aligns[i] = c.title, c.align
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithAlignment(aligns),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
	)
	table.Header(titles)
	for _, row := range rows {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = cell(c.cell(row), c.width)
		}
		if err := table.Append(cells); err != nil {
			return fmt.Errorf("reports: table: %w", err)
		}
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("reports: table: %w", err)
	}
	return nil
}

// cell is text as it stands in a table: escaped and at most width cells wide;
// no text is an empty cell.
func cell(text string, width int) string {
	if text == "" {
		return ""
	}
	escaped := Escape(text)
	if twwidth.Width(escaped) <= width {
		return escaped
	}
	return twwidth.Truncate(escaped, width, "…")
}
