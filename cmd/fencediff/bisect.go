package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencediff/fencediff/fence/external"
	"github.com/fencediff/fencediff/fence/external/revision"
	"github.com/fencediff/fencediff/internal/engine"
	"github.com/fencediff/fencediff/reports"
)

func bisectVerb() *cobra.Command {
	var fenceName string
	verb := &cobra.Command{
		Use:   "bisect COMMAND GOOD..BAD",
		Short: "Name the first revision that judges a command otherwise",
		Long: `Bisect looks for the first revision after GOOD, on the line of first parents to
BAD, that judges a command otherwise than GOOD: another decision, or, where the
decision is the same at both ends, another plan or rule. Like git bisect it halves,
so that where the verdict changed more than once it finds one of the changes.

Revisions are built in worktrees of their own, and builds are kept. One that
cannot be built or asked is passed over; if the first is among such, all that it
may be are listed and the exit code is 3. The exit code is 4 if GOOD and BAD judge
the command alike.`,
		Example: `  fencediff bisect 'sort -o x notes.txt' v1.0..HEAD
  fencediff bisect 'git log --output=x' --fence go:./guard#Allow main~20..main`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return bisect(cmd, args[0], args[1], fenceName) },
	}
	verb.Flags().StringVar(&fenceName, "fence", defaultSubject, "the fence that a revision is asked for")
	return verb
}

// A bisection asks revisions of one fence about one request.
type bisection struct {
	builder *revision.Builder
	subject revision.Subject
	request reports.Request
	tell    func(commit, says string)
}

// answer asks one revision.
func (b *bisection) answer(ctx context.Context, commit string) (reports.Answer, error) {
	answer, err := b.ask(ctx, commit)
	says := answer.String()
	if err != nil {
		says = "cannot be asked: " + err.Error()
	}
	b.tell(commit, says)
	return answer, err
}

func (b *bisection) ask(ctx context.Context, commit string) (a reports.Answer, err error) {
	program, err := b.builder.Build(ctx, b.subject, commit)
	if err != nil {
		return a, err
	}
	f, err := external.Open(ctx, programSpec(b.subject.At(commit), program))
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = engine.Ask(ctx, engine.FenceSide(f), func(yield func(reports.Request, error) bool) { yield(b.request, nil) },
		func(_ reports.Request, answer reports.Answer) error {
			a = answer
			return nil
		})
	return a, err
}

func bisect(cmd *cobra.Command, command, span, fenceName string) error {
	ctx := cmd.Context()
	good, bad, ok := strings.Cut(span, "..")
	if !ok || good == "" || bad == "" || strings.HasPrefix(bad, ".") {
		return usagef("%q is no span of revisions; want GOOD..BAD", span)
	}
	b := &bisection{request: reports.NewRequest("command", command)}
	var err error
	if b.subject, err = subjectOf(fenceName); err != nil {
		return err
	}
	if b.builder, err = (&fences{}).repository(ctx); err != nil {
		return err
	}
	if good, err = b.builder.Commit(ctx, good); err != nil {
		return err
	}
	if bad, err = b.builder.Commit(ctx, bad); err != nil {
		return err
	}
	b.tell = func(commit, says string) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%.12s %s\n", commit, reports.EscapeLine(says))
	}
	line, err := b.builder.Between(ctx, good, bad)
	if err != nil {
		return usagef("%s: %v", span, err)
	}
	before, err := b.answer(ctx, good)
	if err != nil {
		return err
	}
	after, err := b.answer(ctx, bad)
	if err != nil {
		return err
	}
	change := reports.ChangeOf(before, after)
	if change == reports.Unchanged {
		return &vacuousError{fmt.Sprintf("%s judges the command at both ends of %s: %s", b.subject, span, after)}
	}
	found, err := firstChange(line, func(commit string) (changed bool, err error) {
		answer, err := b.answer(ctx, commit)
		return err == nil && reports.SameChange(change, before, answer), err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	title, err := b.builder.Title(ctx, found)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n%s: %s, before %s\n", reports.EscapeLine(title), change, after, before)
	return err
}

// An undecidedError says that the first revision is one of some that cannot be
// asked.
type undecidedError struct{ among []string }

func (e *undecidedError) Error() string {
	return "the first revision is one of these, and all but the last cannot be asked:\n" + strings.Join(e.among, "\n")
}

// firstChange finds the first of a line of commits that changed, of which the
// last did. A commit that cannot be asked is passed over; an *undecidedError
// lists those that are left when all between are such.
func firstChange(line []string, changed func(commit string) (bool, error)) (string, error) {
	same, other := -1, len(line)-1
	unknown := map[int]bool{}
	for {
		at, ok := middle(same, other, unknown)
		if !ok {
			break
		}
		switch is, err := changed(line[at]); {
		case err != nil:
			unknown[at] = true
		case is:
			other = at
		default:
			same = at
		}
	}
	if other-same > 1 {
		return "", &undecidedError{line[same+1 : other+1]}
	}
	return line[other], nil
}

// middle is the commit between two that lies nearest to the middle of those that
// may be known.
func middle(same, other int, unknown map[int]bool) (at int, ok bool) {
	half := (same + other) / 2
	for distance := 0; distance <= other-same; distance++ {
		for _, at := range []int{half - distance, half + distance} {
			if same < at && at < other && !unknown[at] {
				return at, true
			}
		}
	}
	return 0, false
}
