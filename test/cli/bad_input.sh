# Bad input is a clear message and exit code 1; the runner checks that no temporary file is left.
. "$ROOT/test/cli/lib.sh"
write_programs
expect 1 'missing.c: .*[Nn]o such file' "$EDGEWISE" missing.c
mkdir directory.c
expect 1 'directory.c: is a directory' "$EDGEWISE" directory.c
: >empty.c
expect 1 'main' "$EDGEWISE" empty.c
printf 'int main(void) {\n  return 0 +;\n}\n' >syntax.c
expect 1 'syntax.c:2:[0-9]+: error' "$EDGEWISE" syntax.c
printf 'int f(void) { return 0; }\n' >nomain.c
expect 1 'main' "$EDGEWISE" nomain.c
expect 1 'absent' "$EDGEWISE" --entry=absent safe.c
printf 'BC\300\336garbage garbage garbage' >corrupt.bc
expect 1 'corrupt.bc' "$EDGEWISE" corrupt.bc
clang-19 -c -emit-llvm -o whole.bc safe.c
head -c 600 whole.bc >cut.bc
expect 1 'cut.bc' "$EDGEWISE" cut.bc
printf 'this is not LLVM\n' >text.ll
expect 1 'text.ll' "$EDGEWISE" text.ll
cp syntax.c 'bad "name" here.c'
expect 1 'bad "name" here.c:2:[0-9]+: error' "$EDGEWISE" 'bad "name" here.c'
cp syntax.c ./-bad.c
expect 1 'bad.c:2:[0-9]+: error' "$EDGEWISE" -- -bad.c
mkdir directory.yml directory.bc directory.prp
expect 1 'directory.yml' "$EDGEWISE" directory.yml
expect 1 'directory.bc' "$EDGEWISE" directory.bc
expect 1 'directory.prp' "$EDGEWISE" --spec directory.prp safe.c
: >empty.bc
expect 1 'empty.bc' "$EDGEWISE" empty.bc
: >empty.yml
expect 1 'empty.yml' "$EDGEWISE" empty.yml
run "$EDGEWISE" -
[ "$code" = 1 ] || fail "nothing on standard input: exit code $code"
printf 'hello\n' >bad.prp
expect 1 'bad.prp' "$EDGEWISE" --spec bad.prp safe.c
: >empty.prp
expect 1 'empty.prp' "$EDGEWISE" --spec empty.prp safe.c
expect 1 'absent.prp' "$EDGEWISE" --spec absent.prp safe.c
printf "format_version: '2.0'\ninput_files: 'gone.c'\nproperties: []\n" >task.yml
expect 1 'gone.c' "$EDGEWISE" task.yml
printf 'key: [unclosed\n' >broken.yml
expect 1 'broken.yml' "$EDGEWISE" broken.yml
printf 'a: b\n' >other.yml
expect 1 'other.yml' "$EDGEWISE" other.yml
printf 'aag 1 2\n' >bad.aag
expect 1 'bad.aag' "$EDGEWISE" bad.aag
head -c 10000000 /dev/urandom >garbage.c
run "$EDGEWISE" garbage.c
[ "$code" = 1 ] || fail "garbage: exit code $code"
head -c 10000000 /dev/urandom >garbage.prp
expect 1 'garbage.prp' "$EDGEWISE" --spec garbage.prp safe.c
head -c 1000000 /dev/urandom >garbage.yml
expect 1 'garbage.yml' "$EDGEWISE" garbage.yml
head -c 1000000 /dev/urandom >garbage.bc
expect 1 'garbage.bc' "$EDGEWISE" garbage.bc
expect 1 'unwritable' "$EDGEWISE" --witness=/nonexistent/unwritable.yml unsafe.c
expect 1 'witness is .yml' "$EDGEWISE" --witness=w.txt unsafe.c
