package image

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Root returns a directory with the image's system unpacked, for running
// without an engine. It is kept in the user's cache folder and made by
// Bootstrap when it is not there; one process makes it while others wait. Its
// files belong to the caller: the agent copies them.
func Root(ctx context.Context, progress io.Writer) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("image: no folder for the unpacked system: %w", err)
	}
	_, tag, _ := strings.Cut(Ref(), ":")
	dir := filepath.Join(cache, "fencediff", "root-"+tag)
	if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	unlock, err := lock(ctx, progress)
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	making := dir + ".making"
	if err := os.RemoveAll(making); err != nil {
		return "", fmt.Errorf("image: %w", err)
	}
	if err := Bootstrap(ctx, making, progress); err != nil {
		return "", errors.Join(err, os.RemoveAll(making))
	}
	if err := os.Rename(making, dir); err != nil {
		return "", fmt.Errorf("image: %w", err)
	}
	return dir, nil
}
