package oracle

import "time"

// WithDefaults returns the limits with every zero field replaced by its default.
func (l Limits) WithDefaults() Limits {
	setDefault(&l.Time, 2*time.Second)
	setDefault(&l.Output, 256<<10)
	setDefault(&l.Processes, 100)
	setDefault(&l.Disk, 256<<20)
	setDefault(&l.Files, 65536)
	setDefault(&l.Effects, 20000)
	setDefault(&l.Grace, 50*time.Millisecond)
	return l
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
