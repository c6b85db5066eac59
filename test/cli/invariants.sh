# Invariants in C: every one that is printed compiles where it stands, and holds there in a run.
. "$ROOT/test/cli/lib.sh"
cat >sums.c <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct ring {
    unsigned char head, count;
    short level;
} r;
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, low = -5;
    unsigned u = 0;
    if (n < 0) return 0;
    while (i < n) {
        i++;
        if (low > -10) low--;
        if (r.count < 8) r.count++;
        if (r.level > -3) r.level--;
        u = u < 100 ? u + 1 : 7;
    }
    assert(i == n && low >= -10 && r.count <= 8 && r.level >= -3 && u <= 100);
    return 0;
}
END
expect 0 TRUE "$EDGEWISE" --check=assert --show-invariant sums.c
grep -q '^    r.count <= 8$' out || { cat out >&2; fail "no r.count <= 8"; }
! grep -q 'select\|concat\|bvule\|#x' out || { cat out >&2; fail "an invariant that is not in C"; }
cp out shown
cat >insert.py <<'END'
import sys
facts = [line.strip() for line in open("shown") if line.startswith("    ")]
assert facts, "no invariant"
source = open("sums.c").read()
checks = "".join(f"if (!({fact})) __builtin_trap();\n" for fact in facts)
source = source.replace("    while (i < n) {\n", "    while (1) {\n" + checks + "if (!(i < n)) break;\n")
source += "int __VERIFIER_nondet_int(void) { return 300; }\nunsigned char __VERIFIER_nondet_uchar(void) { return 0; }\n"
open("run.c", "w").write(source)
print(len(facts), "invariants")
END
python3 insert.py || fail "the invariants cannot be inserted"
for compiler in gcc clang-19; do
    $compiler -w run.c -o run 2>messages || { cat shown messages >&2; fail "an invariant is no C expression"; }
    ./run || fail "an invariant does not hold"
done
# Invariants at the loops of three more programs (nested loops, a struct behind a pointer, a ring buffer) compile inside of the loops.
cat >place.py <<'END'
import re, subprocess, sys
count = 0
for file in sys.argv[2:]:
    said = subprocess.run([sys.argv[1], "--show-invariant", "--check=assert", "--rules=sv-comp", file], capture_output=True, text=True).stdout
    assert "TRUE" in said, said
    text, at = open(file).read(), None
    lines = text.split("\n")
    for line in said.splitlines():
        head = re.match(r"  invariant at .*:(\d+):(\d+) in \w+( \(loop head\))?:$", line)
        if head:
            at = (int(head[1]), int(head[2])) if head[3] else None
        if head or not at or not line.startswith("    "):
            continue
        begin = sum(len(l) + 1 for l in lines[:at[0] - 1]) + at[1] - 1
        assert re.match(r"(while|for|do)\b", text[begin:]), f"{file}:{at}: no loop"
        body = text.index("{\n", begin) + 1
        inserted = text[:body] + f"(void)({line.strip()});" + text[body:]
        done = subprocess.run(["gcc", "-w", "-fsyntax-only", "-x", "c", "-"], input=inserted, capture_output=True, text=True)
        assert done.returncode == 0, f"{file}:{at[0]}: {line.strip()}\n{done.stderr}"
        count += 1
assert count >= 10, f"only {count} invariants"
END
cp "$ROOT"/test/cli/invariants/*.c .
python3 place.py "$EDGEWISE" for.c state.c ring.c || fail "an invariant does not compile at its place"
