package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/reports"
)

// fenceFlag registers --fence.
func fenceFlag(verb *cobra.Command, name *string) {
	verb.Flags().StringVar(name, "fence", "", "the fence to ask: "+strings.Join(fence.Names(), ", ")+", exec:COMMAND, jsonl:COMMAND or go:PACKAGE@REV#FUNC")
	complete(verb, "fence", fence.Names())
}

// lookupFence finds a built-in fence.
func lookupFence(name string) (fence.Fence, error) {
	known := strings.Join(fence.Names(), ", ")
	if name == "" {
		return nil, usagef("which fence? give --fence one of %s", known)
	}
	f, ok := fence.Lookup(name)
	if !ok {
		return nil, usagef("unknown fence %q; known are %s", name, known)
	}
	return f, nil
}

// complete lets a shell complete a flag's value.
func complete(verb *cobra.Command, flag string, values []string) {
	err := verb.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag is not registered, or twice
	}
}

// A classList is the value of --fail-on: classes of findings.
type classList []reports.Class

// findingClasses are the classes that a run can be made to fail on: all but
// agreement.
func findingClasses() []string {
	var names []string
	for _, c := range reports.Classes() {
		if c != reports.Agree {
			names = append(names, c.String())
		}
	}
	return names
}

// String implements pflag.Value.
func (l *classList) String() string {
	var names []string
	for _, c := range *l {
		names = append(names, c.String())
	}
	return strings.Join(names, ",")
}

// Type implements pflag.Value.
func (l *classList) Type() string { return "CLASS,..." }

// Set implements pflag.Value; a second flag adds to the first.
func (l *classList) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		if !slices.Contains(findingClasses(), name) {
			return fmt.Errorf("want one or more of %s", strings.Join(findingClasses(), ", "))
		}
		var c reports.Class
		if err := c.UnmarshalText([]byte(name)); err != nil {
			return err
		}
		*l = append(*l, c)
	}
	return nil
}
