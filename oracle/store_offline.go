package oracle

import (
	"context"
	"runtime"

	"github.com/fencediff/fencediff/fixtures"
)

// A StoredOracle answers from a store alone, for where no oracle can be had.
// What the store does not keep is an *UnavailableError. It is safe for
// concurrent use; closing it does not close the store.
type StoredOracle struct {
	store *Store
	info  Info
}

// Stored returns an oracle that answers from the store what the oracle that
// filled it would, as long as the fixtures of this program, with own as in
// [Config], are the ones that it had. An *UnavailableError says that the store was never filled.
func Stored(s *Store, own []fixtures.Recipe) (*StoredOracle, error) {
	meta, err := s.Meta()
	if err != nil {
		return nil, err
	}
	if meta.Info.Toolset == "" {
		return nil, &UnavailableError{Reason: "store " + s.Path() + " knows no command yet"}
	}
	info := meta.Info
	info.Launcher, info.Image = "store", ""
	// Those of this program: what was seen in others is not looked up.
	info.Fixtures = map[string]string{}
	for _, recipe := range fixtures.AllWith(own) {
		info.Fixtures[recipe.Name()] = recipe.Digest()
	}
	return &StoredOracle{store: s, info: info}, nil
}

// Observe implements Oracle.
func (o *StoredOracle) Observe(_ context.Context, job Job) ([]Observation, error) {
	record, ok, err := o.store.Get(o.Key(job))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, o.missing()
	}
	return record.Runs[0].Observations, nil
}

// Confirm implements [Confirmer].
func (o *StoredOracle) Confirm(_ context.Context, job Job, _ []Observation, n int) (Record, error) {
	record, ok, err := o.store.Get(o.Key(job))
	if err == nil && (!ok || record.Total() < n+1) {
		err = o.missing()
	}
	return record, err
}

func (o *StoredOracle) missing() error {
	return &UnavailableError{Reason: "store " + o.store.Path() + " does not know the command, and nothing is there to run it"}
}

// Key implements Oracle.
func (o *StoredOracle) Key(job Job) string { return KeyOf(job, Limits{}, o.info) }

// Workers implements Oracle.
func (o *StoredOracle) Workers() int { return runtime.GOMAXPROCS(0) }

// Info implements Oracle; the launcher is "store".
func (o *StoredOracle) Info() Info { return o.info }

// Close implements Oracle.
func (o *StoredOracle) Close() error { return nil }
