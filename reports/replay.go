package reports

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Replay returns the shell line that asks the named fence and the oracle about
// one request again. It is ASCII without control characters, so that it may
// stand on a terminal and can be pasted into any POSIX shell. Flags are further
// flags of run.
func Replay(fenceName string, r Request, flags ...string) (string, error) {
	return replayWith(r, append([]string{"run", "--fence", fenceName}, flags...))
}

// replayWith is the shell line that gives one request to a verb.
func replayWith(r Request, verb []string) (string, error) {
	line, err := r.MarshalJSON()
	if err != nil {
		return "", fmt.Errorf("reports: replay line of %s: %w", r.ID, err)
	}
	var b strings.Builder
	b.WriteString("printf '%s\\n' " + singleQuote(asciiJSON(line)) + " | fencediff")
	for _, word := range verb {
		b.WriteString(" " + shellWord(word))
	}
	return b.String() + " --source cases:-", nil
}

// addFlags gives further flags to the program of a replay line; an empty line
// stays empty.
func addFlags(replay *string, flags []string) {
	if *replay == "" {
		return
	}
	for _, word := range flags {
		*replay += " " + shellWord(word)
	}
}

// AddReplayFlags gives further flags of run to every replay line of the result.
func (r *Result) AddReplayFlags(flags []string) {
	addFlags(&r.Replay, flags)
	for i := range r.Hostile {
		addFlags(&r.Hostile[i].Replay, flags)
	}
	if r.Planned != nil {
		addFlags(&r.Planned.Replay, flags)
	}
}

// AddReplayFlags gives further flags of run to every replay line of the probe.
func (p *Probe) AddReplayFlags(flags []string) {
	for i := range p.Fences {
		addFlags(&p.Fences[i].Replay, flags)
	}
}

// safeWord matches what no shell expands.
var safeWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:@%+,=-]*$`)

// shellWord quotes one word for a shell.
func shellWord(word string) string {
	switch {
	case safeWord.MatchString(word):
		return word
	case Escape(word) == word:
		return singleQuote(word)
	default:
		return Escape(word)
	}
}

func singleQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// asciiJSON spells every character of JSON text that is not printable ASCII as
// an escape; in valid JSON such a character can only stand within a string.
func asciiJSON(text []byte) string {
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case ' ' <= r && r <= '~':
			b.WriteRune(r)
		case utf8.RuneLen(r) == 4:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
