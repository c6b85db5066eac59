# Property files and task definitions.
. "$ROOT/test/cli/lib.sh"
write_programs
cat >named.c <<'END'
extern int __VERIFIER_nondet_int(void);
void my_error(void) { }
void reach_error(void) { }
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) my_error(); reach_error(); return 0; }
END
printf '\n# a comment\n\nCHECK( init(main()), LTL(G ! call(my_error())) )\n\n' >my.prp
expect 10 'FALSE' "$EDGEWISE" --spec my.prp named.c
grep -q 'compiled program reaches the error' err || { cat err >&2; fail "not replayed"; }
printf 'CHECK( init(main()), LTL(G ! call(never_called())) )\n' >never.prp
expect 0 'TRUE' "$EDGEWISE" --spec never.prp named.c
# Properties of memory are answered with the one that fails; memory that is lost comes after what is worse.
printf 'CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n' >memory.prp
expect 0 'TRUE' "$EDGEWISE" --spec memory.prp named.c
printf 'CHECK( init(main()), LTL(G valid-memcleanup) )\n' >cleanup.prp
cat >blocks.c <<'END'
#include <stdlib.h>
int *kept;
int main(void) {
#ifdef DEREF
    kept = malloc(4);
    kept[1] = 1;
    kept = 0;
#elif defined FREE
    kept = malloc(4);
    free(kept);
    free(kept);
#elif defined LOST
    kept = malloc(4);
    kept = 0;
#else
    kept = malloc(4);
#endif
    return 0;
}
END
expect 10 'FALSE \(valid-deref\)' "$EDGEWISE" --spec memory.prp -DDEREF blocks.c
expect 10 'FALSE \(valid-free\)' "$EDGEWISE" --spec memory.prp -DFREE blocks.c
expect 10 'FALSE \(valid-memtrack\)' "$EDGEWISE" --spec memory.prp -DLOST blocks.c
expect 0 'TRUE' "$EDGEWISE" --spec memory.prp blocks.c
expect 10 'FALSE \(valid-memcleanup\)' "$EDGEWISE" --spec cleanup.prp blocks.c
# The place of the allocation is in a header.
echo 'static char *made(void) { return malloc(3); }' >made.h
printf '#include <stdlib.h>\n#include "made.h"\nint main(void) { return made() == 0; }\n' >uses.c
expect 10 'FALSE \(valid-memtrack\)$' "$EDGEWISE" --spec memory.prp uses.c
printf 'CHECK( init(main()), LTL(F end) )\n' >termination.prp
expect 5 'UNKNOWN \(.*not supported' "$EDGEWISE" --spec termination.prp named.c
cat >task.yml <<'END'
format_version: '2.0'
input_files: 'named.c'
properties:
  - property_file: my.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
END
expect 10 'FALSE' "$EDGEWISE" task.yml
mkdir sub
mv task.yml named.c my.prp sub
expect 10 'FALSE' "$EDGEWISE" sub/task.yml
printf 'extern void reach_error(void);\nint main(void) { if (sizeof(long) == 8) reach_error(); return 0; }\n' >long.c
expect 10 'FALSE' "$EDGEWISE" --64 long.c
expect 0 'TRUE' "$EDGEWISE" --32 long.c
printf 'extern void reach_error(void);\nint f(void) { reach_error(); return 0; }\nint main(void) { return 0; }\n' >entry.c
expect 0 'TRUE' "$EDGEWISE" entry.c
expect 10 'FALSE' "$EDGEWISE" --entry=f entry.c
grep -q 'compiled program reaches the error' err || { cat err >&2; fail "--entry is not replayed"; }
