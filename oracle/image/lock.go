package image

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// lock takes the lock that keeps processes from building at once. It belongs
// to an open file, so that the kernel gives it back when its holder dies.
func lock(ctx context.Context, progress io.Writer) (unlock func(), err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "fencediff")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("image: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "image.lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("image: %w", err)
	}
	for told := false; ; told = true {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) {
			f.Close()
			return nil, fmt.Errorf("image: lock %s: %w", f.Name(), err)
		}
		if !told {
			fmt.Fprintf(progress, "image: waiting for another process, which holds %s\n", f.Name())
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("image: wait for another process: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}
