package mutant

import (
	"strings"

	"github.com/fencediff/fencediff/fence"
)

// movesAnywhere are about a cd that is not in front.
var movesAnywhere = []Mutation{
	{ID: "cd/leading-only", Breaks: "a cd that is not in front is refused", Rules: func(r *fence.Rules) error {
		r.Cd = fence.CdLeading
		return nil
	}},
}

// globs are about where a * may stand.
var globs = []Mutation{
	misreads("glob/is-one", "a glob counts as one operand", replaces(`\*`, "x")),
	misreads("glob/refused", "a glob is taken for an expansion that nobody can know", replaces(`\*`, "$$x")),
	overrules("glob/anywhere", "a glob may stand anywhere", refusals(fence.RuleOperand, advises("quote the *"))),
	overrules("glob/leading", "a glob may begin a word", refusals(fence.RuleOperand, about("begins with *", func(text string) bool {
		return strings.HasPrefix(text, "*")
	}))),
	misreads("glob/quoted", "a quoted * is a glob too", replaces(`'[^']*\*[^']*'`, "*")),
}

// tildes are about where bash expands a ~.
var tildes = []Mutation{
	misreads("tilde/is-text", "a tilde is a character like any other", replaces(`~`, "x")),
	misreads("tilde/start-is-text", "a tilde at the start of a word is text", replaces(`(^| )~`, "${1}x")),
	misreads("tilde/after-equals-is-text", "a tilde after = is text", replaces(`=~`, "=x")),
	misreads("tilde/after-colon-is-text", "a tilde after : is text", replaces(`:~`, ":x")),
	misreads("tilde/inside-refused", "a tilde inside a word is refused", replaces(`([A-Za-z0-9])~`, "$1$$x")),
	misreads("tilde/quoted-refused", "a quoted tilde is refused", replaces(`(['"])~`, "$1$$x")),
}

// preflights are about the tool's own directory.
var preflights = []Mutation{
	misreads("preflight/ignored", "the tool's own directory is not seen", cwds("no directory is seen", func(string) string { return "" })),
	misreads("preflight/absolute-below", "an absolute directory is taken for one below the root", cwds("/ in front of a directory is not seen", func(cwd string) string {
		return strings.TrimLeft(cwd, "/")
	})),
	misreads("preflight/up-is-here", "a .. in the directory is not seen", cwds(`".." in a directory is read as "."`, func(cwd string) string {
		return strings.ReplaceAll(cwd, "..", ".")
	})),
	misreads("preflight/relative-only", "no absolute directory is admitted", cwds(`"/" in front of a directory is read as "/x/"`, func(cwd string) string {
		if strings.HasPrefix(cwd, "/") {
			return "/x" + cwd
		}
		return cwd
	})),
	misreads("preflight/beside-is-below", "a directory beside the root whose name begins like it is taken for one below", cwds(`"/srv/ws-" is read as "/srv/ws/"`, func(cwd string) string {
		return strings.Replace(cwd, "/srv/ws-", "/srv/ws/", 1)
	})),
	misreads("preflight/root-is-everything", "every directory lies inside the root", policies(`the root is read as "/"`, func(p *fence.Policy) { p.Root = "/" })),
	misreads("preflight/root-is-parent", "what lies beside the root lies inside it", policies(`the root is read as "/srv"`, func(p *fence.Policy) { p.Root = "/srv" })),
	misreads("preflight/root-unknown", "the root is not seen", policies("no root is seen", func(p *fence.Policy) { p.Root = "" })),
	misreads("preflight/unconfined", "no executor is taken to confine", policies("nothing confines", func(p *fence.Policy) { p.Confined = false })),
	misreads("preflight/full-access", "every mode is taken for full access", policies("every mode is danger-full-access", func(p *fence.Policy) { p.Mode = fence.DangerFullAccess })),
	overrules("preflight/unchecked", "the tool's own directory is not looked at", refusals(fence.RuleWorkdir, anyDetail)),
	overrules("preflight/absolute-unchecked", "an absolute directory is not looked at", refusals(fence.RuleWorkdir, advises("use a relative path"))),
	overrules("preflight/relative-unchecked", "a relative directory is not looked at", refusals(fence.RuleWorkdir, advises("use a path without .."))),
}

// cwds makes a reading of what a fence takes the tool's directory for.
func cwds(shown string, read func(string) string) reading {
	return reading{shown, func(r fence.Request) fence.Request {
		r.Cwd = read(r.Cwd)
		return r
	}}
}

// policies makes a reading of what a fence takes the policy for.
func policies(shown string, set func(*fence.Policy)) reading {
	return reading{shown, func(r fence.Request) fence.Request {
		set(&r.Policy)
		return r
	}}
}
