# How far a run without a verdict came, in rounds of the source's loops, and --progress-file.
. "$ROOT/test/cli/lib.sh"
cat >one.c <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = 0, x = 0;
    while (__VERIFIER_nondet_int()) {
        i++;
        if (i == 12) x = 1;
    }
    assert(x == 0);
    return 0;
}
END
cat >two.c <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = 0, x = 0;
    while (__VERIFIER_nondet_int()) {
        for (int k = 0; __VERIFIER_nondet_int(); k++) x++;
        i++;
    }
    assert(!(i == 2 && x == 4));
    return 0;
}
END
# The first failure is in round 12, and no claim may reach it; with every depth below, some claim is made.
claimed() { sed -n "s/.*no failure within \([0-9]*\) rounds\? of the loop at one.c:5.*/\1/p;s/.*met at most \([0-9]*\) times\? together: two.c:5, two.c:6.*/\1/p" err; }
for k in 3 6 9 12; do
    expect 5 'max-k' "$EDGEWISE" --check=assert --engine=ic3cfa --max-k=$k one.c
    n=$(claimed)
    [ -n "$n" ] && [ "$n" -lt 12 ] || fail "one.c with --max-k=$k: '$n' rounds"
    [ "$n" -ge $((k - 1)) ] || fail "one.c with --max-k=$k: only $n rounds"
done
# Two rounds outside, four inside: conditions are met 3 + 6 = 9 times.
for k in 3 6 8; do
    expect 5 'max-k' "$EDGEWISE" --check=assert --engine=ic3cfa --max-k=$k two.c
    n=$(claimed)
    [ -n "$n" ] && [ "$n" -lt 9 ] || fail "two.c with --max-k=$k: '$n' times"
done
expect 10 'FALSE' "$EDGEWISE" --check=assert --engine=ic3cfa --max-k=20 two.c
# The same for programs, and nothing of it with a verdict.
"$EDGEWISE" --check=assert --json --engine=ic3cfa --max-k=6 one.c >rest.json || [ $? = 5 ] || fail "no UNKNOWN"
python3 -c 'import json; r = json.load(open("rest.json"))["rest"]; assert 5 <= r["rounds"] < 12 and r["loops"] == [{"file": "one.c", "line": 5}], r' ||
    fail "rest in --json"
expect 10 'FALSE' "$EDGEWISE" --check=assert one.c
! grep -q 'no failure within' err || fail "a rest of a run with a verdict"
# Also when every check is asked for: the bound is about what is left undecided.
cat >every.c <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned i = 0;
    int x = 0, t[4] = {0};
    while (__VERIFIER_nondet_int()) {
        i++;
        if (i == 12) x = 1;
        t[i & 3] = 1;
    }
    assert(x == 0);
    return t[0];
}
END
expect 5 'max-k' "$EDGEWISE" --engine=ic3cfa --max-k=6 every.c
n=$(sed -n 's/.*no failure within \([0-9]*\) rounds\? of the loop at every.c:6.*/\1/p' err)
[ -n "$n" ] && [ "$n" -ge 2 ] && [ "$n" -lt 12 ] || { cat out err >&2; fail "every.c: '$n' rounds"; }
# Ctrl-C: the engines say what they know before they end.
cat >endless.c <<'END'
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), a = 0, b = 1, x = 1;
    for (unsigned i = 0; i < n; i++) {
        x = x * 1103515245u + 12345u;
        unsigned t = a;
        a = b;
        b = (t ^ x) * 7 + b;
    }
    assert(x != 77 || a * a + 3 * b != 123456789u);
    return 0;
}
END
"$EDGEWISE" --check=assert --engine=portfolio --progress-file=depth.jsonl endless.c >out 2>err &
pid=$!
for i in $(seq 300); do
    grep -q '"depth": [1-9]' depth.jsonl 2>/dev/null && break
    sleep 0.2
done
kill -INT $pid
wait $pid || code=$?
[ "$code" = 5 ] && grep -q 'no failure within [0-9]* rounds of the loop at endless.c:5' err || { cat out err >&2; fail "what is known after Ctrl-C"; }
# Every line of --progress-file is an object; a file that cannot be written is an error.
expect 10 'FALSE' "$EDGEWISE" --check=assert --progress-file=p.jsonl one.c
python3 -c 'import json; lines = [json.loads(l) for l in open("p.jsonl")]; assert lines and all(l["seconds"] >= 0 and "phase" in l for l in lines)' ||
    { cat p.jsonl >&2; fail "--progress-file"; }
expect 1 'no/where: cannot be written' "$EDGEWISE" --check=assert --progress-file=no/where one.c
