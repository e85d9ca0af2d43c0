package oracle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle"
	"github.com/fencediff/fencediff/oracle/oracletest"
)

func TestProve(t *testing.T) {
	if err := oracle.Prove(t.Context(), oracletest.Open(t, oracle.Config{})); err != nil {
		t.Error(err)
	}
}

// TestBrokenCapturesAreNoticed breaks each capture on purpose: the planted
// commands must not believe an oracle that is blind on one eye.
func TestBrokenCapturesAreNoticed(t *testing.T) {
	for fault, want := range map[string]string{
		"upper": "the captures disagree",
		"calls": "the captures disagree",
		"reads": "want effect 1:[read-outside]",
	} {
		t.Run(fault, func(t *testing.T) {
			o := oracletest.Open(t, oracle.Config{Agent: oracletest.BrokenAgent(t, fault)})
			err := oracle.Prove(t.Context(), o)
			var misread *oracle.MisreadError
			if !errors.As(err, &misread) || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q in it", err, want)
			}
		})
	}
}
