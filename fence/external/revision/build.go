package revision

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A Builder builds fences of the repository around a folder. It is safe for
// concurrent use, and several may share a cache.
type Builder struct {
	repo  repository
	cache string
	// base is the builder's folder, relative to the top of the repository.
	base string
}

// A Program is a fence that was built: a program of the jsonl protocol.
type Program struct {
	// Path is the binary, Digest the SHA-256 of it in hexadecimal.
	Path, Digest string
	// Revision is the full commit id, or the version of another module.
	Revision string
}

// NewBuilder returns a builder for the repository around dir, which keeps what it
// builds below cache. The error is ErrNoRepository when there is none.
func NewBuilder(ctx context.Context, dir, cache string) (*Builder, error) {
	repo, err := openRepository(ctx, dir)
	if err != nil {
		return nil, err
	}
	base, err := repo.git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	for _, sub := range []string{"bin", "builds"} {
		if err := os.MkdirAll(filepath.Join(cache, sub), 0o777); err != nil {
			return nil, fmt.Errorf("cannot keep builds: %w", err)
		}
	}
	return &Builder{repo, cache, base}, nil
}

// Commit resolves a git revision to a full commit id. The error is a *BuildError
// with ErrUnknownRevision when there is none.
func (b *Builder) Commit(ctx context.Context, rev string) (string, error) {
	commit, err := b.repo.commit(ctx, rev)
	if err != nil {
		return "", &BuildError{rev, err}
	}
	return commit, nil
}

// Title is a commit's short id and the first line of its message.
func (b *Builder) Title(ctx context.Context, commit string) (string, error) {
	return b.repo.title(ctx, commit)
}

// Between lists the commits after good up to bad along first parents, oldest
// first.
func (b *Builder) Between(ctx context.Context, good, bad string) ([]string, error) {
	return b.repo.between(ctx, good, bad)
}

// Build builds the subject at a revision, or finds the build in the cache. A
// package that is not of the repository's own module is built at that version of
// its module. The error is a *BuildError, or the context's.
func (b *Builder) Build(ctx context.Context, s Subject, rev string) (Program, error) {
	p, err := b.build(ctx, s, rev)
	switch {
	case err == nil || ctx.Err() != nil:
		return p, errors.Join(err, ctx.Err())
	case errors.As(err, new(*BuildError)):
		return p, err
	}
	return p, &BuildError{s.At(rev), err}
}

func (b *Builder) build(ctx context.Context, s Subject, rev string) (Program, error) {
	local, err := b.isLocal(ctx, s)
	if err != nil {
		return Program{}, err
	}
	if !local {
		return b.buildModule(ctx, s, rev)
	}
	commit, err := b.Commit(ctx, rev)
	if err != nil {
		return Program{}, err
	}
	p := Program{Revision: commit}
	key, err := b.key(ctx, s, commit)
	if err != nil {
		return p, err
	}
	if p.Digest, p.Path = b.cached(key); p.Path != "" {
		return p, nil
	}
	tree, remove, err := b.checkout(ctx, commit)
	if err != nil {
		return p, err
	}
	defer remove()
	dir, err := moduleDir(tree, b.base)
	if err != nil {
		return p, err
	}
	if p.Digest, p.Path, err = b.compile(ctx, s, dir, filepath.Join(tree, b.base)); err != nil {
		return p, err
	}
	return p, b.remember(key, p.Digest)
}

// isLocal says whether the subject is part of the repository's own module.
func (b *Builder) isLocal(ctx context.Context, s Subject) (bool, error) {
	if s.Package == "" || relative(s.Package) {
		return true, nil
	}
	module, err := goCommand(ctx, b.repo.dir, "list", "-m")
	if err != nil {
		return false, nil // the folder is in no module
	}
	return s.Package == module || strings.HasPrefix(s.Package, module+"/"), nil
}

func relative(path string) bool {
	return path == "." || path == ".." || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../")
}

// moduleDir is the folder of the module that base, a folder of a worktree, lies
// in.
func moduleDir(tree, base string) (string, error) {
	for dir := filepath.Join(tree, base); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == tree {
			return "", errors.New("it has no go.mod there")
		}
	}
}

// programDir is the folder, in a module, of the main that is written there.
const programDir = "fencediff_program"

// compile builds the subject in a module that may be written to. Relative
// packages start from base.
func (b *Builder) compile(ctx context.Context, s Subject, module, base string) (digest, path string, err error) {
	name, err := goCommand(ctx, module, "list", "-m")
	if err != nil {
		return "", "", err
	}
	importPath := s.Package
	if relative(importPath) {
		rel, err := filepath.Rel(module, filepath.Join(base, importPath))
		if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
			return "", "", fmt.Errorf("package %s lies outside of module %s", s.Package, name)
		}
		importPath = strings.TrimSuffix(name+"/"+filepath.ToSlash(rel), "/.")
	}
	dir := filepath.Join(module, programDir)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(s.source(name, importPath)), 0o666); err != nil {
		return "", "", err
	}
	binary := filepath.Join(dir, "program")
	if _, err := goCommand(ctx, module, "build", "-trimpath", "-buildvcs=false", "-o", binary, "./"+programDir); err != nil {
		return "", "", err
	}
	return b.keep(binary)
}

// buildModule builds a package of another module, fetched by the go command.
func (b *Builder) buildModule(ctx context.Context, s Subject, version string) (p Program, err error) {
	dir, err := os.MkdirTemp("", "fencediff-module")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(dir)
	for _, args := range [][]string{{"mod", "init", "fencediff.invalid/program"}, {"get", s.Package + "@" + version}} {
		if _, err := goCommand(ctx, dir, args...); err != nil {
			return p, err
		}
	}
	if p.Revision, err = goCommand(ctx, dir, "list", "-f", "{{.Module.Path}}@{{.Module.Version}}", s.Package); err != nil {
		return p, err
	}
	p.Digest, p.Path, err = b.compile(ctx, s, dir, dir)
	return p, err
}

// goCommand runs the go command in a module.
func goCommand(ctx context.Context, dir string, args ...string) (string, error) {
	env := append(withoutGit(os.Environ()), "CGO_ENABLED=0", "PWD="+dir)
	return output(ctx, dir, env, "go", args...)
}

// key names what is built: the same key gives the same bytes.
func (b *Builder) key(ctx context.Context, s Subject, commit string) (string, error) {
	compiler, err := goCommand(ctx, b.repo.dir, "env", "GOVERSION", "GOOS", "GOARCH", "GOAMD64", "GOFLAGS", "GOEXPERIMENT")
	if err != nil {
		return "", err
	}
	return digestOf(strings.NewReader(strings.Join([]string{commit, b.base, s.Package, s.source("", s.Package), compiler}, "\x00")))
}

// cached looks a build up; both results are empty when there is none.
func (b *Builder) cached(key string) (digest, path string) {
	text, err := os.ReadFile(filepath.Join(b.cache, "builds", key))
	if err != nil {
		return "", ""
	}
	digest = string(text)
	path = filepath.Join(b.cache, "bin", digest)
	file, err := os.Open(path)
	if err != nil {
		return "", ""
	}
	defer file.Close()
	// A binary that was cut short or changed is built again.
	if is, err := digestOf(file); err != nil || is != digest {
		return "", ""
	}
	return digest, path
}

// keep moves a binary into the cache.
func (b *Builder) keep(binary string) (digest, path string, err error) {
	text, err := os.ReadFile(binary)
	if err != nil {
		return "", "", err
	}
	sum := sha256.Sum256(text)
	digest = hex.EncodeToString(sum[:])
	path = filepath.Join(b.cache, "bin", digest)
	return digest, path, replace(path, text, 0o755)
}

func (b *Builder) remember(key, digest string) error {
	return replace(filepath.Join(b.cache, "builds", key), []byte(digest), 0o644)
}

// replace writes a file so that nobody ever sees half of it.
func replace(path string, text []byte, mode os.FileMode) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".new")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(text)
	if err := errors.Join(err, temp.Chmod(mode), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

func digestOf(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
