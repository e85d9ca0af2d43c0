package grid

// textPrograms are the rows that select and rearrange lines.
var textPrograms = []program{
	{
		name: "sed", head: "sed -n", operand: "notes.txt", outside: "../outside.txt",
		options: texts("p", "2p", "1,3p"),
	},
	{
		name: "sort", head: "sort", operand: "notes.txt", outside: "../outside.txt",
		options: texts(
			"-b", "--ignore-leading-blanks", "-d", "--dictionary-order", "-f", "--ignore-case", "-g",
			"--general-numeric-sort", "-h", "--human-numeric-sort", "-i", "--ignore-nonprinting", "-M",
			"--month-sort", "-n", "--numeric-sort", "-r", "--reverse", "-s", "--stable", "-u", "--unique", "-V",
			"--version-sort", "-k 2", "--key 2", "-t :", "--field-separator :",
		),
	},
	{
		name: "uniq", head: "uniq", operand: "notes.txt", outside: "../outside.txt",
		options: texts(
			"-c", "--count", "-d", "--repeated", "-D", "--all-repeated", "-i", "--ignore-case", "-u",
			"--unique", "-z", "--zero-terminated", "-f 1", "--skip-fields 1", "-s 1", "--skip-chars 1", "-w 3",
			"--check-chars 3",
		),
	},
	{
		name: "cut", head: "cut", operand: "notes.txt", outside: "../outside.txt",
		options: texts(
			"-n -b 1-2", "-s -f 1", "-z -c 1", "--complement -c 1", "--only-delimited -f 1",
			"--zero-terminated -c 1", "-b 1", "--bytes 1", "-c 1-3", "--characters 1-3", "-d : -f 1",
			"--delimiter : -f 1", "-f 1", "--fields 1", "--output-delimiter , -d : -f 1,2",
		),
	},
	{
		name: "tr", head: "tr", operand: "a b", outside: "a b < ../outside.txt",
		options: texts("-c", "-C", "--complement", "-s", "--squeeze-repeats", "-t", "--truncate-set1"),
	},
	{
		name: "tr-delete", head: "tr", operand: "a",
		options: texts("-d", "--delete"),
	},
	{
		name: "comm", head: "comm", operand: "data.json README.md", outside: "data.json ../outside.txt",
		options: texts(
			"-1", "-2", "-3", "--check-order", "--nocheck-order", "--total", "--zero-terminated",
			"--output-delimiter ,",
		),
	},
}
