package engine

import (
	"context"
	"iter"
	"sync"
)

// window is how many items may be under way at once. It is much larger than the
// number of workers, so that one slow command does not hold up the others, and
// small enough that the answers waiting behind it fit in memory.
const window = 512

// A slot is one item on its way through ordered; done is closed when out and
// err are set.
type slot[In, Out any] struct {
	in   In
	out  Out
	err  error
	done chan struct{}
}

// ordered calls do for every item of in on so many workers and gives the
// results to sink, one at a time and in the order of the items, so that the
// outcome does not depend on the number of workers. It ends at the first item,
// in that order, that has an error or whose do or sink has one.
//
// When it returns, no worker runs. A source that is blocked (on a terminal, a
// pipe) is left alone; it ends with the item that unblocks it.
func ordered[In, Out any](
	ctx context.Context, workers int, in iter.Seq2[In, error],
	do func(context.Context, In) (Out, error), sink func(Out) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()

	queue := make(chan *slot[In, Out], window)
	work := make(chan *slot[In, Out])
	go func() {
		defer close(queue)
		for item, err := range in {
			s := &slot[In, Out]{in: item, err: err, done: make(chan struct{})}
			if err != nil {
				close(s.done)
			}
			if !send(ctx, queue, s) || err != nil || !send(ctx, work, s) {
				return
			}
		}
	}()
	for range workers {
		running.Go(func() {
			for {
				s, ok := receive(ctx, work)
				if !ok {
					return
				}
				s.out, s.err = do(ctx, s.in)
				close(s.done)
			}
		})
	}
	for {
		s, ok := receive(ctx, queue)
		if !ok {
			return context.Cause(ctx)
		}
		if _, ok := receive(ctx, s.done); !ok && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if s.err != nil {
			return s.err
		}
		if err := sink(s.out); err != nil {
			return err
		}
	}
}

// send gives v to c, or returns false when ctx ends first.
func send[T any](ctx context.Context, c chan<- T, v T) bool {
	select {
	case c <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// receive takes a value from c, or returns false when c is closed or ctx ends
// first.
func receive[T any](ctx context.Context, c <-chan T) (T, bool) {
	select {
	case v, ok := <-c:
		return v, ok
	case <-ctx.Done():
		var none T
		return none, false
	}
}

// values yields the elements of a list, none with an error.
func values[T any](list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
	}
}
