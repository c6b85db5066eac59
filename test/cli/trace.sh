# Traces in the words of the source: failing programs and what is said of each. Where, why, and with which input must be
# answered by the text alone.
. "$ROOT/test/cli/lib.sh"
cp "$ROOT"/test/cli/trace/*.c .
for program in *.c; do
    name=${program%.c}
    expect 10 'FALSE' "$EDGEWISE" --check=assert --engine=bmc "$program"
    diff -u "$ROOT/test/cli/trace/$name.txt" out >difference || { cat difference >&2; fail "another trace of $program"; }
done
# The same text at every run, and whatever the engine.
expect 10 'FALSE' "$EDGEWISE" --check=assert machine.c
diff -u "$ROOT/test/cli/trace/machine.txt" out >&2 || fail "the portfolio tells machine.c in another way"
# What does not matter is left out, unless all is asked for.
expect 10 'unused = 49' "$EDGEWISE" --check=assert --engine=bmc --trace=full wrapper.c
expect 10 'FALSE' "$EDGEWISE" --check=assert --engine=bmc wrapper.c
! grep -q 'unused =' out || fail "a value that does not matter is shown"
# A file in another folder is named as it was given, so that an editor finds it from here.
mkdir sub && mv wrapper.c sub
expect 10 '^sub/wrapper.c:14: assert: m != 14 && n >= 0 with m = 14, n = 7' "$EDGEWISE" --check=assert --engine=bmc sub/wrapper.c
# Line numbers of a generator count; its file may be gone, and then there is no text to show.
printf '#line 70 "made.y"\n' >made.c && cat sub/wrapper.c >>made.c
expect 10 '^made.y:74: reach_error: called' "$EDGEWISE" --check=assert --engine=bmc made.c
grep -q 'made.y:82 main  *m = 14' out || { cat out >&2; fail "line numbers of #line are not used"; }
# A file by an absolute name, below a folder that it shares with our temporary files, is found as well.
expect 10 "^$PWD/ring.c:25: assert: r.state != BLUE with r.state = BLUE" "$EDGEWISE" --check=assert --engine=bmc "$PWD/ring.c"
# A check of another class: the operand that is wrong, with its values.
cat >bounds.c <<'END'
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
    int k = __VERIFIER_nondet_int();
    a[k & 7] = 1;
    return a[0];
}
END
expect 10 '^bounds.c:5: bounds: a\[k & 7\] with k = -?[0-9]+, size 4$' "$EDGEWISE" --check=bounds bounds.c
# Standard input has a name and a text, and none of the temporary files is named.
expect 10 '^stdin:5: bounds: a\[k & 7\] with k = -?[0-9]+, size 4$' sh -c "\"$EDGEWISE\" --check=bounds - <bounds.c"
expect 10 '^stdin:5:[0-9]+: error: .*a\[k & 7\] with k = ' sh -c "\"$EDGEWISE\" --format=gcc --check=bounds - <bounds.c"
! grep -q 'edgewise-[0-9]' out err || fail "the name of a temporary file"
# Rounds of a loop on one line are steps of their own, also with checks between them.
expect 10 'more rounds of this step' "$EDGEWISE" --engine=bmc --check=assert,overflow "$ROOT/examples/off_by_one.c"
