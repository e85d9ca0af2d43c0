package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// A repository is the git repository around a folder.
type repository struct {
	// dir is where git runs, top the top of the working tree.
	dir, top string
}

// openRepository finds the repository that dir lies in, or ErrNoRepository.
func openRepository(ctx context.Context, dir string) (repository, error) {
	r := repository{dir: dir}
	top, err := r.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return r, errors.Join(ErrNoRepository, ctx.Err())
	}
	r.top = top
	return r, nil
}

// git runs one git command and returns what it prints, trimmed. No hook runs,
// and nobody is asked for a password.
func (r repository) git(ctx context.Context, args ...string) (string, error) {
	return output(ctx, r.dir, withoutGit(os.Environ()), "git", append([]string{"-c", "core.hooksPath=/dev/null"}, args...)...)
}

// withoutGit is an environment without what points git at a repository: within a
// hook it would be the wrong one.
func withoutGit(env []string) []string {
	kept := []string{"GIT_TERMINAL_PROMPT=0"}
	for _, entry := range env {
		if name, _, _ := strings.Cut(entry, "="); !strings.HasPrefix(name, "GIT_") || strings.HasPrefix(name, "GIT_CONFIG") {
			kept = append(kept, entry)
		}
	}
	return kept
}

// output runs a program; its error holds what the program said.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if said := strings.TrimSpace(stderr.String()); said != "" {
			return "", errors.New(said)
		}
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return strings.TrimSpace(stdout.String()), nil
}

// commit resolves a revision to a full commit id, or ErrUnknownRevision.
func (r repository) commit(ctx context.Context, rev string) (string, error) {
	id, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", errors.Join(ErrUnknownRevision, ctx.Err())
	}
	return id, nil
}

// between lists the commits of the first-parent line from good, which is left
// out, to bad, oldest first.
func (r repository) between(ctx context.Context, good, bad string) ([]string, error) {
	if _, err := r.git(ctx, "merge-base", "--is-ancestor", good, bad); err != nil {
		return nil, fmt.Errorf("%.12s is no ancestor of %.12s", good, bad)
	}
	list, err := r.git(ctx, "rev-list", "--first-parent", "--reverse", bad, "^"+good)
	return strings.Fields(list), err
}

// title is a commit's short name and first line.
func (r repository) title(ctx context.Context, commit string) (string, error) {
	return r.git(ctx, "log", "-1", "--no-show-signature", "--format=%h %s", commit)
}
