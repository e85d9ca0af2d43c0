package image

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fencediff/fencediff"
)

// An instruction is one of Dockerfile.bash.
type instruction struct {
	// name is FROM, ARG or RUN.
	name string
	// text is the rest of it, continued lines joined.
	text string
}

// instructions parses the Dockerfile format as far as Dockerfile.bash uses it:
// comments on lines of their own, backslashes that continue a line, and no
// other instructions than FROM, ARG and RUN.
func instructions(dockerfile string) ([]instruction, error) {
	var all []instruction
	var open strings.Builder
	for number, line := range strings.Split(dockerfile, "\n") {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") {
			continue
		}
		if head, more := strings.CutSuffix(trimmed, "\\"); more {
			open.WriteString(head)
			continue
		}
		open.WriteString(trimmed)
		name, text, _ := strings.Cut(open.String(), " ")
		open.Reset()
		if !slices.Contains([]string{"FROM", "ARG", "RUN"}, name) {
			return nil, fmt.Errorf("image: Dockerfile.bash:%d: instruction %s cannot be run without an engine", number+1, name)
		}
		all = append(all, instruction{name, strings.TrimSpace(text)})
	}
	if open.Len() > 0 {
		return nil, fmt.Errorf("image: Dockerfile.bash: the last line is continued")
	}
	return all, nil
}

// A recipe is what the package takes from Dockerfile.bash.
type recipe struct {
	// args are the build arguments and their defaults.
	args map[string]string
	// runs are the shell commands in order.
	runs []string
}

// parseRecipe reads a recipe. The value of an ARG must be one word or one
// double-quoted string without escapes.
func parseRecipe(dockerfile string) (recipe, error) {
	all, err := instructions(dockerfile)
	if err != nil {
		return recipe{}, err
	}
	r := recipe{args: map[string]string{}}
	for _, in := range all {
		switch in.name {
		case "ARG":
			name, value, _ := strings.Cut(in.text, "=")
			if strings.HasPrefix(value, `"`) {
				if value, err = strconv.Unquote(value); err != nil {
					return recipe{}, fmt.Errorf("image: Dockerfile.bash: ARG %s has a malformed value", name)
				}
			}
			r.args[name] = value
		case "RUN":
			r.runs = append(r.runs, in.text)
		}
	}
	return r, nil
}

// current is the recipe of this build. That it parses is tested, so a failure
// can only be a broken build.
var current = sync.OnceValue(func() recipe {
	r, err := parseRecipe(fencediff.Dockerfile())
	if err != nil {
		panic(err)
	}
	return r
})

// words returns the words of a build argument.
func (r recipe) words(arg string) []string { return strings.Fields(r.args[arg]) }

// Stubs returns the names of the programs that the image has only as recording
// stubs: what they were asked to do did not happen.
func Stubs() []string { return current().words("STUBS") }

// IsStub says whether an executed file is a recording stub, by the path it was
// called by or the one that it resolves to.
func IsStub(file string) bool {
	return file == current().args["STUB"] || path.Dir(file) == "/usr/bin" && slices.Contains(Stubs(), path.Base(file))
}

// digest identifies what the image is made of: 12 hexadecimal digits over
// Dockerfile.bash and the tables by which a base is made.
func digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q", fencediff.Dockerfile(), baseTables()))
	return fmt.Sprintf("%x", sum[:6])
}

// Ref returns the name of the image that this build of fencediff uses. It
// changes with whatever the image is made of.
func Ref() string { return "fencediff-bash:" + digest() }

// baseRef returns the name of the base made from Debian packages.
func baseRef() (repository, tag string) { return "fencediff-base", suite + "-" + digest() }
