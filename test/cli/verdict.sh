# What a verdict means: confirmed counterexamples only, no assumptions with --strict, rules, and TRUE that says nothing.
. "$ROOT/test/cli/lib.sh"
write_programs
# FALSE needs a compiled run; whatever else was found is UNKNOWN with its trace, its inputs and its harness.
cat >device.c <<'END'
extern void reach_error(void);
struct device { int state; };
extern struct device *device(void);
int main(void) {
    struct device *d = device();
    if (d->state == 77) reach_error();
    return 0;
}
END
expect 5 'UNKNOWN \(unconfirmed counterexample: memory that is not the program.s at device.c:' "$EDGEWISE" --check=assert --harness=h.c device.c
grep -q '^ *device.c:6 main' out || { cat out >&2; fail "the trace is not printed"; }
grep -q 'edgewise_reached' h.c || fail "the harness is not written"
expect 10 '^Verification result: FALSE \(unreach-call, unconfirmed\)$' "$EDGEWISE" --check=assert --accept-unconfirmed device.c
grep -q 'replayed on the automaton only (--accept-unconfirmed): ' err || { cat err >&2; fail "it is not said why"; }
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >p.prp
expect 10 '\(unreach-call, unconfirmed\)$' "$EDGEWISE" --spec=p.prp device.c
grep -q 'rules of SV-COMP' err || { cat err >&2; fail "it is not said that the rules accept it"; }
expect 5 'unconfirmed counterexample' "$EDGEWISE" --check=assert --rules=sv-comp --strict device.c
expect 5 'unconfirmed counterexample' "$EDGEWISE" --spec=p.prp --rules=c device.c
expect 10 '^Verification result: FALSE \(unreach-call\)$' "$EDGEWISE" --check=assert --accept-unconfirmed unsafe.c
expect 1 'contradict' "$EDGEWISE" --check=assert --strict --accept-unconfirmed unsafe.c
run "$EDGEWISE" --check=assert --json --sarif=s.json device.c
cp out r.json
python3 - <<'END'
import json
r = json.load(open("r.json"))
assert r["verdict"] == "UNKNOWN" and r["reason"].startswith("unconfirmed counterexample: "), r
assert r["evidence"]["kind"] == "trace" and r["evidence"]["replay"] == "symbolic" and r["evidence"]["confirmed"] is False, r["evidence"]
assert r["rules"] == "c" and any(i["name"] == "device" for line in r["trace"] for i in line["inputs"]), r["trace"]
s = json.load(open("s.json"))["runs"][0]["results"][0]
assert s["kind"] == "open" and s["codeFlows"], s
END
# Memory that runs out: possible by C's rules, and the compiled program's allocations fail in the same order.
cat >full.c <<'END'
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *a = malloc(10), *b = calloc(2, 5), *c = malloc(3);
    if (!a || !c) return 0;
    assert(b);
    return 0;
}
END
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert --harness=h.c full.c
wrap=$(sed -n 's/.*\(-Wl,--wrap[^ ]*\) .*/\1/p' h.c)
gcc -w $wrap full.c h.c -o replay
run ./replay
[ "$code" != 0 ] || { cat h.c >&2; fail "the harness makes no allocation fail"; }
for option in "--check=assert --malloc=succeeds" --spec=p.prp; do
    expect 0 'Assuming malloc-succeeds: ' "$EDGEWISE" $option full.c
done
# --strict
expect 0 '^Verification result: TRUE$' "$EDGEWISE" --check=assert --strict safe.c
expect 5 '^Verification result: UNKNOWN \(--strict: the proof needs assumptions: malloc-succeeds\)$' "$EDGEWISE" --check=assert --strict --malloc=succeeds full.c
expect 5 'needs assumptions: unchecked-proof' "$EDGEWISE" --check=assert --strict --no-recheck safe.c
expect 10 'FALSE \(unreach-call\)' "$EDGEWISE" --check=assert --strict unsafe.c
# The ledger in other formats.
expect 0 TRUE "$EDGEWISE" --check=assert --malloc=succeeds --witness=w.yml --sarif=s.json --certificate=c.smt2 full.c
grep -q '^# Assuming malloc-succeeds: .*full.c:4' w.yml || { cat w.yml >&2; fail "no ledger in the witness"; }
grep -q '^; Assuming malloc-succeeds: ' c.smt2 || fail "no ledger in the certificate"
python3 - <<'END'
import json, yaml
assert yaml.safe_load(open("w.yml"))[0]["entry_type"] == "invariant_set"
run = json.load(open("s.json"))["runs"][0]
assert [a["name"] for a in run["results"][0]["properties"]["assumptions"]] == ["malloc-succeeds"], run
assert run["invocations"][0]["toolExecutionNotifications"][0]["level"] == "note", run
END
expect 0 '^malloc-succeeds +malloc and its relatives' "$EDGEWISE" --help=ledger
while read -r name rest; do
    grep -Fq "| \`$name\` |" "$ROOT/doc/trust.md" || fail "doc/trust.md does not speak of $name"
done <out
# TRUE that says nothing.
HEAD='#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
int f(int x) { assert(x != 5); return x; }
int main(void) { int x = __VERIFIER_nondet_int(), n = 0; '
vacuous() { # PATTERN BODY
    printf '%s%s return 0; }\n' "$HEAD" "$2" >vacuous.c
    expect 0 '"verdict": "TRUE"' "$EDGEWISE" --check=assert --json vacuous.c
    grep -q "warning: $1" err || { cat err >&2; fail "no warning '$1': $2"; }
    python3 -c 'import json, sys; w = json.load(open("out"))["warnings"]; assert len(w) == 1 and w[0].startswith(sys.argv[1]), w' "$1"
}
vacuous 'nothing can fail' 'n = x;'
vacuous 'vacuous: ' '__VERIFIER_assume(x > 5); __VERIFIER_assume(x < 3); assert(x == 7);'
vacuous 'vacuous: ' '__VERIFIER_assume(0); assert(x == 7);'
vacuous 'vacuous: ' 'for (int i = 0; i < 10; i++) n += x / (n - n); assert(x == 7);'
vacuous 'vacuous: ' 'if (x > 3) exit(0); if (x < 4) exit(1); f(x);'
meaningful() {
    printf '%s%s return 0; }\n' "$HEAD" "$1" >meaningful.c
    expect 0 'TRUE' "$EDGEWISE" --check=assert meaningful.c
    ! grep -Eq 'warning: (vacuous|nothing)' err || { cat err >&2; fail "not vacuous: $1"; }
}
meaningful '__VERIFIER_assume(x > 5); f(x);'
meaningful 'int *p = malloc(4); if (!p) return 0; *p = 3; assert(*p == 3);'
meaningful 'for (int i = 0; i < x; i++) n++; assert(x < 0 || n == x);'
meaningful 'if (x) return 0; assert(!x);'
