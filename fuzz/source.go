package fuzz

import (
	"encoding/binary"
	"math/rand/v2"
)

// A byteSource is the source of all choices: each spends one byte, and once the
// bytes are used up every choice is the first one, which is the smallest. With
// math/rand's own sources cutting bytes would change everything or nothing.
type byteSource struct{ data []byte }

// Int63 returns the next byte where rand.Rand looks for a small number: in the
// upper half.
func (s *byteSource) Int63() int64 {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int64(b) << 32
}

// Uint64 implements rand.Source64.
func (s *byteSource) Uint64() uint64 { return uint64(s.Int63()) }

// Seed implements rand.Source; the bytes are the seed.
func (s *byteSource) Seed(int64) {}

// Choices returns the bytes of the i-th command of a seed. They depend on
// nothing else, so that any number of workers makes the same commands.
func Choices(seed uint64, i int) []byte {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(i))
	stream := rand.NewChaCha8(key)
	data := make([]byte, minChoices+stream.Uint64()%(maxChoices-minChoices))
	_, _ = stream.Read(data) // it never fails
	return data
}

// Bounds of how many choices a command is made of.
const (
	minChoices = 16
	maxChoices = 160
)
