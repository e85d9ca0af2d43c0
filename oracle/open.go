package oracle

import (
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/fencediff/fencediff/fixtures"
)

// A Config says how to start an oracle. The zero value takes every default.
type Config struct {
	// Agent is the path of the static linux binary that answers to "agent" by
	// calling agent.Main; it is put into the container. Default: this program.
	Agent string
	// Launcher is "docker", "local" (namespaces of the host) or "auto"; empty is
	// "auto", which takes Docker where an engine answers and says which it took.
	Launcher string
	// Image is the image to run; empty builds the project's own if it is missing.
	Image string
	// Root is the unpacked system that the local launcher copies; empty
	// unpacks the project's own into the user's cache folder.
	Root string
	// Fixtures are fixtures beside those of package fixtures, and in the place of
	// those of the same name.
	Fixtures []fixtures.Recipe
	// Workers is how many commands run at once; default: one a core.
	Workers int
	// Limits bound every run.
	Limits Limits
	// Progress is told of what takes long; nil is silent.
	Progress io.Writer
}

// Open starts an oracle. An *UnavailableError says that none can be had.
func Open(ctx context.Context, config Config) (Oracle, error) {
	if config.Agent == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, &UnavailableError{"this program cannot find itself", err}
		}
		config.Agent = self
	}
	if err := checkStatic(config.Agent); err != nil {
		return nil, &UnavailableError{"the agent cannot run in the container", err}
	}
	if config.Workers <= 0 {
		config.Workers = runtime.NumCPU()
	}
	if config.Progress == nil {
		config.Progress = io.Discard
	}
	switch config.Launcher {
	case "", "auto":
		return openAny(ctx, config)
	case "docker":
		return openDocker(ctx, config)
	case "local":
		return openLocal(ctx, config)
	}
	return nil, &UnavailableError{Reason: fmt.Sprintf("there is no launcher %q (want auto, docker or local)", config.Launcher)}
}

// openAny takes Docker where an engine answers, else namespaces of the host,
// and says which.
func openAny(ctx context.Context, config Config) (Oracle, error) {
	pool, err := Engine(ctx)
	if err == nil {
		fmt.Fprintf(config.Progress, "oracle: a container of the Docker engine at %s\n", pool.Client.Endpoint())
		return openContainer(ctx, pool, config)
	}
	fmt.Fprintln(config.Progress, "oracle: no Docker engine answers, so namespaces of this host")
	o, localErr := openLocal(ctx, config)
	if localErr != nil {
		return nil, errors.Join(localErr, err)
	}
	return o, nil
}

// checkStatic makes sure that a file is a linux/amd64 program that needs no
// loader and no library.
func checkStatic(path string) error {
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer f.Close()
	if f.Machine != elf.EM_X86_64 {
		return fmt.Errorf("%s is for %s; only linux/amd64 is supported", path, f.Machine)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return errors.New(path + " is not static: build it with CGO_ENABLED=0")
		}
	}
	return nil
}
