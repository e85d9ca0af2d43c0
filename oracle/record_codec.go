package oracle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"
)

// A kept record is how the store holds a Record: effects, which are few and the
// same for very many commands, are named by their content.
type keptRecord struct {
	Job  jobLine   `json:"job"`
	Runs []keptRun `json:"runs"`
}

type keptRun struct {
	Count        int               `json:"count"`
	Observations []keptObservation `json:"observations"`
}

type keptObservation struct {
	Observation
	// Effects is the name of the effect set; empty for the empty set.
	Effects string `json:"effects,omitempty"`
}

// An effectSets map holds encoded effect sets by name.
type effectSets map[string][]byte

// setName names an encoded effect set by its content.
func setName(set []byte) string {
	sum := sha256.Sum256(set)
	return hex.EncodeToString(sum[:16])
}

// encodeRecord returns what the store keeps of a record, and the effect sets
// that it names.
func encodeRecord(r Record) ([]byte, effectSets, error) {
	kept := keptRecord{Job: newJobLine(r.Job), Runs: make([]keptRun, len(r.Runs))}
	sets := effectSets{}
	for i, run := range r.Runs {
		kept.Runs[i] = keptRun{Count: run.Count, Observations: make([]keptObservation, len(run.Observations))}
		for j, o := range run.Observations {
			k := keptObservation{Observation: o}
			if len(o.Effects) > 0 {
				set, err := json.Marshal(o.Effects)
				if err != nil {
					return nil, nil, err
				}
				k.Effects = setName(set)
				sets[k.Effects] = set
			}
			kept.Runs[i].Observations[j] = k
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return nil, nil, err
	}
	packed, err := deflate(text)
	return packed, sets, err
}

// unpackRecord reads what encodeRecord wrote.
func unpackRecord(packed []byte) (keptRecord, error) {
	var kept keptRecord
	text, err := inflate(packed)
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	return kept, err
}

// decodeRecord reads what encodeRecord wrote; set returns an effect set by name.
func decodeRecord(packed []byte, set func(name string) []byte) (Record, error) {
	kept, err := unpackRecord(packed)
	if err != nil {
		return Record{}, err
	}
	r := Record{Job: kept.Job.job(), Runs: make([]Run, len(kept.Runs))}
	for i, run := range kept.Runs {
		r.Runs[i] = Run{Count: run.Count, Observations: make([]Observation, len(run.Observations))}
		for j, k := range run.Observations {
			o := k.Observation
			o.Effects = []Effect{}
			if k.Effects != "" {
				effects := set(k.Effects)
				if setName(effects) != k.Effects {
					return Record{}, fmt.Errorf("effect set %s is missing or damaged", k.Effects)
				}
				if err := json.Unmarshal(effects, &o.Effects); err != nil {
					return Record{}, err
				}
			}
			r.Runs[i].Observations[j] = o
		}
	}
	return r, r.check()
}

// check says what is wrong with a record that was read.
func (r Record) check() error {
	if len(r.Runs) == 0 {
		return errors.New("it has no run")
	}
	for _, run := range r.Runs {
		if run.Count < 1 {
			return fmt.Errorf("a run was seen %d times", run.Count)
		}
		if !keepable(run.Observations) {
			return errors.New("a run did not take place")
		}
	}
	return nil
}

// A jobLine is a Job in JSON, which unlike Job keeps every byte.
type jobLine struct {
	Command  rawText   `json:"command"`
	Cwd      rawText   `json:"cwd,omitempty"`
	Setup    rawText   `json:"setup,omitempty"`
	TTY      bool      `json:"tty,omitempty"`
	Env      []rawText `json:"env,omitzero"`
	Time     int64     `json:"time,omitempty"`
	Fixtures []string  `json:"fixtures,omitempty"`
}

func newJobLine(j Job) jobLine {
	return jobLine{rawText(j.Command), rawText(j.Cwd), rawText(j.Setup), j.TTY, convert[rawText](j.Env), int64(j.Time), j.Fixtures}
}

func (l jobLine) job() Job {
	return Job{
		Command: string(l.Command), Cwd: string(l.Cwd), Setup: string(l.Setup), TTY: l.TTY, Env: convert[string](l.Env),
		Time: time.Duration(l.Time), Fixtures: l.Fixtures,
	}
}

// rawText is a string of any bytes: in JSON a string if it is UTF-8, else
// {"b64":"..."}.
type rawText string

type rawBytes struct {
	B64 []byte `json:"b64"`
}

// MarshalJSON implements json.Marshaler.
func (t rawText) MarshalJSON() ([]byte, error) {
	if !utf8.ValidString(string(t)) {
		return json.Marshal(rawBytes{[]byte(t)})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // <, > and & are most of what a command is made of
	err := e.Encode(string(t))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *rawText) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var raw rawBytes
		err := json.Unmarshal(data, &raw)
		*t = rawText(raw.B64)
		return err
	}
	return json.Unmarshal(data, (*string)(t))
}

func convert[To, From ~string](list []From) []To {
	if list == nil {
		return nil
	}
	out := make([]To, len(list))
	for i, s := range list {
		out[i] = To(s)
	}
	return out
}
