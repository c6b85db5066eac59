# --format=gcc: what a compiler's reader parses; the problem matcher of VS Code understands every line of it.
. "$ROOT/test/cli/lib.sh"
write_programs
cat >several.c <<'END'
extern int __VERIFIER_nondet_int(void);
static int f(int a, int b) { return a / b; }
int main(void) {
    int y = __VERIFIER_nondet_int(), t[4] = {0};
    int i = __VERIFIER_nondet_int() & 7;
    t[i] = 1;
    return f(t[0], y);
}
END
expect 10 '^several.c:6:[0-9]+: error: .* \[bounds\]$' "$EDGEWISE" --format=gcc --check=standard several.c
grep -Eq '^several.c:2:[0-9]+: error: .* \[division\]$' out || { cat out >&2; fail "the division is not named"; }
grep -Eq '^several.c:[0-9]+:[0-9]+: note: ' out || { cat out >&2; fail "no steps"; }
last_line | grep -q '^Verification result: FALSE' || fail "the last line is not the verdict"
cp out several.out
# An assertion alone, a proof, and nothing known.
expect 10 '^unsafe.c:9:[0-9]+: error: ' "$EDGEWISE" --check=assert --format=gcc --engine=bmc unsafe.c
cat out >>several.out
expect 0 'TRUE' "$EDGEWISE" --check=assert --format=gcc --engine=kind safe.c
! grep -Eq ': (error|warning): ' out || { cat out >&2; fail "a proof has errors"; }
cat >open.c <<'END'
#include <assert.h>
__asm__("nop");
int main(void) { assert(1); return 0; }
END
expect 5 '^open.c:1:1: warning: not decided: ' "$EDGEWISE" --check=assert --format=gcc open.c
cat out >>several.out
# Bad input has the same form, ours and the compiler's; --quiet takes nothing away.
printf 'int main(void) { return x; }\n' >wrong.c
expect 1 '^wrong.c:1:[0-9]+: error: ' "$EDGEWISE" --check=assert --format=gcc wrong.c
expect 1 '^absent.c:1:1: error: ' "$EDGEWISE" --check=assert --format=gcc absent.c
expect 10 '^unsafe.c:9:[0-9]+: error: ' "$EDGEWISE" --check=assert --format=gcc --quiet --engine=bmc unsafe.c
# What it is not for is refused.
expect 1 'contradict' "$EDGEWISE" --check=assert --format=gcc --json safe.c
printf 'aag 0 0 0 1 0\n0\n' >model.aag
expect 1 'format=gcc is for C programs' "$EDGEWISE" --format=gcc model.aag
# A name that breaks lines does not.
odd=$(printf 'a\nb:1:1: error: c.c')
cp unsafe.c "$odd"
expect 10 'a b:1:1: error: c.c:9:[0-9]+: error: ' "$EDGEWISE" --check=assert --format=gcc --engine=bmc "$odd"

cat >match.py <<'END'
import json, re, sys
matcher = json.load(open(sys.argv[1]))["tasks"][0]["problemMatcher"]["pattern"]
pattern, seen = re.compile(matcher["regexp"]), set()
for line in open("several.out"):
    m = pattern.match(line.rstrip("\n"))
    if not m:
        assert re.match(r"Verification result: |Assuming ", line), line
        continue
    assert m[matcher["file"]] in ("several.c", "unsafe.c", "open.c"), line
    assert int(m[matcher["line"]]) >= 1 and int(m[matcher["column"]]) >= 1
    seen.add((m[matcher["severity"]], m[matcher["code"]]))
assert {("error", "bounds"), ("error", "division"), ("note", None)} <= seen, seen
assert any(s == "warning" for s, _ in seen), seen
END
python3 match.py "$ROOT/contrib/vscode/tasks.json" || fail "the problem matcher"
