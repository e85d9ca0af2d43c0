package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

type probeOptions struct {
	oracleFlags
	fences  []string
	request reports.Request
	asJSON  bool
}

func probeVerb() *cobra.Command {
	o := &probeOptions{request: reports.NewRequest("probe", "")}
	verb := &cobra.Command{
		Use:   "probe COMMAND",
		Short: "Explain one command: what fences say, what bash shows",
		Long: `Probe takes one command to every chosen fence and through real bash in both
fixtures, and explains: each verdict with the rule that decided and the place in
the text, how the command falls apart into tokens, what each fixture saw, side by
side, how verdict and label stand to each other, and the smallest change of the
command that was found to turn a verdict.`,
		Example: `  fencediff probe 'sort -o notes.txt notes.txt'
  fencediff probe --fence readonly --cwd src 'git log | head -3'
  fencediff probe --json 'cat ../outside.txt' | jq '.fences[] | [.fence, .class]'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.request.Command = args[0]
			return o.probe(cmd)
		},
	}
	verb.Flags().StringArrayVar(&o.fences, "fence", fence.Names(), "a fence to ask, `NAME`; may be repeated")
	complete(verb, "fence", fence.Names())
	o.register(verb)
	o.registerOwn(verb)
	verb.Flags().StringVar(&o.request.Cwd, "cwd", "", "start in `DIR`, relative to the workspace")
	verb.Flags().StringVar(&o.request.Setup, "setup", "", "run `BASH` code in the fixture beforehand, unobserved")
	verb.Flags().BoolVar(&o.request.TTY, "tty", false, "give the command a terminal")
	verb.Flags().BoolVar(&o.request.Grants.Network, "network", false, "grant the network")
	verb.Flags().BoolVar(&o.asJSON, "json", false, "print JSON")
	return verb
}

func (o *probeOptions) probe(cmd *cobra.Command) (err error) {
	var fences []fence.Fence
	for _, name := range o.fences {
		f, err := lookupFence(name)
		if err != nil {
			return err
		}
		fences = append(fences, f)
	}
	s, err := o.open(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	replay, err := o.replay()
	if err != nil {
		return err
	}
	e := &engine.Engine{Oracle: s, Prove: s.prove, Confirmations: confirmations, Target: o.target, ReplayFlags: replay}
	probe, err := e.Probe(cmd.Context(), o.request, fences)
	if err != nil {
		return err
	}
	if o.asJSON {
		return answer(cmd, probe)
	}
	return reports.WriteProbe(cmd.OutOrStdout(), probe)
}
