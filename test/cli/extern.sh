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
expect 0 '^Assuming that the functions without a body log_value, counter change no variable of the program' "$EDGEWISE" pure.c
[ "$(last_line)" = "Verification result: TRUE" ] || fail "the verdict is not the last line"
expect 0 TRUE "$EDGEWISE" --quiet pure.c
[ "$(cat out)" = "Verification result: TRUE" ] || fail "--quiet prints more than the verdict"
"$EDGEWISE" --json pure.c >r.json 2>err
python3 -c 'import json; a = json.load(open("r.json"))["assumptions"]; assert len(a) == 1 and "log_value, counter" in a[0], a'
expect 5 'all memory that it can reach' "$EDGEWISE" --extern=havoc pure.c
expect 1 'takes one of' "$EDGEWISE" --extern=some pure.c
printf 'int main(void) { return 0; }\n' >none.c
"$EDGEWISE" --json none.c >r.json
python3 -c 'import json; assert json.load(open("r.json"))["assumptions"] == []'
expect 0 TRUE "$EDGEWISE" none.c
! grep -q Assuming out || fail "an assumption out of nothing"
grep -q 'extern=havoc' "$ROOT/man/edgewise.1.in" || fail "the man page does not speak of --extern=havoc"
