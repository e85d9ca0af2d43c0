package image

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

func TestLockKeepsOthersOut(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	unlock, err := lock(context.Background(), &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	// Cancelled from the start: the lock is tried once, then given up.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var progress bytes.Buffer
	if _, err := lock(ctx, &progress); !errors.Is(err, context.Canceled) {
		t.Errorf("took a held lock: %v", err)
	}
	if !strings.Contains(progress.String(), "waiting for another process") {
		t.Errorf("progress was %q", progress.String())
	}
	unlock()
	unlock, err = lock(ctx, &bytes.Buffer{})
	if err != nil {
		t.Fatalf("a free lock cannot be taken: %v", err)
	}
	unlock()
}
