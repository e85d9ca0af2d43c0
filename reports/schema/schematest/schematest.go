// Package schematest holds what tests wrote against the schemas, so that every
// package that writes JSON is held to them in the same way.
package schematest

import (
	"bytes"
	"fmt"
	"io/fs"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fencediff/fencediff/reports/schema"
)

// compiler knows every schema. It panics if one of the files is not JSON, which
// the tests of package schema would have found.
var compiler = sync.OnceValue(func() *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	files, err := fs.Glob(schema.Files, "*.json")
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		text, err := schema.Files.ReadFile(file)
		if err != nil {
			panic(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			panic(fmt.Errorf("%s: %w", file, err))
		}
		if err := c.AddResource(doc.(map[string]any)["$id"].(string), doc); err != nil {
			panic(err)
		}
	}
	return c
})

// compiling guards the compiler, which is not safe for concurrent use; what it
// has compiled is.
var compiling sync.Mutex

// Check returns what is wrong with a JSON value under the schema with that $id.
func Check(id string, value []byte) error {
	compiling.Lock()
	s, err := compiler().Compile(id)
	compiling.Unlock()
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return err
	}
	return s.Validate(doc)
}
