package oracle

import "time"

// ProcessBackstop is how many times Limits.Processes the kernel enforces; the
// agent itself ends a command at the limit, and names it.
const ProcessBackstop = 2

// WithDefaults returns the limits with every zero field replaced by its default.
func (l Limits) WithDefaults() Limits {
	setDefault(&l.Time, 2*time.Second)
	setDefault(&l.Output, 256<<10)
	setDefault(&l.Processes, 100)
	setDefault(&l.Memory, 512<<20)
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
