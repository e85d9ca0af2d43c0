package main

import (
	"errors"

	"github.com/spf13/cobra"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "fencediff",
		Short: "Find where a shell fence and real bash disagree",
		Long: `fencediff takes shell commands, asks a fence whether each is a safe read, lets
real bash show in a throw-away workspace what the command really does, and
reports where the two disagree: holes (admitted, but it has an effect) and
over-blocks (refused, but it only reads).

Exit codes:

` + exitTable(),
		Example: `  fencediff run --fence naive --source grid:smoke --out out/
  echo '{"command":"sort -o x notes.txt"}' | fencediff judge --fence readonly
  echo '{"command":"sort -o x notes.txt"}' | fencediff observe
  fencediff doctor`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
	}
	root.AddCommand(runVerb(), judgeVerb(), observeVerb(), diffVerb(), gateVerb(), snapshotVerb(), bisectVerb(), mutateVerb(), doctorVerb(), versionVerb(), probeVerb(), storeVerb(), fuzzVerb(), shrinkVerb(), gridVerb(), fenceVerb(), imageVerb())
	root.AddCommand(extraVerbs...)
	root.InitDefaultCompletionCmd()
	for _, verb := range all(root) {
		mistakesAreUsage(verb)
	}
	return root
}

// extraVerbs come with build tags.
var extraVerbs []*cobra.Command

// all is a verb and everything below it.
func all(verb *cobra.Command) []*cobra.Command {
	verbs := []*cobra.Command{verb}
	for _, child := range verb.Commands() {
		verbs = append(verbs, all(child)...)
	}
	return verbs
}

// mistakesAreUsage makes what cobra finds wrong with a command line a
// usageError that says where to look.
func mistakesAreUsage(verb *cobra.Command) {
	verb.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%v; see %s --help", err, c.CommandPath())
	})
	check := verb.Args
	if check == nil {
		check = cobra.ArbitraryArgs
	}
	if verb.HasSubCommands() {
		// Cobra shows the help of a verb that cannot run and exits with 0, which
		// a script would take for done.
		check = func(c *cobra.Command, args []string) error { return nil }
		verb.RunE = needsVerb
	}
	verb.Args = func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return usagef("%v; see %s --help", err, c.CommandPath())
		}
		return nil
	}
}

func needsVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		c.SetOut(c.ErrOrStderr())
		return errors.Join(c.Help(), usagef("%s needs a verb", c.CommandPath()))
	}
	return usagef("%s has no verb %q; see %s --help", c.CommandPath(), args[0], c.CommandPath())
}
