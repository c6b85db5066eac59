# A sample of bench/kinds is decided; the script counts what is wrong, and says so.
. "$ROOT/test/cli/lib.sh"
kinds() { run "$ROOT/bench/kinds/run" --timeout=60 --edgewise "$EDGEWISE" "$@"; }
kinds identities/sum_of_powers_4_true.c identities/bezout_false.c recurrences/squares_from_odds_false.c
[ "$code" = 0 ] || fail "exit code $code"
grep -q '^identities  *2 of *2 decided, 0 wrong$' out || fail "two identities"
grep -q '^recurrences  *1 of *1 decided, 0 wrong$' out || fail "one recurrence"
mkdir wrong
{ echo '// expect: TRUE'; sed 1d "$ROOT/bench/kinds/identities/bezout_false.c"; } >wrong/label.c
sed -i "s|../kinds.h|$ROOT/bench/kinds/kinds.h|" wrong/label.c
kinds "$PWD/wrong/label.c"
[ "$code" = 1 ] || fail "a wrong verdict: exit code $code"
grep -q '1 wrong$' out || fail "one is wrong"
echo 'int main(void) { return 0; }' >wrong/unlabelled.c
kinds "$PWD/wrong/unlabelled.c"
[ "$code" = 1 ] || fail "no label: exit code $code"
grep -q "unlabelled.c:1: this is not" err || fail "the message names the line"
kinds no-such-kind
[ "$code" = 1 ] || fail "no such kind: exit code $code"
