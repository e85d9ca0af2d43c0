package oracle

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sync"
)

// recordDictionary primes the compression of records, which are short and much
// alike. To change it is to change the store's format.
var recordDictionary = []byte(`{"path":"/usr/bin/sort","path":"/usr/bin/grep","path":"/usr/bin/git","argv":["git","bash: line 1: : No such file or directory\n` +
	`: command not found\n"status":"timeout","exit":-1,"status":"exited","exit":1,"stderr":"","attempts":[{"call":"unlink","path":"/srv/ws/","errno":"ENOENT"}]` +
	`"tty":true"reads":["/srv/outside.txt"]` +
	`{"job":{"command":""},"runs":[{"count":1,"observations":[{"fixture":"present","status":"exited","exit":0,"stdout":"","stderr":"",` +
	`"attempts":[],"execs":[{"argv":["cat","README.md"],"path":"/usr/bin/cat","depth":0}],"reads":[],"leftovers":[],"effects":"0"},` +
	`{"fixture":"absent","status":"exited","exit":0,"stdout":"","stderr":"","attempts":[],"execs":[{"argv":[`)

// deflateLevel is the lowest that uses the dictionary: for records it packs as
// well as the others, in a third of the time.
const deflateLevel = 2

// deflaters holds writers: one costs more to make than a record to compress.
var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriterDict(nil, deflateLevel, recordDictionary)
	if err != nil {
		panic(err) // the level is one that there is
	}
	return w
}}

// deflate compresses a record, behind its checksum.
func deflate(text []byte) ([]byte, error) {
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	var b bytes.Buffer
	b.Write(checksum(text))
	w.Reset(&b)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

var inflaters = sync.Pool{New: func() any { return flate.NewReaderDict(bytes.NewReader(nil), recordDictionary) }}

// errDamaged says that a record is not what was written.
var errDamaged = errors.New("it is damaged")

// checksum tells a damaged record from one that was written: most single bits
// of a compressed text can change without an error.
func checksum(text []byte) []byte {
	return binary.BigEndian.AppendUint32(nil, crc32.Checksum(text, castagnoli))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// inflate undoes deflate.
func inflate(packed []byte) ([]byte, error) {
	if len(packed) < crc32.Size {
		return nil, errDamaged
	}
	r := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(packed[crc32.Size:]), recordDictionary); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err == nil && !bytes.Equal(packed[:crc32.Size], checksum(text)) {
		err = errDamaged
	}
	return text, err
}
