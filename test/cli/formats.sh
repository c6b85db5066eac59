# YAML, GraphML, SARIF and JSON, read by parsers that are not ours; non-ASCII names, spaces, macros.
. "$ROOT/test/cli/lib.sh"
# Debian's modules are for Debian's Python, which need not be the first in the path.
for python in python3 /usr/bin/python3; do "$python" -c "import jsonschema, yaml" 2>/dev/null && break; done
write_programs
cat >'größe und maß.c' <<'END'
#define DRAW(T) __VERIFIER_nondet_##T()
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int größe = DRAW(int); /* "quoted" <tag> & \ */
    int n = 0;
    while (n < 10 && größe > 0) {
        größe--;
        n++;
    }
    CHECK(n != 7 || größe != 0);
    return 0;
}
END
sed 's/#define DRAW.*/#define DRAW(T) (__VERIFIER_nondet_##T() \& 15)/; s/n != 7 || größe != 0/n <= 10/' 'größe und maß.c' >'gut ö.c'
for program in safe.c 'gut ö.c'; do
    expect 0 'TRUE' "$EDGEWISE" --check=assert --engine=ic3cfa --witness=w.yml --sarif=s.sarif "$program"
    "$EDGEWISE" --check=assert --engine=ic3cfa --json "$program" >r.json
    "$python" "$ROOT/test/cli/formats/check.py" TRUE w.yml - s.sarif r.json "$program"
done
for program in unsafe.c 'größe und maß.c'; do
    expect 10 'FALSE' "$EDGEWISE" --check=assert --witness=w.yml --sarif=s.sarif "$program"
    expect 10 'FALSE' "$EDGEWISE" --check=assert --witness=w.graphml "$program"
    "$EDGEWISE" --check=assert --json "$program" >r.json || true
    "$python" "$ROOT/test/cli/formats/check.py" FALSE w.yml w.graphml s.sarif r.json "$program"
done
expect 1 'GraphML witnesses are for violations' "$EDGEWISE" --check=assert --witness=w.graphml safe.c
"$EDGEWISE" --check=assert --timeout=1 --json --sarif=s.sarif hard.c >r.json || true
"$python" "$ROOT/test/cli/formats/check.py" UNKNOWN - - s.sarif r.json hard.c
# positions refer to the source that #line names
printf '#line 100 "orig.c"\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    if (x == 3)\n        reach_error();\n}\n' >lines.c
expect 10 'orig.c:105: reach_error' "$EDGEWISE" --check=assert --witness=w.yml lines.c
grep -q 'file_name: "orig.c"' w.yml || { cat w.yml >&2; fail "the witness does not follow #line"; }
# the same with a #line that names the file itself by its lines, in a file with a blank in its name: all four formats, both verdicts
printf '#line 1 "lines of.c"\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n#define LIMIT 9\nint main(void) {\n    int größe = __VERIFIER_nondet_int(), n = 0;\n    while (n < LIMIT && größe > n)\n        n++;\n    if (n == LIMIT + 1 - SAFE) reach_error();\n}\n' >lines.in
for safe in 0 1; do
    # what #line names is the program without its first line
    sed "s/SAFE/$safe/" lines.in >'with line.c'
    sed 1d 'with line.c' >'lines of.c'
    verdict=$([ $safe = 0 ] && echo TRUE || echo FALSE)
    "$EDGEWISE" --check=assert --engine=ic3cfa --witness=w.yml --sarif=s.sarif 'with line.c' >out 2>err || true
    graph=-
    [ $safe = 0 ] || { "$EDGEWISE" --check=assert --witness=w.graphml 'with line.c' >out 2>err || true; graph=w.graphml; }
    "$EDGEWISE" --check=assert --engine=ic3cfa --json 'with line.c' >r.json || true
    SOURCE='lines of.c' "$python" "$ROOT/test/cli/formats/check.py" $verdict w.yml $graph s.sarif r.json 'with line.c'
    grep -q 'lines of.c' w.yml s.sarif || fail "positions do not follow #line"
done
# the outcome of every if, while and for, in order; conditions over two lines, && and ||, negations, macros, do loops
cat >branches.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(x) if (!(x)) reach_error()
int f(int a) {
    if (a > 3 &&
        a < 10) /* if (0) */
        return 1;
    else if (a == 77 || a == 78) { return 2; }
    return 0;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), s = 0;
    for (int i = 0; i < 2; i++)
        if (x == i + 5) s += f(x) + f(77);
    while (s > 0 && x) {
        s -= 3;
        if (!x) continue;
    }
    do { x++; } while (x < 7);
    CHECK(x != 3);
    if ((__VERIFIER_nondet_int() == 4)) if (s == 0 && x == 7) reach_error();
    return 0;
}
END
expect 10 'compiled program reaches' "$EDGEWISE" --check=assert --witness=w.yml branches.c
"$python" - <<'END' >said
import yaml
(entry,) = yaml.safe_load(open("w.yml"))
for segment in entry["content"]:
    point = segment["segment"][-1]["waypoint"]
    place = point["location"]
    print(point["type"], point.get("constraint", {}).get("value", "-"), place["line"], place.get("column", "-"))
END
"$python" - <<'END'
import re, subprocess
# the same outcomes from gcc's program, with a print at every keyword
text = open("branches.c").read().replace("#define CHECK(x) if (!(x)) reach_error()", "#define CHECK(x) (void)0")
out = []
for number, line in enumerate(text.splitlines(), 1):
    line = re.sub(r"/\*.*?\*/", "", line)
    for keyword in reversed([m for m in re.finditer(r"\b(if|while|for)\b", line)]):
        if line.startswith("    do"):
            continue
        at = (number, keyword.start() + 1)
        line = line[:keyword.start()] + f"{keyword.group()}@{at[0]},{at[1]}@" + line[keyword.end():]
    out.append(line)
text = "\n".join(out)
def wrap(text):
    """if@L,C@ (cond) becomes if (note(L, C, cond)); of a for, its second part."""
    while True:
        m = re.search(r"@(\d+),(\d+)@ \(", text)
        if not m:
            return text
        depth, end = 1, m.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        inside = text[m.end():end - 1]
        parts = inside.split(";")
        k = 1 if len(parts) == 3 else 0
        parts[k] = f" note({m.group(1)}, {m.group(2)}, !!({parts[k]}))"
        text = text[:m.start()] + " (" + ";".join(parts) + text[end - 1:]
open("noted.c", "w").write("extern int printf(const char *, ...);\nstatic int note(int l, int c, int b) "
    "{ printf(\"branching %s %d %d\\n\", b ? \"true\" : \"false\", l, c); return b; }\n"
    "extern int next(void);\n" + wrap(text).replace("__VERIFIER_nondet_int()", "next()").replace("extern int __VERIFIER_nondet_int(void);", ""))
said = [l.split() for l in open("said")]
inputs = [m.group(1) for m in re.finditer(r"x == \((-?\d+)\)", open("w.yml").read())]
open("next.c", "w").write("#include <stdlib.h>\nint next(void) { static int n; return n++ ? 4 : %s; }\nvoid reach_error(void) { exit(0); }\n" % inputs[0])
subprocess.run(["gcc", "-w", "noted.c", "next.c", "-o", "noted"], check=True)
expected = subprocess.run(["./noted"], capture_output=True, text=True, check=True).stdout.splitlines()
found = [" ".join(l) for l in said if l[0] == "branching"]
assert found == expected and len(found) >= 8, (found, expected)
assert [l[0] for l in said].count("target") == 1 and said[-1][:1] == ["target"] and said[-1][2] == "21", said
END
