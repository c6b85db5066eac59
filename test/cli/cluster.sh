# The real Slurm on this machine: two nodes, arrays larger than MaxArraySize; the report equals the local one.
. "$ROOT/test/cli/lib.sh"
run "$ROOT/test/cluster/run" --edgewise "$EDGEWISE" --jobs 6 --nodes 2 --max-array 5 --detach
cat out
[ "$code" != 77 ] || exit 77
[ "$code" = 0 ] || { cat err >&2; fail "exit code $code"; }
