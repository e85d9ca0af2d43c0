package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/ory/dockertest/v3/docker"
	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/image"
	"github.com/fencediff/fencediff/reports"
)

func doctorVerb() *cobra.Command {
	o := &oracleFlags{}
	verb := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the oracle can be had and be believed",
		Long: `Doctor checks the host (kernel, overlay, namespaces, AppArmor's switch), the
Docker engine with its security options and the image, or, where no engine
answers, the unpacked system, the store that --store names, that the oracle
starts, and that every planted command, of which it is known what it does, is
read right. It builds nothing. Under each check that fails stands what to do, and
the exit code is 3.`,
		Example: `  fencediff doctor
  fencediff doctor --oracle local --store observations.db
  DOCKER_HOST=unix:///run/user/1000/docker.sock fencediff doctor`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return err
			}
			return examine(cmd.Context(), cmd.OutOrStdout(), &patient{oracleFlags: o, proc: os.DirFS("/proc"), root: os.Geteuid() == 0})
		},
	}
	o.register(verb)
	return verb
}

// A patient is what is examined, and what the checks find out on their way.
type patient struct {
	*oracleFlags
	// proc is the host's /proc; root says that the user is root.
	proc   fs.FS
	root   bool
	client *docker.Client
	oracle oracle.Oracle
}

// local says that commands would run in namespaces of the host.
func (p *patient) local() bool {
	return p.launcher == "local" || p.launcher == "auto" && p.client == nil
}

// A finding is the outcome of a check.
type finding struct {
	status checkStatus
	// found is what there is or what is missing; advice is what to do then.
	found, advice string
}

// A checkStatus says how a check ended. The zero value is invalid.
type checkStatus uint8

const (
	checkOK checkStatus = iota + 1
	checkFailed
	// checkSkipped: it does not matter here, or something that it needs is missing.
	checkSkipped
)

var checkStatusNames = map[checkStatus]string{checkOK: "ok  ", checkFailed: "FAIL", checkSkipped: "skip"}

func ok(format string, args ...any) finding {
	return finding{checkOK, fmt.Sprintf(format, args...), ""}
}

func skipped(why string) finding { return finding{checkSkipped, why, ""} }

func failed(found, advice string) finding { return finding{checkFailed, found, advice} }

// A check looks at one thing.
type check struct {
	name  string
	check func(context.Context, *patient) finding
}

// checks are made in this order.
var checks = []check{
	{"kernel", checkKernel},
	{"overlay", checkOverlay},
	{"namespaces", checkNamespaces},
	{"apparmor", checkAppArmor},
	{"engine", checkEngine},
	{"security", checkSecurity},
	{"image", checkImage},
	{"system", checkSystem},
	{"store", checkStore},
	{"oracle", checkOracle},
	{"planted", checkPlanted},
}

// A sickError names the checks that failed.
type sickError struct{ failed []string }

func (e *sickError) Error() string {
	return "the oracle cannot be had or not be believed: failed: " + strings.Join(e.failed, ", ") + "; what to do stands under each"
}

func examine(ctx context.Context, w io.Writer, p *patient) (err error) {
	defer func() {
		if p.oracle != nil {
			err = errors.Join(err, p.oracle.Close())
		}
	}()
	var sick []string
	for _, c := range checks {
		f := c.check(ctx, p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		text := fmt.Sprintf("%s  %-10s %s\n", checkStatusNames[f.status], c.name, reports.EscapeLine(f.found))
		if f.status == checkFailed {
			sick = append(sick, c.name)
			text += fmt.Sprintf("      -> %s\n", reports.EscapeLine(f.advice))
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	if len(sick) > 0 {
		return &sickError{sick}
	}
	return nil
}

func checkEngine(ctx context.Context, p *patient) finding {
	if p.launcher == "local" {
		return skipped("none is asked for")
	}
	pool, err := oracle.Engine(ctx)
	if errors.Is(err, fs.ErrPermission) && p.launcher == "auto" {
		return skipped("this user may not talk to it, so commands run in namespaces of this host")
	}
	if err != nil && p.launcher == "auto" {
		return skipped("none answers, so commands run in namespaces of this host")
	}
	if err != nil {
		return failed(err.Error(), "start one (systemctl start docker, or dockerd), set DOCKER_HOST, or use --oracle local")
	}
	client := pool.Client
	version, err := client.Version()
	if err != nil {
		return failed("the Docker engine does not tell its version: "+err.Error(), "restart the engine")
	}
	p.client = client
	return ok("Docker %s, %s/%s, kernel %s, at %s",
		version.Get("Version"), version.Get("Os"), version.Get("Arch"), version.Get("KernelVersion"), client.Endpoint())
}

func checkSecurity(_ context.Context, p *patient) finding {
	if p.client == nil {
		return skipped("no engine")
	}
	info, err := p.client.Info()
	if err != nil {
		return failed("the Docker engine does not tell about itself: "+err.Error(), "restart the engine")
	}
	if info.OSType != "linux" || info.Architecture != "x86_64" {
		return failed(fmt.Sprintf("the engine runs containers of %s/%s", info.OSType, info.Architecture), "set DOCKER_HOST to an engine on linux/amd64: no other platform works")
	}
	options := strings.Join(info.SecurityOptions, " ")
	if strings.Contains(options, "name=rootless") {
		return failed("the engine is rootless ("+options+"): its containers cannot mount what the oracle needs", "set DOCKER_HOST to an engine that runs as root, or use --oracle local")
	}
	if options == "" {
		options = "none"
	}
	return ok("%s", options)
}

func checkImage(_ context.Context, p *patient) finding {
	if p.client == nil {
		return skipped("no engine")
	}
	present, err := image.Present(p.client)
	if err != nil {
		return failed("the Docker engine does not tell its images: "+err.Error(), "restart the engine")
	}
	if !present {
		return failed("the image "+image.Ref()+" is missing", "build it: fencediff image")
	}
	return ok("%s", image.Ref())
}

func checkSystem(_ context.Context, p *patient) finding {
	if !p.local() {
		return skipped("commands run in the engine's image")
	}
	dir, present, err := image.RootDir()
	if err != nil {
		return failed(err.Error(), "set XDG_CACHE_HOME to a folder that can be written to")
	}
	if !present {
		return failed("the unpacked system "+dir+" is missing", "make it: fencediff image")
	}
	return ok("%s", dir)
}

func checkStore(_ context.Context, p *patient) finding {
	if p.store == "" {
		return skipped("none is named; --store FILE keeps observations")
	}
	store, err := oracle.ReadStore(p.store)
	if errors.Is(err, fs.ErrNotExist) {
		return ok("%s is not there yet", p.store)
	}
	var stats oracle.StoreStats
	if err == nil {
		stats, err = store.Stats()
		err = errors.Join(err, store.Close())
	}
	if err != nil {
		return failed(err.Error(), "name another file, or remove this one")
	}
	return ok("%s: %d records, %d bytes, %d of them free", p.store, stats.Records, stats.Bytes, stats.FreeBytes)
}

func checkOracle(ctx context.Context, p *patient) finding {
	config := oracle.Config{Launcher: "docker", Image: image.Ref(), Workers: p.workers}
	if p.local() {
		dir, present, err := image.RootDir()
		if err != nil || !present {
			return skipped("no system")
		}
		config = oracle.Config{Launcher: "local", Root: dir, Workers: p.workers}
	} else if p.client == nil {
		return skipped("no engine")
	}
	o, err := oracle.Open(ctx, config)
	if err != nil {
		return failed(err.Error(), "see what failed above; else run fencediff image and try again")
	}
	p.oracle = o
	info := o.Info()
	return ok("%s, bash %s, kernel %s, toolset %s, %d workers", info.Launcher, info.Bash, info.Kernel, info.Toolset, o.Workers())
}

func checkPlanted(ctx context.Context, p *patient) finding {
	if p.oracle == nil {
		return skipped("no oracle")
	}
	start := time.Now()
	if err := oracle.Prove(ctx, p.oracle); err != nil {
		return failed(err.Error(), "claim nothing with this oracle: try the other launcher (--oracle), or another kernel")
	}
	return ok("every planted command was read right, in %s", time.Since(start).Round(time.Millisecond))
}
