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
    grep -Eq "fails the check(, by clang's instrumentation|: AddressSanitizer reports)" err || { cat err >&2; fail "$check is not confirmed"; }
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
expect 10 '^[0-9]+ checks: 3 failed, 3 unreachable, [0-9]+ proved' "$EDGEWISE" --check=standard --sarif=s.sarif --certificate=c.smt2 several.c
[ "$(last_line)" = 'Verification result: FALSE (division)' ] || [ "$(last_line)" = 'Verification result: FALSE (no-overflow)' ] ||
    fail "the verdict is $(last_line)"
grep -Eq 'UNREACHABLE +main.overflow.2 .*1 \+ x' out || { cat out >&2; fail "what is not reached is not named"; }
grep -q '^; proved here:.* main.overflow.1' c.smt2 || fail "no certificate"
"$EDGEWISE" --check=standard --json several.c >r.json || true
"$python" "$ROOT/test/cli/checks/check.py" r.json s.sarif || fail "the formats"

# Functions with failures come first; what is proved is a line per function, and a line each with --verbose.
[ "$(grep -E '^(f|main)$' out | head -n 1)" = f ] || { cat out >&2; fail "a function with a failure is not first"; }
grep -Eq '^  PROVED +[0-9]+ other checks?$' out || { cat out >&2; fail "proved checks are not counted"; }
expect 10 '^  PROVED +main.overflow.1 ' "$EDGEWISE" --check=standard --verbose several.c

# The calls that clang adds for a sanitizer's runtime are no functions of the program.
cat >ends.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv) { int x = argc; if (x > 1000000) exit(1); return x + 1; }
END
expect 0 '^Verification result: TRUE' "$EDGEWISE" --check=+memory ends.c
! grep -q asan out err || { cat out err >&2; fail "a function of a sanitizer is named"; }

# What is not known of memory at the end leaves the leak open, and nothing else.
cat >kept.c <<'END'
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *head;
int main(int argc, char **argv) {
    int sum = 0;
    (void)argv;
    for (int i = 0; i < argc; i++) {
        struct node *p = malloc(sizeof *p);
        if (!p) return 1;
        p->value = i & 7;
        p->next = head;
        head = p;
        sum = (sum + p->value) & 1023;
    }
    return 100 / (sum + 1);
}
END
expect 5 '^[0-9]+ checks: 1 undecided, [0-9]+ proved' "$EDGEWISE" kept.c
grep -Eq 'UNDECIDED +main.leak.1 ' out || { cat out >&2; fail "another check is open"; }

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

# Without --check: every class that is on under C's rules, assertions alone under SV-COMP's and for LLVM code.
printf '#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(), y = x + 1; assert(y - x == 1); }\n' >plus.c
expect 10 'FALSE \(no-overflow\)' "$EDGEWISE" plus.c
expect 0 'TRUE' "$EDGEWISE" --check=assert plus.c
expect 0 'TRUE' "$EDGEWISE" --rules=sv-comp plus.c
"$EDGEWISE" --check=assert --emit=llvm plus.c >plus.ll
expect 0 'TRUE' "$EDGEWISE" plus.ll
printf '#include <stdlib.h>\nchar *keep;\nint main(void) { keep = malloc(3); keep[0] = 1; return 0; }\n' >keeps.c
expect 10 'FALSE \(valid-deref\)' "$EDGEWISE" keeps.c

# Trouble with memory costs no proof of an assertion: nothing is known of the size of what others hand out.
cat >given.c <<'END'
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char *get(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *p = get();
    n *= 2;
    if (p) *p = 1;
    assert(n % 2 == 0);
    return 0;
}
END
expect 5 'PROVED +main.assert.1' "$EDGEWISE" --verbose given.c

# A division by a constant is reached, and cannot fail.
printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() / 2; }\n' >half.c
expect 0 '^2 checks: 2 proved$' "$EDGEWISE" half.c

# A comment allows one place to fail: its line, or the next one; the ledger has the reason.
cat >hash.c <<'END'
extern int __VERIFIER_nondet_int(void);
static const char *no = "// edgewise: allow(overflow) in a text";
int main(void) {
    static const int t[2] = {1, 2};
    int x = __VERIFIER_nondet_int(), h = 31 * x; // edgewise: allow(overflow) a hash may wrap
    /* edgewise: allow(division, null)
       zero is answered by the trap */
    int q = 100 / x;
    return t[h % 2] + (q > 100) + (x == 0);
}
END
expect 10 'FAILED +main.bounds' "$EDGEWISE" hash.c
grep -q 'main.overflow.[0-9]* *hash.c:5' out && fail "what is allowed has a status"
grep -q '^Assuming allowed: .*(overflow: a hash may wrap at hash.c:5; division: zero is answered by the trap at hash.c:8)' out ||
    { cat out >&2; fail "the ledger does not give the reasons"; }
sed 's/t\[h % 2\]/t[h \& 1]/' hash.c >masked.c
expect 0 '^Verification result: TRUE' "$EDGEWISE" masked.c
expect 5 'needs assumptions: allowed' "$EDGEWISE" --strict masked.c
expect 10 'FALSE \(no-overflow\)' "$EDGEWISE" --spec=no-overflow.prp masked.c
printf 'extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    return 1 + __VERIFIER_nondet_int(); // edgewise: allow(overfow) oops\n}\n' >oops.c
expect 10 'oops.c:3: this comment allows nothing: .* overfow' "$EDGEWISE" oops.c
sed 's/allow(overfow) oops/allow(overflow)/' oops.c >bare.c
expect 10 'bare.c:3: this comment allows nothing: it gives no reason' "$EDGEWISE" bare.c
