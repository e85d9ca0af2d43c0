package fence_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/fencediff/fencediff/fence"
)

// An agent's tool judges a request, and runs the plan or tells the agent what
// to do instead.
func Example() {
	readonly, _ := fence.Lookup("readonly")
	for _, command := range []string{
		"cd src && grep -n main *.go | head -n 5",
		"cd src && grep -n main main.go util.go | head -n 5",
		"sort -o out.txt notes.txt",
	} {
		verdict, err := readonly.Judge(context.Background(), fence.Request{Command: command, Policy: fence.DefaultPolicy()})
		if err != nil {
			panic(err)
		}
		if verdict.Decision != fence.Admit {
			fmt.Printf("%s: %s\n", verdict.Rule, verdict.Detail)
			continue
		}
		fmt.Printf("in %s: %s\n", verdict.Plan.Cwd, verdict.Plan.Line())
	}
	// Output:
	// operand: *.go
	// in /srv/ws/src: grep --devices=skip -n main main.go util.go | head -n 5
	// option: -o
}

// A refusal is an error that says which rule refused what, and what to do.
func ExampleVariant_Decide() {
	f, _ := fence.Lookup("readonly")
	readonly := f.(*fence.Variant)
	_, err := readonly.Decide(fence.Request{Command: "cat notes.txt > copy.txt", Policy: fence.DefaultPolicy()})
	fmt.Println(err)
	fmt.Println("a redirection:", errors.Is(err, fence.RuleRedirect))
	var refusal *fence.Refusal
	if errors.As(err, &refusal) {
		fmt.Println("at byte", refusal.Offset)
	}
	// Output:
	// refused by rule redirect: ">" at byte 14; leave it out; a read may only have 2>/dev/null, >/dev/null, 2>&1
	// a redirection: true
	// at byte 14
}

// The directories in which each segment may run are known for refused commands
// too.
func ExampleVariant_Directories() {
	f, _ := fence.Lookup("walk")
	walk := f.(*fence.Variant)
	r := fence.Request{Command: "cd sub && make; cat ../notes.txt", Policy: fence.DefaultPolicy()}
	sets, err := walk.Directories(r)
	if err != nil {
		panic(err)
	}
	for _, set := range sets {
		fmt.Println(set)
	}
	// Output:
	// [/srv/ws]
	// [/srv/ws/sub]
	// [/srv/ws/sub /srv/ws]
}

// Rules are data: a fence of one's own changes a copy.
func ExampleNew() {
	rules := fence.ReadonlyRules()
	rules.Caps.Segments = 1
	rules.Programs = append(rules.Programs, fence.Program{
		Name: "true",
		Rows: []fence.Row{{Options: fence.Anywhere, Operands: fence.Operands{Rest: fence.NoOperand}}},
	})
	own, err := fence.New("own", rules)
	if err != nil {
		panic(err)
	}
	for _, command := range []string{"true", "true; true"} {
		_, err := own.Decide(fence.Request{Command: command, Policy: fence.DefaultPolicy()})
		fmt.Println(command, "->", err)
	}
	// Output:
	// true -> <nil>
	// true; true -> refused by rule cap: "true" at byte 6; run fewer commands in one call
}

// A plan is ready to run: nothing of the caller's environment reaches it.
func ExamplePlan_Command() {
	dir, err := os.MkdirTemp("", "fence")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	f, _ := fence.Lookup("readonly")
	plan, err := f.(*fence.Variant).Decide(fence.Request{
		Command: "printf '%s\\n' b a | sort",
		Policy:  fence.Policy{Root: dir, Mode: fence.ReadOnly, Confined: true},
	})
	if err != nil {
		panic(err)
	}
	out, err := plan.Command(context.Background()).Output()
	fmt.Printf("%s%v\n", out, err)
	// Output:
	// a
	// b
	// <nil>
}

// The preflight answers before anything is dispatched.
func ExamplePreflight() {
	policy := fence.Policy{Root: "/srv/ws", Mode: fence.ReadOnly, Confined: true}
	fmt.Println(fence.Preflight("src/..", policy))
	_, err := fence.Preflight("/etc", policy)
	fmt.Println(err)
	// Output:
	// /srv/ws <nil>
	// invalid workdir: "/etc" is outside the session workspace "/srv/ws"; use a relative path instead of an absolute one
}
