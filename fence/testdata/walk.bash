# Runs, in the directory $1, every command of the segments $4... joined by the
# four separators, of $2 to $3 segments, and prints a line LENGTH:NUMBER:SEGMENT
# and DIRECTORY for each segment that runs: w is $1, s its sub, p its parent and
# r the root. The redirection that closes descriptor 11 for the first segment,
# 12 for the second and so on changes nothing; by it the trap knows them apart.
root=$1 shortest=$2 longest=$3
shift 3
segments=("$@")
separators=(';' '&&' '||' '|')
declare -A name=([$root]=w [$root/sub]=s [${root%/*}]=p [/]=r)
report='case $BASH_COMMAND in *1[1-4]">&-") printf "%s\n" "$number${BASH_COMMAND: -4:1}${name[$PWD]-$PWD}" >&9 ;; esac'
exec 9>&1 2>/dev/null
set -T
for ((length = shortest; length <= longest; length++)); do
	for ((number = 0; number < ${#segments[@]} * (4 * ${#segments[@]}) ** (length - 1); number++)); do
		command='' rest=$number
		for ((i = length; i > 1; i--)); do
			command=" ${separators[rest / ${#segments[@]} % 4]} ${segments[rest % ${#segments[@]}]} 1$i>&-$command"
			((rest /= 4 * ${#segments[@]}))
		done
		command="${segments[rest]} 11>&-$command"
		cd "$root"
		trap "${report//\$number/$length:$number:}" DEBUG
		eval "$command" >/dev/null
		trap - DEBUG
	done
done
