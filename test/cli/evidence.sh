# Certificates are confirmed by z3 and cvc5, harnesses reach the error when a person compiles them.
. "$ROOT/test/cli/lib.sh"
write_programs
for engine in portfolio ic3cfa kind bmc; do
    [ $engine != bmc ] || sed -i 's/while (x < n)/while (x < n \&\& x < 4)/' safe.c
    expect 0 'TRUE' "$EDGEWISE" --check=assert --engine=$engine --certificate=proof.smt2 safe.c
    grep -q 'checked by' err || { cat err >&2; fail "the proof was not checked"; }
    "$ROOT/tools/check-certificate" proof.smt2 >said || { cat said >&2; fail "a certificate of $engine is not confirmed"; }
    grep -q '^ok *z3: [1-9]' said && grep -q '^ok *cvc5: [1-9]' said || { cat said >&2; fail "nothing was checked"; }
done
cat >floats.c <<'END'
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static float table[40];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 40 || j >= 40) return 0;
    table[i] = 1.5f;
    if (table[j] > 2.0f) reach_error();
    return 0;
}
END
expect 0 TRUE "$EDGEWISE" --check=assert --engine=bmc --certificate=floats.smt2 floats.c
"$ROOT/tools/check-certificate" floats.smt2 >said || { cat said >&2; fail "a certificate with an array of floats is not confirmed"; }
# Elements made from their neighbours: facts with their instances, and an array that starts as zeros.
cat >ramp.c <<'END'
extern void reach_error(void);
int ramp[1000];
int main(void) {
    for (int i = 1; i < 1000; i++) ramp[i] = ramp[i - 1] + 2;
    for (int i = 0; i < 1000; i++)
        if (ramp[i] != 2 * i) reach_error();
}
END
expect 0 TRUE "$EDGEWISE" --check=assert --engine=cells --certificate=ramp.smt2 ramp.c
"$ROOT/tools/check-certificate" ramp.smt2 >said || { cat said >&2; fail "a certificate about neighbours is not confirmed"; }
# Products: the equation that two bounds amount to is an obligation of its own.
expect 0 TRUE "$EDGEWISE" --check=assert --certificate=square.smt2 "$ROOT/test/programs/polynomial_square_true.c"
"$ROOT/tools/check-certificate" square.smt2 >said || { cat said >&2; fail "a certificate about products is not confirmed"; }
sed 's/(check-sat)/(pop 1)(check-sat)/' proof.smt2 | sed 's/^(assert.*$//' >broken.smt2
! "$ROOT/tools/check-certificate" broken.smt2 >said || fail "a broken certificate is confirmed"
expect 10 'FALSE' "$EDGEWISE" --check=assert --harness=h.c unsafe.c
grep -q 'input -\{0,1\}7 __VERIFIER_nondet_int' out || { cat out >&2; fail "the trace does not show the input"; }
grep -Eq 'unsafe.c:4 main +int a = __VERIFIER_nondet_int\(\); .*a = 7' out || { cat out >&2; fail "the trace does not show a = 7"; }
sed 's/void reach_error(void) { }/extern void reach_error(void);/' unsafe.c >undefined.c
for compiler in gcc clang-19; do
    $compiler -w undefined.c h.c -o replay
    expect 107 'error is reached' ./replay
done
expect 5 'UNKNOWN \(unconfirmed counterexample: .*--no-replay' "$EDGEWISE" --check=assert --no-replay unsafe.c
cat >static.c <<'END'
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
static void reach_error(void) { for (;;) ; }
static int x;
int main(void) {
    char c = __VERIFIER_nondet_char();
    x = c * 2;
    if (x == -100) reach_error();
    return 0;
}
END
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert static.c
printf '#include <assert.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) { unsigned u = __VERIFIER_nondet_uint(); assert(u != 77); return 0; }\n' >asserts.c
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert asserts.c
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert --32 asserts.c
printf 'extern void reach_error(void);\nint main(void) { int u; if (u == 77) reach_error(); return 0; }\n' >uninit.c
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert uninit.c
cat >uninits.c <<'END'
extern void reach_error(void);
static int f(void) { short x; double d; if (x == -5 && d == 2.5) return 1; return 0; }
int main(void) {
    for (int i = 0; i < 3; i++) {
        int y;
        if (y != 3 + i) return 0;
    }
    if (f()) reach_error();
    return 0;
}
END
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert uninits.c
printf 'extern void reach_error(void);\nint main(void) { int a[100], i; if (i >= 0 && i < 100 && a[i] == 77) reach_error(); return 0; }\n' >array.c
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert array.c
cat >memory.c <<'END'
extern void *malloc(unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct s { int a; char b; long long c; float f; };
int main(void) {
    struct s *p = malloc(sizeof(struct s));
    short v[100];
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 10 || n > 20) return 0;
    int w[n];
    if (p->a == -7 && p->b == 'x' && p->c == 1234567890123LL && p->f == 2.5f)
        if (v[n] == -4 && w[n - 3] == 5) reach_error();
    return 0;
}
END
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert memory.c
sed -i 's/unsigned long/unsigned/' memory.c
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert --32 memory.c
printf 'extern void *__VERIFIER_nondet_pointer(void);\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) { int *p = __VERIFIER_nondet_pointer(); *p = 1; if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }\n' >pointer.c
run "$EDGEWISE" --check=assert pointer.c
[ "$code" = 5 ] || { [ "$code" = 10 ] && grep -q 'compiled program reaches the error' err; } || { cat out err >&2; fail "a pointer from outside"; }
printf 'extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) { int *p = 0; if (__VERIFIER_nondet_int() == 5) { *p = 1; reach_error(); } return 0; }\n' >null.c
run "$EDGEWISE" --check=assert null.c
[ "$code" = 0 ] || [ "$code" = 5 ] || { cat out err >&2; fail "an access through a null pointer before the error: exit code $code"; }
printf 'extern void *malloc(unsigned long);\nextern void reach_error(void);\nint main(void) { int **p = malloc(8); if (*p != 0 && **p == 77) reach_error(); return 0; }\n' >address.c
run "$EDGEWISE" --check=assert address.c
[ "$code" = 5 ] || [ "$code" = 10 ] || { cat out err >&2; fail "an address in memory that nobody set: exit code $code"; }
cat out err | grep -Eq 'UNKNOWN' || { cat out err >&2; fail "an address of the automaton is none of the compiled program"; }
printf 'extern void reach_error(void);\nextern int mystery(int);\nint main(void) { if (mystery(3) == 77) reach_error(); return 0; }\n' >mystery.c
expect 10 'mystery' "$EDGEWISE" --check=assert mystery.c
cat >loop.c <<'END'
extern void reach_error(void);
int main(void) {
    int s = 0;
    for (int i = 0; i < 100; i++)
        s += i;
    if (s == 4950) reach_error();
    return 0;
}
END
expect 10 'more rounds' "$EDGEWISE" --check=assert loop.c
[ "$(wc -l <out)" -le 40 ] || fail "a loop of 100 rounds is not folded"
tr -d '\n' <loop.c | sed 's/(void);/(void);\n/' >line.c
expect 10 's = 4950, s == 4950' "$EDGEWISE" --check=assert line.c
[ "$(wc -c <out)" -le 1200 ] || fail "a loop of 100 rounds on one line is not folded"
