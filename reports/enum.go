package reports

import "fmt"

// enumString is String for an enumeration whose names are indexed by value:
// the wire name, or words that cannot be mistaken for one.
func enumString[T ~uint8](names []string, what string, v T) string {
	if v == 0 || int(v) >= len(names) {
		return fmt.Sprintf("invalid %s %d", what, v)
	}
	return names[v]
}

// enumText is MarshalText for such an enumeration; an invalid value is an error.
func enumText[T ~uint8](names []string, what string, v T) ([]byte, error) {
	if v == 0 || int(v) >= len(names) {
		return nil, fmt.Errorf("reports: invalid %s %d", what, v)
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
	return 0, fmt.Errorf("reports: unknown %s %q", what, text)
}

// enumAll lists every valid value in declaration order.
func enumAll[T ~uint8](names []string) []T {
	all := make([]T, 0, len(names)-1)
	for i := 1; i < len(names); i++ {
		all = append(all, T(i))
	}
	return all
}
