# YAML, GraphML, SARIF and JSON, read by parsers that are not ours; non-ASCII names, spaces, macros.
. "$ROOT/test/cli/lib.sh"
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
    expect 0 'TRUE' "$EDGEWISE" --engine=ic3cfa --witness=w.yml --sarif=s.sarif "$program"
    "$EDGEWISE" --engine=ic3cfa --json "$program" >r.json
    python3 "$ROOT/test/cli/formats/check.py" TRUE w.yml - s.sarif r.json "$program"
done
for program in unsafe.c 'größe und maß.c'; do
    expect 10 'FALSE' "$EDGEWISE" --witness=w.yml --sarif=s.sarif "$program"
    expect 10 'FALSE' "$EDGEWISE" --witness=w.graphml "$program"
    "$EDGEWISE" --json "$program" >r.json || true
    python3 "$ROOT/test/cli/formats/check.py" FALSE w.yml w.graphml s.sarif r.json "$program"
done
expect 1 'GraphML witnesses are for violations' "$EDGEWISE" --witness=w.graphml safe.c
"$EDGEWISE" --timeout=1 --json --sarif=s.sarif hard.c >r.json || true
python3 "$ROOT/test/cli/formats/check.py" UNKNOWN - - s.sarif r.json hard.c
# positions refer to the source that #line names
printf '#line 100 "orig.c"\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    if (x == 3)\n        reach_error();\n}\n' >lines.c
expect 10 'orig.c:104' "$EDGEWISE" --witness=w.yml lines.c
grep -q 'file_name: "orig.c"' w.yml || { cat w.yml >&2; fail "the witness does not follow #line"; }
