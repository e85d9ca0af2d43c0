package oracle

import "context"

// Prove has the oracle run the planted commands: one per effect kind it can
// see and some harmless ones. A *MisreadError says that it cannot be believed.
func Prove(ctx context.Context, o Oracle) error {
	panic("being written")
}

// A MisreadError says that a planted command was misread, so that nothing the
// oracle says can be believed.
type MisreadError struct {
	Command, Want, Got string
}

func (e *MisreadError) Error() string {
	return "oracle: planted command " + e.Command + " was misread: want " + e.Want + ", got " + e.Got
}
