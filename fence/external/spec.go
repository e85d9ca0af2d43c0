package external

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mvdan.cc/sh/v3/shell"
)

// DefaultTimeout is how long a fence may take.
const DefaultTimeout = 10 * time.Second

// A Spec says how to ask an external fence. Make one with [ParseSpec], or fill
// in Name, Kind and Argv; the zero value of every other field is its default.
type Spec struct {
	// Name is what messages and reports call the fence: the specification
	// itself, so that a replay line that names it asks the same fence.
	Name string
	// Kind says how to talk to the program.
	Kind Kind
	// Argv is the program and its arguments. Of an exec fence the word {}
	// stands for the command; without one the command is the last argument.
	Argv []string
	// Host names the agent that acts on the answers; "" is [DefaultHost].
	Host string
	// Exits says what an exit status of an exec fence means; nil means
	// [DefaultExits]. Any other status is the answer error.
	Exits map[int]Raw
	// Timeout bounds one call of an exec fence, and how long a jsonl fence may
	// answer nothing while it is asked; 0 means [DefaultTimeout].
	Timeout time.Duration
	// Admits and Refuses are the commands by which the fence shows that it is
	// alive; "" means [LiveAdmits] and [LiveRefuses].
	Admits, Refuses string
}

// Kind says how to talk to a fence. The zero value is invalid.
type Kind uint8

// The kinds.
const (
	// Exec starts the program for every command; its exit status is the answer.
	Exec Kind = iota + 1
	// JSONL starts it once and exchanges JSON Lines.
	JSONL
)

var kinds = map[string]Kind{"exec": Exec, "jsonl": JSONL}

// DefaultExits are the statuses of a program that says yes, no or perhaps.
func DefaultExits() map[int]Raw { return map[int]Raw{0: Allow, 1: Deny, 2: Deny, 3: Ask} }

// IsSpec says whether a text is meant as a specification: whether it begins
// like one. It may still be wrong.
func IsSpec(text string) bool {
	name, _, _ := strings.Cut(text, ":")
	name, _, _ = strings.Cut(name, "[")
	_, ok := kinds[name]
	return ok && len(text) > len(name)
}

// ParseSpec reads KIND:COMMAND or KIND[KEY=VALUE,...]:COMMAND, for instance
// exec[allow=0,deny=1+2,ask=3,host=codex]:./fence --check. The command is split
// into words as a shell does, variables expanded, and nothing else of it runs.
// The error is a *SpecError.
func ParseSpec(text string) (Spec, error) {
	s, err := parseSpec(text)
	if err != nil {
		return Spec{}, &SpecError{text, err}
	}
	return s, nil
}

func parseSpec(text string) (Spec, error) {
	s := Spec{Name: text}
	name := text[:max(strings.IndexAny(text, ":["), 0)]
	rest := text[len(name):]
	if s.Kind = kinds[name]; s.Kind == 0 {
		return s, fmt.Errorf("unknown kind; want %s, then a colon and a command", strings.Join(slices.Sorted(maps.Keys(kinds)), " or "))
	}
	if options, ok := strings.CutPrefix(rest, "["); ok {
		options, after, closed := strings.Cut(options, "]")
		if !closed {
			return s, errors.New("the [ is not closed")
		}
		for option := range strings.SplitSeq(options, ",") {
			if err := s.set(option); err != nil {
				return s, err
			}
		}
		rest = after
	}
	command, ok := strings.CutPrefix(rest, ":")
	if !ok {
		return s, errors.New("has no colon before the command")
	}
	var err error
	if s.Argv, err = shell.Fields(command, nil); err != nil {
		return s, fmt.Errorf("the command is no list of words: %w", err)
	}
	if len(s.Argv) == 0 {
		return s, errors.New("has no command after the colon")
	}
	return s, nil
}

// options set one field each by its key in a specification.
var options = map[string]func(*Spec, string) error{
	"allow":   exitOption(Allow),
	"ask":     exitOption(Ask),
	"deny":    exitOption(Deny),
	"abstain": exitOption(Abstain),
	"host": func(s *Spec, value string) error {
		_, err := lookupHost(value)
		s.Host = value
		return err
	},
	"timeout": func(s *Spec, value string) error {
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return fmt.Errorf("timeout %q is no duration such as 10s", value)
		}
		s.Timeout = d
		return nil
	},
	"admits":  func(s *Spec, value string) error { s.Admits = value; return nil },
	"refuses": func(s *Spec, value string) error { s.Refuses = value; return nil },
}

func (s *Spec) set(option string) error {
	key, value, ok := strings.Cut(option, "=")
	set := options[key]
	if !ok || set == nil {
		return fmt.Errorf("unknown option %q; want KEY=VALUE with one of %s", option, strings.Join(slices.Sorted(maps.Keys(options)), ", "))
	}
	return set(s, value)
}

// exitOption reads the statuses of one answer, joined by +. Whoever gives some
// gives them all: the defaults do not apply then.
func exitOption(raw Raw) func(*Spec, string) error {
	return func(s *Spec, value string) error {
		if s.Kind != Exec {
			return errors.New("only an exec fence answers with exit statuses")
		}
		if s.Exits == nil {
			s.Exits = map[int]Raw{}
		}
		for text := range strings.SplitSeq(value, "+") {
			status, err := strconv.Atoi(text)
			if err != nil || status < 0 || status > 255 {
				return fmt.Errorf("%q is no exit status from 0 to 255", text)
			}
			if other, taken := s.Exits[status]; taken && other != raw {
				return fmt.Errorf("exit status %d means %s and %s", status, other, raw)
			}
			s.Exits[status] = raw
		}
		return nil
	}
}

// withDefaults fills in what was left out.
func (s Spec) withDefaults() Spec {
	if s.Exits == nil {
		s.Exits = DefaultExits()
	}
	if s.Host == "" {
		s.Host = DefaultHost
	}
	if s.Timeout == 0 {
		s.Timeout = DefaultTimeout
	}
	if s.Admits == "" {
		s.Admits = LiveAdmits
	}
	if s.Refuses == "" {
		s.Refuses = LiveRefuses
	}
	return s
}
