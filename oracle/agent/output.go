package agent

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// outputKillFactor is how many times the kept output a command may write
// before it is killed: a long listing is read to its end, an endless one is not.
const outputKillFactor = 32

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// A stream collects one output of a command through a pipe.
type stream struct {
	read  *os.File
	write int // the command's end; -1 once closed
	keep  int
	data  []byte
	total int64
	done  chan struct{}
	// closed is called last; nil does nothing.
	closed func() error
}

// newStream makes the pipe. The command's end belongs to its own user, so that
// opening /dev/stdout works.
func newStream(keep int) (*stream, error) {
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC); err != nil {
		return nil, err
	}
	if err := errors.Join(unix.Fchown(p[1], idShift, idShift), unix.SetNonblock(p[0], true)); err != nil {
		return nil, errors.Join(err, unix.Close(p[0]), unix.Close(p[1]))
	}
	return &stream{read: os.NewFile(uintptr(p[0]), "command output"), write: p[1], keep: keep, done: make(chan struct{})}, nil
}

// pump reads until every holder of the command's end is gone, and calls over
// once if the command writes far more than is kept.
func (s *stream) pump(over func()) {
	defer close(s.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := s.read.Read(buf)
		if room := s.keep - len(s.data); room > 0 {
			s.data = append(s.data, buf[:min(n, room)]...)
		}
		before := s.total
		s.total += int64(n)
		if limit := int64(s.keep) * outputKillFactor; before <= limit && s.total > limit {
			over()
		}
		if err != nil {
			return
		}
	}
}

// closeWrite closes the agent's copy of the command's end.
func (s *stream) closeWrite() {
	if s.write >= 0 {
		_ = unix.Close(s.write)
		s.write = -1
	}
}

// finish waits for the end of the stream and closes it.
func (s *stream) finish() {
	s.closeWrite()
	<-s.done
	s.abandon()
}

// abandon closes a stream that was never pumped.
func (s *stream) abandon() {
	s.closeWrite()
	_ = s.read.Close()
	if s.closed != nil {
		_ = s.closed()
	}
}

// cut says that the command wrote more than was kept.
func (s *stream) cut() bool { return s.total > int64(len(s.data)) }
