package agent

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

func TestOnCore(t *testing.T) {
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	mine := errors.New("mine")
	for i := range 2*all.Count() + 1 {
		err := onCore(i, func() error {
			var now unix.CPUSet
			if err := unix.SchedGetaffinity(0, &now); err != nil {
				return err
			}
			if now.Count() != 1 || now != nthCore(&all, i) {
				t.Errorf("core %d: the thread runs on %v", i, now)
			}
			return mine
		})
		if !errors.Is(err, mine) {
			t.Errorf("core %d: %v", i, err)
		}
	}
}

func TestNthCore(t *testing.T) {
	var all unix.CPUSet
	all.Set(1)
	all.Set(5)
	for i, want := range []int{1, 5, 1, 5} {
		if one := nthCore(&all, i); one.Count() != 1 || !one.IsSet(want) {
			t.Errorf("core %d of 1 and 5 is %v, want %d", i, one, want)
		}
	}
}
