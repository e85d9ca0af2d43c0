package oracle_test

import (
	"path"
	"slices"
	"testing"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

// TestBenignTrafficStillMatters runs every entry's example with and without
// the list: without it the example must look like an effect of that entry, or
// the entry has no reason to be there; with it, like none.
func TestBenignTrafficStillMatters(t *testing.T) {
	with := oracletest.Open(t, oracle.Config{Workers: 1})
	without := oracletest.Open(t, oracle.Config{Workers: 1, Agent: oracletest.BrokenAgent(t, "benign")})
	for _, entry := range oracle.BenignTraffic {
		t.Run(entry.Name, func(t *testing.T) {
			if got := oracletest.Observe(t, with, entry.Example)[0]; got.Status != oracle.Exited || len(got.Effects) > 0 || len(got.Attempts) > 0 {
				t.Errorf("with the list: %+v", got)
			}
			got := oracletest.Observe(t, without, entry.Example)[0]
			matches := func(e oracle.Effect) bool {
				ok, err := path.Match(entry.Path, e.Path)
				return err == nil && ok && e.Transient && slices.Contains(entry.Kinds, e.Kind)
			}
			if !slices.ContainsFunc(got.Effects, matches) {
				t.Errorf("without the list nothing of the sort is seen: %+v", got)
			}
		})
	}
	if len(oracle.BenignTraffic) >= 15 {
		t.Errorf("%d entries: the list is to stay under 15", len(oracle.BenignTraffic))
	}
}

func TestBenignTrafficIsNarrow(t *testing.T) {
	tests := []struct {
		program string
		kind    oracle.Kind
		where   string
		want    bool
	}{
		{"/usr/bin/git", oracle.Create, "/srv/ws/.git/index.lock", true},
		{"/usr/bin/touch", oracle.Create, "/srv/ws/.git/index.lock", false},
		{"/srv/ws/git", oracle.Create, "/srv/ws/.git/index.lock", false},
		{"/usr/bin/git", oracle.Write, "/srv/ws/.git/index", false},
		{"/usr/bin/git", oracle.Create, "/srv/ws/.git/HEAD.lock", false},
		{"/usr/bin/sort", oracle.Create, "/tmp/sortAb12Cd", true},
		{"/usr/bin/sort", oracle.Create, "/srv/ws/sortAb12Cd", false},
		{"/usr/bin/tac", oracle.Create, "/tmp/tacAb12Cd", true},
		{"/usr/bin/tac", oracle.Create, "/tmp/tac", false},
		{"/usr/bin/sort", oracle.Create, "/tmp/tacAb12Cd", false},
		{"/usr/bin/bash", oracle.Create, "/tmp/sh-thd.xyz", true},
		{"/usr/bin/bash", oracle.Create, "/tmp/evil", false},
	}
	for _, test := range tests {
		if got := oracle.IsBenign(test.program, test.kind, test.where); got != test.want {
			t.Errorf("IsBenign(%s, %s, %s) = %v", test.program, test.kind, test.where, got)
		}
	}
}
