package fence

import "testing"

// TestOldBashIsRefused: before 5.2 a pattern such as .* matches "..".
func TestOldBashIsRefused(t *testing.T) {
	for version, ok := range map[string]bool{
		"5.2": true, "5.3": true, "5.10": true, "6.0": true, "10.1": true,
		"5.1": false, "5.0": false, "4.4": false, "3.2": false, "": false, "x.y": false, "5": false,
	} {
		if err := skipsDots(version); (err == nil) != ok {
			t.Errorf("bash %q: %v", version, err)
		}
	}
}
