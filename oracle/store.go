package oracle

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

const (
	// storeFormat is raised when the file's layout changes; the meaning of an
	// observation is Version's affair, which is part of every key.
	storeFormat = 3
	// storeLockTimeout is how long OpenStore waits for another process.
	storeLockTimeout = 2 * time.Second
	// storeBatch is how many keys wait in memory before they are written in
	// one transaction: a transaction costs a sync of the disk, a key does not.
	storeBatch = 256
)

var (
	bucketMeta    = []byte("meta")
	bucketRecords = []byte("records")
	bucketEffects = []byte("effects")
	keyFormat     = []byte("format")
	keyMeta       = []byte("meta")
)

// ErrStoreClosed says that a store was used after Close.
var ErrStoreClosed = errors.New("oracle: the store is closed")

// A StoreLockedError says that another process has the store open.
type StoreLockedError struct {
	// Path is the store's file.
	Path string
	// Waited is how long OpenStore waited for it.
	Waited time.Duration
}

func (e *StoreLockedError) Error() string {
	return fmt.Sprintf("oracle: store %s is in use by another process (waited %v): let that end, or name another file", e.Path, e.Waited)
}

// A StoreFormatError says that a file is not a store that this version reads.
type StoreFormatError struct {
	// Path is the file.
	Path string
	// Err says what is wrong with it.
	Err error
}

func (e *StoreFormatError) Error() string {
	return fmt.Sprintf("oracle: %s is not an observation store of format %d: %v: remove it, or name another file", e.Path, storeFormat, e.Err)
}

// Unwrap returns what is wrong with the file.
func (e *StoreFormatError) Unwrap() error { return e.Err }

// StoreMeta is what a store remembers about where its observations come from.
// The zero value says that it remembers nothing.
type StoreMeta struct {
	// Info describes the oracle that made the newest observations. Its
	// toolset and fixture digests are what KeyOf needs to find them again
	// when that oracle is not running.
	Info Info `json:"info"`
}

// A Store keeps records by key in one file, and every set of effects in it once.
// Keys written wait in memory until there are enough of them for a transaction,
// so a process that is killed loses at most what it put since the last Flush;
// what was flushed survives, and the file stays whole. One process has the file
// open at a time, unless all open it to read. A Store is safe for concurrent
// use. The zero value is invalid.
type Store struct {
	path string
	db   *bbolt.DB

	// flushing serialises transactions; it is taken before mu.
	flushing sync.Mutex

	mu      sync.RWMutex
	waiting map[string]encoded // put and not yet in a transaction
	writing map[string]encoded // in the transaction under way
	closed  bool
}

// An encoded record is one on its way to the file.
type encoded struct {
	record []byte
	sets   effectSets
}

// OpenStore opens the store in the file path, and makes the file if there is
// none. It returns a *StoreLockedError when another process keeps the file open
// and a *StoreFormatError when the file is something else.
func OpenStore(path string) (*Store, error) {
	return openStore(path, &bbolt.Options{Timeout: storeLockTimeout})
}

// ReadStore opens the store in the file path, which must be there, to read only.
// Any number of processes may do so at once. Errors are those of OpenStore; to
// write in it is an error.
func ReadStore(path string) (*Store, error) {
	return openStore(path, &bbolt.Options{Timeout: storeLockTimeout, ReadOnly: true})
}

func openStore(path string, options *bbolt.Options) (*Store, error) {
	options.FreelistType = bbolt.FreelistMapType
	if options.ReadOnly {
		// A file without a single page is one that bbolt cannot read.
		if info, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("oracle: open store: %w", err)
		} else if info.Size() == 0 {
			return nil, &StoreFormatError{Path: path, Err: errors.New("it is empty")}
		}
	}
	var file *os.File
	options.OpenFile = func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
		file, err = os.OpenFile(name, flag, mode)
		return file, err
	}
	db, err := undamaged(path, func() (*bbolt.DB, error) { return bbolt.Open(path, 0o644, options) })
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil, &StoreLockedError{Path: path, Waited: options.Timeout}
	case errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrVersionMismatch), errors.Is(err, bbolterrors.ErrChecksum):
		return nil, &StoreFormatError{Path: path, Err: err}
	case err != nil:
		return nil, fmt.Errorf("oracle: open store: %w", err)
	}
	if !current(path, file) {
		// CompactStore put another file in its place while this one was waited for.
		if err := db.Close(); err != nil {
			return nil, fmt.Errorf("oracle: open store: %w", err)
		}
		return openStore(path, options)
	}
	s := &Store{path: path, db: db, waiting: make(map[string]encoded)}
	prepare := s.update
	if options.ReadOnly {
		prepare = s.view
	}
	if err := prepare(s.prepare); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// current says whether a file is still the one of that name.
func current(path string, file *os.File) bool {
	named, err := os.Stat(path)
	if err != nil {
		return false
	}
	opened, err := file.Stat()
	return err == nil && os.SameFile(named, opened)
}

// prepare makes the buckets of a new file and checks those of an old one.
func (s *Store) prepare(tx *bbolt.Tx) error {
	want := []byte(strconv.Itoa(storeFormat))
	if meta := tx.Bucket(bucketMeta); meta != nil {
		if got := meta.Get(keyFormat); string(got) != string(want) {
			return &StoreFormatError{Path: s.path, Err: fmt.Errorf("its format is %q", got)}
		}
		return nil
	}
	if name, _ := tx.Cursor().First(); name != nil {
		return &StoreFormatError{Path: s.path, Err: fmt.Errorf("it holds %q", name)}
	}
	if !tx.Writable() {
		return &StoreFormatError{Path: s.path, Err: errors.New("it holds nothing")}
	}
	for _, name := range [][]byte{bucketRecords, bucketEffects, bucketMeta} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put(keyFormat, want)
}

// Path is the store's file.
func (s *Store) Path() string { return s.path }

// Get returns the record kept under key, and whether there is one. The caller
// may change what it gets.
func (s *Store) Get(key string) (Record, bool, error) {
	// The lock is held while the file is read: a record leaves writing only
	// once it is in the file.
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return Record{}, false, ErrStoreClosed
	}
	for _, records := range []map[string]encoded{s.waiting, s.writing} {
		if e, ok := records[key]; ok {
			record, err := decodeRecord(e.record, func(name string) []byte { return e.sets[name] })
			return record, err == nil, err
		}
	}
	var record Record
	found := false
	err := s.view(func(tx *bbolt.Tx) (err error) {
		text := tx.Bucket(bucketRecords).Get([]byte(key))
		if text == nil {
			return nil
		}
		record, err = recordIn(tx, text)
		found = err == nil
		if err != nil {
			return fmt.Errorf("key %s: %w", key, err)
		}
		return nil
	})
	return record, found, err
}

// recordIn decodes a record of the file.
func recordIn(tx *bbolt.Tx, text []byte) (Record, error) {
	sets := tx.Bucket(bucketEffects)
	return decodeRecord(text, func(name string) []byte { return sets.Get([]byte(name)) })
}

// Put keeps a record under key, in place of any that is there. A key has at
// least one byte and at most bbolt.MaxKeySize. Every so many keys it writes them
// to the file, and then returns the error of that.
func (s *Store) Put(key string, r Record) error {
	if key == "" || len(key) > bbolt.MaxKeySize {
		return fmt.Errorf("oracle: store %s: a key has 1 to %d bytes, not %d", s.path, bbolt.MaxKeySize, len(key))
	}
	var e encoded
	err := r.check()
	if err == nil {
		e.record, e.sets, err = encodeRecord(r)
	}
	if err != nil {
		return fmt.Errorf("oracle: store %s: key %s: %w", s.path, key, err)
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrStoreClosed
	}
	s.waiting[key] = e
	full := len(s.waiting) >= storeBatch
	s.mu.Unlock()
	if full {
		return s.Flush()
	}
	return nil
}

// Delete removes the records of keys; one that is not there is no error. It is on
// the disk when Delete returns.
func (s *Store) Delete(keys []string) error {
	s.flushing.Lock()
	defer s.flushing.Unlock()
	if err := s.flush(); err != nil {
		return err
	}
	return s.update(func(tx *bbolt.Tx) error {
		for _, key := range keys {
			if err := tx.Bucket(bucketRecords).Delete([]byte(key)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Flush writes all that was put to the file and returns once the disk has it.
// What could not be written is kept for the next attempt.
func (s *Store) Flush() error {
	s.flushing.Lock()
	defer s.flushing.Unlock()
	return s.flush()
}

// flush is Flush for a caller that holds flushing.
func (s *Store) flush() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrStoreClosed
	}
	s.writing, s.waiting = s.waiting, make(map[string]encoded)
	writing := s.writing
	s.mu.Unlock()

	var err error
	if len(writing) > 0 {
		err = s.update(func(tx *bbolt.Tx) error {
			for key, e := range writing {
				if err := e.write(tx, key); err != nil {
					return err
				}
			}
			return nil
		})
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	s.writing = nil
	if err != nil {
		for key, e := range writing {
			if _, newer := s.waiting[key]; !newer {
				s.waiting[key] = e
			}
		}
	}
	return err
}

// write puts a record and the effect sets that are not there yet.
func (e encoded) write(tx *bbolt.Tx, key string) error {
	sets := tx.Bucket(bucketEffects)
	for name, set := range e.sets {
		if sets.Get([]byte(name)) != nil {
			continue
		}
		if err := sets.Put([]byte(name), set); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketRecords).Put([]byte(key), e.record)
}

// Len flushes and counts the keys. It walks the file's pages, so it is for
// people, not for loops.
func (s *Store) Len() (int, error) {
	if err := s.Flush(); err != nil {
		return 0, err
	}
	n := 0
	err := s.view(func(tx *bbolt.Tx) error {
		n = tx.Bucket(bucketRecords).Stats().KeyN
		return nil
	})
	return n, err
}

// Meta returns what SetMeta kept last, the zero value if nothing.
func (s *Store) Meta() (StoreMeta, error) {
	var meta StoreMeta
	err := s.view(func(tx *bbolt.Tx) error {
		record := tx.Bucket(bucketMeta).Get(keyMeta)
		if record == nil {
			return nil
		}
		return json.Unmarshal(record, &meta)
	})
	return meta, err
}

// SetMeta keeps meta in place of what was kept. It is on the disk when SetMeta
// returns.
func (s *Store) SetMeta(meta StoreMeta) error {
	record, err := json.Marshal(meta)
	if err != nil {
		return fmt.Errorf("oracle: store %s: %w", s.path, err)
	}
	return s.update(func(tx *bbolt.Tx) error { return tx.Bucket(bucketMeta).Put(keyMeta, record) })
}

// Close flushes and closes the file. Closing twice is no error. After an error
// the file is closed all the same and what was not flushed is lost.
func (s *Store) Close() error {
	s.flushing.Lock()
	defer s.flushing.Unlock()
	if err := s.flush(); errors.Is(err, ErrStoreClosed) {
		return nil
	} else if err != nil {
		return errors.Join(err, s.close())
	}
	return s.close()
}

func (s *Store) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("oracle: close store %s: %w", s.path, err)
	}
	return nil
}

// view reads the file in one transaction.
func (s *Store) view(read func(*bbolt.Tx) error) error {
	_, err := undamaged(s.path, func() (any, error) { return nil, s.db.View(read) })
	return s.explain("read", err)
}

// update changes the file in one transaction, which is on the disk when it
// returns.
func (s *Store) update(write func(*bbolt.Tx) error) error {
	_, err := undamaged(s.path, func() (any, error) { return nil, s.db.Update(write) })
	return s.explain("write", err)
}

// undamaged does something with a file that bbolt maps into memory and takes on
// trust: in a damaged one it panics, and in one that was cut short the process
// faults. Both become a *StoreFormatError.
func undamaged[T any](path string, do func() (T, error)) (result T, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if damage := recover(); damage != nil {
			err = &StoreFormatError{Path: path, Err: fmt.Errorf("it is damaged (%v)", damage)}
		}
	}()
	return do()
}

// explain says what was being done to which file when err came up.
func (s *Store) explain(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bbolterrors.ErrDatabaseNotOpen):
		return ErrStoreClosed
	case errors.As(err, new(*StoreFormatError)):
		return err
	}
	return fmt.Errorf("oracle: %s store %s: %w", doing, s.path, err)
}
