# Checks: their classes, their list, a status for each, what confirms it, and the property of SV-COMP.
. "$ROOT/test/cli/lib.sh"
python=${PYTHON:-python3}
cp "$ROOT/test/cli/checks/kinds.c" .

expect 0 '^overflow +on +CWE-190 +no-overflow' "$EDGEWISE" --list-checks
expect 0 '^bad_add.overflow.1 .*kinds.c:[0-9]+:[0-9]+ +a \+ 1$' "$EDGEWISE" --list-checks kinds.c
expect 1 "there is no class 'overflows'" "$EDGEWISE" --check=overflows kinds.c
expect 1 "there is no check 'bad_add.overflow.2'" "$EDGEWISE" --check=standard --only=bad_add.overflow.2 kinds.c
printf 'CHECK( init(main()), LTL(G ! overflow) )\n' >no-overflow.prp
expect 1 'contradict' "$EDGEWISE" --check=standard --spec no-overflow.prp kinds.c

# Some kinds of failure and their twins, one question each. Every bad_ one fails in the compiled program, too.
for check in bad_add.overflow.1 bad_quotient.overflow.1 bad_shift_sign.shift.1 bad_member.bounds.1 bad_float_cast.float-cast.1 bad_bool.enum-bool.1; do
    expect 10 "FAILED +$check" "$EDGEWISE" --check=standard --only=$check kinds.c
    grep -q "fails the check, by clang's instrumentation" err || { cat err >&2; fail "$check is not confirmed"; }
done
only=
for check in good_add.overflow.1 good_quotient.overflow.1 good_shift_sign.shift.1 good_member.bounds.1 good_float_cast.float-cast.1; do
    only="$only --only=$check"
done
expect 0 '^5 checks: 5 proved' "$EDGEWISE" --check=standard $only kinds.c

# Several failures, each with an execution of its own; the rest is proved; the formats.
cat >several.c <<'END'
extern int __VERIFIER_nondet_int(void);
static int f(int a, int b) { return a / b + 1; }
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), t[4] = {0}, i;
    for (i = 0; i < 4; i++) t[i] = i;
    if (x > 5 && x < 3) t[0] = 1 + x;
    f(x, y);
    return t[y & 3];
}
END
expect 10 '^[0-9]+ checks: 3 failed, 1 unreachable, [0-9]+ proved' "$EDGEWISE" --check=standard --sarif=s.sarif --certificate=c.smt2 several.c
[ "$(last_line)" = 'Verification result: FALSE (division)' ] || [ "$(last_line)" = 'Verification result: FALSE (no-overflow)' ] ||
    fail "the verdict is $(last_line)"
grep -Eq 'UNREACHABLE +main.overflow.2 .*1 \+ x' out || { cat out >&2; fail "what is not reached is not named"; }
grep -q '^; proved here:.* main.overflow.1' c.smt2 || fail "no certificate"
"$EDGEWISE" --check=standard --json several.c >r.json || true
"$python" "$ROOT/test/cli/checks/check.py" r.json s.sarif || fail "the formats"

# A property file asks for exactly its property, and gets its word.
expect 10 'FALSE \(no-overflow\)' "$EDGEWISE" --spec no-overflow.prp several.c
printf 'int main(void) { unsigned u = 4294967295u; u++; return 5 / (int)u; }\n' >wraps.c
expect 0 'TRUE' "$EDGEWISE" --spec no-overflow.prp wraps.c
expect 10 'FAILED +main.unsigned-wrap.1' "$EDGEWISE" --check=unsigned-wrap wraps.c

# A program without a check says so. A function without a body that promises not to return does not.
printf 'int main(void) { return 0; }\n' >empty.c
expect 0 'none of the checks' "$EDGEWISE" --check=standard empty.c
printf 'extern void stop(void) __attribute__((noreturn));\nint main(int c, char **v) { if (c > 1) stop(); return 0; }\n' >stops.c
expect 0 'TRUE' "$EDGEWISE" --check=unreachable stops.c
printf 'extern void go_on(void);\nint main(void) { go_on(); __builtin_unreachable(); }\n' >goes.c
expect 10 'FAILED +main.unreachable.1' "$EDGEWISE" --check=unreachable goes.c
# LLVM code holds no checks that clang could place.
printf 'define i32 @main() {\n  ret i32 0\n}\n' >code.ll
expect 1 'LLVM code has no checks' "$EDGEWISE" --check=overflow code.ll
