package grid

// filePrograms are the rows that list, print and measure files.
var filePrograms = []program{
	{
		name: "ls", head: "ls", operand: "src", outside: "..",
		options: texts(
			"-a", "-A", "-l", "-la", "-al", "-h", "-lh", "-hl", "-lah", "-alh", "-R", "-d", "-1", "--all",
			"--almost-all", "--long", "--human-readable", "--recursive", "--directory",
		),
	},
	{
		name: "cat", head: "cat", operand: "notes.txt", outside: "../outside.txt",
		options: texts(
			"-n", "--number", "-b", "--number-nonblank", "-s", "--squeeze-blank", "-v", "--show-nonprinting",
			"-E", "--show-ends", "-T", "--show-tabs",
		),
	},
	{
		name: "head", head: "head", operand: "notes.txt", outside: "../outside.txt",
		options: texts("-q", "--quiet", "-v", "--verbose", "-n 2", "--lines 2", "-c 4", "--bytes 4", "-2"),
	},
	{
		name: "tail", head: "tail", operand: "notes.txt", outside: "../outside.txt",
		options: texts("-q", "--quiet", "-v", "--verbose", "-n 2", "--lines 2", "-c 4", "--bytes 4", "-2"),
	},
	{
		name: "wc", head: "wc", operand: "notes.txt", outside: "../outside.txt",
		options: texts(
			"-c", "--bytes", "-m", "--chars", "-l", "--lines", "-w", "--words", "-L", "--max-line-length",
		),
	},
	{
		name: "which", head: "which", operand: "ls", outside: "../ws/x.sh",
		options: texts("-a"),
	},
	{
		name: "stat", head: "stat", operand: "notes.txt", outside: "../outside.txt",
		options: texts("--"),
	},
	{
		name: "file", head: "file", operand: "README.md", outside: "../outside.txt",
		options: texts(
			"-b", "--brief", "-L", "--dereference", "-h", "--no-dereference", "-i", "--mime", "--mime-type",
			"--mime-encoding",
		),
	},
	{
		name: "du", head: "du", operand: "src", outside: "../other",
		options: texts(
			"-a", "--all", "-c", "--total", "-h", "--human-readable", "-s", "--summarize", "--apparent-size",
			"-d 1", "--max-depth 1",
		),
	},
	{
		name: "df", head: "df", operand: "src", outside: "/outside",
		options: texts("-h", "--human-readable", "-P", "--portability", "-T", "--print-type", "-i", "--inodes"),
	},
	{
		name: "pwd", head: "pwd",
		options: texts("-L", "-P"),
	},
}
