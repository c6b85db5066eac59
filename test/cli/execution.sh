# The engine that executes the program: deep errors are found, nothing is made up, nothing is left behind.
. "$ROOT/test/cli/lib.sh"
write_programs
cat >deep.c <<'END'
extern void reach_error(void);
int main(void) {
    unsigned int x = 0;
    while (x < 0x0fffffff) {
        if (x < 0xfff1) x++;
        else x += 2;
    }
    if (x % 2) reach_error();
    return 0;
}
END
cat >sequence.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int state = 0;
    while (1) {
        int x = __VERIFIER_nondet_int();
        if (state == 0 && x == 1234567) state = 1;
        else if (state == 1 && x == -77777) state = 2;
        else if (state == 2 && x == 424242) state = 3;
        else state = 0;
        if (state == 3) reach_error();
    }
}
END
cat >recursion.c <<'END'
extern void reach_error(void);
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int main(void) {
    if (fibonacci(20) == 6765) reach_error();
    return 0;
}
END
# An error that only stack garbage or an access out of bounds leads to, behind a loop that is too long to follow.
cat >bounds.c <<'END'
extern void reach_error(void);
int a[4], b[4];
int main(void) {
    volatile unsigned int i = 0;
    while (i < 0x0fffffff) i++;
    a[(i & 3) + 1] = 1;
    for (i = 0; i < 5; i++)
        if (a[i] + b[0] + a[4] == 3 || a[4] == 1) reach_error();
    return 0;
}
END
expect 10 'too long to be followed' "$EDGEWISE" --check=assert --engine=fuzz --timeout=120 --witness=deep.yml --harness=harness.c deep.c
grep -q 'line: 8' deep.yml || { cat deep.yml >&2; fail "the witness does not name the error's line"; }
gcc -w deep.c harness.c -o replay
code=0
./replay 2>/dev/null || code=$?
[ "$code" = 107 ] || fail "the harness does not lead to the error"
expect 10 'FALSE' "$EDGEWISE" --check=assert --engine=fuzz --timeout=120 --json deep.c
python3 -c 'import json; r = json.load(open("out")); assert r["evidence"]["replay"] == "compiled" and r["trace"], r'
expect 10 'input -77777 __VERIFIER_nondet_int' "$EDGEWISE" --check=assert --engine=fuzz --timeout=120 sequence.c
expect 10 'reaches the error' "$EDGEWISE" --check=assert --engine=fuzz --timeout=120 recursion.c
expect 5 'UNKNOWN' "$EDGEWISE" --check=assert --engine=fuzz --timeout=60 bounds.c
expect 5 'UNKNOWN \(timeout\)' "$EDGEWISE" --check=assert --engine=fuzz --timeout=15 --stats safe.c
grep -Eq 'execution +runs of the compiled program +[1-9]' out || { cat out >&2; fail "nothing was executed"; }
expect 5 'cannot be run' "$EDGEWISE" --check=assert --engine=fuzz --no-replay unsafe.c

cat >endless.c <<'END'
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    while (__VERIFIER_nondet_ulong()) {
        a = a * a + b;
        b ^= a >> 7;
        unsigned __int128 n = (unsigned __int128)a * b; /* the product of two primes of 62 bits */
        if (a > 1 && b > 1 && n == ((unsigned __int128)0x9414bc717ed162c << 64 | 0xa8be55ea0dee22ed)) reach_error();
    }
    return 0;
}
END
# Nothing survives the end of edgewise, whatever ends it.
left() { pgrep -f "$TMPDIR/edgewise-[^ ]*/fuzz-" || true; }
gone() {
    for i in 1 2 3 4 5 6 7 8 9 10; do
        [ -n "$(left)" ] || return 0
        sleep 0.5
    done
    ps aux >&2
    fail "$1: a process is left"
}
for engine in fuzz portfolio; do
    for signal in TERM KILL; do
        "$EDGEWISE" --check=assert --engine=$engine --jobs=1 --timeout=100 endless.c >out 2>err &
        pid=$!
        seen=
        for i in $(seq 100); do
            seen=$(left)
            [ -z "$seen" ] || break
            sleep 0.5
        done
        [ -n "$seen" ] || { cat out err >&2; fail "$engine: the program was never executed"; }
        kill -$signal $pid
        wait $pid || true
        gone "$engine, $signal"
    done
done
rm -rf "$TMPDIR"/edgewise-* # nobody can clean up after SIGKILL
