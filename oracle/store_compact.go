package oracle

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// compactBatch is how many bytes compaction copies in one transaction.
const compactBatch = 1 << 20

// CompactStore writes the store in the file path anew, without free pages and
// without effect sets that no record names, and returns the file's size before
// and afterwards. The new file takes the old one's name when it is complete, so
// that whatever happens one of them is there.
func CompactStore(path string) (before, after int64, err error) {
	if _, err := os.Stat(path); err != nil {
		return 0, 0, fmt.Errorf("oracle: compact store: %w", err)
	}
	s, err := OpenStore(path)
	if err != nil {
		return 0, 0, err
	}
	// The old file stays locked until the new one has its name; who waits for
	// the lock finds that out.
	defer func() { err = errors.Join(err, s.Close()) }()
	if before, err = size(path); err != nil {
		return 0, 0, err
	}
	if err := s.update(dropUnused); err != nil {
		return 0, 0, err
	}
	temp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d", filepath.Base(path), os.Getpid()))
	defer os.Remove(temp)
	if err := s.copyTo(temp); err != nil {
		return 0, 0, fmt.Errorf("oracle: compact store %s: %w", path, err)
	}
	if after, err = size(temp); err != nil {
		return 0, 0, err
	}
	if err := os.Rename(temp, path); err != nil {
		return 0, 0, fmt.Errorf("oracle: compact store: %w", err)
	}
	return before, after, nil
}

func (s *Store) copyTo(path string) error {
	to, err := bbolt.Open(path, 0o644, nil)
	if err != nil {
		return err
	}
	return errors.Join(bbolt.Compact(to, s.db, compactBatch), to.Close())
}

// dropUnused removes the effect sets that no record names.
func dropUnused(tx *bbolt.Tx) error {
	used := map[string]bool{}
	err := tx.Bucket(bucketRecords).ForEach(func(key, packed []byte) error {
		kept, err := unpackRecord(packed)
		if err != nil {
			return fmt.Errorf("key %s: %w", key, err)
		}
		for _, run := range kept.Runs {
			for _, o := range run.Observations {
				used[o.Effects] = true
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	sets := tx.Bucket(bucketEffects)
	var unused [][]byte
	err = sets.ForEach(func(name, _ []byte) error {
		if !used[string(name)] {
			unused = append(unused, append([]byte(nil), name...))
		}
		return nil
	})
	for _, name := range unused {
		err = errors.Join(err, sets.Delete(name))
	}
	return err
}

func size(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, fmt.Errorf("oracle: store: %w", err)
	}
	return info.Size(), nil
}
