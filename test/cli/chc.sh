# Horn clauses: z3 reads them, floats included, and its answer is the verdict.
. "$ROOT/test/cli/lib.sh"
command -v z3 >/dev/null || { echo "z3 is not installed"; exit 77; }
write_programs
printf 'extern float __VERIFIER_nondet_float(void);\nextern void reach_error(void);\nint main(void) { float x = __VERIFIER_nondet_float(); if (x == x + 1 && x < 1 && x > -1) reach_error(); }\n' >float.c
ask() {
    "$EDGEWISE" --check=assert --emit=chc "$2" >clauses.smt2
    z3 -T:60 clauses.smt2 >answer || true
    [ "$(cat answer)" = "$1" ] || { cat answer >&2; fail "$2: not $1"; }
}
ask sat safe.c
ask unsat unsafe.c
ask sat float.c
grep -q 'set-logic ALL' clauses.smt2 || fail "floats are not in the logic HORN"
"$EDGEWISE" --check=assert --emit=chc safe.c | grep -q 'set-logic HORN' || fail "the logic is not HORN"
