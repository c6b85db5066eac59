# Functions without a body: what is assumed of them is said before the verdict, in the JSON object and in the man page.
. "$ROOT/test/cli/lib.sh"
cat >pure.c <<'END'
extern void reach_error(void);
void log_value(int *);
int counter(void);
int x;
int main(void) {
    int y = 3;
    log_value(&y);
    if (counter() > 5) x++;
    if (y != 3 || x > 1) reach_error();
    return 0;
}
END
expect 0 '^Assuming extern-pure: functions without a body change no memory of the program \(log_value at pure.c:7; counter at pure.c:8\)$' "$EDGEWISE" --check=assert --rules=sv-comp pure.c
[ "$(last_line)" = "Verification result: TRUE" ] || fail "the verdict is not the last line"
expect 0 '^Assuming extern-pure' "$EDGEWISE" --check=assert --extern=pure pure.c
expect 0 TRUE "$EDGEWISE" --check=assert --quiet --rules=sv-comp pure.c
[ "$(head -n 1 out)" = "Assuming extern-pure, extern-apart" ] && [ "$(wc -l <out)" = 2 ] || { cat out >&2; fail "--quiet"; }
"$EDGEWISE" --check=assert --json --rules=sv-comp pure.c >r.json 2>err
python3 - <<'END'
import json
a = {x["name"]: x for x in json.load(open("r.json"))["assumptions"]}
assert list(a) == ["extern-pure", "extern-apart"], a
assert [(p["detail"], p["line"], p["function"]) for p in a["extern-pure"]["places"]] == [("log_value", 7, "main"), ("counter", 8, "main")], a
END
expect 5 'all memory that it can reach' "$EDGEWISE" --check=assert pure.c
expect 1 'takes one of' "$EDGEWISE" --check=assert --extern=some pure.c
printf 'int main(void) { return 0; }\n' >none.c
"$EDGEWISE" --check=assert --json none.c >r.json
python3 -c 'import json; assert json.load(open("r.json"))["assumptions"] == []'
expect 0 TRUE "$EDGEWISE" --check=assert none.c
! grep -q Assuming out || fail "an assumption out of nothing"
grep -q 'rules=sv' "$ROOT/man/edgewise.1.in" || fail "the man page does not speak of --rules=sv-comp"
