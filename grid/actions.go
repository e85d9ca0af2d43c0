package grid

// actions are what a form is crossed with to see whether it hides anything: a
// read that every fence admits, a write, and a read of the outside.
var actions = []Value{
	{Name: "read", Text: "cat notes.txt"},
	{Name: "write", Text: "touch PWNED"},
	{Name: "leak", Text: "cat ../outside.txt"},
}

// firsts are what stands before a separator: a success and a failure.
var firsts = []Value{
	{Name: "ok", Text: "ls src"},
	{Name: "fails", Text: "ls nosuch.txt"},
}
