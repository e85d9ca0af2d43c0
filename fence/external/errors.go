package external

import "fmt"

// A SpecError says that a fence's specification is not one.
type SpecError struct {
	// Spec is the text as it was given.
	Spec string
	Err  error
}

func (e *SpecError) Error() string { return fmt.Sprintf("fence %s: %v", e.Spec, e.Err) }

// Unwrap returns the cause.
func (e *SpecError) Unwrap() error { return e.Err }

// A NotLiveError says that a fence cannot be asked, or that what it answers to
// commands whose verdict is known shows that it does not judge.
type NotLiveError struct {
	// Fence names the fence, Reason says what it did.
	Fence, Reason string
	// Err is the cause, if there is one.
	Err error
}

func (e *NotLiveError) Error() string {
	text := fmt.Sprintf("fence %s is not live: %s", e.Fence, e.Reason)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *NotLiveError) Unwrap() error { return e.Err }
