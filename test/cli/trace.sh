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
# Freed memory: the pointer, and the line that freed its block. Blocks of a list are counted.
cat >freed.c <<'END_C'
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) break;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head;
        free(n);
        head = n->next;
    }
    return 0;
}
END_C
expect 10 '^freed.c:14: dangling: n->next with n = malloc@6(#2)?, freed in line 13$' "$EDGEWISE" --check=memory freed.c
grep -q 'freed.c:13 main  *free(n);  *malloc@6.* is freed' out || { cat out >&2; fail "the call of free is no step"; }
# Null: which pointer. A string that is too short. What the expression itself changes has no value to show.
printf 'int main(int n, char **v) {\n    char **p = n > 3 ? v : 0;\n    return *p == 0;\n}\n' >null.c
expect 10 '^null.c:3: null: \*p with p = NULL$' "$EDGEWISE" --check=null null.c
printf 'int main(void) {\n    const char *why = "on";\n    return why[7];\n}\n' >text.c
expect 10 '^text.c:3: bounds: why\[7\] with why = "on", size 3$' "$EDGEWISE" text.c
printf 'int main(void) {\n    int a[2] = {2147483647, 1}, *p = a;\n    return *p++ + 1;\n}\n' >effect.c
expect 10 '^effect.c:3: overflow: \*p\+\+ \+ 1$' "$EDGEWISE" --check=overflow effect.c
# A leak: the decisions that led past the call of free.
printf '#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n    char *p = malloc(8);\n    if (__VERIFIER_nondet_int() == 3)\n        return 1;\n    free(p);\n    return 0;\n}\n' >leak.c
expect 10 '^leak.c:4: leak: malloc\(8\) is never freed$' "$EDGEWISE" leak.c
grep -q 'leak.c:5 main .*<- input 3 __VERIFIER_nondet_int' out || { cat out >&2; fail "why it leaks is not told"; }
# A function of --entry: its call, and what the caller handed in. The head of a loop is no part of what it repeats.
cat >entry.c <<'END_C'
struct msg { unsigned len; unsigned char data[4]; };
int sum(const struct msg *m, int k) {
    int s = 0;
    for (unsigned i = 0; i < m->len; i++) s += m->data[i] * k;
    return s;
}
END_C
expect 10 '^entry.c:4: null: m->len with m = NULL$' "$EDGEWISE" --entry=sum --check=null entry.c
grep -Eq '^  \(caller\) +sum\(m = NULL, k = -?[0-9]+\)  <- input$' out || { cat out >&2; fail "the caller"; }
! grep -q 'nondet_bool\|edgewise_entry' out || { cat out >&2; fail "a name of ours"; }
expect 10 '^entry.c:4: bounds: m->data\[i\] with i = 4, size 4$' "$EDGEWISE" --entry=sum --check=bounds entry.c
expect 10 'entry.c:4: overflow: s \+= m->data\[i\] \* k with ' "$EDGEWISE" --entry=sum --check=overflow entry.c
# A contract, and assertions of other vocabularies, are checks like others, beside others.
printf 'int clamp(int x, int lo, int hi)\n__CPROVER_requires(lo <= hi)\n__CPROVER_ensures(__CPROVER_return_value <= hi)\n{\n    return x < lo ? lo : x;\n}\n' >clamp.c
expect 10 'FAILED +clamp.assert.1 +clamp.c:3' "$EDGEWISE" --enforce=clamp clamp.c
grep -Eq '^  \(caller\) +clamp\(x = ' out || { cat out >&2; fail "the caller of a contract"; }
printf 'void klee_assert(int);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    klee_assert(x != 3);\n    return x + 1;\n}\n' >klee.c
expect 10 '^2 checks: 2 failed$' "$EDGEWISE" klee.c
grep -q '^klee.c:5: assert: x != 3 with x = 3$' out || { cat out >&2; fail "klee_assert"; }
# An input that decides is told once; the library's function is one step.
printf '#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n    if (__VERIFIER_nondet_int())\n        assert(0);\n    return 0;\n}\n' >decides.c
expect 10 '<- input -?[0-9]+ __VERIFIER_nondet_int  \[is true\]$' "$EDGEWISE" --check=assert decides.c
