package fence_test

import (
	"testing"

	"github.com/fencediff/fencediff/fence"
)

// TestNetworkRows judges with the network grant what gh and npm may be asked.
func TestNetworkRows(t *testing.T) {
	readonly := variant(t, "readonly")
	for command, want := range map[string]string{
		"gh issue list -R owner/name -L 5 -s open --json title,body": "admit",
		"gh pr view 12":                      "admit",
		"gh pr view feature/x":               "admit",
		"gh repo view owner/name":            "admit",
		"gh release view v1.0":               "admit",
		"gh workflow view 'Build and test'":  "admit",
		"gh run view 123 | head -n 5; ls":    "admit",
		"gh":                                 "subcommand",
		"gh pr":                              "subcommand",
		"gh pr merge 12":                     "subcommand",
		"gh api repos/x":                     "subcommand",
		"gh -R owner/name pr list":           "option",
		"gh pr view --web 12":                "option",
		"gh pr list --repo owner/name":       "option",
		"gh pr list -R example.com/o/n":      "operand", // a host could be sent a token
		"gh pr list -R https://example.com":  "operand",
		"gh pr list -R owner":                "operand",
		"gh pr list -R owner/":               "operand",
		"gh pr list -R /name":                "operand",
		"gh pr list -R owner/..":             "operand",
		"gh pr list -R 'owner/na me'":        "operand",
		"gh pr list -L x":                    "operand",
		"gh pr view https://example.com/o/n": "operand",
		"gh pr view example.com/o/n":         "operand",
		"gh pr view git@example.com":         "admit", // no host: a branch of that name
		"gh repo view example.com:o/n":       "operand",
		"gh pr view ''":                      "operand",
		"gh pr view a*":                      "operand",
		"gh pr list; cat ../x":               "path",

		"npm view left-pad":                     "admit",
		"npm show left-pad versions":            "admit",
		"npm info @scope/left-pad@^1.2.3":       "admit",
		"npm view left-pad@latest dist.tarball": "admit",
		"npm view '@scope/x@>=1 <2'":            "admit",
		"npm view":                              "admit", // the package of the directory
		"npm install x":                         "subcommand",
		"npm view x --registry=http://a":        "option",
		"npm --prefix .. view x":                "option",
		"npm view .":                            "operand", // a directory
		"npm view ../other":                     "operand",
		"npm view ./x":                          "operand",
		"npm view /x":                           "operand",
		"npm view x@../other":                   "operand", // npm reads package.json there
		"npm view x@..":                         "operand",
		"npm view x@./y":                        "operand",
		"npm view x@~/y":                        "operand",
		"npm view x@/y":                         "operand",
		"npm view user/repository":              "operand", // npm runs git for it
		"npm view x@user/repository":            "operand",
		"npm view https://example.com/x":        "operand",
		"npm view x@npm:y":                      "operand",
		"npm view x@file:y":                     "operand",
		"npm view x.tgz":                        "operand", // a file
		"npm view X.TGZ":                        "operand",
		"npm view x.tar.gz":                     "operand",
		"npm view x.tarxgz":                     "operand",
		"npm view x@y.tar":                      "operand",
		"npm view @scope":                       "operand",
		"npm view @/x":                          "operand",
		"npm view @scope/":                      "operand",
		"npm view @scope/.x":                    "operand",
		"npm view @../x":                        "operand",
		"npm view @scope/x/y":                   "operand",
		`npm view 'x\y'`:                        "operand",
		"npm view 1x":                           "operand",
		"npm view ''":                           "operand",
		"npm view _x":                           "operand",
	} {
		r := request(command)
		r.Grants.Network = true
		if got := says(readonly, r); got != want {
			t.Errorf("%q with the network: %s, want %s", command, got, want)
		}
	}
	// Without the grant nothing of it is admitted, wherever it stands.
	for _, p := range readonly.Rules().Programs {
		for _, row := range p.Rows {
			for _, command := range []string{p.Name + " " + row.Name, "ls; " + p.Name + " " + row.Name, p.Name + " " + row.Name + " | cat"} {
				if _, err := readonly.Decide(fence.Request{Command: command, Policy: fence.DefaultPolicy()}); p.Network && err == nil {
					t.Errorf("%q is admitted without the network", command)
				}
			}
		}
	}
}
