package oracle

import "fmt"

// enumText returns the wire name of value v of an enumeration whose names are
// indexed by value; index 0 is the invalid zero value.
func enumText[T ~uint8](names []string, what string, v T) ([]byte, error) {
	if v == 0 || int(v) >= len(names) {
		return nil, fmt.Errorf("oracle: invalid %s %d", what, v)
	}
	return []byte(names[v]), nil
}

// enumValue finds the value that a wire name stands for.
func enumValue[T ~uint8](names []string, what string, text []byte) (T, error) {
	for i := 1; i < len(names); i++ {
		if names[i] == string(text) {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("oracle: unknown %s %q", what, text)
}

// enumString is String for an enumeration: the wire name, or words that cannot
// be mistaken for one.
func enumString[T ~uint8](names []string, what string, v T) string {
	if v == 0 || int(v) >= len(names) {
		return fmt.Sprintf("invalid %s %d", what, v)
	}
	return names[v]
}
