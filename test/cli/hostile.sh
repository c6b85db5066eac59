# Names, values and programs from outside are hostile: none becomes an option, a response file or a plugin of a compiler, and
# nothing of a program is taken at its word.
. "$ROOT/test/cli/lib.sh"
write_programs
mkdir attack && cd attack
cp ../unsafe.c ok.c
# A plugin that leaves a trace when a compiler loads it.
printf '#include <stdio.h>\n__attribute__((constructor)) static void f(void) { FILE *f = fopen("%s/PWNED", "w"); if (f) fclose(f); }\n' "$PWD" >evil.txt
gcc -shared -fPIC -x c evil.txt -o evil.so
unharmed() { [ ! -e "$PWD/PWNED" ] || fail "foreign code was run: $*"; }
cp ../safe.c '@r'
echo '-fplugin=./evil.so ok.c' >r
cat >task.yml <<'EOF'
format_version: '2.0'
input_files: "@r"
options: {language: C, data_model: LP64}
EOF
expect 0 'TRUE' "$EDGEWISE" task.yml # the file @r is judged, which is safe, not ok.c, which is not
unharmed task file
expect 0 'TRUE' "$EDGEWISE" '@r'
mkdir shell && cd shell
cp ../../safe.c '@z.c'
echo '-fplugin=../evil.so ../ok.c' >z.c
expect 1 'z.c' "$EDGEWISE" --check=assert *.c # z.c is no C
rm z.c
echo '-fplugin=../evil.so ../ok.c' >z
expect 0 'TRUE' "$EDGEWISE" --check=assert *.c
cd ..
unharmed shell pattern
# Every other character that means something to a shell, a compiler, a linker or a Makefile: one program of many files
python3 - <<'EOF'
import json
names = ["@@r", "-o", "-x.c", "-fplugin=evil.so", "--config=r", "%s%n", "a b", 'a"b.c', "a'b.c", "a\\b.c", "$(r).c", "`r`.c", "a;b", "a|b", "a&b",
         "a,b=c.c", "#.c", "~", "*", "?.i", "[a].c", "a\nb.c", "<stdin>", ":", "-Wl,x", ".c", "a.o.c", "--"]
for i, name in enumerate(names):
    open(name, "w").write(f"int f{i}(int x) {{ return x + 1; }}\n")
open("main.c", "w").write("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n" +
                          "".join(f"int f{i}(int);\n" for i in range(len(names))) + "int main(void) { int x = __VERIFIER_nondet_int(), y = x;\n" +
                          "".join(f"    y = f{i}(y);\n" for i in range(len(names))) + f"    if (x == 7 && y == {7 + len(names)}) reach_error();\n    return 0;\n}}\n")
open("names.yml", "w").write('format_version: "2.0"\ninput_files: ' + json.dumps(["main.c"] + names) + "\n")
open("names.txt", "w").write("\0".join(["main.c"] + names) + "\0")
EOF
code=0
xargs -0 "$EDGEWISE" --check=assert -- <names.txt >out 2>err || code=$?
[ "$code" = 123 ] || { cat out err >&2; fail "names: exit code $code"; } # what xargs makes of 10
grep -q FALSE out && grep -q 'compiled program reaches the error' err || { cat out err >&2; fail "names: not replayed"; }
expect 10 'compiled program reaches the error' "$EDGEWISE" names.yml
cp ../safe.c ./-dash.c
expect 0 'TRUE' "$EDGEWISE" --check=assert -- -dash.c
unharmed names
# Values of options
for value in '@r' '-fplugin=./evil.so' '' '1=2' 'A
-fplugin=./evil.so' ' A' '=1'; do
    expect 1 'define' "$EDGEWISE" --check=assert --define="$value" ok.c
done
mkdir -- '@r.d' '-Xclang'
expect 10 'FALSE' "$EDGEWISE" --check=assert -I '@r' -I '@r.d' -I '-Xclang' -I '-fplugin=./evil.so' -D 'A="@r"' -D 'B(x)=x' ok.c
expect 1 'name of a function' "$EDGEWISE" --check=assert --entry='main() { } int x' ok.c
expect 1 '' "$EDGEWISE" --check=assert --entry='@r' ok.c
# What the environment says to compilers is not heard
mkdir config
echo '-fplugin=./evil.so' >config/clang.cfg
expect 10 'FALSE' env CCC_OVERRIDE_OPTIONS='+-fplugin=./evil.so' CLANG_CONFIG_FILE_USER_DIR="$PWD/config" CPATH="$PWD" TMPDIR='@r.d' "$EDGEWISE" --check=assert ok.c
[ -z "$(ls '@r.d')" ] || fail "something is left in a relative TMPDIR"
unharmed options and environment
cd ..
# A program cannot pretend to reach the error: neither by an exit code nor by what it writes, nor by our own function
cat >forged.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern long write(int, const void *, unsigned long);
extern void _exit(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    write(3, "reached", 7);
    if (x == 5) _exit(107);
    reach_error();
    return 0;
}
EOF
run "$EDGEWISE" --check=assert --timeout=20 forged.c
[ "$code" != 10 ] || grep -q 'reaches the error' err || { cat out err >&2; fail "a forged replay"; }
cat >named.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void edgewise_reached(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 5) edgewise_reached();
    if (x == 5) reach_error();
    return 0;
}
EOF
run "$EDGEWISE" --check=assert --timeout=20 named.c
! grep -q 'compiled program reaches the error' err || { cat err >&2; fail "the program itself said that the error is reached"; }
# A refused system call ends the run, which then proves nothing
cat >refused.c <<'EOF'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern long syscall(long, ...);
int main(void) {
    if (__VERIFIER_nondet_int() == 5) {
        syscall(83, "made", 0700);
        reach_error();
    }
    return 0;
}
EOF
run "$EDGEWISE" --check=assert --timeout=20 refused.c
! grep -q 'compiled program reaches the error' err || { cat err >&2; fail "a refused system call went on"; }
[ ! -e made ] || fail "a folder was made"
# Nothing is run with --no-execute, and what is run is said for TRUE, too
expect 5 'not run \(--no-execute\)' "$EDGEWISE" --check=assert --no-execute unsafe.c
! grep -q executed err || fail "--no-execute has executed something"
run "$EDGEWISE" --check=assert --no-execute --engine=fuzz unsafe.c
[ "$code" = 5 ] || fail "--no-execute --engine=fuzz: exit code $code"
expect 10 'executed: the compiled program, .*, in a sandbox \((bubblewrap and|landlock and)? ?seccomp\)' "$EDGEWISE" --check=assert --verbose unsafe.c
expect 5 'executed: the compiled program, [0-9]+ times on inputs of a search' "$EDGEWISE" --check=assert --engine=fuzz --timeout=5 safe.c
