package fence_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencediff/fencediff/oracle/image/imagetest"
)

// The commands of TestWalkAsBashWalks: all of up to four of these segments,
// joined by all separators.
var (
	walkSegments   = []string{"cd sub", "cd ..", "cd missing", "cd /", "true", "false", "ls", "cat f"}
	walkSeparators = []string{";", "&&", "||", "|"}
)

const walkLongest = 4

// walkGolden holds where real bash ran each segment. To have bash run it all
// again, in a container of the oracle's image:
//
//	go test ./fence -run TestWalkAsBashWalks -update-walk -timeout 4h
//
// It starts some 400,000 processes, so that -update alone does not.
const walkGolden = "testdata/walk.golden.gz"

var updateWalk = flag.Bool("update-walk", false, "have bash write "+walkGolden+" anew")

// A walkFixture is one state of the workspace: f stands in it, and sub where it
// is present.
type walkFixture struct {
	name, setup string
	// as says for each of walkSegments which of runs stands for it. Segments
	// that always end alike and go to the same directory are one to bash, and a
	// program is one with the builtin that ends as it does; TestWalkAsBashWalks
	// has bash confirm it with the segments themselves, for up to two of them.
	as   []int
	runs []string
}

var walkFixtures = []walkFixture{
	{
		"present", "mkdir -p /srv/ws/sub && touch /srv/ws/f",
		[]int{0, 1, 2, 3, 4, 2, 4, 5},
		[]string{"cd sub", "cd ..", "cd missing", "cd /", "true", "test -f f"},
	},
	{
		"absent", "mkdir -p /srv/ws && touch /srv/ws/f",
		[]int{1, 0, 1, 2, 3, 1, 3, 4},
		[]string{"cd ..", "cd missing", "cd /", "true", "test -f f"},
	},
}

// walkNames are the directories by the letter that testdata/walk.bash prints.
var walkNames = map[byte]string{'w': "/srv/ws", 's': "/srv/ws/sub", 'p': "/srv", 'r': "/"}

// skipped stands where a segment did not run.
const skipped = '-'

// A walkTable says where each segment of every command of one length ran: the
// letters of command number n begin at n * length. A number is that of the
// first segment, then for each further one 4 * segments + separator's number *
// segments + its own.
type walkTable []byte

// TestWalkAsBashWalks: the directory in which real bash runs a segment is in
// the set that the fence works out, in either fixture, whether the command is
// admitted or not.
func TestWalkAsBashWalks(t *testing.T) {
	if *updateWalk {
		writeWalkGolden(t)
	}
	golden := readWalkGolden(t)
	walk := variant(t, "walk")
	commands, ran, missing := 0, 0, 0
	width := len(walkSegments)
	for length := 1; length <= walkLongest; length++ {
		for number := range walkCount(width, length) {
			segments, separators := walkDigits(width, length, number)
			command := walkCommand(walkSegments, segments, separators)
			sets, err := walk.Directories(request(command))
			if err != nil || len(sets) != length {
				t.Fatalf("%q: the fence knows the directories of %d segments: %v", command, len(sets), err)
			}
			commands++
			for i, fixture := range walkFixtures {
				stands := make([]int, length)
				for n, segment := range segments {
					stands[n] = fixture.as[segment]
				}
				at := length * walkNumber(len(fixture.runs), stands, separators)
				for n, letter := range golden[i][length][at : at+length] {
					if n == 0 && letter == skipped {
						t.Fatalf("%s: bash never ran %q in the fixture %s", walkGolden, command, fixture.name)
					}
					if letter == skipped {
						continue
					}
					ran++
					if !slices.Contains(sets[n], walkNames[letter]) {
						if missing++; missing <= 10 {
							t.Errorf("%q, %s: bash runs segment %d in %s, the fence in one of %q", command, fixture.name, n+1, walkNames[letter], sets[n])
						}
					}
				}
			}
		}
	}
	t.Logf("%d commands, %d segments that ran, %d elsewhere than the fence says", commands, ran, missing)
	if commands != 8+8*32+8*32*32+8*32*32*32 || ran < commands {
		t.Errorf("only %d commands with %d segments that ran were compared", commands, ran)
	}
}

// walkCount is how many commands of that length there are.
func walkCount(width, length int) int {
	n := width
	for range length - 1 {
		n *= len(walkSeparators) * width
	}
	return n
}

// walkDigits takes a command's number apart.
func walkDigits(width, length, number int) (segments, separators []int) {
	segments, separators = make([]int, length), make([]int, length-1)
	for i := length - 1; i > 0; i-- {
		segments[i] = number % width
		separators[i-1] = number / width % len(walkSeparators)
		number /= width * len(walkSeparators)
	}
	segments[0] = number
	return segments, separators
}

// walkNumber undoes walkDigits.
func walkNumber(width int, segments, separators []int) int {
	number := segments[0]
	for i, separator := range separators {
		number = (number*len(walkSeparators)+separator)*width + segments[i+1]
	}
	return number
}

func walkCommand(texts []string, segments, separators []int) string {
	command := texts[segments[0]]
	for i, separator := range separators {
		command += " " + walkSeparators[separator] + " " + texts[segments[i+1]]
	}
	return command
}

// readWalkGolden returns for each fixture its tables by length.
func readWalkGolden(t *testing.T) [][walkLongest + 1]walkTable {
	t.Helper()
	file, err := os.Open(walkGolden)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzip, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unzip)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(text, []byte("\n"))
	tables := make([][walkLongest + 1]walkTable, len(walkFixtures))
	for i, fixture := range walkFixtures {
		for length := 1; length <= walkLongest; length++ {
			table, want := lines[0], length*walkCount(len(fixture.runs), length)
			if len(table) != want {
				t.Fatalf("%s: fixture %s, length %d: %d letters, want %d", walkGolden, fixture.name, length, len(table), want)
			}
			tables[i][length], lines = table, lines[1:]
		}
	}
	return tables
}

// writeWalkGolden has bash run every command in every fixture.
func writeWalkGolden(t *testing.T) {
	t.Helper()
	var text bytes.Buffer
	for _, fixture := range walkFixtures {
		tables := runWalk(t, fixture, fixture.runs, walkLongest)
		for length := 1; length <= walkLongest; length++ {
			text.Write(tables[length])
			text.WriteByte('\n')
		}
		confirmWalk(t, fixture, tables)
	}
	file, err := os.Create(walkGolden)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	zip, _ := gzip.NewWriterLevel(file, gzip.BestCompression)
	if _, err := text.WriteTo(zip); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
}

// confirmWalk has bash run commands of the segments themselves, programs and
// all, and compares them with those of the segments that stand for them.
func confirmWalk(t *testing.T, fixture walkFixture, tables [walkLongest + 1]walkTable) {
	t.Helper()
	const longest = 2
	real := runWalk(t, fixture, walkSegments, longest)
	for length := 1; length <= longest; length++ {
		for number := range walkCount(len(walkSegments), length) {
			segments, separators := walkDigits(len(walkSegments), length, number)
			command := walkCommand(walkSegments, segments, separators)
			for n, segment := range segments {
				segments[n] = fixture.as[segment]
			}
			at := length * walkNumber(len(fixture.runs), segments, separators)
			got, want := real[length][number*length:(number+1)*length], tables[length][at:at+length]
			if !bytes.Equal(got, want) {
				t.Errorf("%q, %s: bash runs its segments in %s, what stands for them in %s", command, fixture.name, got, want)
			}
		}
	}
}

// runWalk has bash run every command of the segments, up to the longest, and
// returns the tables by length.
func runWalk(t *testing.T, fixture walkFixture, segments []string, longest int) (tables [walkLongest + 1]walkTable) {
	t.Helper()
	program, err := os.ReadFile("testdata/walk.bash")
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("%s\nset -- /srv/ws 1 %d", fixture.setup, longest)
	for _, s := range segments {
		script += " '" + s + "'"
	}
	stdout, stderr, exit := imagetest.Run(t, script+"\n"+string(program))
	if exit != 0 || stderr != "" {
		t.Fatalf("bash ended with %d: %s", exit, stderr)
	}
	for length := 1; length <= longest; length++ {
		tables[length] = bytes.Repeat([]byte{skipped}, length*walkCount(len(segments), length))
	}
	lines := bufio.NewScanner(strings.NewReader(stdout))
	for lines.Scan() {
		length, number, segment, letter, ok := walkLine(lines.Text())
		if !ok {
			t.Fatalf("bash printed %q", lines.Text())
		}
		at := &tables[length][number*length+segment-1]
		if *at != skipped && *at != letter {
			t.Fatalf("bash ran segment %d of command %d of length %d in %c and in %c", segment, number, length, *at, letter)
		}
		*at = letter
	}
	return tables
}

// walkLine reads a line of testdata/walk.bash.
func walkLine(line string) (length, number, segment int, letter byte, ok bool) {
	first, rest, _ := strings.Cut(line, ":")
	second, third, _ := strings.Cut(rest, ":")
	length, err := strconv.Atoi(first)
	number, err2 := strconv.Atoi(second)
	if err != nil || err2 != nil || len(third) != 2 || walkNames[third[1]] == "" {
		return 0, 0, 0, 0, false
	}
	segment = int(third[0] - '0')
	return length, number, segment, third[1], length >= 1 && length <= walkLongest && segment >= 1 && segment <= length
}
