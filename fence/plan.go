package fence

// A Plan is how an agent would execute an admitted request.
type Plan struct{}
