package agent

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencediff/fencediff/fixtures"
)

// A readLog tells which files and directories of the outside zone commands
// opened. It watches whole overlays with fanotify, which costs a few percent
// where stopping every open would cost a multiple. One descriptor serves a
// worker for its whole life: closing one is slow.
type readLog struct {
	fd  int
	buf []byte
}

// newReadLog opens a log; nil where the kernel does not let the agent watch and
// the tracer does, see rootless.
func newReadLog() (*readLog, error) {
	if rootless {
		return nil, nil
	}
	fd, err := unix.FanotifyInit(unix.FAN_CLASS_NOTIF|unix.FAN_CLOEXEC|unix.FAN_NONBLOCK|unix.FAN_UNLIMITED_QUEUE,
		unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOATIME)
	if err != nil {
		return nil, fmt.Errorf("the log of reads needs fanotify: %w", err)
	}
	return &readLog{fd: fd, buf: make([]byte, 64<<10)}, nil
}

// watch begins to log what is opened on the file system mounted at place. A
// nil log logs nothing.
func (l *readLog) watch(place string) error {
	if l == nil {
		return nil
	}
	err := unix.FanotifyMark(l.fd, unix.FAN_MARK_ADD|unix.FAN_MARK_FILESYSTEM, unix.FAN_OPEN|unix.FAN_ONDIR, unix.AT_FDCWD, place)
	if err != nil {
		return fmt.Errorf("watching reads below %s: %w", place, err)
	}
	return nil
}

// unwatch ends what watch began.
func (l *readLog) unwatch(place string) error {
	if l == nil {
		return nil
	}
	err := unix.FanotifyMark(l.fd, unix.FAN_MARK_REMOVE|unix.FAN_MARK_FILESYSTEM, unix.FAN_OPEN|unix.FAN_ONDIR, unix.AT_FDCWD, place)
	if err != nil {
		return fmt.Errorf("watching reads below %s no longer: %w", place, err)
	}
	return nil
}

// drain returns the places of the outside zone that were opened since the last
// time, as seen by commands chrooted in root, sorted. The places in seen, which
// is used up, are among them.
func (l *readLog) drain(root string, seen map[string]bool) ([]string, error) {
	if l == nil {
		return slices.Sorted(maps.Keys(seen)), nil
	}
	self := int32(os.Getpid())
	for {
		n, err := unix.Read(l.fd, l.buf)
		if errors.Is(err, unix.EAGAIN) {
			break
		}
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading the log of reads: %w", err)
		}
		for rest := l.buf[:n]; len(rest) >= int(unsafe.Sizeof(unix.FanotifyEventMetadata{})); {
			length := binary.LittleEndian.Uint32(rest) // event_len leads the struct
			event := (*unix.FanotifyEventMetadata)(unsafe.Pointer(&rest[0]))
			if event.Mask&unix.FAN_Q_OVERFLOW != 0 {
				return nil, errors.New("the log of reads overflowed")
			}
			if event.Fd >= 0 {
				where, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(int(event.Fd)))
				_ = unix.Close(int(event.Fd))
				if nameless(where) {
					where = strings.TrimSuffix(where, deleted)
				}
				if inside, ok := below(root, where); err == nil && ok && fault != faultReads && event.Pid != self && fixtures.OutsideZone(inside) {
					seen[inside] = true
				}
			}
			rest = rest[length:]
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}
