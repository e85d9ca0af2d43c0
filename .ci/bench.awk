# Turns the output of go test -bench into one line a figure: NAME VALUE UNIT.
# Only what a benchmark reports itself is a figure, not what go test adds.

function kebab(name) {
	gsub(/[A-Z]/, "-&", name)
	gsub(/(^|\/)-/, "/", name)
	sub(/^\//, "", name)
	return tolower(name)
}

/^pkg: / { package = $2; sub(/^github.com\/fencediff\/fencediff\/?/, "", package) }

/^Benchmark/ {
	name = $1
	sub(/^Benchmark/, "", name)
	sub(/-[0-9]+$/, "", name)
	for (i = 3; i < NF; i += 2)
		if ($(i + 1) !~ /^(ns|B|allocs|MB)\/(op|s)$/)
			print package "/" kebab(name), $i, $(i + 1)
}

/^(FAIL|panic:|--- FAIL)/ { print | "cat >&2"; failed = 1 }

END { exit failed }
