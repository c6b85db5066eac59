# Helpers of the command-line tests; they run in an empty folder with $EDGEWISE and $ROOT set.

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

# run COMMAND...: stdout, stderr and exit code go to the files out, err and the variable code.
run() {
    code=0
    "$@" >out 2>err </dev/null || code=$?
}

# expect CODE PATTERN COMMAND...: the exit code, and a pattern (grep -E) in stdout or stderr; never a crash.
expect() {
    wanted=$1 pattern=$2
    shift 2
    run "$@"
    if [ "$code" != "$wanted" ]; then
        cat out err >&2
        fail "exit code $code instead of $wanted: $*"
    fi
    cat out err | grep -Eq -- "$pattern" || { cat out err >&2; fail "no '$pattern' in the output of $*"; }
    ! grep -Eq '(ERROR|WARNING): [A-Za-z]*Sanitizer|runtime error:|internal error' err || { cat err >&2; fail "a fault of our own: $*"; }
}

last_line() { tail -n 1 out; }

# Programs that every test may use.
write_programs() {
    cat >safe.c <<'END'
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned int n = __VERIFIER_nondet_uint(), x = 0, y = 0;
    while (x < n) {
        x++;
        y++;
    }
    if (x != y) reach_error();
    return 0;
}
END
    cat >unsafe.c <<'END'
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += a;
    if (sum == 35 && b > 3)
        reach_error();
    return 0;
}
END
    cat >hard.c <<'END'
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul && a * b == 16444432182628678237ul) reach_error(); /* the product of two primes */
    return 0;
}
END
}
