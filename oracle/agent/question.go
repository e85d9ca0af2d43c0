package agent

import (
	"encoding/binary"
	"strings"
)

// maxQuestion is the longest message that is read as a question for a name, in bytes.
const maxQuestion = 512

// question returns the name that a DNS query asks for; false for any other
// message. Source: RFC 1035, section 4.1.
func question(message []byte) (string, bool) {
	const header = 12
	if len(message) < header+5 {
		return "", false
	}
	flags, questions := binary.BigEndian.Uint16(message[2:]), binary.BigEndian.Uint16(message[4:])
	answers, authorities := binary.BigEndian.Uint16(message[6:]), binary.BigEndian.Uint16(message[8:])
	if flags&0xf800 != 0 || questions != 1 || answers != 0 || authorities != 0 {
		return "", false
	}
	var labels []string
	rest := message[header:]
	for {
		length := int(rest[0])
		if length == 0 {
			break
		}
		if length > 63 || len(rest) < length+2 {
			return "", false
		}
		labels = append(labels, string(rest[1:1+length]))
		rest = rest[1+length:]
	}
	if len(labels) == 0 || len(rest) < 5 || binary.BigEndian.Uint16(rest[3:]) != 1 { // class IN
		return "", false
	}
	return strings.Join(labels, "."), true
}
