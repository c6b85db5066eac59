# File names that a careless program trips over, standard input, several files, bitcode.
. "$ROOT/test/cli/lib.sh"
write_programs
for name in 'with space.c' "it's.c" 'double"quote.c' 'dollar$HOME.c' 'naïve.c' 'semi;colon.c' 'back\slash.c' 'percent%s.c'; do
    cp unsafe.c "$name"
    expect 10 'FALSE' "$EDGEWISE" --check=assert "$name"
    cat err | grep -q 'compiled program reaches the error' || { cat err >&2; fail "not replayed: $name"; }
done
cp unsafe.c ./-dash.c
expect 1 'unknown option' "$EDGEWISE" --check=assert -dash.c
expect 10 'FALSE' "$EDGEWISE" --check=assert -- -dash.c
expect 10 'FALSE' "$EDGEWISE" --check=assert ./-dash.c
code=0
"$EDGEWISE" --check=assert - <unsafe.c >out 2>err || code=$?
[ "$code" = 10 ] || fail "standard input: exit code $code"
grep -q 'compiled program reaches the error' err || { cat err >&2; fail "standard input is not replayed"; }
clang-19 -g -O0 -Xclang -disable-O0-optnone -c -emit-llvm -o unsafe.bc unsafe.c
clang-19 -g -O0 -Xclang -disable-O0-optnone -S -emit-llvm -o unsafe.ll unsafe.c
expect 10 'FALSE' "$EDGEWISE" --check=assert unsafe.bc
expect 10 'FALSE' "$EDGEWISE" --check=assert unsafe.ll
cat >part1.c <<'END'
int twice(int x);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { if (twice(__VERIFIER_nondet_int()) == 42) reach_error(); return 0; }
END
printf 'int twice(int x) { return 2 * x; }\n' >part2.c
expect 10 'FALSE' "$EDGEWISE" --check=assert part1.c part2.c
# kinds of input may be mixed; bitcode as other people make it: without debug information, not to be optimized, optimized
clang-19 -O0 -c -emit-llvm -o part1.bc part1.c
clang-19 -O2 -S -emit-llvm -o part2.ll part2.c
expect 10 'FALSE' "$EDGEWISE" --check=assert part1.bc part2.ll
expect 10 'FALSE' "$EDGEWISE" --check=assert part1.bc part2.c
expect 10 'FALSE' "$EDGEWISE" --check=assert part2.ll part1.c
expect 1 'multiply defined|symbol' "$EDGEWISE" --check=assert part1.c part2.c part2.ll
for flags in -O0 -O1 '-O0 -g' '-m32 -O0'; do
    clang-19 $flags -c -emit-llvm -o safe.bc safe.c
    expect 0 'TRUE' "$EDGEWISE" --check=assert safe.bc
done
code=0
"$EDGEWISE" --check=assert part2.c - <part1.c >out 2>err || code=$?
[ "$code" = 10 ] || { cat out err >&2; fail "standard input and a file: exit code $code"; }
printf '#include "inc.h"\nextern void reach_error(void);\nint main(void) { if (A != B) reach_error(); return 0; }\n' >macros.c
mkdir inc
printf '#define A 1\n' >inc/inc.h
expect 0 'TRUE' "$EDGEWISE" --check=assert -I inc -D B=1 macros.c
expect 10 'FALSE' "$EDGEWISE" --check=assert -Iinc -DB=2 macros.c
