#!/bin/bash
# Gate a pull request that touches a fence.
#
#   gate.sh BASE HEAD
#
# BASE and HEAD are commits of the repository around the working directory. The
# comment for the pull request is left in OUT/comment.md whatever comes out; where
# PULL_REQUEST is its number, gh writes it there, or over the one from before. The
# exit code is fencediff's: 5 if a command is admitted that was not, or a hole was
# opened, and nobody answers for it.
set -euo pipefail

base=$1
head=$2
: "${FENCE:=readonly}"                # or go:PACKAGE#FUNC
: "${SOURCE:=grid:smoke}"             # which commands
: "${BASELINE:=fence-baseline.json}"  # committed
: "${STORE:=.fencediff/store.db}"     # kept from run to run
: "${OUT:=.fencediff/out}"

mkdir -p "$(dirname "$STORE")"
rm -rf "$OUT"

code=0
fencediff gate "$base" "$head" --fence "$FENCE" --source "$SOURCE" \
	--baseline "$BASELINE" --store "$STORE" --out "$OUT" || code=$?

comment=$OUT/comment.md
if [ ! -e "$comment" ]; then
	# Nothing was compared, so nothing may pass for compared.
	[ "$code" != 0 ] || code=70
	mkdir -p "$OUT"
	printf '%s\n' '<!-- fencediff: verdict changes -->' '## Verdict changes: could not be told' '' \
		"fencediff gate ended with $code; see the log." >"$comment"
fi

if [ -n "${PULL_REQUEST:-}" ]; then
	marker=$(head -n 1 "$comment")
	comments="repos/{owner}/{repo}/issues/$PULL_REQUEST/comments"
	id=$(MARKER=$marker gh api --paginate "$comments" \
		--jq '.[] | select(.body | startswith(env.MARKER)) | .id' | head -n 1)
	if [ -n "$id" ]; then
		gh api --silent --method PATCH "repos/{owner}/{repo}/issues/comments/$id" -F "body=@$comment"
	else
		gh api --silent --method POST "$comments" -F "body=@$comment"
	fi
fi
exit "$code"
