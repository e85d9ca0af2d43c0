package fence

// builtins are the fences that come with the package, in the order of Names.
var builtins = []Fence{
	mustNew("readonly", ReadonlyRules()),
	mustNew("walk", WalkRules()),
	naive{},
}

// Names returns the names of the built-in fences: readonly and walk, and naive,
// which is for demonstration.
func Names() []string {
	names := make([]string, len(builtins))
	for i, f := range builtins {
		names[i] = f.Name()
	}
	return names
}

// Lookup returns the built-in fence of that name. The fences readonly and walk
// are of type *Variant; all of them implement Describer.
func Lookup(name string) (Fence, bool) {
	for _, f := range builtins {
		if f.Name() == name {
			return f, true
		}
	}
	return nil, false
}

// mustNew is New for rules that the tests have built.
func mustNew(name string, rules Rules) *Variant {
	v, err := New(name, rules)
	if err != nil {
		panic(err)
	}
	return v
}
