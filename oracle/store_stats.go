package oracle

import (
	"fmt"
	"os"

	"go.etcd.io/bbolt"
)

// StoreStats say what a store holds and what it takes.
type StoreStats struct {
	// Records counts the keys, Current those that the origin's oracle would
	// look up; the others were made with another toolset, fixture or Version.
	Records int `json:"records"`
	Current int `json:"current"`
	// Observations counts what is kept, one a fixture and run that differs;
	// Runs counts the runs of bash that they stand for.
	Observations int `json:"observations"`
	Runs         int `json:"runs"`
	// EffectSets counts the sets of effects that are kept, EffectUses the
	// observations that have one of them.
	EffectSets int `json:"effect_sets"`
	EffectUses int `json:"effect_uses"`
	// Labels counts the records by label; every label is there.
	Labels map[Label]int `json:"labels"`
	// Bytes is the size of the file, FreeBytes what of it [CompactStore] would
	// give back at least.
	Bytes     int64 `json:"bytes"`
	FreeBytes int64 `json:"free_bytes"`
	// Origin describes the oracle that made the newest record.
	Origin Info `json:"origin"`
}

// Stats flushes and counts. It reads every record.
func (s *Store) Stats() (StoreStats, error) {
	stats := StoreStats{Labels: map[Label]int{}}
	for l := LabelEffect; l <= LabelHarmless; l++ {
		stats.Labels[l] = 0
	}
	meta, err := s.Meta()
	if err != nil {
		return stats, err
	}
	stats.Origin = meta.Info
	err = s.Each(func(key string, r Record) error {
		stats.Records++
		stats.Labels[r.Label()]++
		if key == KeyOf(r.Job, Limits{}, meta.Info) {
			stats.Current++
		}
		for _, run := range r.Runs {
			stats.Observations += len(run.Observations)
			stats.Runs += run.Count * len(run.Observations)
			for _, o := range run.Observations {
				if len(o.Effects) > 0 {
					stats.EffectUses++
				}
			}
		}
		return nil
	})
	if err != nil {
		return stats, err
	}
	err = s.view(func(tx *bbolt.Tx) error {
		stats.EffectSets = tx.Bucket(bucketEffects).Stats().KeyN
		stats.FreeBytes = int64(tx.DB().Stats().FreeAlloc)
		return nil
	})
	if err != nil {
		return stats, err
	}
	info, err := os.Stat(s.path)
	if err != nil {
		return stats, fmt.Errorf("oracle: store %s: %w", s.path, err)
	}
	stats.Bytes = info.Size()
	return stats, nil
}

// Each flushes and calls visit with every record, in the order of the keys. An
// error of visit ends it and is returned.
func (s *Store) Each(visit func(key string, r Record) error) error {
	if err := s.Flush(); err != nil {
		return err
	}
	return s.view(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketRecords).ForEach(func(key, text []byte) error {
			record, err := recordIn(tx, text)
			if err != nil {
				return fmt.Errorf("key %s: %w", key, err)
			}
			return visit(string(key), record)
		})
	})
}
