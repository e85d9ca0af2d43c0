package revision

import (
	"errors"
	"fmt"
	"go/token"
	"strings"
)

// A Subject says which fence of a revision is meant: Variant, or Package and
// Func.
type Subject struct {
	// Variant names a built-in fence of package fence of the module.
	Variant string
	// Package is an import path, or a path that begins with ./ or ../, below the
	// builder's folder. Func is an exported function of it:
	//
	//	func(command string) bool               // true admits
	//	func(command string) error              // nil admits
	//	func(command string) (bool, string)     // with the reason of a refusal
	//	func(command string) string             // allow, ask, deny or abstain
	//	func(command string) (string, string)   // with a rule or reason
	Package, Func string
}

// String is the subject as --fence takes it.
func (s Subject) String() string {
	if s.Package == "" {
		return s.Variant
	}
	return goPrefix + s.Package + "#" + s.Func
}

// At is the specification of the subject at a revision.
func (s Subject) At(rev string) string {
	if s.Package == "" {
		return rev
	}
	return goPrefix + s.Package + "@" + rev + "#" + s.Func
}

const goPrefix = "go:"

// IsSpec says whether a text is meant as a specification of a Go function.
func IsSpec(text string) bool { return strings.HasPrefix(text, goPrefix) }

// ParseSpec reads go:PACKAGE@REVISION#FUNC; without @REVISION rev is empty.
func ParseSpec(text string) (s Subject, rev string, err error) {
	rest, ok := strings.CutPrefix(text, goPrefix)
	name, function, hash := cutLast(rest, "#")
	name, rev, at := strings.Cut(name, "@")
	switch {
	case !ok || !hash || name == "" || (at && rev == ""):
		return Subject{}, "", fmt.Errorf("fence %s: want go:PACKAGE@REVISION#FUNC", text)
	case !token.IsIdentifier(function) || !token.IsExported(function):
		return Subject{}, "", fmt.Errorf("fence %s: %q is no exported function's name", text, function)
	case strings.ContainsAny(name, "\"\\`\n\r\x00 ") || strings.HasPrefix(name, "-"):
		return Subject{}, "", fmt.Errorf("fence %s: %q is no import path", text, name)
	}
	return Subject{Package: name, Func: function}, rev, nil
}

func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// A BuildError says that a revision's fence cannot be built.
type BuildError struct {
	// Revision is what was asked for.
	Revision string
	// Err says what is wrong, with what git or go said.
	Err error
}

func (e *BuildError) Error() string {
	return fmt.Sprintf("the fence at %s cannot be built: %v", e.Revision, e.Err)
}

// Unwrap returns the cause.
func (e *BuildError) Unwrap() error { return e.Err }

// ErrUnknownRevision says that git knows no commit of that name.
var ErrUnknownRevision = errors.New("git knows no such revision here; name a commit, branch or tag")

// ErrNoRepository says that there is no git repository to take revisions from.
var ErrNoRepository = errors.New("this is no git repository; run it in the one that holds the fence")
