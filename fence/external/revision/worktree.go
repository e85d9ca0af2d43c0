package revision

import (
	"context"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// checkout makes a worktree of a commit in a temporary folder and returns it with
// what removes it.
func (b *Builder) checkout(ctx context.Context, commit string) (dir string, remove func(), err error) {
	base, err := os.MkdirTemp("", "fencediff-worktree")
	if err != nil {
		return "", nil, err
	}
	dir = filepath.Join(base, "tree")
	if err := b.locked(func() error {
		// What a killed run left is forgotten first.
		if _, err := b.repo.git(ctx, "worktree", "prune"); err != nil {
			return err
		}
		_, err := b.repo.git(ctx, "worktree", "add", "--quiet", "--detach", dir, commit)
		return err
	}); err != nil {
		_ = os.RemoveAll(base)
		return "", nil, err
	}
	return dir, func() {
		// It is removed even when the caller was interrupted; what fails here is
		// pruned the next time.
		_ = b.locked(func() error {
			_, err := b.repo.git(context.WithoutCancel(ctx), "worktree", "remove", "--force", dir)
			return err
		})
		_ = os.RemoveAll(base)
	}, nil
}

// locked runs do while no other builder with this cache changes worktrees: git
// fails at a lock of its own instead of waiting for it.
func (b *Builder) locked(do func() error) error {
	file, err := os.OpenFile(filepath.Join(b.cache, "worktrees.lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer file.Close() // gives up the lock
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX)
		if err == nil {
			return do()
		}
		if err != unix.EINTR {
			return err
		}
	}
}
